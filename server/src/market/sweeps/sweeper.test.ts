import { dayMs, minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import type { Command, CommandOf } from '@aitai/engine/model/commands.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import type { State } from '@aitai/engine/model/state.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../../../engine/test/arbitrary-book.ts'
import {
  anyScenario,
  commandForStep,
  latestTime,
  type ScenarioStep,
  tryCommand,
} from '../../../../engine/test/arbitrary-scenario.ts'
import { buys, locatedPair, quoteOf, sells } from '../../../../engine/test/book.ts'
import { createTapes } from '../../quotes/tapes.ts'
import { createSweeper } from './sweeper.ts'

/** What the market does after a step: nothing, quotes of now, quotes right before hours change, or of the future. */
const markets = ['silent', 'quotes', 'before hours', 'future'] as const
/** Times after which the clock may do something: stale, a minute, the end of a cooldown or of a long error. */
const waits = [1, 20, 3_000, 10_001, 20_000, 31_501, 60_000, 310_000, 600_000]

/** Three seconds before the next change of hours. */
function beforeHours({ calendar }: State, at: number): number {
  const { platform, exchange, matching } = calendar.hours.XTKS
  const minutes = [...platform, ...exchange, ...matching].flatMap(({ from, to }) => [from, to])
  const day = Math.floor(at / dayMs) * dayMs
  const changes = [day, day + dayMs].flatMap((start) => minutes.map((minute) => start + minute * minuteMs))
  return Math.min(...changes.filter((change) => change > at + 3_000)) - 3_000
}

/** The part of a step that says what the market shows. */
type MarketOf = { readonly market: Pick<ScenarioStep['market'], 'mid' | 'indexMove'> }

/** A state, its quotes, and a sweeper that is compared at every sweep with one that checks all markets. */
function watch(state: State) {
  const tapes = createTapes(defaultLimits)
  tapes.list([...state.securities.values()])
  const quotes = { ...tapes, usdJpy: () => 1_500_000 }
  const sweeper = createSweeper(quotes, () => 0)
  const perform = (command: Command): boolean => {
    const decision = tryCommand(state, command)
    if (!('events' in decision)) return false
    sweeper.note(state, decision.events)
    return decision.events.length > 0
  }
  const contentOf = ({ at, sightings }: CommandOf<'sweep'>) => ({ at, sightings })
  return {
    perform,
    /** Whether it did anything. */
    sweep(at: number): boolean {
      const command = sweeper.nextSweep(state, at)
      const complete = createSweeper(quotes, () => 0).nextSweep(state, at)
      expect(contentOf(command)).toEqual(contentOf(complete))
      return perform(command)
    },
    /** Fresh quotes of every security, the last two a second apart. */
    record(at: number, { market }: MarketOf, ahead = 0): void {
      for (const id of state.securities.keys())
        for (const time of [at - 1_000, at])
          tapes.record(quoteOf(id, time + ahead, market.mid, { indexMove: market.indexMove }), time)
    },
  }
}

test('checks only the markets in which something may have changed, with the same result as checking all', () => {
  const effects = { quotes: 0, commands: 0, time: 0 }
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = bookFromPlan(plan)
      const { perform, sweep, record } = watch(state)
      for (const step of scenario) {
        const command = commandForStep(state, step)
        if (command && command.type !== 'sweep' && perform(command) && sweep(command.at))
          effects.commands += 1
        const market = markets[step.pick % markets.length]
        const now = latestTime(state) + 1_000
        const at = market === 'before hours' ? beforeHours(state, now) : now
        if (market !== 'silent') record(at, step, market === 'future' ? 30_000 : 0)
        if (sweep(at)) effects.quotes += 1
        // What two adverts make possible with their release comes with the next sweep.
        sweep(at)
        // A millisecond before nothing may be due yet, and then it must be found.
        const later = at + (waits[step.pick % waits.length] ?? 1)
        const stale = Math.min(at + 10_001, later - 1)
        for (const time of new Set([stale, later - 1, later])) if (sweep(time)) effects.time += 1
      }
    }),
    { numRuns: 200 },
  )
  expect(Math.min(...Object.values(effects))).toBeGreaterThan(0)
})

test('looks for contras again when a cooldown ends, though nothing else happens', () => {
  const state = locatedPair(buys('alder', 10_000), sells('birch', 10_000))
  const { sweep, record } = watch(state)
  const quotesAt = (at: number): void => record(at, { market: { mid: 2_000, indexMove: 0 } })
  // The quotes are too old at the deadline, which makes the locate void.
  const at = state.at + 31_501
  sweep(at)
  const end = Math.min(...[...state.cooldowns.values()].map(({ until }) => until))
  for (let time = at; time < end; time += 5_000) {
    quotesAt(time)
    sweep(time)
  }
  expect(state.index.openLocates.size).toBe(0)

  quotesAt(end)
  sweep(end)
  expect(state.index.openLocates.size).toBe(1)
})
