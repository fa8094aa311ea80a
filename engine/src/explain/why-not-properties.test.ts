import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../test/arbitrary-book.ts'
import { anyScenario, runScenario } from '../../test/arbitrary-scenario.ts'
import { quoteOf, setRating, sightingOf } from '../../test/book.ts'
import { evolve } from '../evolve/evolve.ts'
import { isWithinLimit } from '../market/limit-price.ts'
import { locatePrice } from '../market/matching-price.ts'
import { conditionHolds, mayMeet, pairConditions } from '../matching/eligibility.ts'
import { Advert } from '../model/advert.ts'
import { yen } from '../model/price.ts'
import type { Sighting } from '../model/quote.ts'
import { noSizeLimits } from '../model/reference-data.ts'
import type { State } from '../model/state.ts'
import { whyNot } from './why-not.ts'
import type { WhyNotCode } from './why-not-reason.ts'

/** Reasons that do not prevent a match: the advert can still match when an eligible contra arrives. */
const nonBlockingReasons: readonly WhyNotCode[] = ['WAITING_FOR_CONTRA', 'DECAYED', 'EXPIRING']

const anySighting = fc.record({
  condition: fc.constantFrom('CONTINUOUS', 'CONTINUOUS', 'HALTED'),
  officialClose: fc.constantFrom(null, 2_001 * yen),
  age: fc.constantFrom(0, 0, 0, 10_001),
} as const)
type AnySighting = typeof anySighting extends fc.Arbitrary<infer T> ? T : never

const sightingIn = ({ age, ...fields }: AnySighting, securityId: string, at: number): Sighting =>
  sightingOf(quoteOf(securityId, at - age, 2_000, fields))

const isBlocked = (state: State, advert: Advert, sighting: Sighting, at: number): boolean =>
  !whyNot(state, advert, sighting, at).every(({ code }) => nonBlockingReasons.includes(code))

test('no reason prevents the adverts of an eligible pair from matching', () => {
  let eligiblePairs = 0
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
          const price = locatePrice(state, sighting, at)
          if (!mayMeet(state, a, b, at) || price === null) continue
          if (![a, b].every(({ terms }) => isWithinLimit(terms, price))) continue
          eligiblePairs += 1
          expect(isBlocked(state, a, sighting, at)).toBe(false)
        }
    }),
    { numRuns: 1_000 },
  )
  expect(eligiblePairs).toBeGreaterThan(100)
})

/**
 * Adds an institution without history to `state` and returns its contra, which accepts the advert's terms in any
 * quantity.
 */
function idealContra(state: State, advert: Advert): Advert {
  const { at } = state
  const firm = {
    firmId: 'ideal',
    affiliateGroup: null,
    brokerIds: [...state.brokers.keys()],
    ...noSizeLimits,
  }
  const traders = [{ traderId: 'ideal', firmId: 'ideal' }]
  evolve(state, { type: 'referenceChanged', at, reference: { firms: [firm], traders } })
  evolve(state, { type: 'presenceChanged', at, traderId: 'ideal', present: true })
  setRating(state, 'ideal', 100)
  return Advert.from({
    ...advert.toJSON(),
    id: 'ideal-1',
    traderId: 'ideal',
    firmId: 'ideal',
    minShares: 100,
    quantityRemaining: 10_000_000,
    decay: null,
    settledSince: 0,
    restsUntil: null,
    expiryDate: null,
    terms: {
      ...advert.terms,
      direction: advert.terms.direction === 'BUY' ? 'SELL' : 'BUY',
      credibilityHurdle: 10,
      limitPrice: null,
      transactionType: advert.terms.transactionTypePreference,
      transactionTypePreference: advert.terms.transactionType,
    },
  })
}

test('a live advert matches an ideal contra if and only if no reason prevents it', () => {
  const seen = { blocked: 0, unblocked: 0 }
  fc.assert(
    fc.property(
      anyPlan,
      anyScenario,
      anySighting,
      fc.nat({ max: 20_000 }),
      (plan, scenario, market, delay) => {
        const state = runScenario(bookFromPlan(plan), scenario.slice(0, 20))
        const at = state.at + delay
        for (const advert of [...state.adverts.values()]) {
          if (advert.advertisementStatus !== 'LIVE') continue
          const sighting = sightingIn(market, advert.securityId, at)
          const contra = idealContra(state, advert)
          const failed = pairConditions.filter((each) => !conditionHolds[each](state, advert, contra, at))
          const price = locatePrice(state, sighting, at)
          const meets = failed.length === 0 && price !== null && isWithinLimit(advert.terms, price)
          const blocked = isBlocked(state, advert, sighting, at)
          seen[blocked ? 'blocked' : 'unblocked'] += 1
          // Skip an expired advert that no sweep has ended yet: it matches nothing.
          if (advert.expiryDate !== null && advert.expiryDate <= at) continue
          expect(meets).toBe(!blocked)
        }
      },
    ),
    { numRuns: 300 },
  )
  expect(Math.min(seen.blocked, seen.unblocked)).toBeGreaterThan(100)
})
