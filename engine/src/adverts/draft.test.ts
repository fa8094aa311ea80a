import fc from 'fast-check'
import { expect, test } from 'vitest'
import { securityNamed } from '../../test/book.ts'
import { savedPreferences as saved } from '../../test/bulk-file.ts'
import { defaultLimits as limits } from '../model/limits.ts'
import { yen } from '../model/price.ts'
import { type DraftInput, draftTerms } from './draft.ts'
import { defaultPreferences, type PriceConditions, type TraderPreferences } from './preferences.ts'
import { isLargeEnough } from './size-limits.ts'

const offered = ['NOM', 'DAI', 'MIZ', 'SMB', 'GS']

/** The draft of a trader with a middle rating on a security that closed at 2,000 yen. */
const draft = (more: Partial<DraftInput> = {}) =>
  draftTerms({
    security: securityNamed('toyota'),
    price: 2_000 * yen,
    limits,
    rating: 60,
    brokerIds: offered,
    preferences: null,
    ...more,
  })

const savedWith = (priceConditions: Partial<PriceConditions>): TraderPreferences => ({
  ...saved,
  priceConditions: { ...saved.priceConditions, ...priceConditions },
})

test('a trader without saved preferences gets 50 percent, 150 minutes and every condition off', () => {
  expect(draft()).toEqual({
    terms: {
      direction: 'BUY',
      shareQuantity: 5_000,
      minimumQuantity: 50,
      duration: '150',
      credibilityHurdle: 10,
      transactionType: 'CASH_ONLY',
      transactionTypePreference: 'CASH_ONLY',
      brokerIds: ['NOM', 'DAI', 'MIZ', 'SMB'],
      ranked: false,
      quantityDecay: false,
      orderReference: null,
      parentQuantity: null,
      doneElsewhere: 0,
      autoRenewals: 0,
      autoResumes: 0,
      limitPrice: null,
      advertisingTriggerActivated: false,
      advertisingTrigger: 2_000 * yen,
      knockoutTriggerActivated: false,
      knockoutTrigger: 2_100 * yen,
      indexRelativeKOTriggerActivated: false,
      indexRelativeKOTrigger: 300,
    },
    offsets: { advertising: 0, knockout: 500 },
  })
})

test('a new advert has the saved preferences, with levels computed from the close', () => {
  expect(draft({ preferences: saved })).toEqual({
    terms: {
      direction: 'BUY',
      shareQuantity: 5_000,
      minimumQuantity: 20,
      duration: '60',
      credibilityHurdle: 61,
      transactionType: 'CASH_SWAP',
      transactionTypePreference: 'SWAP_ONLY',
      brokerIds: ['SMB', 'DAI'],
      ranked: true,
      quantityDecay: true,
      orderReference: null,
      parentQuantity: null,
      doneElsewhere: 0,
      autoRenewals: 0,
      autoResumes: 0,
      limitPrice: null,
      advertisingTriggerActivated: true,
      advertisingTrigger: 1_970 * yen,
      knockoutTriggerActivated: true,
      knockoutTrigger: 2_080 * yen,
      indexRelativeKOTriggerActivated: true,
      indexRelativeKOTrigger: 600,
    },
    offsets: { advertising: 150, knockout: 400 },
  })
})

// spec: 5.editor.16
test('levels are on the tick grid and are computed from the close, not from the last price', () => {
  const security = securityNamed('toyota', { closePrice: 2_905.5 * yen })
  const preferences = savedWith({ advertTriggerOffset: 5, knockoutTriggerOffset: 5 })
  const { terms } = draft({ security, preferences, price: 3_100 * yen })

  expect([terms.advertisingTrigger, terms.knockoutTrigger]).toEqual([2_760 * yen, 3_050 * yen])
})

test('a saved hurdle below 10 becomes 10 in the draft', () => {
  const preferences = { ...saved, advertPreferences: { ...saved.advertPreferences, credibilityHurdle: 3 } }

  expect(draft({ preferences }).terms.credibilityHurdle).toBe(10)
})

test.each([
  [0, 300],
  [2.99, 300],
  [3, 300],
  [6.75, 675],
  [7.01, 300],
])('index-relative saved as %s and off is %i basis points in the draft', (indexRelativeOffset, stands) => {
  const { terms } = draft({ preferences: savedWith({ indexRelativeOffset, indexRelativeStatus: false }) })

  expect(terms).toMatchObject({
    indexRelativeKOTriggerActivated: false,
    indexRelativeKOTrigger: stands,
  })
})

test.each([
  [40, false],
  [41, true],
])('with a rating of %i a saved advertising trigger is armed: %s', (rating, armed) => {
  const { terms } = draft({ preferences: saved, rating })

  expect(terms).toMatchObject({
    advertisingTriggerActivated: armed,
    advertisingTrigger: 1_970 * yen,
    knockoutTriggerActivated: true,
  })
})

test('saved brokers that are no longer usable are dropped and not replaced', () => {
  expect(draft({ preferences: saved, brokerIds: ['DAI', 'GS'] }).terms.brokerIds).toEqual(['DAI'])
  expect(draft({ preferences: saved, brokerIds: ['GS'] }).terms.brokerIds).toEqual([])
})

test('a broker path that was never saved is that of a trader without preferences', () => {
  const preferences = { ...saved, pathPreferences: defaultPreferences.pathPreferences }

  expect(draft({ preferences }).terms.brokerIds).toEqual(['NOM', 'DAI', 'MIZ', 'SMB'])
})

test('the quantity of a draft is the smallest that can be sent, in whole lots', () => {
  const anyPrice = fc.integer({ min: 1 * yen, max: 100_000 * yen })
  fc.assert(
    fc.property(anyPrice, fc.constantFrom(1, 100, 1_000), (price, lotSize) => {
      const security = securityNamed('toyota', { lotSize })
      const { shareQuantity } = draft({ security, price }).terms

      expect(shareQuantity % lotSize).toBe(0)
      expect(isLargeEnough(shareQuantity, price, security, limits)).toBe(true)
      expect(isLargeEnough(shareQuantity - lotSize, price, security, limits)).toBe(false)
    }),
  )
})
