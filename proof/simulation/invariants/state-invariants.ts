import { type Advert, type AdvertStatus, isInLocate, isTerminal } from '@aitai/engine/model/advert.ts'
import type { State } from '@aitai/engine/model/state.ts'

/** Throws an Error that names the invariant if it does not hold. */
export function assertInvariant(holds: boolean, says: string): void {
  if (!holds) throw new Error(`invariant broken: ${says}`)
}

/** The invariants of docs/rules.md §2 over the whole state. Throws an Error that names the broken one. */
export function checkState(state: State): void {
  const positions = new Set<string>()
  const located = locatedIn(state)
  for (const advert of state.adverts.values()) {
    const count = located.get(advert.id) ?? 0
    assertInvariant(count <= 1, 'an advert is in at most one open locate')
    assertInvariant(isInLocate(advert) === (count === 1), 'ACCEPT/DECLINE? or LOCATED means one open locate')
    assertInvariant((advert.locateId !== null) === (count === 1), 'an advert names its open locate')
    checkAdvert(state, advert)
    if (isTerminal(advert)) continue
    const position = `${advert.firmId}|${advert.securityId}`
    assertInvariant(
      !positions.has(position),
      'at most one advert that is not terminal per institution and security',
    )
    positions.add(position)
  }
  checkOpenLocates(state)
}

/** Each advert is in at most one open locate, and each locate joins two adverts that may match. */
function locatedIn(state: State): Map<string, number> {
  const located = new Map<string, number>()
  for (const locate of state.locates.values()) {
    if (locate.outcome) continue
    const [buy, sell] = [state.adverts.get(locate.buyId), state.adverts.get(locate.sellId)]
    if (!buy || !sell) throw new Error('invariant broken: an open locate joins two adverts that are there')
    checkLocate(buy, sell, locate.locateQuantity)
    for (const { id } of [buy, sell]) located.set(id, (located.get(id) ?? 0) + 1)
  }
  return located
}

function checkLocate(buy: Advert, sell: Advert, quantity: number): void {
  assertInvariant(buy.firmId !== sell.firmId, 'a locate joins two institutions')
  assertInvariant(
    buy.terms.direction === 'BUY' && sell.terms.direction === 'SELL',
    'a locate joins opposite directions',
  )
  assertInvariant(buy.securityId === sell.securityId, 'a locate joins adverts of one security')
  assertInvariant(quantity > 0, 'a locate has a positive quantity')
  for (const { frozenQuantity, minShares } of [buy, sell]) {
    assertInvariant(
      frozenQuantity !== null && quantity <= frozenQuantity,
      'located ≤ both current quantities',
    )
    assertInvariant(quantity >= minShares, 'located ≥ both minima')
  }
}

/** The invariants of one advert. */
export function checkAdvert(state: State, advert: Advert): void {
  const { terms, quantityRemaining, minShares, frozenQuantity, advertisementStatus: status } = advert
  assertInvariant(
    (advert.causeOfDeath !== null) === (status === 'DEAD'),
    'a dead advert has a cause of death',
  )
  assertInvariant(
    (frozenQuantity !== null) === isInLocate(advert),
    'a quantity is frozen if and only if the advert is in a locate',
  )
  assertInvariant(
    quantityRemaining >= 0 && quantityRemaining <= terms.shareQuantity,
    '0 ≤ remaining ≤ advertised',
  )
  if (status !== 'COMPLETED')
    assertInvariant(
      quantityRemaining === terms.shareQuantity,
      'the whole quantity remains until an advert completes',
    )
  if (frozenQuantity !== null)
    assertInvariant(
      minShares <= frozenQuantity && frozenQuantity <= quantityRemaining,
      'minimum ≤ frozen ≤ remaining',
    )
  if (status === 'UNSENT') return
  assertInvariant(advert.submitTime !== null && advert.expiryDate !== null, 'a sent advert has an expiry')
  assertInvariant(minShares > 0 && minShares <= terms.shareQuantity, '0 < minimum ≤ advertised')
  assertInvariant(
    (advert.decay !== null) === terms.quantityDecay,
    'an advert has a decay line if and only if decay is on',
  )
  if (status === 'LIVE' || isInLocate(advert))
    assertInvariant(
      !waitsForTrigger(advert) && !advert.isBeyondLimit,
      'a live advert waits for neither advertising trigger nor limit',
    )
  if (advert.isBeyondLimit)
    assertInvariant(
      terms.limitPrice !== null && !waitsForTrigger(advert),
      'only an advert with a limit waits for one, and for its trigger first',
    )
  assertInvariant(
    advert.residualId === null || status === 'COMPLETED',
    'only a completed advert has a residual',
  )
  assertInvariant(state.traders.has(advert.traderId), 'an advert has an owner')
}

const waitsForTrigger = ({ terms, advertTriggerSatisfied }: Advert): boolean =>
  terms.advertisingTriggerActivated && !advertTriggerSatisfied

function checkOpenLocates(state: State): void {
  const open = new Map<string, number>()
  for (const { outcome, traderIds } of state.locates.values())
    if (!outcome) for (const id of [traderIds.BUY, traderIds.SELL]) open.set(id, (open.get(id) ?? 0) + 1)
  for (const { traderId, openLocates } of state.traders.values())
    assertInvariant(openLocates === (open.get(traderId) ?? 0), 'the count of open locates is correct')
}

/** The statuses, to compare with those after an event. */
export const advertStatuses = (state: State): Map<string, AdvertStatus> =>
  new Map([...state.adverts.values()].map((advert) => [advert.id, advert.advertisementStatus]))

/**
 * Shares located, remaining and decayed add up to the whole along every chain of residuals. The start of each
 * residual is checked when it is drafted.
 */
export function checkConservation(state: State): void {
  for (const agreement of state.agreements.values()) {
    const locate = state.locates.get(agreement.locateId)
    if (!locate) continue // of an earlier day
    for (const id of [locate.buyId, locate.sellId]) {
      const advert = state.adverts.get(id)
      if (advert) checkShares(advert, agreement.locationQuantity)
    }
  }
  for (const { id, residualId } of state.adverts.values()) {
    // One that died and was sent again is another advert, of its own.
    const residual = residualId === null ? undefined : state.adverts.get(residualId)
    if (residual) assertInvariant(residual.parentAdvertId === id, 'a residual refers to its parent')
  }
}

function checkShares({ terms, quantityRemaining, minShares }: Advert, located: number): void {
  const sum = located + quantityRemaining
  if (terms.quantityDecay)
    assertInvariant(sum <= terms.shareQuantity && sum >= minShares, 'decayed shares are not located')
  else assertInvariant(sum === terms.shareQuantity, 'located and remaining shares add up to the whole')
}
