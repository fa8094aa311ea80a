import { platformIsOpen } from '../calendar/hours.ts'
import type { CommandOf } from '../commands.ts'
import type { Price } from '../market/price.ts'
import { floorLot } from '../market/security.ts'
import { type Decision, happened, refused } from '../refusals.ts'
import { ownAdvert, securityOf } from '../state/lookups.ts'
import type { State } from '../state/state.ts'
import { openAdvert } from '../state/state-index.ts'
import { type Advert, isLargeEnough, minSharesOf } from './advert.ts'
import { ownSizeRefusal } from './size-limits.ts'

/** The shares left of a completed advert, rounded down to whole lots (docs/rules.md §10). */
export const residualOf = (state: State, advert: Advert): number =>
  floorLot(advert.quantityRemaining, securityOf(state, advert.securityId).lotSize)

/**
 * Whether a residual can be created: the advert is completed and has none yet, the rest is large enough at
 * this price, the platform is open, and the institution has no other open advert in the security
 * (docs/rules.md §10).
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

/**
 * Drafts the rest of a completed advert with the same settings and the same minimum percentage (docs/rules.md
 * §10).
 */
export function createResidual(state: State, ask: CommandOf<'createResidual'>): Decision {
  const { at, advertId, traderId, residualId, price } = ask
  const advert = ownAdvert(state, traderId, advertId)
  if (!advert) return refused('ADVERT-NOT-FOUND')
  if (!residualPossible(state, advert, price, at)) return refused('ADVERT-ERROR-005')
  const tooLarge = ownSizeRefusal(state, advert.firmId, residualOf(state, advert), price)
  if (tooLarge) return { refusal: tooLarge }

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
