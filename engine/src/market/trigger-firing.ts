import type { Advert } from '../adverts/advert.ts'
import { phaseOf } from '../calendar/hours.ts'
import type { Event } from '../events.ts'
import type { State } from '../state/state.ts'
import { securityTriggerBounds } from '../state/state-index.ts'
import type { Sighting } from './quote.ts'
import { confirmedQuotes } from './quote-confirmation.ts'
import { reachesBounds } from './trigger-bounds.ts'
import { type FiredTriggers, triggersFiredBy } from './trigger-conditions.ts'

/** The cancel triggers, by the specification's codes (docs/specification.md §8). */
const knockouts = {
  '001': { causeOfDeath: 'CANCEL_TRIGGER', errorCode: 'CANCEL-TRIGGER-001' },
  '002': { causeOfDeath: 'INDEX_RELATIVE_CANCEL', errorCode: 'CANCEL-TRIGGER-002' },
} as const

/** The adverts in a security whose triggers fire, in the order of drafting. */
function firingIn(state: State, sighting: Sighting, at: number): (readonly [Advert, FiredTriggers])[] {
  const armed = state.index.armed.get(sighting.securityId)
  const security = state.securities.get(sighting.securityId)
  if (!armed || armed.size === 0 || !security) return []
  // Triggers do not fire during matching at the official close, and without matching no mid is fresh
  // (docs/rules.md §13).
  if (phaseOf(state.calendar, security.exchange, at) !== 'MATCHING') return []
  const { quote } = sighting
  if (!quote || !reachesBounds(securityTriggerBounds(state.index, sighting.securityId), quote, security))
    return []
  const confirmed = confirmedQuotes(sighting, security, at, state.limits)
  if (!confirmed) return []
  const firing: (readonly [Advert, FiredTriggers])[] = []
  for (const advert of armed) {
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
