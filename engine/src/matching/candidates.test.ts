import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../test/arbitrary-book.ts'
import { anyScenario, commandForStep, latestTime, tryCommand } from '../../test/arbitrary-scenario.ts'
import {
  advertIn,
  answerOf,
  book,
  bookIn,
  buys,
  calendarOf,
  haltOf,
  locatedPair,
  modifyOf,
  moment,
  ownerCommand,
  perform,
  placeOrder,
  quoteOf,
  sells,
  sightingOf,
  sweepAt,
  sweepWithSightings,
  world,
} from '../../test/book.ts'
import { decide } from '../decide.ts'
import { applyEvents } from '../evolve/evolve.ts'
import { snapshotOf } from '../evolve/snapshot.ts'
import { yen } from '../model/price.ts'
import type { State } from '../model/state.ts'
import { addCandidate } from '../model/state-index.ts'
import { marketHasEffect, watchedSecurities } from '../sweep/market-effects.ts'
import { addCandidatesAfterCooldown, securitiesToMatch } from './candidates.ts'
import { mayMeet } from './eligibility.ts'

const buyer = buys('alder', 10_000)
const seller = sells('birch', 10_000)
const restless = (state: State) => securitiesToMatch(state, state.at)

// rule: 4.14
test('a security has candidates when an advert may have gained a contra and both sides are present', () => {
  const state = book(buyer)
  expect(restless(state)).toEqual([])
  bookIn(state, seller)
  expect(restless(state)).toEqual(['toyota'])

  perform(state, ownerCommand('pauseAdvert', 'birch-1', '00:05'))
  expect(restless(state)).toEqual([])
})

/** A pair that birch's rating keeps apart, without candidates left. */
function atRest(): State {
  const state = book(buys('alder', 10_000, { credibilityHurdle: 61 }), seller)
  perform(state, sweepAt('00:05'))
  expect(restless(state)).toEqual([])
  return state
}

test.each<[string, (state: State) => unknown]>([
  ['new terms', (state) => perform(state, modifyOf(state, 'alder-1', { credibilityHurdle: 10 }, '00:06'))],
  [
    'a pause and a resume',
    (state) => {
      perform(state, ownerCommand('pauseAdvert', 'birch-1', '00:06'))
      perform(state, ownerCommand('resumeAdvert', 'birch-1', '00:06'))
    },
  ],
  ['new reference data', (state) => perform(state, { type: 'changeReference', at: state.at, reference: {} })],
  [
    'a return',
    (state) => {
      for (const present of [false, true])
        perform(state, { type: 'setPresence', at: state.at, traderId: 'birch', present })
    },
  ],
  ['a switch', (state) => perform(state, haltOf({ kind: 'FIRM', firmId: 'cypress' }, state.at))],
])('what came to rest is stirred by %s', (_, stirring) => {
  const state = atRest()
  stirring(state)

  expect(restless(state)).toEqual(['toyota'])
})

test('a rating that rises over a hurdle in use makes all live adverts of its owner candidates', () => {
  const state = atRest()
  const on = { securityId: 'sony' }
  bookIn(state, sells('birch', 10_000, on), buys('cypress', 10_000, on))
  perform(state, sweepAt('00:07'))
  expect(restless(state)).toEqual([])
  perform(state, answerOf(state, 'cypress', 'DECLINE', '00:07:01'))
  perform(state, answerOf(state, 'birch', 'ACCEPT', '00:07:01'))

  expect(restless(state)).toEqual(['toyota'])
})

test('after a cooldown the adverts of both institutions are candidates again', () => {
  const state = locatedPair(buyer, seller)
  for (const name of ['alder', 'birch']) perform(state, answerOf(state, name, 'DECLINE', '00:05:01'))
  for (const id of ['alder-1', 'birch-1']) perform(state, ownerCommand('resumeAdvert', id, '00:06'))
  perform(state, sweepAt('00:07'))

  expect(securitiesToMatch(state, moment('00:20:01') - 1)).toEqual([])
  expect(securitiesToMatch(state, moment('00:20:01'))).toEqual(['toyota'])
})

test('a sweep removes all candidates, but without a fresh market it keeps them', () => {
  const state = book(buyer, seller)
  for (const quote of [quoteOf('toyota', '00:04'), quoteOf('toyota', '00:05', 2_000, { bid: null })])
    perform(state, sweepAt('00:05', [quote]))
  expect(restless(state)).toEqual(['toyota'])

  perform(state, sweepAt('00:05'))
  expect(restless(state)).toEqual([])
})

test('whoever is alone in a security is no candidate after any sweep, and its first contra finds it', () => {
  const state = book(buyer)
  perform(state, sweepAt('00:05', [quoteOf('toyota', '00:04')]))
  expect(state.index.books.get('toyota')?.candidates.size).toBe(0)

  bookIn(state, seller)
  expect(restless(state)).toEqual(['toyota'])
  expect(perform(state, sweepAt('00:06'))).toMatchObject([
    { type: 'marketStatusChanged', error: null },
    { type: 'contraLocated', buyId: 'alder-1' },
  ])
})

