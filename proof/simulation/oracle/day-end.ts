import type { State } from '@aitai/engine/state/state.ts'
import { type OracleMemory, ratingFrom } from './memory.ts'
import { dayNumberOf, isOpenDay } from './trading-hours.ts'

const dayMs = 86_400_000
/** Midnight in Tokyo at the beginning of a numbered day. */
const beginOf = (day: number): number => day * dayMs - 9 * 3_600_000

/** The end of the day, and of those that nobody saw end: low ratings recover by it (rules 14). */
export function expectedDayEnd(state: State, memory: OracleMemory, at: number): string[] {
  const today = dayNumberOf(at)
  if (today <= state.day) return []
  let traded = 0
  for (let day = state.day; day < today; day += 1) if (isOpenDay(state.calendar, beginOf(day))) traded += 1
  const aged = [...state.traders.keys()].flatMap((traderId) =>
    Array<string>(timesAged(memory, traderId, traded)).fill(`ratingAged ${traderId}`),
  )
  return [`tradingDayEnded ${today} ${traded}`, ...aged]
}

/** Below 60, every 5 trading days without a scored event append one event of 60. */
function timesAged({ scored, quiet }: OracleMemory, traderId: string, traded: number): number {
  let events = scored.get(traderId) ?? []
  let times = 0
  for (let days = (quiet.get(traderId) ?? 0) + traded; days >= 5 && ratingFrom(events) < 60; days -= 5) {
    events = [{ at: 0, score: 60, contraFirmId: null }, ...events]
    times += 1
  }
  return times
}
