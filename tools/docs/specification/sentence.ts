/** The layer that a sentence is about, and on which it has to be shown. */
export type About = 'engine' | 'api' | 'screen' | 'document'

/** A sentence of the specification. */
export interface Sentence {
  /** Section, heading and number: `4.statuses.14`. Tests name it in a comment: `// spec: 4.statuses.14`. */
  readonly id: string
  readonly about: About
  readonly text: string
}

/** A sentence about what the rules decide. */
export const engine = (id: string, text: string): Sentence => ({ id, about: 'engine', text })
/** A sentence about what the server answers. */
export const api = (id: string, text: string): Sentence => ({ id, about: 'api', text })
/** A sentence about what a person sees or does: shown only by a test that goes through the screen. */
export const screen = (id: string, text: string): Sentence => ({ id, about: 'screen', text })
/** A sentence about the specification itself, such as what it leaves open. */
export const document = (id: string, text: string): Sentence => ({ id, about: 'document', text })
