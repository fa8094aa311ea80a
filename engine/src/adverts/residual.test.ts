import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  book,
  bookIn,
  buys,
  calendarOf,
  defaultOffsets,
  draftOf,
  haltOf,
  moment,
  type Order,
  ownerCommand,
  perform,
  placeOrder,
  refusalCodeOf,
  residualOf,
  securityNamed,
  sells,
  submitOf,
  sweepAt,
  today,
  world,
} from '../../test/book.ts'
import type { CommandOf } from '../model/commands.ts'
import { yen } from '../model/price.ts'
import type { State } from '../model/state.ts'

const buyer = buys('alder', 25_000, {
  minimumQuantity: 25,
  credibilityHurdle: 41,
  brokerIds: ['NOM', 'DAI'],
  ranked: true,
})

/** Both accept the locate of the next sweep. */
function meet(state: State, ...names: readonly string[]): void {
  perform(state, sweepAt(state.at + 1_000))
  const at = state.at + 1_000
  for (const name of names) perform(state, answerOf(state, name, 'ACCEPT', at))
}

/** Alder bought 10,000 of its 25,000 from birch. */
const completed = (state = world()): State => completedIn(state, sells('birch', 10_000))
const completedWith = (seller: Order): State => completedIn(world(), seller)

function completedIn(state: State, seller: Order): State {
  bookIn(state, buyer, seller)
  meet(state, 'alder', 'birch')
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('COMPLETED')
  return state
}

// rule: 10.5
test('a residual is a private draft with the same settings and the same minimum percentage', () => {
  const state = completed()

  expect(perform(state, residualOf('alder-1', '00:10'))).toEqual([
    {
      type: 'advertDrafted',
      at: moment('00:10'),
      advertId: 'alder-1-rest',
      traderId: 'alder',
      firmId: 'alder',
      securityId: 'toyota',
      terms: { ...buyer.terms, shareQuantity: 15_000 },
      // 25 % of 15,000, rounded up to the lot, not 25 % of 25,000.
      minShares: 3_800,
      offsets: defaultOffsets,
      parentAdvertId: 'alder-1',
    },
  ])
  expect(advertIn(state, 'alder-1-rest')).toMatchObject({
    advertisementStatus: 'UNSENT',
    quantityRemaining: 15_000,
    submitTime: null,
  })
})

// rule: 25.13
test('a residual has the limit of its parent', () => {
  const limitPrice = 2_100 * yen
  const state = book({ ...buyer, terms: { ...buyer.terms, limitPrice } }, sells('birch', 10_000))
  meet(state, 'alder', 'birch')

  expect(perform(state, residualOf('alder-1', '00:10'))).toMatchObject([{ terms: { limitPrice } }])
})

// rule: 27.3
// rule: 28.10
test('a residual has the order and the rules of its parent', () => {
  const order = {
    orderReference: 'PT-12',
    parentQuantity: 50_000,
    doneElsewhere: 7_000,
    autoRenewals: 2,
    autoResumes: 1,
  }
  const state = book({ ...buyer, terms: { ...buyer.terms, ...order } }, sells('birch', 10_000))
  meet(state, 'alder', 'birch')

  expect(perform(state, residualOf('alder-1', '00:10'))).toMatchObject([{ terms: order }])
})

// rule: 10.3
test('parent and residual refer to each other', () => {
  const state = completed()
  perform(state, residualOf('alder-1', '00:10'))

  expect(advertIn(state, 'alder-1').residualId).toBe('alder-1-rest')
  expect(advertIn(state, 'alder-1-rest')).toMatchObject({ parentAdvertId: 'alder-1', residualId: null })
})

test('a residual is submitted like any draft and is located with its own quantity', () => {
  const state = completed()
  perform(state, residualOf('alder-1', '00:10'))
  const { terms } = advertIn(state, 'alder-1-rest')
  perform(state, { ...submitOf('alder-1', terms, '00:11'), advertId: 'alder-1-rest' })
  bookIn(state, sells('cypress', 20_000))

  expect(perform(state, sweepAt('00:15'))).toMatchObject([{ type: 'contraLocated', locateQuantity: 15_000 }])
})

