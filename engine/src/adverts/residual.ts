import { platformIsOpen } from '../calendar/hours.ts'
import type { Advert } from '../model/advert.ts'
import type { CommandOf } from '../model/commands.ts'
import { ownAdvert, securityOf } from '../model/lookups.ts'
import type { Price } from '../model/price.ts'
import { type Decision, happened, refused } from '../model/refusals.ts'
import { floorLot } from '../model/security.ts'
import type { State } from '../model/state.ts'
import { openAdvert } from '../model/state-index.ts'
import { isLargeEnough, minSharesOf, ownSizeRefusal } from './size-limits.ts'

/** The shares left of a completed advert, rounded down to whole lots (docs/rules.md §10). */
export const residualOf = (state: State, advert: Advert): number =>
  floorLot(advert.quantityRemaining, securityOf(state, advert.securityId).lotSize)

/**
 * Whether a residual can be created: the advert is completed and has none yet, the rest is large enough at this price,
 * the security is listed, the platform is open, and the institution has no other open advert in the security
 * (docs/rules.md §10).
 */
export function residualPossible(state: State, advert: Advert, price: Price, at: number): boolean {
  const security = securityOf(state, advert.securityId)
  return (
    advert.advertisementStatus === 'COMPLETED' &&
    advert.residualId === null &&
    !security.isDelisted &&
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
export function createResidual(state: State, command: CommandOf<'createResidual'>): Decision {
  const { at, advertId, traderId, residualId, price } = command
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
