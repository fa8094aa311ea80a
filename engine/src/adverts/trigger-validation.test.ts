import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buys, securityNamed, sells } from '../../test/book.ts'
import { roundDownToTick } from '../market/tick-sizes.ts'
import type { AdvertTerms } from '../model/advert.ts'
import { defaultLimits as limits } from '../model/limits.ts'
import { yen } from '../model/price.ts'
import { tickTables } from '../model/security.ts'
import { levelVariants } from './trigger-levels.ts'
import {
  changesTrigger,
  changesTriggers,
  hasFired,
  mayArm,
  triggerKinds,
  validateArming,
  validateTriggers,
} from './trigger-validation.ts'

const toyota = securityNamed('toyota')
const buyer = buys('alder', 10_000).terms
const faultOf = (terms: AdvertTerms) => validateTriggers(terms, toyota, limits)
const advertising = (level: number | null): Partial<AdvertTerms> => ({
  advertisingTriggerActivated: true,
  advertisingTrigger: level,
})
const knockout = (level: number | null): Partial<AdvertTerms> => ({
  knockoutTriggerActivated: true,
  knockoutTrigger: level,
})
const indexRelative = (offset: number | null): Partial<AdvertTerms> => ({
  indexRelativeKOTriggerActivated: true,
  indexRelativeKOTrigger: offset,
})

const levelFault = { errorCode: 'TRIGGER-LEVEL', variables: { min: 1_500, max: 2_500 } }
const indexFault = { errorCode: 'TRIGGER-INDEX', variables: { min: 3, max: 7 } }

describe.each([
  ['an advertising trigger', advertising],
  ['a knockout', knockout],
])('%s', (_, at) => {
  test.each([
    [1_500, 'at the lower limit of the day'],
    [1_999.5, 'on the tick'],
    [2_500, 'at the upper limit of the day'],
  ])('may stand at %d yen, %s', (level) => {
    expect(faultOf({ ...buyer, ...at(level * yen) })).toBeNull()
  })

  // rule: 11.15
  test.each([
    [1_499.5, 'below the lower limit of the day'],
    [2_500.5, 'above the upper limit of the day'],
    [1_999.9, 'off the tick'],
    [2_000.00005, 'no whole unit of price'],
    [0, 'nothing'],
    [-2_000, 'negative'],
    [Number.NaN, 'no number'],
  ])('may not stand at %d yen, %s', (level) => {
    expect(faultOf({ ...buyer, ...at(level * yen) })).toEqual(levelFault)
  })

  test('needs a level when it is switched on', () => {
    expect(faultOf({ ...buyer, ...at(null) })).toEqual(levelFault)
  })
})

test('a level is on the tick grid of its price band', () => {
  const cheap = securityNamed('cheap', {
    closePrice: 1_000 * yen,
    minPrice: 700 * yen,
    maxPrice: 1_300 * yen,
  })

  expect(validateTriggers({ ...buyer, ...advertising(999.9 * yen) }, cheap, limits)).toBeNull()
  expect(validateTriggers({ ...buyer, ...advertising(1_000.1 * yen) }, cheap, limits)).not.toBeNull()
})

test('a level is positive, even where the daily limits would allow zero', () => {
  const worthless = { ...toyota, minPrice: -yen }

  expect(validateTriggers({ ...buyer, ...knockout(0) }, worthless, limits)?.errorCode).toBe('TRIGGER-LEVEL')
})

// rule: 11.14
test.each([
  ['BUY', 1_950, 2_100, 'may be sent', undefined],
  ['BUY', 2_000, 2_000, 'may not', 'TRIGGER-ORDER'],
  ['BUY', 2_100, 1_950, 'may not', 'TRIGGER-ORDER'],
  ['SELL', 2_100, 1_950, 'may be sent', undefined],
  ['SELL', 2_000, 2_000, 'may not', 'TRIGGER-ORDER'],
  ['SELL', 1_950, 2_100, 'may not', 'TRIGGER-ORDER'],
] as const)('a %s that goes live at %d yen and gives up at %d %s', (direction, a, k, _, errorCode) => {
  const fault = faultOf({ ...buyer, direction, ...advertising(a * yen), ...knockout(k * yen) })

  expect(fault?.errorCode).toBe(errorCode)
})

// rule: 11.22
test.each([300, 450, 700])('an index-relative knockout may be %i basis points', (offset) => {
  expect(faultOf({ ...buyer, ...indexRelative(offset) })).toBeNull()
})

