import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a sentence is about: the layer on which a test must verify it, or the specification itself. */
export const subjects = ['engine', 'API', 'screen', 'document'] as const

/** A sentence of the specification. */
export interface Sentence {
  /** Section, heading and number: `4.statuses.14`. Tests name it in a comment: `// spec: 4.statuses.14`. */
  readonly id: string
  readonly about: (typeof subjects)[number]
  /** The decision because of which the product differs from the sentence. */
  readonly decision: string | undefined
}

/** The text of docs/specification.md. */
export const specificationText = (): string =>
  readFileSync(join(import.meta.dirname, '../../../docs/specification.md'), 'utf8')

/** A row of the page: what is written by hand, the id, what it is about, and the columns that are generated. */
export const sentenceRow =
  /^(\| ([1-9](?:\.\w+)?\.\d+) \| .* \| (engine|API|screen|document)) \| [^|]* \| [^|]* \|$/gm

/** The sentences in a text, in its order. */
export const sentencesIn = (text: string): readonly Sentence[] =>
  [...text.matchAll(sentenceRow)].map(([, written = '', id = '', about]) => ({
    id,
    about: about as Sentence['about'],
    decision: /\(\[decision \d+\]\(decisions\/([\w-]+)\.md\)\)/.exec(written)?.[1],
  }))
