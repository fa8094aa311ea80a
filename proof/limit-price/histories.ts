import { createRandom, type Random } from '../harness/random.ts'
import { HistoryDraw } from './history-draw.ts'
import type { LimitVenue } from './limit-venue.ts'
import { type Action, Divergence, Play, type PlayedEngine } from './play.ts'
import { neverCloses, tokyoHours } from './rules-hours.ts'

/** A history as a list of actions, and how the oracle and the engine differed in it, if they did. */
export interface PlayedHistory {
  readonly venue: LimitVenue
  readonly actions: readonly Action[]
  readonly divergence: string | null
  readonly play: Play
}

const minuteMs = 60_000
/** Midnight UTC of a Friday that is a trading day. */
const midnight = Date.parse('2026-11-20T00:00Z')

/** Moments from which a history is near an opening, lunch, a close or the official close, in minutes. */
const starts = [20, 60, 60, 148, 209, 300, 383, 390, 400, -5]

function drawVenue(chance: Random): LimitVenue {
  const hours = chance.happens(0.4) ? neverCloses : tokyoHours
  return {
    hours,
    opensAt: midnight + chance.oneOf(starts) * minuteMs,
    freshMarketMs: chance.oneOf([0, 0, 0, 0, 2_000, 10_000]),
    declineCooldownMs: chance.oneOf([0, 3_000, 60_000]),
    timeoutCooldownMs: chance.oneOf([0, 2_000]),
    withdrawalCooldownMs: chance.oneOf([0, 2_000, 60_000]),
  }
}

/** Plays the history of a seed, until it is over or the two differ. */
export function playHistory(seed: number, steps: number, engine?: PlayedEngine): PlayedHistory {
  const chance = createRandom(seed)
  const venue = drawVenue(chance)
  const play = new Play(venue, engine)
  const draw = new HistoryDraw(chance, play, venue)
  const actions: Action[] = []
  try {
    for (let i = 0; i < steps; i += 1)
      for (const action of draw.next()) {
        actions.push(action)
        play.perform(action)
      }
    return { venue, actions, divergence: null, play }
  } catch (error) {
    return { venue, actions, divergence: messageOf(error), play }
  }
}

/** How the two differ in given actions, or null. */
export function replay(venue: LimitVenue, actions: readonly Action[], engine?: PlayedEngine): string | null {
  try {
    const play = new Play(venue, engine)
    for (const action of actions) play.perform(action)
    return null
  } catch (error) {
    return messageOf(error)
  }
}

function messageOf(error: unknown): string {
  if (error instanceof Divergence) return error.message
  throw error
}

/** Leaves out as many actions as possible such that the two still differ. */
export function shortest({ venue, actions }: PlayedHistory, engine?: PlayedEngine): readonly Action[] {
  let left = actions
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < left.length; ) {
      const fewer = [...left.slice(0, from), ...left.slice(from + size)]
      if (replay(venue, fewer, engine) === null) from += size
      else left = fewer
    }
  }
  return left
}
