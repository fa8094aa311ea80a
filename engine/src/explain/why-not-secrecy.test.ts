import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyOrder } from '../../test/arbitrary-book.ts'
import {
  anyScenario,
  commandForStep,
  latestTime,
  type ScenarioStep,
  tryCommand,
} from '../../test/arbitrary-scenario.ts'
import {
  bookIn,
  brokerNames,
  calendarOf,
  firmNames,
  moment,
  type Order,
  ownerCommand,
  quoteOf,
  sightingOf,
  sweepWithSightings,
  world,
} from '../../test/book.ts'
import type { Advert } from '../model/advert.ts'
import type { Command } from '../model/commands.ts'
import type { Sighting } from '../model/quote.ts'
import type { State } from '../model/state.ts'
import { whyNot } from './why-not.ts'

/**
 * Two worlds with the same platform, market and clock, and the same actions of one institution; the other
 * institutions act at random. The institution shares no broker with them, so it is never in a locate that
 * would reveal more (docs/rules.md §15).
 */
const own = 'alder'
const ownBroker = 'GS'
const otherBrokers = brokerNames.filter((each) => each !== ownBroker)

const withBrokers = (order: Order, brokerIds: readonly string[]): Order => ({
  ...order,
  terms: { ...order.terms, brokerIds },
})
const ofOther = (order: Order): Order =>
  withBrokers(order, order.terms.ranked ? otherBrokers : ['NOM', 'DAI'])
const ofOwn = (order: Order): Order => withBrokers({ ...order, traderId: own }, [ownBroker])

const atMostOneEach = (of: fc.Arbitrary<Order>, minLength: number) =>
  fc.uniqueArray(of, { minLength, selector: ({ traderId, securityId }) => `${traderId}|${securityId}` })

const anyOthers = fc.record({
  orders: atMostOneEach(anyOrder.filter(({ traderId }) => traderId !== own).map(ofOther), 0),
  scenario: anyScenario.map((steps) => steps.map((step) => ({ ...step, order: ofOther(step.order) }))),
})
type Others = typeof anyOthers extends fc.Arbitrary<infer T> ? T : never

const anyStep = fc.record({
  passes: fc.constantFrom(1, 900, 5_000, 31_000, 400_000, 4_000_000, 4_000_000),
  mid: fc.constantFrom(2_000, 2_000, 1_985, 2_060),
  condition: fc.constantFrom('CONTINUOUS', 'CONTINUOUS', 'CONTINUOUS', 'HALTED'),
  officialClose: fc.constantFrom(null, 20_010_000),
  action: fc.constantFrom('pauseAdvert', 'resumeAdvert', 'cancelAdvert', 'leave', 'come', null, null),
  of: fc.constantFrom(`${own}-1`, `${own}-2`),
} as const)
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

const anyLife = fc.record({
  orders: atMostOneEach(anyOrder.map(ofOwn), 1),
  opens: fc.constantFrom('00:00', '01:30', '06:20', '06:30', '07:58'),
  minLiveMs: fc.constantFrom(0, 5_000),
  steps: fc.array(anyStep, { minLength: 1, maxLength: 12, size: 'max' }),
})
type Life = typeof anyLife extends fc.Arbitrary<infer T> ? T : never

/** The action of the institution in a step. */
function commandOf({ action, of }: Step, at: number): Command | null {
  if (action === null) return null
  if (action === 'leave') return { type: 'endSession', at, traderId: own, reason: 'LOGGED_OUT' }
  if (action === 'come') return { type: 'setPresence', at, traderId: own, present: true }
  return ownerCommand(action, of, at)
}

/** Applies a step of the scenario, unless it would affect the institution or public data. */
function moveOthers(state: State, step: ScenarioStep, at: number): void {
  if (step.kind === 'sweep' || step.kind === 'halt' || step.order.traderId === own) return
  const command = commandForStep(state, {
    ...step,
    passes: (at - latestTime(state)) as ScenarioStep['passes'],
  })
  if (command && 'traderId' in command && command.traderId !== own) tryCommand(state, command)
}

type Query = (state: State, advert: Advert, sighting: Sighting | null, at: number) => unknown

/** All replies to the institution in a run with these other institutions. */
function answersIn({ orders, opens, minLiveMs, steps }: Life, others: Others, query: Query): string[] {
  const enabled = Object.fromEntries(
    firmNames.map((each) => [each, each === own ? [ownBroker] : otherBrokers]),
  )
  // Hours with lunch, a close and matching after it, so that all kinds of reasons occur.
  const sessions = [
    { from: 0, to: 100 },
    { from: 200, to: 384 },
  ]
  const calendar = calendarOf([{ from: 0, to: 480 }], sessions, [{ from: 391, to: 440 }])
  // Which adverts a failed market ends, and when, is tested with the sweep.
  const limits = { minLiveMs, hardMarketErrorMs: 86_400_000 }
  const state = bookIn(world({ opens, calendar, limits, enabled }), ...orders, ...others.orders)
  const replies: string[] = []
  let at = moment(opens) + 60_000
  for (const [i, step] of steps.entries()) {
    for (const step of others.scenario.filter((_, index) => index % steps.length === i))
      moveOthers(state, step, at)
    at += step.passes
    const command = commandOf(step, at)
    if (command) tryCommand(state, command)
    const sightings = ['sony', 'toyota'].map((id) => sightingOf(quoteOf(id, at, step.mid, step)))
    for (let round = 0; round < 3; round += 1) tryCommand(state, sweepWithSightings(at, ...sightings))
    for (const advert of [...state.adverts.values()].filter(({ firmId }) => firmId === own)) {
      const sighting = sightings.find(({ securityId }) => securityId === advert.securityId) ?? null
      for (const shown of [sighting, null])
        replies.push(JSON.stringify([advert.id, query(state, advert, shown, at)]))
    }
  }
  return replies
}

const twoWorlds = (query: Query) =>
  fc.property(anyLife, anyOthers, anyOthers, (life, one, other) => {
    expect(answersIn(life, one, query)).toEqual(answersIn(life, other, query))
  })

// rule: 15.22
test('the reason why an advert is not matching does not depend on other institutions', () => {
  const codes = new Set<string>()
  const recordingAsk: Query = (...given) => {
    const reasons = whyNot(...given)
    for (const { code } of reasons) codes.add(code)
    return reasons
  }
  fc.assert(twoWorlds(recordingAsk), { numRuns: 300 })
  // If the replies were always equal, the test would prove nothing.
  expect(codes.size).toBeGreaterThan(10)
})

const leaks: Readonly<Record<string, Query>> = {
  'whether a contra stands in the pool': ({ index }, { securityId, terms }) => {
    const pool = index.books.get(securityId)
    return pool && pool[terms.direction === 'BUY' ? 'SELL' : 'BUY'].adverts.length > 0
  },
  'how many are kept apart after a locate that failed': ({ cooldowns }) => cooldowns.size,
  'whether others wait for a trigger in the security': ({ index }, { securityId }) =>
    index.books.get(securityId)?.armed.size ?? 0,
}

test.each(Object.keys(leaks))('an answer that revealed %s would be detected', (name) => {
  expect(fc.check(twoWorlds(leaks[name] as Query), { numRuns: 300, endOnFailure: true }).failed).toBe(true)
})
