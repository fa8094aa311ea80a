import type { Section } from '../example.ts'
import { code, count, table } from '../markdown.ts'
import type { RuleTest } from '../rule-tests/rule-test.ts'
import { ruleTests } from '../rule-tests/rule-tests.ts'

function linkOf({ test, name, of }: RuleTest): string {
  if (!test) return 'none yet'
  const file = test.split('/').at(-1) ?? test
  return `[${file}](../${test}) ${code(of ? `${name}: ${of}` : name)}`
}

/** Which test shows each sentence of the rules to be kept. */
export const testCoverage: Section = {
  title: 'Where each rule is tested',
  text: [
    `${count(ruleTests.length)} sentences of the rules, by their sections, each with the test that shows it to be kept. A test checks that every one of these tests is there. Names with signs such as ${code('%s')} and ${code('$name')} are filled from a table of cases.`,
    table(
      ['Section', 'Rule', 'Test'],
      ruleTests.map((each) => [each.section, each.rule, linkOf(each)]),
    ),
  ],
}
