import { currentQuantity } from '@aitai/engine/adverts/quantity-decay.ts'
import { residualPossible } from '@aitai/engine/adverts/residual.ts'
import { isLargeEnough } from '@aitai/engine/adverts/size-limits.ts'
import { whyNot } from '@aitai/engine/explain/why-not.ts'
import { notionalPrice } from '@aitai/engine/market/matching-price.ts'
import type { Advert, Direction } from '@aitai/engine/model/advert.ts'
import type { ConnectionAgreement } from '@aitai/engine/model/connection-agreement.ts'
import { type Locate, opposite, sideOf } from '@aitai/engine/model/locate.ts'
import type { Sighting } from '@aitai/engine/model/quote.ts'
import { floorLot, type Security } from '@aitai/engine/model/security.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { explainRating } from '@aitai/engine/rating/rating-explanation.ts'

/** The moment, and the sightings of the markets. */
export interface MarketView {
  readonly at: number
  readonly sightingOf: (securityId: string) => Sighting
}

/** The context of a view. */
export interface ViewContext extends MarketView {
  readonly state: State
  /** The securities for which bulk files are validated. */
  readonly securityIds: readonly string[]
}

/**
 * What the server may show of the state to each user (docs/rules.md §15): own adverts and own sides of
 * locates to traders, own agreements to a broker.
 */

export const priceIn = ({ sightingOf }: ViewContext, security: Security): number =>
  notionalPrice(sightingOf(security.securityId).quote, security)

/** An advert as its owner sees it: everything but its position among all adverts of the platform. */
export function advertSeen(scene: ViewContext, whole: Advert) {
  const { sequence: _, listPosition: __, ...advert } = whole
  const { state, at } = scene
  const security = state.securities.get(advert.securityId)
  return {
    ...advert,
    currentQuantity: currentQuantity(state, whole, at),
    residualPossible: security ? residualPossible(state, whole, priceIn(scene, security), at) : null,
  }
}

/** The reasons why an own advert is not matching, with the market and without. */
export const reasonsSeen = ({ state, sightingOf, at }: ViewContext, advert: Advert) => ({
  id: advert.id,
  now: whyNot(state, advert, sightingOf(advert.securityId), at),
  unseen: whyNot(state, advert, null, at),
})

/**
 * A locate as one of its sides sees it: about the contra only what the trader's own outcome says (docs/rules.md §8,
 * §15).
 */
export function locateSeen(state: State, locate: Locate, side: Direction) {
  const { locateId, securityId, locateQuantity, midPrice, stockMove, indexMove, deadline, locatedAt } = locate
  const agreement = locate.agreementId ? state.agreements.get(locate.agreementId) : undefined
  const security = state.securities.get(securityId) as Security
  const rest = floorLot(locate.residual[side], security.lotSize)
  return {
    locateId,
    securityId,
    advertId: side === 'BUY' ? locate.buyId : locate.sellId,
    locateQuantity,
    direction: side,
    contraDirection: opposite(side),
    leg: locate.legs[side],
    contraMinimum: locate.minShares[side],
    midPrice,
    stockMove,
    indexMove,
    deadline,
    locatedAt,
    residualPossible: isLargeEnough(rest, midPrice, security, state.limits),
    answer: locate.answers[side],
    outcome: locate.outcome?.[side] ?? null,
    password: agreement?.passwords[side] ?? null,
    brokerId: agreement?.brokerId ?? null,
    agreementId: agreement?.agreementId ?? null,
    handed: agreement?.handed[side] ?? null,
    notExecuted: notExecutedSeen(agreement, side),
    executions: (agreement?.executions ?? []).map(({ quantity, price, executedAt, at }) => ({
      quantity,
      price,
      executedAt,
      reportedAt: at,
    })),
  }
}

/** A report of the broker names nobody (docs/rules.md §24). */
function notExecutedSeen(agreement: ConnectionAgreement | undefined, side: Direction) {
  if (!agreement?.notExecuted) return null
  const { at: reportedAt, atFault } = agreement.notExecuted
  const by = atFault.BUY && atFault.SELL ? 'BOTH' : atFault[side] ? 'YOU' : 'CONTRA'
  return { reportedAt, by }
}

/** A trader's locates of today, newest first. */
export const locatesSeen = (state: State, traderId: string) =>
  [...state.locates.values()]
    .sort((a, b) => b.locatedAt - a.locatedAt)
    .flatMap((locate) => {
      const side = sideOf(locate, traderId)
      return side ? [locateSeen(state, locate, side)] : []
    })

/** The agreements of a broker, with both sides and both passwords (docs/rules.md §9). */
export const agreementsSeen = (state: State, brokerId: string) =>
  [...state.agreements.values()].filter((agreement) => agreement.brokerId === brokerId)

/** A trader's own rating, and the events that it is computed from. */
export const ratingSeen = ({ traders, limits }: State, traderId: string) =>
  explainRating(traders.get(traderId)?.ledger ?? [], limits)
