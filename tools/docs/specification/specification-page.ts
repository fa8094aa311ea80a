import { type Annotation, repositoryAnnotations } from '../traceability/annotations.ts'
import type { Layer } from '../traceability/layers.ts'
import { type Sentence, sentenceRow, sentencesIn, specificationText, subjects } from './sentences.ts'

const layers: readonly Layer[] = ['engine', 'API', 'component', 'screen', 'repository']

const code = (text: string): string => `\`${text}\``

/** The tests that name a sentence, in the order of their paths. */
export const testsOf = (id: string): readonly Annotation[] =>
  repositoryAnnotations().filter(({ subject, ids }) => subject === 'spec' && ids.includes(id))

/** The generated columns of a sentence: the layers that its tests go through, and their files. */
function columnsOf(id: string): string {
  const tests = testsOf(id)
  const shownOn = layers.filter((layer) => tests.some((test) => test.layer === layer))
  return `${shownOn.join(', ')} | ${[...new Set(tests.map(({ path }) => code(path)))].join('<br>')}`
}

/** A decision by its number. */
const linkTo = (decision: string): string =>
  `[decision ${Number(decision.slice(0, 4))}](decisions/${decision}.md)`

/** How many sentences hold, and which decisions differ from one. */
function result(sentences: readonly Sentence[]): string {
  const changed = sentences.flatMap(({ decision }) => decision ?? [])
  const decisions = [...new Set(changed)].toSorted()
  const shown = sentences.filter(({ id }) => testsOf(id).length > 0).length
  return `**${shown} of ${sentences.length} sentences have a test.** ${changed.length} of them hold as a decision changes them (${decisions.map(linkTo).join(', ')}), all others as they are written.`
}

function summary(sentences: readonly Sentence[]): string {
  const rows = subjects.map((subject) => {
    const about = sentences.filter((sentence) => sentence.about === subject)
    const on = layers.map(
      (layer) => about.filter(({ id }) => testsOf(id).some((test) => test.layer === layer)).length,
    )
    return `| ${[subject, about.length, ...on].join(' | ')} |`
  })
  const heads = ['Sentences about', 'Number', ...layers.map((layer) => `shown on ${layer}`)]
  const rule = heads.map((_, column) => (column === 0 ? '---' : '---:'))
  return [`| ${heads.join(' | ')} |`, `| ${rule.join(' | ')} |`, ...rows].join('\n')
}

const opening = `# Specification: which tests show it

The sentences, their ids and what each is about are written by hand. \`npm run docs\` writes the last two columns and
all that is above the first heading, from the tests that name them: a comment directly above a test, a group, a step
or a case of a table lists the ids that it shows (\`// spec: 4.statuses.14\`). A test fails when this page is stale,
when an id does not exist, when a sentence has no test, and when a sentence about the engine, the API or a screen has
no test on that layer.

Layers: *engine* is the rules alone; *API* is the server over HTTP and STOMP; *component* is a part of the client
alone; *screen* is the whole client on a real server, in a browser or in jsdom; *repository* checks files.`

/** The whole of docs/specification.md, from its sentences as they are. */
export function specificationDocument(): string {
  const text = specificationText()
  const sentences = sentencesIn(text)
  const sections = text
    .slice(text.indexOf('## '))
    .replace(sentenceRow, (_, written: string, id: string) => `${written} | ${columnsOf(id)} |`)
  return [opening, result(sentences), summary(sentences), sections].join('\n\n')
}
