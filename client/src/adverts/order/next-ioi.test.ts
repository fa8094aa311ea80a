import type { AdvertStatus } from '@aitai/engine/model/advert.ts'
import { expect, test } from 'vitest'
import { nextIoiOf } from './next-ioi.ts'

const advert = (advertisementStatus: AdvertStatus, residualPossible = false, securityId = '7203') => ({
  advertisementStatus,
  residualPossible,
  securityId,
})
const orderWith = (left: number) => ({ left, parentQuantity: 50_000, doneElsewhere: 5_000 })
const given = { order: null, lotSize: 100, adverts: [] }

// rule: 27.8
test('a completed IOI of an order is followed by what is left of it in whole lots, not by its residual', () => {
  const completed = advert('COMPLETED', true)

  expect(nextIoiOf(completed, { ...given, order: orderWith(12_345) })).toEqual({
    isResidual: true,
    ofOrder: { shareQuantity: 12_300, parentQuantity: 50_000, doneElsewhere: 5_000 },
  })
  expect(nextIoiOf(completed, { ...given, order: orderWith(99) })).toBeNull()
  expect(nextIoiOf(advert('COMPLETED'), { ...given, order: orderWith(100) })?.isResidual).toBe(false)
})

// rule: 10.1
test('a completed IOI without an order is followed by its residual, if it can have one', () => {
  expect(nextIoiOf(advert('COMPLETED', true), given)).toEqual({ isResidual: true, ofOrder: null })
  expect(nextIoiOf(advert('COMPLETED'), given)).toBeNull()
})

test('nothing follows an IOI that is not completed, or while another is open in its security', () => {
  const order = orderWith(10_000)
  const completed = advert('COMPLETED', true)
  for (const status of ['UNSENT', 'SENT', 'LIVE', 'PAUSED', 'DEAD'] as const)
    expect(nextIoiOf(advert(status), { ...given, order })).toBeNull()

  for (const status of ['UNSENT', 'PAUSED'] as const)
    expect(nextIoiOf(completed, { ...given, order, adverts: [completed, advert(status)] })).toBeNull()
  const others = [advert('DEAD'), advert('LIVE', false, '6758'), completed]
  expect(nextIoiOf(completed, { ...given, order, adverts: others })).not.toBeNull()
})
