import type { ConditionResult, MatchCondition } from '../src/explain/condition-result.ts'
import { explainPair } from '../src/explain/pair-explanation.ts'
import type { Sighting } from '../src/model/quote.ts'
import type { State } from '../src/model/state.ts'
import { buys, moment, quoteOf, sells, sightingOf } from './book.ts'

export const buyer = buys('alder', 10_000)
export const seller = sells('birch', 6_000)
export const market = (when: string): Sighting => sightingOf(quoteOf('toyota', when))

/** The explanation of the first buyer and the first seller of a book. */
export function explained(state: State, when: string, sighting: Sighting | null = market(when)) {
  const explanation = explainPair(state, 'alder-1', 'birch-1', sighting, moment(when))
  if (!explanation) throw new Error('one of the two adverts does not exist')
  return explanation
}

export const findingOn = (
  state: State,
  condition: MatchCondition,
  when: string,
  sighting?: Sighting | null,
): ConditionResult =>
  explained(state, when, sighting).findings.find((each) => each.condition === condition) as ConditionResult
