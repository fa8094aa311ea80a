import { type Annotation, repositoryAnnotations } from '../traceability/annotations.ts'
import type { Layer } from '../traceability/layers.ts'
import { decisionOn, differences } from './differences.ts'
import type { About, Sentence } from './sentence.ts'
import { headings, sentences } from './sentences.ts'

const layers: readonly Layer[] = ['engine', 'API', 'component', 'screen', 'repository']

const code = (text: string): string => `\`${text}\``

/** A Markdown table, with numbers aligned right. */
function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const isNumeric = (column: number): boolean => rows.every((row) => typeof row[column] === 'number')
  const line = (cells: readonly (string | number)[]): string =>
    `| ${cells.map((cell) => `${cell}`.replaceAll('|', '\\|')).join(' | ')} |`
  const rule = heads.map((_, column) => (isNumeric(column) ? '---:' : '---'))
  return [line(heads), line(rule), ...rows.map(line)].join('\n')
}

const headingOf = ({ id }: Sentence): string => id.replace(/\.\d+$/, '')
const labels: Readonly<Record<About, string>> = {
  engine: 'engine',
  api: 'API',
  screen: 'screen',
  document: 'document',
}

/** The tests that name a sentence, in the order of their paths. */
export const testsOf = (id: string): readonly Annotation[] =>
  repositoryAnnotations().filter(({ subject, ids }) => subject === 'spec' && ids.includes(id))

function row(sentence: Sentence): readonly string[] {
  const tests = testsOf(sentence.id)
  const shownOn = layers.filter((layer) => tests.some((test) => test.layer === layer))
  const decision = decisionOn(sentence.id)
  return [
    sentence.id,
    decision ? `${sentence.text} (${linkTo(decision)})` : sentence.text,
    labels[sentence.about],
    shownOn.join(', '),
    [...new Set(tests.map(({ path }) => code(path)))].join('<br>'),
  ]
}

/** A decision by its number. */
const linkTo = (decision: string): string =>
  `[decision ${Number(decision.slice(0, 4))}](decisions/${decision}.md)`

/** How many sentences hold, and which decisions differ from one. */
function result(): string {
  const decisions = Object.keys(differences)
  const changed = sentences.filter(({ id }) => decisionOn(id)).length
  const shown = sentences.filter(({ id }) => testsOf(id).length > 0).length
  return `**${shown} of ${sentences.length} sentences have a test.** ${changed} of them hold as a decision changes them (${decisions.map(linkTo).join(', ')}), all others as they are written.`
}

function section(heading: string): string {
  const rows = sentences.filter((sentence) => headingOf(sentence) === heading).map(row)
  return `## ${headings.get(heading)}\n\n${table(['Id', 'Sentence', 'About', 'Shown on', 'Tests'], rows)}`
}

function summary(): string {
  const about = Object.entries(labels).map(([key, label]) => {
    const rows = sentences.filter((sentence) => sentence.about === key)
    const on = layers.map(
      (layer) => rows.filter(({ id }) => testsOf(id).some((test) => test.layer === layer)).length,
    )
    return [label, rows.length, ...on]
  })
  return table(['Sentences about', 'Number', ...layers.map((layer) => `shown on ${layer}`)], about)
}

const opening = `# Specification: which tests show it

Written by \`npm run docs\` from the ${sentences.length} sentences in \`tools/docs/specification/sentences\` and from the
tests that name them: a comment directly above a test, a group, a step or a case of a table lists the ids that it
shows (\`// spec: 4.statuses.14\`). A test fails when this page is stale, when an id does not exist, when a sentence
has no test, and when a sentence about a screen has no test through the screen.

Layers: *engine* is the rules alone; *API* is the server over HTTP and STOMP; *component* is a part of the client
alone; *screen* is the whole client on a real server, in a browser or in jsdom; *repository* checks files.`

/** The whole of docs/specification.md. */
export const specificationDocument = (): string =>
  `${[opening, result(), summary(), ...[...headings.keys()].map(section)].join('\n\n')}\n`
