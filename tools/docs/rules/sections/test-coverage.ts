import { repositoryAnnotations } from '../../traceability/annotations.ts'
import type { Section } from '../example.ts'
import { code, count, table } from '../markdown.ts'
import { ruleSentences } from '../rule-sentences.ts'

function linksOf(id: string): string {
  const tests = repositoryAnnotations().filter(({ subject, ids }) => subject === 'rule' && ids.includes(id))
  const links = tests.map(
    ({ path, title }) => `[${path.split('/').at(-1) ?? path}](../${path}) ${code(title ?? '')}`,
  )
  return [...new Set(links)].join('<br>')
}

/** Which tests verify each sentence of the rules. */
export const testCoverage: Section = {
  title: 'Where each rule is tested',
  text: [
    `${count(ruleSentences.length)} sentences of the rules, each with the tests that verify it. A test names the ids of its rules in a comment above it (${code('// rule: 3.E5.1')}); a rule without a test and an id without a rule fail the build. Titles with signs such as ${code('%s')} and ${code('$name')} are filled from a table of cases.`,
    table(
      ['Id', 'Rule', 'Test'],
      ruleSentences.map(({ id, text }) => [id, text, linksOf(id)]),
    ),
  ],
}
