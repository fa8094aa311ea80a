/** The layer that a sentence is about, and on which a test must verify it. */
export type About = 'engine' | 'api' | 'screen' | 'document'

/** A sentence of the specification. */
export interface Sentence {
  /** Section, heading and number: `4.statuses.14`. Tests name it in a comment: `// spec: 4.statuses.14`. */
  readonly id: string
  readonly about: About
  readonly text: string
}

/** A sentence about the rules of the engine. */
export const engine = (id: string, text: string): Sentence => ({ id, about: 'engine', text })
/** A sentence about the server's API. */
export const api = (id: string, text: string): Sentence => ({ id, about: 'api', text })
/** A sentence about a screen, which only a test through the screen can verify. */
export const screen = (id: string, text: string): Sentence => ({ id, about: 'screen', text })
/** A sentence about the specification itself, such as what it leaves open. */
export const document = (id: string, text: string): Sentence => ({ id, about: 'document', text })
