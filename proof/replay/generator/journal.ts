import { dayMs, isTradingDay } from '@aitai/engine/calendar/calendar.ts'
import type { State } from '@aitai/engine/state/state.ts'
import { giveAnswer, weightedActions } from './actions.ts'
import {
  type Entry,
  type GeneratedDay,
  newGeneratedDay,
  sweepTouched,
  touchSomeSecurities,
} from './generated-day.ts'
import type { MarketSettings } from './market.ts'

export type { Entry } from './generated-day.ts'

const hourMs = 3_600_000

/** Time passes: mostly seconds, sometimes a lull, and a night whenever the platform is closed. */
function pass(day: GeneratedDay): void {
  const { chance, setting, state } = day
  const hours = setting.calendar.hours.XTKS.platform[0]
  const minute = Math.floor(day.at / 60_000) % 1_440
  const isOver = hours !== undefined && hours.to % 1_440 !== hours.from % 1_440 && minute === hours.to
  if (isOver || chance.happens(setting.lulls / 40)) return sleep(day)
  if (state.index.openLocates.size === 0 && chance.happens(setting.lulls))
    day.at += chance.between(1, 30) * 60_000
  else day.at += chance.between(0, 2 * setting.paceMs)
}

/** Until the platform opens again, or more than a week during which the server was down. */
function sleep(day: GeneratedDay): void {
  const { chance, setting } = day
  const opens = (setting.calendar.hours.XTKS.platform[0]?.from ?? 0) * 60_000
  const days = chance.happens(0.2) ? chance.between(3, 9) : 1
  const midnight = Math.floor((day.at - opens) / dayMs) * dayMs
  day.at = midnight + days * dayMs + opens + chance.between(0, 60_000)
  while (!isTradingDay(setting.calendar, day.at + hourMs)) day.at += dayMs
}

/** Runs an action or a pending answer; then the server sweeps. */
function step(day: GeneratedDay): void {
  const due = day.coming.filter(({ at }) => at <= day.at)
  if (due.length > 0) day.coming = day.coming.filter(({ at }) => at > day.at)
  for (const each of due) giveAnswer(day, each)
  day.chance.weighted(weightedActions)(day)
  if (day.chance.happens(0.2)) touchSomeSecurities(day)
  sweepTouched(day)
  pass(day)
}

/** The entries that a server writes together, with the state after them. */
export interface GeneratedBatch {
  readonly entries: readonly Entry[]
  readonly state: State
}

/**
 * The entries of a server on the days of a seed, without end; in a small random market, unless one is given.
 */
export function* generateBatches(seed: number, setting?: MarketSettings): Generator<GeneratedBatch, never> {
  const day = newGeneratedDay(seed, setting)
  for (;;) {
    yield { entries: day.fresh.splice(0), state: day.state }
    step(day)
  }
}

/** At least this number of entries of a seed, with the state after them. */
export function generateJournal(
  seed: number,
  atLeast: number,
  setting?: MarketSettings,
): { readonly journal: readonly Entry[]; readonly state: State } {
  const journal: Entry[] = []
  for (const { entries, state } of generateBatches(seed, setting)) {
    journal.push(...entries)
    if (journal.length >= atLeast) return { journal, state }
  }
  throw new Error('the days have ended')
}
