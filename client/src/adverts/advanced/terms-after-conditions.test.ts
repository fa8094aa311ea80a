import type { TraderDefaults } from '@aitai/contract/schemas/preferences.ts'
import { expect, test } from 'vitest'
import { termsOf, toyota } from '../../../test/support/fixtures.ts'
import type { Terms } from '../terms.ts'
import type { TriggerContext } from './price-conditions/triggers.ts'
import { termsAfterConditions } from './terms-after-conditions.ts'

const smallCaps: TraderDefaults = {
  priceConditions: {
    advertTriggerOffset: 2,
    advertTriggerStatus: true,
    knockoutTriggerOffset: 5,
    knockoutTriggerStatus: true,
    indexRelativeOffset: 4,
    indexRelativeStatus: true,
  },
  advertPreferences: {
    credibilityHurdle: 61,
    duration: 'END_OF_DAY',
    minQuantity: 40,
    quantityDecay: true,
    transactionType: 'CASH_SWAP',
    contraTransactionType: 'SWAP_ONLY',
  },
  pathPreferences: {
    ranked: true,
    brokers: [
      { id: 'kae', brokerName: 'Kaede', shortName: 'KAE' },
      { id: 'tsu', brokerName: 'Tsubaki', shortName: 'TSU' },
    ],
  },
}

const before = termsOf({ advertisingTrigger: null, knockoutTrigger: null })

const context = (terms: Partial<Terms> = {}, more: Partial<TriggerContext> = {}): TriggerContext => ({
  advert: {
    advertisementStatus: 'UNSENT',
    advertTriggerSatisfied: false,
    advertisingTriggerOffset: 0,
    knockoutTriggerOffset: 5,
  },
  sent: before,
  terms: { ...before, ...terms },
  rating: 72,
  afterHours: false,
  ...more,
})

const ofTriggers = {
  advertisingTriggerActivated: true,
  knockoutTriggerActivated: true,
  indexRelativeKOTriggerActivated: true,
  indexRelativeKOTrigger: 4,
}
const others = {
  minimumQuantity: 40,
  duration: 'END_OF_DAY',
  credibilityHurdle: 61,
  transactionType: 'CASH_SWAP',
  transactionTypePreference: 'SWAP_ONLY',
  quantityDecay: true,
  brokerIds: ['kae', 'tsu'],
  ranked: true,
}

test('conditions leave side, quantity, limit and reference, and put levels on the side of the IOI', () => {
  const own = { shareQuantity: 40_000, limitPrice: 2_900, orderReference: 'PT-12' }
  const changes = (direction: 'BUY' | 'SELL') =>
    termsAfterConditions(smallCaps, context({ ...own, direction }), toyota)

  expect(changes('BUY')).toEqual({
    ...others,
    ...ofTriggers,
    advertisingTrigger: 2_847,
    knockoutTrigger: 3_050,
  })
  expect(changes('SELL')).toEqual({
    ...others,
    ...ofTriggers,
    advertisingTrigger: 2_963.5,
    knockoutTrigger: 2_760,
  })
})

test('what is the same already is no change', () => {
  const applied = context(termsAfterConditions(smallCaps, context(), toyota))
  expect(termsAfterConditions(smallCaps, applied, toyota)).toEqual({})
})

test('a locked trigger stays as it is: at the close all of them, and the advertising trigger with a low rating', () => {
  expect(termsAfterConditions(smallCaps, context({}, { afterHours: true }), toyota)).toEqual(others)
  const rated = termsAfterConditions(smallCaps, context({}, { rating: 40 }), toyota)
  expect(rated).toMatchObject({ knockoutTriggerActivated: true })
  expect(rated).not.toHaveProperty('advertisingTriggerActivated')
})

test('conditions without an index-relative trigger switch it off and keep its offset; without a broker the path stays', () => {
  const { priceConditions, ...rest } = smallCaps
  const plain = {
    ...rest,
    priceConditions: { ...priceConditions, indexRelativeStatus: false, indexRelativeOffset: 0 },
    pathPreferences: { ranked: true, brokers: [] },
  }
  const on = {
    indexRelativeKOTriggerActivated: true,
    indexRelativeKOTrigger: 6,
    brokerIds: ['hin'],
    ranked: false,
  }
  const changes = termsAfterConditions(plain, context(on), toyota)
  expect(changes).toMatchObject({ indexRelativeKOTriggerActivated: false })
  for (const name of ['indexRelativeKOTrigger', 'brokerIds', 'ranked'])
    expect(changes).not.toHaveProperty(name)
})
