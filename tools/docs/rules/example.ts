import { count } from './markdown.ts'

type Value = string | number | boolean | null
type Values = Readonly<Record<string, Value>>

/** One example of the page: its sentence, and a check of the sentence against the engine. */
export interface Example {
  readonly says: string
  readonly gives: Values
  /** Runs the engine with the given values. */
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
 * Examples that share a sentence and a check. Placeholders in the sentence are filled with the inputs and
 * results, so that the page has no other numbers than the checked ones.
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
