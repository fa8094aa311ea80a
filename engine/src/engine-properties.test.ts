import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../test/arbitrary-book.ts'
import { anyScenario, commandForStep, tryCommand } from '../test/arbitrary-scenario.ts'
import {
  advertIn,
  answerOf,
  bookIn,
  brokerNames,
  buys,
  locatedPair,
  moment,
  perform,
  placeOrder,
  quoteOf,
  residualOf,
  securityNamed,
  sells,
  submitOf,
  sweepAt,
  world,
} from '../test/book.ts'
import { currentQuantity } from './adverts/quantity-decay.ts'
import { residualPossible } from './adverts/residual.ts'
import { mayMeet } from './matching/eligibility.ts'
import type { Answer } from './model/locate.ts'
import { yen } from './model/price.ts'
import type { State } from './model/state.ts'

/**
 * Properties that hold whatever happens. Others are tested beside their subject: symmetry of each condition
 * in eligibility.test.ts, the order of pairs in priority.test.ts, rounding in quantity-decay.test.ts,
 * security.test.ts and trigger-levels.test.ts, ratings in credibility.test.ts.
 */

test('a located quantity is less than a lot below what both adverts offer, and never above it', () => {
  let located = 0
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = bookFromPlan(plan)
      // A lot that does not divide any quantity, as after a change by the exchange.
      const securities = [securityNamed('toyota', { lotSize: 700 })]
      perform(state, { type: 'changeReference', at: state.at, reference: { securities } })
      for (const step of scenario) {
        const command = commandForStep(state, step)
        if (!command) continue
        const offers = new Map(
          [...state.adverts.values()].map((each) => [each.id, currentQuantity(state, each, command.at)]),
        )
        const decision = tryCommand(state, command)
        for (const event of 'events' in decision ? decision.events : []) {
          if (event.type !== 'contraLocated') continue
          located += 1
          const offered = [event.buyId, event.sellId].map((id) => offers.get(id) as number)
          const lot = event.securityId === 'toyota' ? 700 : 100
          expect(event.locateQuantity % lot).toBe(0)
          expect(event.locateQuantity).toBeLessThanOrEqual(Math.min(...offered))
          expect(event.locateQuantity).toBeGreaterThan(Math.min(...offered) - lot)
          expect([event.residual.BUY, event.residual.SELL]).toEqual(
            offered.map((each) => each - event.locateQuantity),
          )
        }
      }
    }),
    { numRuns: 150 },
  )
  expect(located).toBeGreaterThan(0)
})

/** Alder is located with a contra of this size and both accept: the shares located, decayed and left. */
function meetOnce(state: State, advertId: string, contra: string, shares: number, minutes: number) {
  bookIn(state, sells(contra, shares))
  const at = state.at + minutes * 60_000
  const offered = currentQuantity(state, advertIn(state, advertId), at)
  perform(state, sweepAt(at))
  const quote = quoteOf('toyota', at)
  for (const name of ['alder', contra]) perform(state, answerOf(state, name, 'ACCEPT', at + 1_000, { quote }))
  const { terms, quantityRemaining } = advertIn(state, advertId)
  const located = [...state.agreements.values()].at(-1)?.locationQuantity ?? 0
  return { located, ranDown: terms.shareQuantity - offered, left: quantityRemaining }
}

/** Alder sends the residual of an advert at once. */
function goOn(state: State, advertId: string, residualId: string): void {
  perform(state, residualOf(advertId, state.at, { residualId }))
  perform(state, submitOf(residualId, advertIn(state, residualId).terms, state.at + 1_000))
}

const anyChain = fc.array(
  fc.record({ lots: fc.integer({ min: 50, max: 300 }), minutes: fc.nat({ max: 40 }) }),
  {
    minLength: 2,
    maxLength: 6,
  },
)

// rule: 10.4
test('along a chain of residuals, located, decayed and remaining shares add up to the original', () => {
  let longest = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 700, max: 2_000 }),
      anyChain,
      fc.boolean(),
      (lots, chain, quantityDecay) => {
        const state = world()
        let id = placeOrder(state, buys('alder', lots * 100, { quantityDecay, duration: '150' }))
        let gone = 0
        for (const [i, step] of chain.entries()) {
          const contra = ['birch', 'cypress', 'dogwood', 'elder', 'fir'][i]
          const advert = advertIn(state, id)
          if (!contra) break
          const shares = Math.max(step.lots * 100, advert.minShares)
          const { located, ranDown, left } = meetOnce(state, id, contra, shares, step.minutes)
          gone += located + ranDown
          expect(gone + left).toBe(lots * 100)
          longest = Math.max(longest, i + 1)
          if (!residualPossible(state, advert, 2_000 * yen, state.at)) break
          goOn(state, id, `alder-${i + 2}`)
          id = `alder-${i + 2}`
          expect(advertIn(state, id).quantityRemaining).toBe(left)
        }
      },
    ),
  )
  expect(longest).toBeGreaterThanOrEqual(3)
})

// rule: 7.7
test('one more broker at the end of a ranked list never removes a match', () => {
  let meet = 0
  fc.assert(
    fc.property(anyPlan, fc.constantFrom(...brokerNames), (plan, brokerId) => {
      const state = bookFromPlan({ ...plan, absent: [] })
      const adverts = [...state.adverts.values()]
      for (const a of adverts) {
        const { terms } = a
        if (terms.brokerIds.includes(brokerId) || terms.brokerIds.length > 3) continue
        const contras = adverts.filter((b) => mayMeet(state, a, b, state.at))
        a.terms = { ...terms, ranked: true, brokerIds: [...terms.brokerIds, brokerId] }
        for (const b of contras) expect(mayMeet(state, a, b, state.at)).toBe(true)
        meet += contras.length
        a.terms = terms
      }
    }),
  )
  expect(meet).toBeGreaterThan(0)
})

type Given = Answer | 'none'
const anyGiven = fc.constantFrom<Given>('ACCEPT', 'DECLINE', 'none')
const anyLedger = fc.array(
  fc.record({
    at: fc.constant(0),
    score: fc.constantFrom(0, 20, 60, 100),
    contraFirmId: fc.constantFrom('alder', 'birch', 'cypress', null),
  }),
  { maxLength: 20 },
)

// rule: 8.4
test('the answer or timeout of one side never changes the score of the other', () => {
  fc.assert(
    fc.property(anyGiven, anyLedger, fc.integer({ min: 1_960, max: 2_040 }), (own, ledger, midYen) => {
      const scored = (['ACCEPT', 'DECLINE', 'none'] as const).map((other) => {
        const state = locatedPair(buys('alder', 10_000), sells('birch', 10_000))
        const alder = state.traders.get('alder')
        if (alder) alder.ledger = ledger
        const quote = quoteOf('toyota', '00:05:10', midYen)
        for (const [name, answer] of [
          ['birch', other],
          ['alder', own],
        ] as const)
          if (answer !== 'none') perform(state, answerOf(state, name, answer, '00:05:10', { quote }))
        perform(state, sweepAt(moment('00:05:31.501'), []))
        return [alder?.rating, alder?.ledger.map(({ score }) => score)]
      })
      expect(scored[1]).toEqual(scored[0])
      expect(scored[2]).toEqual(scored[0])
    }),
  )
})
