import { isTradingDay } from '../src/hours.ts'
import type { State } from '../src/state.ts'
import { type Entry, lookAround, newDay, sweep, type UncheckedDay } from './unchecked-day.ts'
import { answer, deeds } from './unchecked-deeds.ts'
import type { Setting } from './unchecked-market.ts'

export type { Entry } from './unchecked-day.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Time passes: mostly moments, now and then a lull, and a night whenever the platform is closed. */
function pass(day: UncheckedDay): void {
  const { chance, setting, state } = day
  const hours = setting.calendar.hours.XTKS.platform[0]
  const minute = Math.floor(day.at / 60_000) % 1_440
  const isOver = hours !== undefined && hours.to % 1_440 !== hours.from % 1_440 && minute === hours.to
  if (isOver || chance.happens(setting.lulls / 40)) return sleep(day)
  if (state.index.openLocates.size === 0 && chance.happens(setting.lulls))
    day.at += chance.between(1, 30) * 60_000
  else day.at += chance.between(0, 2 * setting.paceMs)
}

/** Until the platform opens again, or for more than a week in which the server did not run. */
function sleep(day: UncheckedDay): void {
  const { chance, setting } = day
  const opens = (setting.calendar.hours.XTKS.platform[0]?.from ?? 0) * 60_000
  const days = chance.happens(0.2) ? chance.between(3, 9) : 1
  const midnight = Math.floor((day.at - opens) / dayMs) * dayMs
  day.at = midnight + days * dayMs + opens + chance.between(0, 60_000)
  while (!isTradingDay(setting.calendar, day.at + hourMs)) day.at += dayMs
}

/** What somebody does, or whoever was located answers; then the server sweeps. */
function step(day: UncheckedDay): void {
  const due = day.coming.filter(({ at }) => at <= day.at)
  if (due.length > 0) day.coming = day.coming.filter(({ at }) => at > day.at)
  for (const each of due) answer(day, each)
  day.chance.weighted(deeds)(day)
  if (day.chance.happens(0.2)) lookAround(day)
  sweep(day)
  pass(day)
}

/** What a server writes together, with the state after it. */
export interface Turn {
  readonly entries: readonly Entry[]
  readonly state: State
}

/**
 * What a server journals on the days of a seed, without end; in a small market drawn by chance, unless one is
 * given.
 */
export function* uncheckedTurns(seed: number, setting?: Setting): Generator<Turn, never> {
  const day = newDay(seed, setting)
  for (;;) {
    yield { entries: day.fresh.splice(0), state: day.state }
    step(day)
  }
}

/** At least so many entries of a seed, with the state after them. */
export function uncheckedJournal(
  seed: number,
  atLeast: number,
  setting?: Setting,
): { readonly journal: readonly Entry[]; readonly state: State } {
  const journal: Entry[] = []
  for (const { entries, state } of uncheckedTurns(seed, setting)) {
    journal.push(...entries)
    if (journal.length >= atLeast) return { journal, state }
  }
  throw new Error('the days have ended')
}
