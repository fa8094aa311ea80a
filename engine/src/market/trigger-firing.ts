import { phaseOf } from '../calendar/hours.ts'
import type { Advert } from '../model/advert.ts'
import type { Event } from '../model/events.ts'
import { isTwoSided, midOf, type Quote, type Sighting } from '../model/quote.ts'
import type { Security } from '../model/security.ts'
import type { State } from '../model/state.ts'
import { nearestLevels } from '../model/state-index.ts'
import { isInside, type TriggerBounds } from '../model/trigger-bounds.ts'
import { confirmedQuotes, leadOverIndex } from './quote-confirmation.ts'
import { type FiredTriggers, triggersFiredBy } from './trigger-conditions.ts'

/** The cancel triggers, by the specification's codes (docs/specification.md §8). */
const knockouts = {
  '001': { causeOfDeath: 'CANCEL_TRIGGER', errorCode: 'CANCEL-TRIGGER-001' },
  '002': { causeOfDeath: 'INDEX_RELATIVE_CANCEL', errorCode: 'CANCEL-TRIGGER-002' },
} as const

/** Whether a quote reaches a bound. If not, no run that ends with it fires a trigger or crosses a limit. */
export function reachesBounds(nearest: TriggerBounds, quote: Quote, security: Security): boolean {
  if (!isTwoSided(quote)) return false
  if (!isInside(nearest, midOf(quote))) return true
  if (nearest.ahead === Number.POSITIVE_INFINITY && nearest.behind === Number.NEGATIVE_INFINITY) return false
  const lead = leadOverIndex(quote, security)
  return lead !== null && (lead >= nearest.ahead || lead <= nearest.behind)
}

/** The adverts in a security whose triggers fire, in the order of drafting. */
function firingIn(state: State, sighting: Sighting, at: number): (readonly [Advert, FiredTriggers])[] {
  const book = state.index.books.get(sighting.securityId)
  const security = state.securities.get(sighting.securityId)
  if (!book || book.armed.size === 0 || !security) return []
  // Triggers do not fire during matching at the official close, and without matching no mid is fresh
  // (docs/rules.md §13).
  if (phaseOf(state.calendar, security.exchange, at) !== 'MATCHING') return []
  const { quote } = sighting
  if (!quote || !reachesBounds(nearestLevels(book), quote, security)) return []
  const confirmed = confirmedQuotes(sighting, security, at, state.limits)
  if (!confirmed) return []
  const firing: (readonly [Advert, FiredTriggers])[] = []
  for (const advert of book.armed) {
    const fires = triggersFiredBy(confirmed, advert)
    if (fires.advertising || fires.knockout) firing.push([advert, fires])
  }
  return firing.sort(([a], [b]) => a.sequence - b.sequence)
}

/**
 * The events of triggers that fire: a knockout cancels, an advertising trigger lets an advert go live
 * (docs/rules.md §11).
 */
export function firedTriggerEvents(state: State, sighting: Sighting, at: number): Event[] {
  return firingIn(state, sighting, at).map(([{ id }, { knockout, quotes }]): Event => {
    if (!knockout) return { type: 'advertTriggered', at, advertId: id, quotes }
    return { type: 'advertCancelled', at, advertId: id, ...knockouts[knockout], quotes }
  })
}

export const anyTriggerFires = (state: State, sighting: Sighting, at: number): boolean =>
  firingIn(state, sighting, at).length > 0
