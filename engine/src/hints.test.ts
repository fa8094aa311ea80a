import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookOf } from '../simulation/any-book.ts'
import { anyStory, attempt, commandOf, momentOf } from '../simulation/any-story.ts'
import {
  advertIn,
  answerOf,
  ask,
  book,
  bookIn,
  buys,
  calendarOf,
  doing,
  locatedPair,
  modifyOf,
  moment,
  place,
  quoteOf,
  sells,
  sightingOf,
  sweepAt,
  sweepSeeing,
  world,
} from '../simulation/book.ts'
import { mayMeet } from './contra.ts'
import { decide } from './decide.ts'
import { yen } from './equity.ts'
import { apply, marketMatters, restlessSecurities, wake, watchedSecurities } from './hints.ts'
import { stir } from './index.ts'
import { snapshotOf } from './snapshot.ts'
import type { State } from './state.ts'

const buyer = buys('alder', 10_000)
const seller = sells('birch', 10_000)
const restless = (state: State) => restlessSecurities(state, state.at)

test('a security is restless when something in it may have found a contra, and both sides stand in it', () => {
  const state = book(buyer)
  expect(restless(state)).toEqual([])
  bookIn(state, seller)
  expect(restless(state)).toEqual(['toyota'])

  ask(state, doing('pauseAdvert', 'birch-1', '00:05'))
  expect(restless(state)).toEqual([])
})

/** A pair kept apart by a hurdle that birch does not pass, which has come to rest. */
function atRest(): State {
  const state = book(buys('alder', 10_000, { credibilityHurdle: 61 }), seller)
  ask(state, sweepAt('00:05'))
  expect(restless(state)).toEqual([])
  return state
}

test.each<[string, (state: State) => unknown]>([
  ['new terms', (state) => ask(state, modifyOf(state, 'alder-1', { credibilityHurdle: 10 }, '00:06'))],
  [
    'a pause and a resume',
    (state) => {
      ask(state, doing('pauseAdvert', 'birch-1', '00:06'))
      ask(state, doing('resumeAdvert', 'birch-1', '00:06'))
    },
  ],
  ['new reference data', (state) => ask(state, { type: 'changeReference', at: state.at, reference: {} })],
  [
    'a return',
    (state) => {
      for (const present of [false, true])
        ask(state, { type: 'setPresence', at: state.at, traderId: 'birch', present })
    },
  ],
  [
    'a switch',
    (state) => {
      const by = { at: state.at, by: 'ops', reason: 'a test' }
      ask(state, { type: 'turnSwitch', ...by, switch: { kind: 'FIRM', firmId: 'cypress' }, halted: true })
    },
  ],
])('what came to rest is stirred by %s', (_, stirring) => {
  const state = atRest()
  stirring(state)

  expect(restless(state)).toEqual(['toyota'])
})

test('a score that lets its owner pass a hurdle somebody set stirs everything that the owner has live', () => {
  const state = atRest()
  const on = { securityId: 'sony' }
  bookIn(state, sells('birch', 10_000, on), buys('cypress', 10_000, on))
  ask(state, sweepAt('00:07'))
  expect(restless(state)).toEqual([])
  ask(state, answerOf(state, 'cypress', 'DECLINE', '00:07:01'))
  ask(state, answerOf(state, 'birch', 'ACCEPT', '00:07:01'))

  expect(restless(state)).toEqual(['toyota'])
})

test('after a silence both institutions look for each other again', () => {
  const state = locatedPair(buyer, seller)
  for (const name of ['alder', 'birch']) ask(state, answerOf(state, name, 'DECLINE', '00:05:01'))
  for (const id of ['alder-1', 'birch-1']) ask(state, doing('resumeAdvert', id, '00:06'))
  ask(state, sweepAt('00:07'))

  expect(restlessSecurities(state, moment('00:20:01') - 1)).toEqual([])
  expect(restlessSecurities(state, moment('00:20:01'))).toEqual(['toyota'])
})

test('a sweep that could meet nobody, for want of a fresh market, lets nothing come to rest', () => {
  const state = book(buyer, seller)
  for (const quote of [quoteOf('toyota', '00:04'), quoteOf('toyota', '00:05', 2_000, { bid: null })])
    ask(state, sweepAt('00:05', [quote]))

  expect(restless(state)).toEqual(['toyota'])
})

test('what has not lived long enough to meet stays restless until it has', () => {
  const picky = buys('alder', 10_000, { credibilityHurdle: 61 })
  const state = bookIn(world({ limits: { minLiveMs: 5_000 } }), picky, seller)
  const { settledSince } = advertIn(state, 'birch-1')
  ask(state, sweepAt(settledSince + 4_999))
  expect(restless(state)).toEqual(['toyota'])

  ask(state, sweepAt(settledSince + 5_000))
  expect(restless(state)).toEqual([])
})

