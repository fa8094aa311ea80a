import type { Direction } from '@aitai/engine/adverts/advert.ts'
import type { Event } from '@aitai/engine/events.ts'
import type { BothSides, Locate } from '@aitai/engine/locates/locate.ts'
import type { ScoredEvent } from '@aitai/engine/rating/credibility.ts'
import type { State } from '@aitai/engine/state/state.ts'
import { type AdvertHistories, recordAdvert } from './adverts.ts'
import { type CountsByTrader, recordCounts } from './counts.ts'
import { type DecayStarts, recordDecay } from './quantity-decay.ts'
import type { QuoteHistory } from './quote-history.ts'
import { dateOf } from './trading-hours.ts'

/** Until when two do not meet, and how often they failed on that day (rules 8). */
interface Silence {
  readonly until: number
  readonly failures: number
  readonly date: string
}

/** What the oracle keeps on its own, told by the events alone, so that it need not believe the state. */
export interface OracleMemory {
  readonly lines: DecayStarts
  readonly adverts: AdvertHistories
  readonly counts: CountsByTrader
  /** How two institutions stand in a security since they failed. */
  readonly silences: Map<string, Silence>
  /** Since when a market has not been fresh. */
  readonly failing: Map<string, number>
  /** Everything that was ever scored, newest first, by trader. */
  readonly scored: Map<string, readonly ScoredEvent[]>
  /** Trading days without a scored event, by trader. */
  readonly quiet: Map<string, number>
  readonly reels: (securityId: string) => QuoteHistory
}

export const emptyMemory = (reels: OracleMemory['reels']): OracleMemory => ({
  lines: new Map(),
  adverts: new Map(),
  counts: new Map(),
  silences: new Map(),
  failing: new Map(),
  scored: new Map(),
  quiet: new Map(),
  reels,
})

/** Two institutions in a security, whichever comes first. */
const togetherIn = (firmIds: BothSides<string>, securityId: string): string =>
  `${[firmIds.BUY, firmIds.SELL].sort().join(' and ')} in ${securityId}`

/** Until when two do not meet. */
export const cooldownUntil = (memory: OracleMemory, firmIds: BothSides<string>, securityId: string): number =>
  memory.silences.get(togetherIn(firmIds, securityId))?.until ?? 0

/** How often the two of a locate have failed on the day of a moment. */
export function failuresOf(memory: OracleMemory, { firmIds, securityId }: Locate, at: number): number {
  const silence = memory.silences.get(togetherIn(firmIds, securityId))
  return silence?.date === dateOf(at) ? silence.failures : 0
}

/** Takes an event, before the engine does. */
export function recordEvent(memory: OracleMemory, state: State, event: Event): void {
  recordDecay(memory.lines, state, event)
  recordAdvert(memory.adverts, state, event)
  recordCounts(memory.counts, state, event)
  switch (event.type) {
    case 'marketTurned': {
      const { failing } = memory
      if (event.error === null) failing.delete(event.securityId)
      else failing.set(event.securityId, failing.get(event.securityId) ?? event.at)
      return
    }
    case 'locateFailed': {
      const locate = state.locates.get(event.locateId)
      if (!locate) return
      const failures = failuresOf(memory, locate, event.at) + 1
      const silence = { until: event.cooldownUntil, failures, date: dateOf(event.at) }
      memory.silences.set(togetherIn(locate.firmIds, locate.securityId), silence)
      score(memory, locate, event.scores, event.at)
      return
    }
    case 'connectionAgreed': {
      const locate = state.locates.get(event.locateId)
      if (locate) score(memory, locate, { BUY: 100, SELL: 100 }, event.at)
      return
    }
    case 'ratingAged':
      append(memory, event.traderId, { at: event.at, score: 60, contraFirmId: null })
      memory.quiet.set(event.traderId, (memory.quiet.get(event.traderId) ?? 0) - 5)
      return
    case 'tradingDayEnded':
      for (const id of state.traders.keys())
        memory.quiet.set(id, (memory.quiet.get(id) ?? 0) + event.tradingDays)
      return
    default:
  }
}

type Scores = Readonly<Record<Direction, number | null>>

function score(memory: OracleMemory, { traderIds, firmIds }: Locate, scores: Scores, at: number): void {
  for (const [own, contra] of [
    ['BUY', 'SELL'],
    ['SELL', 'BUY'],
  ] as const) {
    const points = scores[own]
    if (points === null) continue
    append(memory, traderIds[own], { at, score: points, contraFirmId: firmIds[contra] })
    memory.quiet.set(traderIds[own], 0)
  }
}

function append({ scored }: OracleMemory, traderId: string, event: ScoredEvent): void {
  scored.set(traderId, [event, ...(scored.get(traderId) ?? [])])
}

const ratings = new WeakMap<readonly ScoredEvent[], number>()

/** Newest first, of each contra the newest four, twenty at most, the missing ones 60 (rules 14). */
export function ratingFrom(scored: readonly ScoredEvent[] = []): number {
  const known = ratings.get(scored)
  if (known !== undefined) return known
  const four = scored.filter(({ contraFirmId }, i) => {
    const newer = scored.slice(0, i).filter((each) => each.contraFirmId === contraFirmId)
    return contraFirmId === null || newer.length < 4
  })
  let weighted = 0
  for (let i = 0; i < 20; i += 1) weighted += (20 - i) * (four[i]?.score ?? 60)
  const rating = Math.max(1, Math.min(100, Math.floor((2 * weighted + 210) / 420)))
  ratings.set(scored, rating)
  return rating
}

/** The rating a trader has by all that was ever scored. */
export const ratingIn = ({ scored }: OracleMemory, traderId: string): number =>
  ratingFrom(scored.get(traderId))
