import type { Advert } from '@aitai/engine/model/advert.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { matchingMs } from './trading-hours.ts'

/** The start of an advert's decay line, and the time spent in locates (docs/rules.md §6). */
interface Line {
  readonly from: number
  readonly shares: number
  readonly stoodMs: number
}

/** The oracle's data about every advert's decay, derived from events only. */
export type DecayStarts = Map<string, Line>

/** Records an event, before the engine applies it. */
export function recordDecay(lines: DecayStarts, state: State, event: Event): void {
  switch (event.type) {
    case 'advertSubmitted':
      lines.set(event.advertId, { from: event.at, shares: event.terms.shareQuantity, stoodMs: 0 })
      return
    case 'advertModified': {
      const { terms, advertId, at } = event
      const line = lines.get(advertId)
      const ranDown = state.adverts.get(advertId)?.terms.quantityDecay === true
      const goesOn = line && ranDown && line.shares === terms.shareQuantity
      if (!goesOn) lines.set(advertId, { from: at, shares: terms.shareQuantity, stoodMs: 0 })
      return
    }
    case 'locateFailed':
    case 'locateWithdrawn':
      return standStill(lines, state, event.locateId, event.at)
    default:
  }
}

function standStill(lines: DecayStarts, state: State, locateId: string, at: number): void {
  const locate = state.locates.get(locateId)
  const security = state.securities.get(locate?.securityId ?? '')
  if (!locate || !security) return
  const stood = matchingMs(state.calendar, security.exchange, locate.locatedAt, at)
  for (const id of [locate.buyId, locate.sellId]) {
    const line = lines.get(id)
    if (line) lines.set(id, { ...line, stoodMs: line.stoodMs + stood })
  }
}

/** cur = max(minShares, floorLot(Q − (Q − minShares) × elapsed / life)), in integers, never rounded up. */
export function decayedShares(lines: DecayStarts, state: State, advert: Advert, at: number): number {
  const { terms, minShares, expiryDate, securityId, id } = advert
  const line = lines.get(id)
  const security = state.securities.get(securityId)
  if (!terms.quantityDecay || !line || !security || expiryDate === null) return terms.shareQuantity
  const { calendar } = state
  const life = matchingMs(calendar, security.exchange, line.from, expiryDate)
  const gone = matchingMs(calendar, security.exchange, line.from, Math.min(at, expiryDate)) - line.stoodMs
  if (life === 0 || gone <= 0) return line.shares
  const [all, least, lot] = [BigInt(line.shares), BigInt(minShares), BigInt(security.lotSize)]
  const left = (all * BigInt(life) - (all - least) * BigInt(gone)) / BigInt(life)
  return Math.max(minShares, Number((left / lot) * lot))
}