// rule: 10.2
test('a residual is rounded down to the lot of the day', () => {
  const state = completed()
  const reference = { securities: [securityNamed('toyota', { lotSize: 1_000 })] }
  advertIn(state, 'alder-1').quantityRemaining = 14_900
  perform(state, { type: 'changeReference', at: state.at, reference })
  perform(state, residualOf('alder-1', '00:10'))

  expect(advertIn(state, 'alder-1-rest').quantityRemaining).toBe(14_000)
})

/** Each reason against a residual, alone (docs/rules.md §10). */
const against: readonly [string, () => State, Partial<CommandOf<'createResidual'>>?][] = [
  // rule: 10.6
  ['it is still live', () => book(buyer)],
  [
    'it was cancelled',
    () => {
      const state = book(buyer)
      perform(state, ownerCommand('cancelAdvert', 'alder-1', '00:05'))
      return state
    },
  ],
  // rule: 10.7
  [
    'it has one already',
    () => {
      const state = completed()
      perform(state, residualOf('alder-1', '00:05'))
      perform(state, { ...submitOf('alder-1', buyer.terms, '00:06'), advertId: 'alder-1-rest' })
      perform(state, { ...ownerCommand('cancelAdvert', 'alder-1', '00:07'), advertId: 'alder-1-rest' })
      return state
    },
    { residualId: 'another' },
  ],
  ['nothing is left', () => completedWith(sells('birch', 25_000))],
  ['less is left than the platform minimum', () => completedWith(sells('birch', 20_100))],
  ['at this price it is less than the platform minimum', completed, { price: 666 * yen }],
  [
    'less than a lot is left',
    () => completedIn(world({ limits: { platformMinimumNotional: 0 } }), sells('birch', 25_000)),
  ],
  [
    'the platform was closed by the operator',
    () => {
      const state = completed()
      perform(state, haltOf({ kind: 'PLATFORM' }, '00:05'))
      return state
    },
  ],
  // rule: 10.8
  [
    'the platform hours are over',
    () => completedIn(world({ calendar: calendarOf([{ from: 0, to: 9 }]) }), sells('birch', 10_000)),
  ],
  [
    'the institution drafted another in the security',
    () => {
      const state = completed()
      perform(state, draftOf(buys('alder', 10_000), '00:05', 'alder-2'))
      return state
    },
  ],
  // rule: 10.10
  [
    'a colleague has an advert in the security',
    () => {
      const state = completed(world({ traders: [{ traderId: 'clerk', firmId: 'alder' }] }))
      placeOrder(state, buys('clerk', 10_000))
      return state
    },
  ],
]

// spec: 4.statuses.6
test.each(against)('no residual is created when %s', (_, stateOf, more) => {
  expect(refusalCodeOf(stateOf(), residualOf('alder-1', '00:10', more))).toBe('ADVERT-ERROR-005')
})

// rule: 10.9
test('no residual is created on a day on which the exchange is closed', () => {
  const state = completed()
  const calendar = { ...calendarOf(), holidays: [today] }
  perform(state, { type: 'changeReference', at: state.at, reference: { calendar } })

  expect(refusalCodeOf(state, residualOf('alder-1', '00:10'))).toBe('ADVERT-ERROR-005')
})

// rule: 10.11
test('exactly the platform minimum, or exactly one lot, is enough for a residual', () => {
  expect(refusalCodeOf(completedWith(sells('birch', 20_000)), residualOf('alder-1', '00:10'))).toBeNull()

  const lot = completedIn(world({ limits: { platformMinimumNotional: 1 } }), sells('birch', 24_900))
  expect(refusalCodeOf(lot, residualOf('alder-1', '00:10'))).toBeNull()
})

test('an advert of the institution in another security does not prevent a residual', () => {
  const state = completed()
  placeOrder(state, buys('alder', 10_000, { securityId: 'sony' }))

  expect(refusalCodeOf(state, residualOf('alder-1', '00:10'))).toBeNull()
})

test("another trader's residual is not found", () => {
  const state = completed()

  expect(refusalCodeOf(state, residualOf('alder-1', '00:10', { traderId: 'birch' }))).toBe('ADVERT-NOT-FOUND')
})

test('the draft of a residual is removed at the end of the day, like any draft', () => {
  const state = completed()
  perform(state, residualOf('alder-1', '00:10'))
  perform(state, sweepAt('15:00', []))

  expect([...state.adverts.keys()]).toEqual([])
})
