/** A sentence of the specification, as it stands there. */
export type Sentence = {
  readonly id: string
  readonly text: string
} & (
  | {
      /** The name of the test, or of the group of tests, that shows it over HTTP and STOMP. */
      readonly journey: string
    }
  | {
      readonly client: true
      /** Why there is nothing of it that a server could show. */
      readonly because: string
    }
)

/** A sentence that the server shows, or one of the client's alone with the reason. */
type Line = string | readonly [text: string, because: string]

/** The sentences below one heading of the specification, numbered in their order. */
export const sentencesUnder = (heading: string, lines: readonly Line[]): readonly Sentence[] =>
  lines.map((line, place) => {
    const id = `${heading}.${place + 1}`
    if (typeof line === 'string') return { id, text: line, journey: `${id} ${line}` }
    const [text, because] = line
    return { id, text, client: true, because }
  })
