import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../test/arbitrary-book.ts'
import { anyScenario, runScenario } from '../../test/arbitrary-scenario.ts'
import { quoteOf, sightingOf, sweepWithSightings } from '../../test/book.ts'
import { decide } from '../decide.ts'
import { isWithinLimit } from '../market/limit-price.ts'
import { matchingPrice } from '../market/matching-price.ts'
import { addCandidatesAfterCooldown } from '../matching/candidates.ts'
import { conditionHolds, mayMeet, pairConditions } from '../matching/eligibility.ts'
import type { Advert } from '../model/advert.ts'
import type { Event, EventOf } from '../model/events.ts'
import { yen } from '../model/price.ts'
import type { Quote, Sighting } from '../model/quote.ts'
import type { State } from '../model/state.ts'
import type { ConditionResult } from './condition-result.ts'
import { explainPair, type PairExplanation } from './pair-explanation.ts'

const anyQuote = fc.record({
  condition: fc.constantFrom('CONTINUOUS', 'CONTINUOUS', 'HALTED'),
  officialClose: fc.constantFrom(null, 2_001 * yen),
  age: fc.constantFrom(0, 0, 0, 10_001),
} as const)
type AnyQuote = typeof anyQuote extends fc.Arbitrary<infer T> ? T : never

const quoteIn = ({ age, ...more }: AnyQuote, securityId: string, at: number): Quote =>
  quoteOf(securityId, at - age, 2_000, more)

/** All pairs of adverts of a state, each once. */
function pairsOf(state: State): (readonly [Advert, Advert])[] {
  const adverts = [...state.adverts.values()]
  return adverts.flatMap((a, i) => adverts.slice(i + 1).map((b) => [a, b] as const))
}

function explained(
  state: State,
  a: Advert,
  b: Advert,
  sighting: Sighting | null,
  at: number,
): PairExplanation {
  const explanation = explainPair(state, a.id, b.id, sighting, at)
  if (!explanation) throw new Error('one of the two adverts does not exist')
  return explanation
}

const marketOf = (explanation: PairExplanation) =>
  explanation.findings.find(({ condition }) => condition === 'E4')

test('the conditions hold in either order if and only if the pair is eligible in this market', () => {
  fc.assert(
    fc.property(anyPlan, anyScenario, anyQuote, fc.nat({ max: 9_000 }), (plan, scenario, market, later) => {
      const state = runScenario(bookFromPlan(plan), scenario.slice(0, 20))
      const at = state.at + later
      for (const [a, b] of pairsOf(state)) {
        const sighting = sightingOf(quoteIn(market, a.securityId, at))
        const { findings, result } = explained(state, a, b, sighting, at)
        const price = matchingPrice(state, sighting, at)
        const areWithin = price !== null && [a, b].every(({ terms }) => isWithinLimit(terms, price))
        const meet = mayMeet(state, a, b, at) && areWithin

        expect(findings.every((each) => each.holds === true)).toBe(meet)
        expect(result === 'NOT_SWEPT' || (result === 'OUTRANKED' && !isTaken(a, b))).toBe(meet)
        for (const each of pairConditions)
          expect(findings.find(({ condition }) => condition === each)?.holds).toBe(
            conditionHolds[each](state, a, b, at),
          )
        const turned = explained(state, b, a, sighting, at)
        expect(turned.result).toBe(result)
        // Between two securities only E1 is compared, because the others use the first one's market.
        const outcomeOf = ({ says, holds: held }: ConditionResult) => [says, held]
        if (a.securityId === b.securityId)
          expect(turned.findings.map(outcomeOf)).toEqual(findings.map(outcomeOf))
      }
    }),
    { numRuns: 300 },
  )
})

const isTaken = (a: Advert, b: Advert): boolean => a.locateId !== null || b.locateId !== null

test('the predicted result of an eligible pair is what the next sweep does', () => {
  const seen = { NOT_SWEPT: 0, OUTRANKED: 0 }
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      // No matching has run yet, so there is much to predict.
      const state = runScenario(
        bookFromPlan(plan),
        scenario.filter(({ kind }) => kind !== 'sweep').slice(0, 6),
      )
      const { at } = state
      for (const securityId of state.securities.keys()) {
        const sighting = sightingOf(
          quoteIn({ condition: 'CONTINUOUS', officialClose: null, age: 0 }, securityId, at),
        )
        const events = sweptBy(state, sighting, at)
        // A sweep locates on the state after its other events, which the explanation does not predict.
        if (events.some(({ type }) => type !== 'contraLocated' && type !== 'marketStatusChanged')) continue
        for (const [a, b] of pairsOf(state)) {
          if (a.securityId !== securityId || isTaken(a, b)) continue
          const { result } = explained(state, a, b, sighting, at)
          if (result !== 'NOT_SWEPT' && result !== 'OUTRANKED') continue
          seen[result] += 1
          expect(isLocated(events, [a, b])).toBe(result === 'NOT_SWEPT')
          if (result === 'OUTRANKED') expect(isLocated(events, [a]) || isLocated(events, [b])).toBe(true)
        }
      }
    }),
    { numRuns: 1_000 },
  )
  expect(Math.min(seen.NOT_SWEPT, seen.OUTRANKED)).toBeGreaterThan(20)
})

function sweptBy(state: State, sighting: Sighting, at: number): readonly Event[] {
  addCandidatesAfterCooldown(state, at)
  const decision = decide(state, sweepWithSightings(at, sighting))
  return 'events' in decision ? decision.events : []
}

/** Whether one locate contains all of these adverts. */
const isLocated = (events: readonly Event[], adverts: readonly Advert[]): boolean =>
  events
    .filter((event): event is EventOf<'contraLocated'> => event.type === 'contraLocated')
    .some(({ buyId, sellId }) => adverts.every(({ id }) => id === buyId || id === sellId))

test('hours and halts are explained without a sighting exactly as matching applies them', () => {
  fc.assert(
    fc.property(anyPlan, anyScenario, fc.nat({ max: 86_400_000 }), (plan, scenario, later) => {
      const state = runScenario(bookFromPlan(plan), scenario.slice(0, 20))
      const at = state.at + later
      for (const [a, b] of pairsOf(state).filter(([a, b]) => a.securityId === b.securityId)) {
        const perfect = quoteOf(a.securityId, at, 2_000, { officialClose: 2_000 * yen })
        const market = marketOf(explained(state, a, b, null, at))
        const isShut = ['PLATFORM_HALTED', 'SECURITY_HALTED', 'NO_MATCHING'].includes(market?.says ?? '')

        expect(isShut).toBe(matchingPrice(state, { quote: perfect }, at) === null)
        if (isShut) expect(market?.holds).toBe(false)
      }
    }),
    { numRuns: 300 },
  )
})