test('a hint is no fact: to stir everything, to wake again and to read levels anew changes no event', () => {
  fc.assert(
    fc.property(anyPlan, anyStory, (plan, story) => {
      const [calm, stirred] = [bookOf(plan), bookOf(plan)]
      for (const move of story) {
        const command = commandOf(calm, move)
        if (!command) continue
        wake(stirred, command.at)
        stirred.index.nearest.clear()
        for (const advert of stirred.adverts.values())
          if (advert.advertisementStatus === 'LIVE') stir(stirred.index, advert)
        expect(attempt(stirred, command)).toEqual(attempt(calm, command))
      }
      expect(JSON.stringify(snapshotOf(stirred))).toBe(JSON.stringify(snapshotOf(calm)))
    }),
    { numRuns: 200 },
  )
})

test('no two that could meet are ever forgotten: their security is restless, or cannot be met in', () => {
  let seen = 0
  fc.assert(
    fc.property(anyPlan, anyStory, (plan, story) => {
      const state = bookOf(plan)
      for (const move of story) {
        const command = commandOf(state, move)
        if (command) attempt(state, command)
        const found = restlessSecurities(state, momentOf(state))
        const live = [...state.adverts.values()].filter((each) => each.advertisementStatus === 'LIVE')
        for (const a of live) {
          for (const b of live) {
            if (a.terms.direction === 'SELL' || !mayMeet(state, a, b, momentOf(state))) continue
            seen += 1
            expect(found).toContain(a.securityId)
          }
        }
      }
    }),
    { numRuns: 200 },
  )
  expect(seen).toBeGreaterThan(0)
})

test('only a market is watched in which adverts stand, wait for a trigger, or died of it', () => {
  const state = world()
  expect(watchedSecurities(state)).toEqual([])
  place(state, buyer)
  expect(watchedSecurities(state), 'what only waits for the open needs no market').toEqual([])
  ask(state, sweepAt('00:01', []))
  expect(watchedSecurities(state)).toEqual(['toyota'])
  const armed = { advertisingTriggerActivated: true, advertisingTrigger: 1_990 * yen, securityId: 'sony' }
  place(state, buys('cypress', 10_000, armed))
  expect(watchedSecurities(state)).toEqual(['sony', 'toyota'])

  ask(state, sweepSeeing('00:02', { securityId: 'toyota', quote: null, run: [] }))
  ask(state, doing('cancelAdvert', 'alder-1', '00:03'))
  expect(watchedSecurities(state), 'until it is seen to be well again').toEqual(['sony', 'toyota'])
  ask(state, sweepAt('00:04'))
  expect(watchedSecurities(state)).toEqual(['sony'])
})

test('a market matters exactly when a sweep that sees it would do more than look for contras', () => {
  let [matters, not] = [0, 0]
  fc.assert(
    fc.property(anyPlan, anyStory, (plan, story) => {
      const state = bookOf(plan)
      for (const move of story) {
        const command = commandOf(state, move)
        if (!command) continue
        if (command.type === 'sweep') {
          for (const sighting of command.sightings) {
            // What time alone does is done first, so that only the market is left.
            const quiet = decide(state, { ...command, sightings: [] })
            if ('events' in quiet && quiet.events.length > 0) continue
            const alone = decide(state, { ...command, sightings: [sighting] })
            const did = 'events' in alone && alone.events.some(({ type }) => type !== 'contraLocated')
            expect(marketMatters(state, sighting, command.at)).toBe(did)
            if (did) matters += 1
            else not += 1
          }
        }
        attempt(state, command)
      }
    }),
    { numRuns: 200 },
  )
  expect(Math.min(matters, not)).toBeGreaterThan(0)
})

test('a refused or empty command leaves everything as it was', () => {
  const state = book(buyer, seller)
  const before = JSON.stringify(snapshotOf(state))

  expect(apply(state, doing('pauseAdvert', 'nobody-1', '00:05'), [])).toBe(state)
  expect(JSON.stringify(snapshotOf(state))).toBe(before)
  expect(restless(state)).toEqual(['toyota'])
})

test('after hours a sweep at the official close lets things come to rest, one without does not', () => {
  const calendar = calendarOf([{ from: 0, to: 600 }], [{ from: 0, to: 5 }], [{ from: 10, to: 540 }])
  const state = bookIn(world({ calendar }), buys('alder', 10_000, { credibilityHurdle: 61 }), seller)
  const shown = (officialClose: number | null) =>
    sweepSeeing('00:20', sightingOf(quoteOf('toyota', '00:20', 2_000, { officialClose })))
  ask(state, shown(null))
  expect(restless(state)).toEqual(['toyota'])

  ask(state, shown(2_000 * yen))
  expect(restless(state)).toEqual([])
})
