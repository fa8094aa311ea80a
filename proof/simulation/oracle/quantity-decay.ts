import type { Advert } from '@aitai/engine/model/advert.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { matchingMs } from './trading-hours.ts'

/** The start of an advert's decay, and the time spent in locates (docs/rules.md §6). */
interface Line {
  readonly from: number
  readonly shares: number
  readonly frozenMs: number
}

/** The oracle's data about every advert's decay, derived from events only. */
export type DecayStarts = Map<string, Line>

/** Records an event, before the engine applies it. */
export function recordDecay(decayStarts: DecayStarts, state: State, event: Event): void {
  switch (event.type) {
    case 'advertSubmitted':
      decayStarts.set(event.advertId, { from: event.at, shares: event.terms.shareQuantity, frozenMs: 0 })
      return
    case 'advertModified': {
      const { terms, advertId, at } = event
      const start = decayStarts.get(advertId)
      const ranDown = state.adverts.get(advertId)?.terms.quantityDecay === true
      const goesOn = start && ranDown && start.shares === terms.shareQuantity
      if (!goesOn) decayStarts.set(advertId, { from: at, shares: terms.shareQuantity, frozenMs: 0 })
      return
    }
    case 'locateFailed':
    case 'locateWithdrawn':
      return freezeDuringLocate(decayStarts, state, event.locateId, event.at)
    default:
  }
}

function freezeDuringLocate(decayStarts: DecayStarts, state: State, locateId: string, at: number): void {
  const locate = state.locates.get(locateId)
  const security = state.securities.get(locate?.securityId ?? '')
  if (!locate || !security) return
  const frozen = matchingMs(state.calendar, security.exchange, locate.locatedAt, at)
  for (const id of [locate.buyId, locate.sellId]) {
    const start = decayStarts.get(id)
    if (start) decayStarts.set(id, { ...start, frozenMs: start.frozenMs + frozen })
  }
}

/** cur = max(minShares, floorLot(Q − (Q − minShares) × elapsed / life)), in integers, never rounded up. */
export function decayedShares(decayStarts: DecayStarts, state: State, advert: Advert, at: number): number {
  const { terms, minShares, expiryDate, securityId, id } = advert
  const start = decayStarts.get(id)
  const security = state.securities.get(securityId)
  if (!terms.quantityDecay || !start || !security || expiryDate === null) return terms.shareQuantity
  const { calendar } = state
  const life = matchingMs(calendar, security.exchange, start.from, expiryDate)
  const gone = matchingMs(calendar, security.exchange, start.from, Math.min(at, expiryDate)) - start.frozenMs
  if (life === 0 || gone <= 0) return start.shares
  const [all, least, lot] = [BigInt(start.shares), BigInt(minShares), BigInt(security.lotSize)]
  const left = (all * BigInt(life) - (all - least) * BigInt(gone)) / BigInt(life)
  return Math.max(minShares, Number((left / lot) * lot))
}
