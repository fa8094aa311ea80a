import { count } from './markdown.ts'

type Value = string | number | boolean | null
type Values = Readonly<Record<string, Value>>

/** One example of the page: what a reader is told, and the run of the engine that must bear it out. */
export interface Example {
  readonly says: string
  readonly gives: Values
  /** What the engine makes of what is given. */
  readonly engine: () => Values
}

export interface Case<Given extends Values, Gives extends Values> {
  readonly given: Given
  readonly gives: Gives
}

const written = (value: Value): string => {
  if (typeof value === 'number') return count(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value ?? 'nothing'
}

/**
 * Examples that share a sentence and a way to run them. The names in braces of the sentence are filled from
 * what is given and what comes of it, so that the page cannot say other numbers than those that are run.
 */
export const examples = <Given extends Values, Gives extends Values>(
  says: string,
  engine: (given: Given) => Gives,
  cases: readonly Case<Given, Gives>[],
): Example[] =>
  cases.map(({ given, gives }) => {
    const values: Values = { ...given, ...gives }
    const filled = says.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (!(name in values)) throw new Error(`the example "${says}" has no ${name}`)
      return written(values[name] ?? null)
    })
    return { says: filled, gives, engine: () => engine(given) }
  })

/** A part of the page. */
export interface Section {
  readonly title: string
  /** Paragraphs, lists and tables, in order. */
  readonly text: readonly string[]
  readonly examples?: readonly Example[]
}