test('an advert that is too new to match stays a candidate until it is old enough', () => {
  const picky = buys('alder', 10_000, { credibilityHurdle: 61 })
  const state = bookIn(world({ limits: { minLiveMs: 5_000 } }), picky, seller)
  const { settledSince } = advertIn(state, 'birch-1')
  perform(state, sweepAt(settledSince + 4_999))
  expect(restless(state)).toEqual(['toyota'])

  perform(state, sweepAt(settledSince + 5_000))
  expect(restless(state)).toEqual([])
})

test('candidates are hints: adding all, repeating cooldowns and recomputing bounds change no event', () => {
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const [calm, stirred] = [bookFromPlan(plan), bookFromPlan(plan)]
      for (const step of scenario) {
        const command = commandForStep(calm, step)
        if (!command) continue
        addCandidatesAfterCooldown(stirred, command.at)
        for (const securityBook of stirred.index.books.values()) securityBook.nearest = null
        for (const advert of stirred.adverts.values())
          if (advert.advertisementStatus === 'LIVE') addCandidate(stirred.index, advert)
        expect(tryCommand(stirred, command)).toEqual(tryCommand(calm, command))
      }
      expect(JSON.stringify(snapshotOf(stirred))).toBe(JSON.stringify(snapshotOf(calm)))
    }),
    { numRuns: 200 },
  )
})

test('no eligible pair is missed: its security has candidates or cannot be matched', () => {
  let seen = 0
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = bookFromPlan(plan)
      for (const step of scenario) {
        const command = commandForStep(state, step)
        if (command) tryCommand(state, command)
        const found = securitiesToMatch(state, latestTime(state))
        const live = [...state.adverts.values()].filter((each) => each.advertisementStatus === 'LIVE')
        for (const a of live) {
          for (const b of live) {
            if (a.terms.direction === 'SELL' || !mayMeet(state, a, b, latestTime(state))) continue
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

test('a market is watched only if adverts are live, wait for a trigger, or were cancelled by it', () => {
  const state = world()
  expect(watchedSecurities(state)).toEqual([])
  placeOrder(state, buyer)
  expect(watchedSecurities(state)).toEqual(['toyota'])
  const armed = { advertisingTriggerActivated: true, advertisingTrigger: 1_990 * yen, securityId: 'sony' }
  placeOrder(state, buys('cypress', 10_000, armed))
  expect(watchedSecurities(state)).toEqual(['sony', 'toyota'])

  perform(state, sweepWithSightings('00:02', { securityId: 'toyota', quote: null, run: [] }))
  perform(state, ownerCommand('cancelAdvert', 'alder-1', '00:03'))
  expect(watchedSecurities(state), 'until it is seen to be well again').toEqual(['sony', 'toyota'])
  perform(state, sweepAt('00:04'))
  expect(watchedSecurities(state)).toEqual(['sony'])
})

test('the market of an advert that only waits for the open is not watched', () => {
  const calendar = calendarOf([{ from: 0, to: 480 }], [{ from: 30, to: 384 }])
  const state = world({ calendar })
  placeOrder(state, buyer)
  expect(watchedSecurities(state)).toEqual([])

  perform(state, sweepAt('00:30', []))
  expect(watchedSecurities(state)).toEqual(['toyota'])
})

test('a market matters if and only if a sweep with it would do more than search for contras', () => {
  let [matters, not] = [0, 0]
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = bookFromPlan(plan)
      for (const step of scenario) {
        const command = commandForStep(state, step)
        if (!command) continue
        if (command.type === 'sweep') {
          for (const sighting of command.sightings) {
            // The effects of time alone come first, so that only the market is left.
            const quiet = decide(state, { ...command, sightings: [] })
            if ('events' in quiet && quiet.events.length > 0) continue
            const alone = decide(state, { ...command, sightings: [sighting] })
            const did = 'events' in alone && alone.events.some(({ type }) => type !== 'contraLocated')
            expect(marketHasEffect(state, sighting, command.at)).toBe(did)
            if (did) matters += 1
            else not += 1
          }
        }
        tryCommand(state, command)
      }
    }),
    { numRuns: 200 },
  )
  expect(Math.min(matters, not)).toBeGreaterThan(0)
})

test('a refused or empty command leaves everything as it was', () => {
  const state = book(buyer, seller)
  const before = JSON.stringify(snapshotOf(state))

  expect(applyEvents(state, ownerCommand('pauseAdvert', 'nobody-1', '00:05'), [])).toBe(state)
  expect(JSON.stringify(snapshotOf(state))).toBe(before)
  expect(restless(state)).toEqual(['toyota'])
})

test('after hours a sweep at the official close removes candidates, and one without it does not', () => {
  const calendar = calendarOf([{ from: 0, to: 600 }], [{ from: 0, to: 5 }], [{ from: 10, to: 540 }])
  const state = bookIn(world({ calendar }), buys('alder', 10_000, { credibilityHurdle: 61 }), seller)
  const shown = (officialClose: number | null) =>
    sweepWithSightings('00:20', sightingOf(quoteOf('toyota', '00:20', 2_000, { officialClose })))
  perform(state, shown(null))
  expect(restless(state)).toEqual(['toyota'])

  perform(state, shown(2_000 * yen))
  expect(restless(state)).toEqual([])
})