test.each([299, 701, 300.5, -500, Number.NaN, null])('and may not be %s', (offset) => {
  expect(faultOf({ ...buyer, ...indexRelative(offset) })).toEqual(indexFault)
})

test("the range of an index-relative knockout is the platform's", () => {
  const wider = { ...limits, indexRelativeOffset: { min: 100, max: 2_050 } }

  expect(validateTriggers({ ...buyer, ...indexRelative(2_050) }, toyota, wider)).toBeNull()
  expect(validateTriggers({ ...buyer, ...indexRelative(50) }, toyota, wider)?.variables).toEqual({
    min: 1,
    max: 20.5,
  })
})

test('of several errors the level is reported first, then the order, then the index', () => {
  const crossed = { ...buyer, ...advertising(2_100 * yen), ...knockout(1_950 * yen), ...indexRelative(1) }

  expect(faultOf({ ...crossed, ...knockout(1) })?.errorCode).toBe('TRIGGER-LEVEL')
  expect(faultOf(crossed)?.errorCode).toBe('TRIGGER-ORDER')
  expect(faultOf({ ...crossed, knockoutTriggerActivated: false })?.errorCode).toBe('TRIGGER-INDEX')
})

test('a trigger that is switched off is not validated', () => {
  const off = { advertisingTrigger: 3, knockoutTrigger: -1, indexRelativeKOTrigger: 99_999 }

  expect(faultOf({ ...buyer, ...off })).toBeNull()
  expect(faultOf({ ...buyer, ...advertising(2_100 * yen), knockoutTrigger: 1_950 * yen })).toBeNull()
  expect(faultOf({ ...buyer, ...knockout(1_950 * yen), advertisingTrigger: 2_100 * yen })).toBeNull()
})

test('every level computed from an offset may be sent, unless it is outside the limits or equals the other one', () => {
  const anyOffset = fc.integer({ min: 0, max: 1_000 })
  fc.assert(
    fc.property(
      fc.integer({ min: 100 * yen, max: 60_000 * yen }),
      fc.constantFrom(...tickTables),
      anyOffset,
      anyOffset,
      (price, tickTable, a, k) => {
        const closePrice = roundDownToTick(price, { tickTable, exchange: 'XTKS' })
        const limitsOfDay = { minPrice: closePrice * 0.8, maxPrice: closePrice * 1.2 }
        const security = securityNamed('any', { tickTable, closePrice, ...limitsOfDay })
        const levels = levelVariants(closePrice, { advertising: a, knockout: k }, security)
        const terms = {
          ...buyer,
          ...advertising(levels.buyAdvertisingTrigger),
          ...knockout(levels.buyKnockoutTrigger),
        }

        const meet = levels.buyAdvertisingTrigger === levels.buyKnockoutTrigger
        expect(validateTriggers(terms, security, limits)?.errorCode).toBe(meet ? 'TRIGGER-ORDER' : undefined)
      },
    ),
  )
})

const armed: AdvertTerms = {
  ...buyer,
  advertisingTriggerActivated: true,
  advertisingTrigger: 19_000_000,
  knockoutTriggerActivated: true,
  knockoutTrigger: 21_000_000,
  indexRelativeKOTriggerActivated: true,
  indexRelativeKOTrigger: 400,
}

test.each<[string, Partial<AdvertTerms>, 'changes' | 'stays']>([
  ['the advertising trigger is switched off', { advertisingTriggerActivated: false }, 'changes'],
  ['the advertising trigger has another level', { advertisingTrigger: 18_000_000 }, 'changes'],
  ['the knockout is switched off', { knockoutTriggerActivated: false }, 'stays'],
  ['the knockout has another level', { knockoutTrigger: 22_000_000 }, 'stays'],
  ['the index-relative knockout is switched off', { indexRelativeKOTriggerActivated: false }, 'stays'],
  ['the index-relative knockout has another offset', { indexRelativeKOTrigger: 500 }, 'stays'],
])('the triggers change when %s', (_, change, advertisingTrigger) => {
  const other = { ...armed, ...change }

  for (const [was, is] of [
    [armed, other],
    [other, armed],
  ] as const) {
    expect(changesTriggers(was, is)).toBe(true)
    expect(changesTrigger('advertising', was, is)).toBe(advertisingTrigger === 'changes')
  }
})

test.each<[string, Partial<AdvertTerms>]>([
  ['advertising trigger', { advertisingTrigger: 1 }],
  ['knockout', { knockoutTrigger: 1 }],
  ['index-relative knockout', { indexRelativeKOTrigger: 1 }],
])('a level that is kept while its %s is off is no change', (_, change) => {
  expect(changesTriggers(buyer, { ...buyer, ...change })).toBe(false)
  expect(changesTrigger('advertising', buyer, { ...buyer, ...change })).toBe(false)
})

