import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../test/arbitrary-book.ts'
import { anyScenario, runScenario } from '../../test/arbitrary-scenario.ts'
import { quoteOf, setRating, sightingOf } from '../../test/book.ts'
import type { Advert } from '../adverts/advert.ts'
import { evolve } from '../evolve.ts'
import { meetingPrice } from '../market/meeting-price.ts'
import { yen } from '../market/price.ts'
import type { Sighting } from '../market/quote.ts'
import { conditionHolds, mayMeet, pairConditions } from '../matching/eligibility.ts'
import type { State } from '../state/state.ts'
import { whyNot } from './why-not.ts'
import type { WhyNotCode } from './why-not-reason.ts'

/** Reasons despite which an advert may match once the right contra comes. */
const noHindrance: readonly WhyNotCode[] = ['WAITING_FOR_CONTRA', 'DECAYED', 'EXPIRING']

const anySighting = fc.record({
  condition: fc.constantFrom('CONTINUOUS', 'CONTINUOUS', 'HALTED'),
  officialClose: fc.constantFrom(null, 2_001 * yen),
  age: fc.constantFrom(0, 0, 0, 10_001),
} as const)
type AnySighting = typeof anySighting extends fc.Arbitrary<infer T> ? T : never

const sightingIn = ({ age, ...more }: AnySighting, securityId: string, at: number): Sighting =>
  sightingOf(quoteOf(securityId, at - age, 2_000, more))

const isHindered = (state: State, advert: Advert, sighting: Sighting, at: number): boolean =>
  !whyNot(state, advert, sighting, at).every(({ code }) => noHindrance.includes(code))

test('for an advert of an eligible pair nothing prevents matching', () => {
  let met = 0
  fc.assert(
    fc.property(anyPlan, anyScenario, anySighting, (plan, scenario, market) => {
      const state = runScenario(
        bookFromPlan(plan),
        scenario.filter(({ kind }) => kind !== 'sweep').slice(0, 6),
      )
      const { at } = state
      for (const a of state.adverts.values())
        for (const b of state.adverts.values()) {
          const sighting = sightingIn(market, a.securityId, at)
          if (!mayMeet(state, a, b, at) || meetingPrice(state, sighting.quote, at) === null) continue
          met += 1
          expect(isHindered(state, a, sighting, at)).toBe(false)
        }
    }),
    { numRuns: 1_000 },
  )
  expect(met).toBeGreaterThan(100)
})

/** A contra that accepts the advert's terms in any quantity, of an institution without history. */
function idealContra(state: State, advert: Advert): Advert {
  const { at } = state
  const firm = { firmId: 'ideal', affiliateGroup: null, brokerIds: [...state.brokers.keys()] }
  const traders = [{ traderId: 'ideal', firmId: 'ideal' }]
  evolve(state, { type: 'referenceChanged', at, reference: { firms: [firm], traders } })
  evolve(state, { type: 'presenceChanged', at, traderId: 'ideal', present: true })
  setRating(state, 'ideal', 100)
  return {
    ...advert,
    id: 'ideal-1',
    traderId: 'ideal',
    firmId: 'ideal',
    minShares: 100,
    quantityRemaining: 10_000_000,
    decay: null,
    settledSince: 0,
    expiryDate: null,
    terms: {
      ...advert.terms,
      direction: advert.terms.direction === 'BUY' ? 'SELL' : 'BUY',
      credibilityHurdle: 10,
      transactionType: advert.terms.transactionTypePreference,
      transactionTypePreference: advert.terms.transactionType,
    },
  }
}

test('an advert matches an ideal contra if and only if no reason prevents it', () => {
  const seen = { hindered: 0, free: 0 }
  fc.assert(
    fc.property(
      anyPlan,
      anyScenario,
      anySighting,
      fc.nat({ max: 20_000 }),
      (plan, scenario, market, later) => {
        const state = runScenario(bookFromPlan(plan), scenario.slice(0, 20))
        const at = state.at + later
        for (const advert of [...state.adverts.values()]) {
          if (advert.advertisementStatus !== 'LIVE') continue
          const sighting = sightingIn(market, advert.securityId, at)
          const contra = idealContra(state, advert)
          const failed = pairConditions.filter((each) => !conditionHolds[each](state, advert, contra, at))
          const meets = failed.length === 0 && meetingPrice(state, sighting.quote, at) !== null
          const hindered = isHindered(state, advert, sighting, at)
          seen[hindered ? 'hindered' : 'free'] += 1
          // Expired, but no sweep has ended it yet.
          if (advert.expiryDate !== null && advert.expiryDate <= at) continue
          expect(meets).toBe(!hindered)
        }
      },
    ),
    { numRuns: 300 },
  )
  expect(Math.min(seen.hindered, seen.free)).toBeGreaterThan(100)
})
