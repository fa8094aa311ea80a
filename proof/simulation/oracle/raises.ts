import { Advert, type Direction } from '@aitai/engine/model/advert.ts'
import type { Event, EventOf } from '@aitai/engine/model/events.ts'
import { firmSecurityKey, type State } from '@aitai/engine/model/state.ts'
import { type DecayStarts, decayedShares, recordDecay } from './quantity-decay.ts'
import { dateOf, midnightBefore } from './trading-hours.ts'

/** What an institution offered in a security. */
interface Offer {
  readonly direction: Direction
  readonly shares: number
}

/** The last advert of an institution in a security that was sent; once it has ended its offer and its last moment. */
interface LastAdvert {
  readonly advertId: string
  readonly ended: (Offer & { readonly lastAt: number }) | null
}

/** The raises and flips of an institution in a security on a day, and the end of the rest after the last one. */
export interface Rest {
  readonly date: string
  readonly kind: 'RAISE' | 'FLIP'
  /** When it began, and how long the last one alone would last. */
  readonly from: number
  readonly length: number
  readonly count: number
  readonly until: number
}

/** The oracle's data about raises and flips by institution and security, from events only (docs/rules.md §21). */
export interface RaiseLog {
  readonly last: Map<string, LastAdvert>
  readonly rests: Map<string, Rest>
}

export const emptyRaiseLog = (): RaiseLog => ({ last: new Map(), rests: new Map() })

export const copyOfRaises = ({ last, rests }: RaiseLog): RaiseLog => ({
  last: new Map(last),
  rests: new Map(rests),
})

/** The last rest of an institution in a security after a raise or a flip. */
export const restOf = (
  { rests }: RaiseLog,
  { firmId, securityId }: Pick<Advert, 'firmId' | 'securityId'>,
): Rest | undefined => rests.get(firmSecurityKey(firmId, securityId))

/** Records an event, before the engine applies it and before the starts of decays change. */
export function recordRaises(log: RaiseLog, decayStarts: DecayStarts, state: State, event: Event): void {
  switch (event.type) {
    case 'advertSubmitted': {
      const { firmId, securityId, terms, advertId, at } = event
      const key = firmSecurityKey(firmId, securityId)
      const before = log.last.get(key)?.ended
      const isOfToday = before && before.lastAt >= midnightBefore(at)
      const offer = { direction: terms.direction, shares: terms.shareQuantity }
      if (isOfToday) rest(log, state, key, kindOf(before, offer), at)
      log.last.set(key, { advertId, ended: null })
      return
    }
    case 'advertModified': {
      const was = state.adverts.get(event.advertId) as Advert
      const before = {
        direction: was.terms.direction,
        shares: decayedShares(decayStarts, state, was, event.at),
      }
      const key = firmSecurityKey(was.firmId, was.securityId)
      return rest(log, state, key, kindOf(before, offerAfter(decayStarts, state, was, event)), event.at)
    }
    case 'advertExpired':
    case 'advertCancelled': {
      // Its life is over at its expiry, even if nobody looked until the next day.
      const expiry = state.adverts.get(event.advertId)?.expiryDate ?? event.at
      return end(log, decayStarts, state, event.advertId, Math.min(event.at, expiry))
    }
    case 'connectionAgreed': {
      const locate = state.locates.get(event.locateId)
      if (!locate) return
      const { locateQuantity, residual, buyId, sellId } = locate
      end(log, decayStarts, state, buyId, event.at, locateQuantity + residual.BUY)
      return end(log, decayStarts, state, sellId, event.at, locateQuantity + residual.SELL)
    }
    default:
  }
}

function kindOf(before: Offer, after: Offer): Rest['kind'] | null {
  if (after.direction !== before.direction) return 'FLIP'
  return after.shares > before.shares ? 'RAISE' : null
}

function offerAfter(
  decayStarts: DecayStarts,
  state: State,
  was: Advert,
  event: EventOf<'advertModified'>,
): Offer {
  const { terms, minShares, expiryDate, at } = event
  const after = new Map(decayStarts)
  recordDecay(after, state, event)
  const changed = Advert.from({ ...was.toJSON(), terms, minShares, expiryDate })
  const shares = decayedShares(after, state, changed, at)
  return { direction: terms.direction, shares }
}

function end(
  { last }: RaiseLog,
  decayStarts: DecayStarts,
  state: State,
  advertId: string,
  at: number,
  located?: number,
): void {
  const advert = state.adverts.get(advertId)
  if (!advert) return
  const key = firmSecurityKey(advert.firmId, advert.securityId)
  const shares = located ?? decayedShares(decayStarts, state, advert, at)
  if (last.get(key)?.advertId === advertId)
    // What expires at midnight was never in play on the day that begins; what is sent and ended at midnight was.
    last.set(key, {
      advertId,
      ended: { direction: advert.terms.direction, shares, lastAt: at === advert.expiryDate ? at - 1 : at },
    })
}

/** Rests for the first time of a day, and twice as long with each further raise or flip, up to a maximum. */
function rest(
  { rests }: RaiseLog,
  { limits }: State,
  key: string,
  kind: Rest['kind'] | null,
  at: number,
): void {
  const { restAfterRaiseMs, restAfterRaiseMaxMs } = limits.probing
  if (kind === null || restAfterRaiseMs === 0) return
  const date = dateOf(at)
  const before = rests.get(key)
  const count = (before?.date === date ? before.count : 0) + 1
  let length = Math.min(restAfterRaiseMs, restAfterRaiseMaxMs)
  for (let n = 1; n < count; n += 1) length = Math.min(2 * length, restAfterRaiseMaxMs)
  rests.set(key, { date, kind, from: at, length, count, until: Math.max(at + length, before?.until ?? 0) })
}