test('nothing else is a change of triggers', () => {
  const other = { ...sells('alder', 20_000, { minimumQuantity: 50, ranked: true }).terms, brokerIds: ['DAI'] }

  expect(changesTriggers(buyer, other)).toBe(false)
  expect(changesTrigger('advertising', buyer, other)).toBe(false)
})

test('each trigger is compared by itself', () => {
  const other = { ...armed, knockoutTrigger: 22_000_000, indexRelativeKOTriggerActivated: false }

  expect(triggerKinds.filter((trigger) => changesTrigger(trigger, armed, other))).toEqual([
    'knockout',
    'indexRelative',
  ])
})

const { armingRating } = limits
const modified = (terms: AdvertTerms, advertTriggerSatisfied = false) => ({ terms, advertTriggerSatisfied })

// rule: 11.20
test('a rating of 41 arms an advertising trigger, and an armed one stays armed below it', () => {
  const low = { limits, rating: armingRating - 1 }

  expect(mayArm({ limits, rating: armingRating, modified: null })).toBe(true)
  expect(mayArm({ ...low, modified: null })).toBe(false)
  expect(mayArm({ ...low, modified: modified(buyer) })).toBe(false)
  expect(mayArm({ ...low, modified: modified(armed) })).toBe(true)
  expect(validateArming(armed, { ...low, modified: null })).toEqual({
    errorCode: 'TRIGGER-RATING',
    variables: { rating: armingRating },
  })
  expect(validateArming(armed, { ...low, modified: modified(armed) })).toBeNull()
  expect(validateArming(buyer, { ...low, modified: null })).toBeNull()
})

test('a trigger that has fired cannot be moved or switched off, until its advert is sent again', () => {
  const moved = { ...armed, advertisingTrigger: 18_000_000 }
  const arming = (was: Parameters<typeof hasFired>[0]) => ({ limits, rating: armingRating, modified: was })

  expect([null, modified(armed), modified(armed, true)].map(hasFired)).toEqual([false, false, true])
  for (const terms of [moved, { ...armed, advertisingTriggerActivated: false }]) {
    expect(validateArming(terms, arming(modified(armed, true)))).toEqual({ errorCode: 'TRIGGER-SATISFIED' })
    expect(validateArming(terms, arming(modified(armed)))).toBeNull()
    expect(validateArming(terms, arming(null))).toBeNull()
  }
  expect(validateArming({ ...armed, knockoutTrigger: 1 }, arming(modified(armed, true)))).toBeNull()
})

// rule: 25.11
test.each([
  [1_500, null],
  [1_999.5, null],
  [2_500, null],
  [1_499.5, 'LIMIT-LEVEL'],
  [2_500.5, 'LIMIT-LEVEL'],
  [1_999.9, 'LIMIT-LEVEL'],
  [0, 'LIMIT-LEVEL'],
] as const)('a limit price of %d yen is answered %s', (limit, refused) => {
  expect(faultOf({ ...buyer, limitPrice: limit * yen })?.errorCode ?? null).toBe(refused)
})

// rule: 25.10
test.each([
  ['BUY', 2_000, 1_990, 2_050, null],
  ['BUY', 1_990, 1_990, 2_050, null],
  ['BUY', 1_989.5, 1_990, 2_050, 'LIMIT-ORDER'],
  ['BUY', 2_050, 1_990, 2_050, 'LIMIT-ORDER'],
  ['BUY', 1_980, null, 2_050, null],
  ['BUY', 2_100, 1_990, null, null],
  ['SELL', 2_000, 2_010, 1_950, null],
  ['SELL', 2_010, 2_010, 1_950, null],
  ['SELL', 2_010.5, 2_010, 1_950, 'LIMIT-ORDER'],
  ['SELL', 1_950, 2_010, 1_950, 'LIMIT-ORDER'],
] as const)(
  'a %s limited to %d between its trigger at %s and its knockout at %s is answered %s',
  (...row) => {
    const [direction, limit, trigger, knockoutAt, refused] = row
    const terms = {
      ...buyer,
      direction,
      limitPrice: limit * yen,
      ...(trigger === null ? {} : advertising(trigger * yen)),
      ...(knockoutAt === null ? {} : knockout(knockoutAt * yen)),
    }

    expect(faultOf(terms)?.errorCode ?? null).toBe(refused)
  },
)
