import { optionalTermsOff } from '@aitai/engine/model/advert.ts'
import { expect, test } from 'vitest'
import { toyota as toyotaMotor } from '../../test/support/fixtures.ts'
import { levelMovedBy, levelWithin } from '../adverts/advanced/price-conditions/trigger-levels.ts'
import type { TriggerContext } from '../adverts/advanced/price-conditions/triggers.ts'
import type { Terms } from '../adverts/terms.ts'
import { chartLevels, edgePositions, indexKnockoutLevel } from './levels.ts'

/** The upper limit is not on the tick. */
const toyota = { ...toyotaMotor, minPrice: 2_405.25, maxPrice: 3_405.5 }

const context = (terms: Partial<Terms>, more: Partial<TriggerContext> = {}): TriggerContext => ({
  advert: {
    advertisementStatus: 'UNSENT',
    advertTriggerSatisfied: false,
    advertisingTriggerOffset: 2,
    knockoutTriggerOffset: 5,
  },
  sent: optionalTermsOff as Terms,
  terms: {
    ...optionalTermsOff,
    direction: 'BUY',
    advertisingTrigger: 2_847,
    knockoutTrigger: 3_050,
    ...terms,
  } as Terms,
  rating: 72,
  afterHours: false,
  ...more,
})

test('a level moves by the tick of its price band, and never past a daily limit', () => {
  expect(levelMovedBy(2_847, 1, toyota)).toBe(2_847.5)
  expect(levelMovedBy(2_999.5, 1, toyota)).toBe(3_000)
  expect(levelMovedBy(3_000, 1, toyota)).toBe(3_001)
  expect(levelMovedBy(3_001, -1, toyota)).toBe(3_000)
  expect(levelMovedBy(3_000, -1, toyota)).toBe(2_999.5)
  expect(levelMovedBy(2_847, -10, toyota)).toBe(2_842)
  expect(levelMovedBy(3_405, 10, toyota)).toBe(3_405)
  expect(levelMovedBy(2_405.5, -1, toyota)).toBe(2_405.5)
})

test('a dragged price is put onto the tick below it', () => {
  expect(levelWithin(2_847.74, toyota)).toBe(2_847.5)
  expect(levelWithin(3_050.9, toyota)).toBe(3_050)
  expect(levelWithin(9_999, toyota)).toBe(3_405)
})

test('levels of triggers that are on are shown, and moved unless they are locked', () => {
  expect(chartLevels(context({}), false)).toEqual([])
  const both = context({ advertisingTriggerActivated: true, knockoutTriggerActivated: true })
  expect(chartLevels(both, false)).toEqual([
    { kind: 'advertising', level: 2_847, isMovable: true },
    { kind: 'knockout', level: 3_050, isMovable: true },
  ])
  expect(chartLevels(both, true).map(({ isMovable }) => isMovable)).toEqual([false, false])
  expect(chartLevels({ ...both, afterHours: true }, false).map(({ isMovable }) => isMovable)).toEqual([
    false,
    false,
  ])
  const live = { ...both.advert, advertisementStatus: 'LIVE', advertTriggerSatisfied: true } as const
  const fired = { ...both, advert: live }
  expect(chartLevels(fired, false).map(({ isMovable }) => isMovable)).toEqual([false, true])
})

test('an index-relative knockout follows the index', () => {
  const on = { indexRelativeKOTriggerActivated: true, indexRelativeKOTrigger: 3 }
  expect(indexKnockoutLevel(context({}), { closePrice: 1_000 }, 1)).toBeNull()
  expect(indexKnockoutLevel(context(on), { closePrice: 1_000 }, 1)).toBeCloseTo(1_040)
  expect(indexKnockoutLevel(context({ ...on, direction: 'SELL' }), { closePrice: 1_000 }, 1)).toBeCloseTo(980)
})

test('levels beyond the scale stand at its edges, the furthest outermost, and none over another', () => {
  expect(
    edgePositions([2_900, 3_100, 3_200, 2_700, 3_100, 3_000, 2_800], { low: 2_800, high: 3_000 }),
  ).toEqual([
    null,
    { edge: 'above', rank: 1 },
    { edge: 'above', rank: 0 },
    { edge: 'below', rank: 0 },
    { edge: 'above', rank: 2 },
    null,
    null,
  ])
})
