import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sizeFrom } from './advert-size.ts'
import { agreedRates, completedAs, draftWithEdits, listedSize } from './shown-advert.ts'

const draft = {
  advertisementStatus: 'UNSENT',
  direction: 'BUY',
  shareQuantity: 3_500,
  quantityRemaining: 3_500,
  currentQuantity: 3_500,
  jpynotional: 10_160_500,
  usdnotional: 67_737,
} as Advert

test('a draft that was changed is whole and worth more at its new size, everywhere it is shown', () => {
  expect(draftWithEdits(draft, { shareQuantity: 7_000, direction: 'SELL' })).toEqual({
    ...draft,
    direction: 'SELL',
    shareQuantity: 7_000,
    quantityRemaining: 7_000,
    currentQuantity: 7_000,
    jpynotional: 20_321_000,
    usdnotional: 135_474,
  })
})

test('a sent advert is shown with its sent terms, regardless of unsent edits', () => {
  const sent = { ...draft, advertisementStatus: 'LIVE' } as Advert
  expect(draftWithEdits(sent, { shareQuantity: 7_000 })).toEqual(sent)
})

test('a completed advert has what was located of it, and no other advert has', () => {
  const completed = { ...draft, advertisementStatus: 'COMPLETED' } as Advert
  const agreed = {
    locateQuantity: 2_000,
    jpynotional: 5_811_000,
    usdnotional: 38_740,
  } as LocateNotification
  const shown = completedAs(completed, agreed)

  expect(shown).toEqual({
    ...completed,
    located: { shareQuantity: 2_000, jpynotional: 5_811_000, usdnotional: 38_740 },
  })
  expect(listedSize(shown)).toEqual(shown.located)
  expect(listedSize(draft)).toMatchObject({ shareQuantity: 3_500, jpynotional: 10_160_500 })
  expect(completedAs(draft, agreed)).toBe(draft)
  expect(completedAs(completed, undefined)).toBe(completed)
})

test('the fields of a completed advert have the value of its locate in both currencies, at any rate', () => {
  const anyLocate = fc.record({
    locateQuantity: fc.integer({ min: 1, max: 100_000 }).map((lots) => lots * 100),
    midPrice: fc.integer({ min: 2_000, max: 200_000 }).map((halfYen) => halfYen / 2),
    usdJpy: fc.integer({ min: 80_0000, max: 200_0000 }).map((price) => price / 10_000),
  })
  fc.assert(
    fc.property(anyLocate, ({ locateQuantity, midPrice, usdJpy }) => {
      const yen = locateQuantity * midPrice
      const value = { jpynotional: Math.round(yen), usdnotional: Math.round(yen / usdJpy) }
      const rates = agreedRates({ midPrice, ...value } as Parameters<typeof agreedRates>[0])

      expect(sizeFrom('shares', locateQuantity, rates)).toMatchObject(value)
    }),
  )
})
