import { type Advert, type AdvertStatus, isInLocate, isTerminal } from '@aitai/engine/adverts/advert.ts'
import type { State } from '@aitai/engine/state/state.ts'

/** Throws an Error that names the invariant that does not hold. */
export function assertInvariant(holds: boolean, says: string): void {
  if (!holds) throw new Error(`invariant broken: ${says}`)
}

/** The invariants of rules 2, over the whole state. Throws an Error that names the broken one. */
export function checkState(state: State): void {
  const places = new Set<string>()
  const located = locatedIn(state)
  for (const advert of state.adverts.values()) {
    const count = located.get(advert.id) ?? 0
    assertInvariant(count <= 1, 'an advert is in at most one open locate')
    assertInvariant(isInLocate(advert) === (count === 1), 'ACCEPT/DECLINE? or LOCATED means one open locate')
    assertInvariant((advert.locateId !== null) === (count === 1), 'an advert names its open locate')
    checkAdvert(state, advert)
    if (isTerminal(advert)) continue
    const place = `${advert.firmId}|${advert.securityId}`
    assertInvariant(
      !places.has(place),
      'at most one advert that is not terminal per institution and security',
    )
    places.add(place)
  }
  checkOpenLocates(state)
}

/** In how many open locates each advert is; and each of these joins what may be joined. */
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
  assertInvariant(quantity > 0, 'a locate is for more than nothing')
  for (const { frozenQuantity, minShares } of [buy, sell]) {
    assertInvariant(
      frozenQuantity !== null && quantity <= frozenQuantity,
      'located ≤ both current quantities',
    )
    assertInvariant(quantity >= minShares, 'located ≥ both minima')
  }
}

/** What holds of an advert by itself. */
export function checkAdvert(state: State, advert: Advert): void {
  const { terms, quantityRemaining, minShares, frozenQuantity, advertisementStatus: status } = advert
  assertInvariant((advert.causeOfDeath !== null) === (status === 'DEAD'), 'the dead have a cause')
  assertInvariant(
    (frozenQuantity !== null) === isInLocate(advert),
    'a quantity is frozen in a locate and nowhere else',
  )
  assertInvariant(
    quantityRemaining >= 0 && quantityRemaining <= terms.shareQuantity,
    '0 ≤ remaining ≤ advertised',
  )
  if (status !== 'COMPLETED')
    assertInvariant(
      quantityRemaining === terms.shareQuantity,
      'nothing is taken from an advert before it completes',
    )
  if (frozenQuantity !== null)
    assertInvariant(
      minShares <= frozenQuantity && frozenQuantity <= quantityRemaining,
      'minimum ≤ frozen ≤ remaining',
    )
  if (status === 'UNSENT') return
  assertInvariant(advert.submitTime !== null && advert.expiryDate !== null, 'what was sent has an end')
  assertInvariant(minShares > 0 && minShares <= terms.shareQuantity, '0 < minimum ≤ advertised')
  assertInvariant(
    (advert.decay !== null) === terms.quantityDecay,
    'a quantity runs down exactly where it shall',
  )
  if (status === 'LIVE' || isInLocate(advert))
    assertInvariant(!waitsForTrigger(advert), 'what is live waits for no advertising trigger')
  assertInvariant(
    advert.residualId === null || status === 'COMPLETED',
    'a residual is made of what is completed, and nothing else',
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
    assertInvariant(openLocates === (open.get(traderId) ?? 0), 'the count of open locates is in step')
}

/** The statuses, to compare with those after an event. */
export const advertStatuses = (state: State): Map<string, AdvertStatus> =>
  new Map([...state.adverts.values()].map((advert) => [advert.id, advert.advertisementStatus]))

/**
 * Shares located, shares remaining and shares that ran down make the whole, along every chain of residuals:
 * what the next began with is judged as it is drafted.
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
    if (residual) assertInvariant(residual.parentAdvertId === id, 'a residual knows its parent')
  }
}

function checkShares({ terms, quantityRemaining, minShares }: Advert, located: number): void {
  const sum = located + quantityRemaining
  if (terms.quantityDecay)
    assertInvariant(sum <= terms.shareQuantity && sum >= minShares, 'what ran down is lost')
  else assertInvariant(sum === terms.shareQuantity, 'located and remaining make the whole')
}
