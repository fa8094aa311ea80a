import type { Direction } from '../src/advert.ts'
import type { ScoredEvent } from '../src/credibility.ts'
import type { Event } from '../src/events.ts'
import type { Locate } from '../src/locate.ts'
import type { State } from '../src/state.ts'
import { drawLines, type Lines } from './oracle-lines.ts'
import type { Reel } from './oracle-reel.ts'

/** What the oracle keeps on its own, told by the events alone, so that it need not believe the state. */
export interface Memory {
  readonly lines: Lines
  /** Until when two institutions do not meet in a security. */
  readonly silences: Map<string, number>
  /** Since when a market has not been fresh. */
  readonly failing: Map<string, number>
  /** Everything that was ever scored, newest first, by trader. */
  readonly scored: Map<string, readonly ScoredEvent[]>
  /** Trading days without a scored event, by trader. */
  readonly quiet: Map<string, number>
  readonly reels: (securityId: string) => Reel
}

export const emptyMemory = (reels: Memory['reels']): Memory => ({
  lines: new Map(),
  silences: new Map(),
  failing: new Map(),
  scored: new Map(),
  quiet: new Map(),
  reels,
})

/** Two institutions in a security, whichever comes first. */
export const togetherIn = (firmId: string, otherFirmId: string, securityId: string): string =>
  `${[firmId, otherFirmId].sort().join(' and ')} in ${securityId}`

/** Takes an event, before the engine does. */
export function remember(memory: Memory, state: State, event: Event): void {
  drawLines(memory.lines, state, event)
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
      const { firmIds, securityId } = locate
      memory.silences.set(togetherIn(firmIds.BUY, firmIds.SELL, securityId), event.cooldownUntil)
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

function score(memory: Memory, { traderIds, firmIds }: Locate, scores: Scores, at: number): void {
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

function append({ scored }: Memory, traderId: string, event: ScoredEvent): void {
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
export const ratingIn = ({ scored }: Memory, traderId: string): number => ratingFrom(scored.get(traderId))
