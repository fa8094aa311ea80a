import { platformIsOpen } from '../calendar/hours.ts'
import type { CommandOf } from '../commands.ts'
import type { Price } from '../market/price.ts'
import { floorLot } from '../market/security.ts'
import { type Decision, happened, refused } from '../refusals.ts'
import { ownAdvert, securityOf } from '../state/lookups.ts'
import type { State } from '../state/state.ts'
import { openAdvert } from '../state/state-index.ts'
import { type Advert, isLargeEnough, minSharesOf } from './advert.ts'

/** What is left of a completed advert, in whole lots: current − located, rounded down (rules 10). */
export const residualOf = (state: State, advert: Advert): number =>
  floorLot(advert.quantityRemaining, securityOf(state, advert.securityId).lotSize)

/**
 * Whether a completed advert can go on with what is left of it: large enough at this price (1/10,000 yen),
 * none made yet, the platform open today, and the institution's place on the security free (rules 10).
 */
export function residualPossible(state: State, advert: Advert, price: Price, at: number): boolean {
  const security = securityOf(state, advert.securityId)
  return (
    advert.advertisementStatus === 'COMPLETED' &&
    advert.residualId === null &&
    !state.halts.platform &&
    platformIsOpen(state.calendar, security.exchange, at) &&
    !openAdvert(state.index, advert.firmId, advert.securityId) &&
    isLargeEnough(residualOf(state, advert), price, security, state.limits)
  )
}

/** A private draft of the rest, with the same settings and the same minimum in percent (rules 10). */
export function createResidual(state: State, ask: CommandOf<'createResidual'>): Decision {
  const { at, advertId, traderId, residualId, price } = ask
  const advert = ownAdvert(state, traderId, advertId)
  if (!advert) return refused('ADVERT-NOT-FOUND')
  if (!residualPossible(state, advert, price, at)) return refused('ADVERT-ERROR-005')

  const { firmId, securityId, offsets } = advert
  const terms = { ...advert.terms, shareQuantity: residualOf(state, advert) }
  return happened({
    type: 'advertDrafted',
    at,
    advertId: residualId,
    traderId,
    firmId,
    securityId,
    terms,
    minShares: minSharesOf(terms, securityOf(state, securityId)),
    offsets,
    parentAdvertId: advertId,
  })
}
