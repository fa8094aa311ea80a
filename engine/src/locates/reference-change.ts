import { causeOfMarketError, marketErrorCodeOf } from '../market/market-error.ts'
import { isOpen } from '../model/advert.ts'
import type { CommandOf } from '../model/commands.ts'
import type { Event, EventOf } from '../model/events.ts'
import { type Decision, happened } from '../model/refusals.ts'
import { checkRulesVersion } from '../model/rules-version.ts'
import type { State } from '../model/state.ts'
import { dayEndEvents } from '../rating/day-end.ts'
import { byDeadline, locateWithdrawnEvent } from './locate-outcome.ts'

/**
 * Takes over reference data. New limits end the previous trading day first, if no sweep has: ratings recover
 * by the limits of the day that ends (docs/rules.md §14, §21). A security that is delisted ends its adverts. Throws
 * FallenVersion if the version of the rules would fall.
 */
export function changeReference(state: State, { at, reference }: CommandOf<'changeReference'>): Decision {
  checkRulesVersion(reference.rulesVersion ?? state.rulesVersion, state.rulesVersion)
  const hasBegun = state.day > 0
  const dayEnd = reference.limits && hasBegun ? dayEndEvents(state, at) : []
  const delisted = (reference.securities ?? []).filter(
    ({ securityId, isDelisted }) => isDelisted && !state.securities.get(securityId)?.isDelisted,
  )
  const ends = endsOf(state, new Set(delisted.map(({ securityId }) => securityId)), at)
  return happened(...dayEnd, { type: 'referenceChanged', at, reference }, ...ends)
}

/** The end of every sent advert in securities, as in a market that is halted forever; first that of their locates. */
function endsOf(state: State, securityIds: ReadonlySet<string>, at: number): Event[] {
  if (securityIds.size === 0) return []
  const locates = [...state.index.openLocates.values()].filter(({ securityId }) =>
    securityIds.has(securityId),
  )
  const adverts = [...state.adverts.values()].filter(
    (advert) => securityIds.has(advert.securityId) && isOpen(advert),
  )
  return [
    ...locates.sort(byDeadline).map((locate) => locateWithdrawnEvent(state, locate, at)),
    ...adverts
      .sort((a, b) => a.sequence - b.sequence)
      .map(
        ({ id }): EventOf<'advertCancelled'> => ({
          type: 'advertCancelled',
          at,
          advertId: id,
          causeOfDeath: causeOfMarketError('004'),
          errorCode: marketErrorCodeOf('004'),
          quotes: [],
        }),
      ),
  ]
}
