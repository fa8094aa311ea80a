import { type Advert, type AdvertStatus, isInLocate, isTerminal } from '../src/advert.ts'
import type { Event } from '../src/events.ts'
import { placeOf, type State } from '../src/state.ts'

function claim(holds: boolean, says: string): void {
  if (!holds) throw new Error(`invariant broken: ${says}`)
}

/** The invariants of rules 2, over the whole state. Throws an Error that names the broken one. */
export function checkState(state: State): void {
  const places = new Set<string>()
  const located = new Map<string, number>()
  for (const locate of state.locates.values()) {
    if (locate.outcome) continue
    const [buy, sell] = [state.adverts.get(locate.buyId), state.adverts.get(locate.sellId)]
    claim(buy !== undefined && sell !== undefined, 'an open locate joins two adverts that are there')
    if (!buy || !sell) return
    checkLocate(buy, sell, locate.locateQuantity)
    for (const { id } of [buy, sell]) located.set(id, (located.get(id) ?? 0) + 1)
  }
  for (const advert of state.adverts.values()) {
    const count = located.get(advert.id) ?? 0
    claim(count <= 1, 'an advert is in at most one open locate')
    claim(isInLocate(advert) === (count === 1), 'ACCEPT/DECLINE? or LOCATED means one open locate')
    claim((advert.locateId !== null) === (count === 1), 'an advert names its open locate')
    claim(advert.quantityRemaining >= 0, 'no quantity is negative')
    claim((advert.causeOfDeath !== null) === (advert.advertisementStatus === 'DEAD'), 'the dead have a cause')
    checkPlace(state, advert, places)
  }
  for (const trader of state.traders.values()) checkOpenLocates(state, trader.traderId)
}

function checkLocate(buy: Advert, sell: Advert, quantity: number): void {
  claim(buy.firmId !== sell.firmId, 'a locate joins two institutions')
  claim(
    buy.terms.direction === 'BUY' && sell.terms.direction === 'SELL',
    'a locate joins opposite directions',
  )
  claim(buy.securityId === sell.securityId, 'a locate joins adverts of one security')
  claim(quantity > 0, 'a locate is for more than nothing')
  claim(quantity <= buy.quantityRemaining && quantity <= sell.quantityRemaining, 'located ≤ both quantities')
  claim(quantity >= buy.minShares && quantity >= sell.minShares, 'located ≥ both minima')
}

function checkPlace(state: State, advert: Advert, places: Set<string>): void {
  if (isTerminal(advert)) return
  const place = placeOf(advert.firmId, advert.securityId)
  claim(!places.has(place), 'at most one advert that is not terminal per institution and security')
  places.add(place)
  claim(state.index.openAdverts.get(place) === advert, 'the index of open adverts is in step')
  const pool = state.index.pools.get(advert.securityId)
  const isIn = pool?.[advert.terms.direction].has(advert) ?? false
  claim(isIn === (advert.advertisementStatus === 'LIVE'), 'the pool holds what is live')
}

function checkOpenLocates(state: State, traderId: string): void {
  const open = [...state.index.openLocates.values()].filter(
    ({ traderIds }) => traderIds.BUY === traderId || traderIds.SELL === traderId,
  )
  const trader = state.traders.get(traderId)
  claim(trader?.openLocates === open.length, 'the count of open locates is in step')
  claim(open.length <= state.limits.openLocatesPerTrader, 'no trader is asked more than its share at once')
}

/** Where a status may lead (rules 2): everything else is a broken transition. */
const leadsTo: Readonly<Record<AdvertStatus, readonly AdvertStatus[]>> = {
  UNSENT: ['SENT'],
  SENT: ['LIVE', 'PAUSED', 'DEAD'],
  LIVE: ['ACCEPT/DECLINE?', 'PAUSED', 'DEAD'],
  PAUSED: ['SENT', 'LIVE', 'DEAD'],
  'ACCEPT/DECLINE?': ['LOCATED', 'PAUSED', 'LIVE'],
  LOCATED: ['COMPLETED', 'PAUSED', 'LIVE'],
  COMPLETED: [],
  DEAD: [],
}

/** The statuses before an event, to compare with those after it. */
export const statusesOf = (state: State): Map<string, AdvertStatus> =>
  new Map([...state.adverts.values()].map((advert) => [advert.id, advert.advertisementStatus]))

/** Each change of status is one that rules 2 allow, and nothing leaves COMPLETED or DEAD but the day. */
export function checkTransitions(
  before: ReadonlyMap<string, AdvertStatus>,
  state: State,
  event: Event,
): void {
  for (const advert of state.adverts.values()) {
    const was = before.get(advert.id) ?? 'UNSENT'
    const is = advert.advertisementStatus
    claim(was === is || leadsTo[was].includes(is), `${was} may not become ${is} by ${event.type}`)
  }
}

/** Shares located plus shares remaining equal the shares advertised. */
export function checkConservation(state: State): void {
  for (const agreement of state.agreements.values()) {
    const locate = state.locates.get(agreement.locateId)
    if (!locate) continue // of an earlier day
    for (const id of [locate.buyId, locate.sellId]) {
      const advert = state.adverts.get(id)
      if (!advert) continue
      const sum = agreement.locationQuantity + advert.quantityRemaining
      claim(sum === advert.terms.shareQuantity, 'located and remaining make the whole')
    }
  }
}
