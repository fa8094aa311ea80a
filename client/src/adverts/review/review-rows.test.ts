import { textIn } from '@aitai/messages/texts.ts'
import { expect, test } from 'vitest'
import { termsOf } from '../../../test/support/fixtures.ts'
import type { TextFunction, TextKey } from '../../ui/text/use-text.ts'
import type { Terms } from '../terms.ts'
import { reviewRows } from './review-rows.ts'

const text: TextFunction = (key, ...values) => textIn('En', key as TextKey, values[0])
const brokers = [
  { brokerID: 'kaede', brokerName: 'Kaede Securities', shortName: 'Kaede' },
  { brokerID: 'tsubaki', brokerName: 'Tsubaki Securities', shortName: 'Tsubaki' },
]
const plain = termsOf({
  duration: '60',
  transactionTypePreference: 'CASH_ONLY',
  brokerIds: ['kaede', 'tsubaki'],
  ranked: true,
  advertisingTrigger: 2_850,
  knockoutTrigger: 3_000,
  indexRelativeKOTrigger: 2,
})
const rates = { lastPrice: 2_905.5, usdJpy: 150 }
const rows = (terms: Partial<Terms>, sent: Partial<Terms> = {}, isUpdate = false) =>
  reviewRows({
    terms: { ...plain, ...terms },
    sent: { ...plain, ...sent },
    brokers,
    rates,
    tickSize: 0.5,
    lotSize: 100,
    isUpdate,
    text,
  })
const shownValueOf = (label: string, of: ReturnType<typeof rows>) =>
  of.find((row) => row.label === label)?.value

test('the review shows both notionals', () => {
  expect(shownValueOf('Notional', rows({}))).toBe('JPY 116,220,000 · USD 774,800')
})

test('an advert without price conditions has one row that says so, just before the brokers', () => {
  expect(rows({}).map(({ label }) => label)).toEqual([
    'Notional',
    'Type',
    'Accept from the contra',
    'Minimum',
    'Duration',
    'Minimum contra credibility',
    'Price conditions',
    'Brokers (ranked)',
  ])
  expect(shownValueOf('Price conditions', rows({}))).toBe('none')
})

test('every active price condition is listed with its level, and decay too', () => {
  const shown = rows({
    advertisingTriggerActivated: true,
    knockoutTriggerActivated: true,
    indexRelativeKOTriggerActivated: true,
    quantityDecay: true,
  })

  expect(shownValueOf('Advertising trigger', shown)).toBe('JPY 2,850.0')
  expect(shownValueOf('Knockout trigger', shown)).toBe('JPY 3,000.0')
  expect(shownValueOf('Index-relative trigger', shown)).toBe('2 % relative to TOPIX')
  expect(shownValueOf('Quantity decay', shown)).toBe('on')
  expect(shownValueOf('Price conditions', shown)).toBeUndefined()
})

test('a limit price is listed with its value, and a change of it with the value last sent', () => {
  expect(rows({ limitPrice: 2_890.5 })).toContainEqual(
    expect.objectContaining({ label: 'Limit price', value: 'JPY 2,890.5', was: null }),
  )
  expect(shownValueOf('Price conditions', rows({ limitPrice: 2_890.5 }))).toBeUndefined()
  expect(rows({ limitPrice: 2_900 }, { limitPrice: 2_890.5 }, true)).toContainEqual(
    expect.objectContaining({ label: 'Limit price', value: 'JPY 2,900.0', was: 'JPY 2,890.5' }),
  )
  expect(rows({}, { limitPrice: 2_890.5 }, true)).toContainEqual(
    expect.objectContaining({ label: 'Limit price', value: 'off', was: 'JPY 2,890.5' }),
  )
  expect(shownValueOf('Limit price', rows({}))).toBeUndefined()
})

test('a level in a finer price band than the close is not rounded to another price', () => {
  const shown = reviewRows({
    terms: { ...plain, knockoutTriggerActivated: true, knockoutTrigger: 2_850.5 },
    sent: plain,
    brokers,
    rates,
    tickSize: 1,
    lotSize: 100,
    isUpdate: false,
    text,
  })

  expect(shownValueOf('Knockout trigger', shown)).toBe('JPY 2,850.5')
})

test('an update shows the previous value of each change, including conditions switched off', () => {
  const sent = { knockoutTriggerActivated: true, shareQuantity: 30_000, direction: 'SELL' } as const
  const changed = rows({}, sent, true).filter(({ was }) => was !== null)

  expect(changed.map(({ label, value, was }) => [label, value, was])).toEqual([
    ['Side', text('common.BUY'), text('common.SELL')],
    ['Quantity', '40,000 shares', '30,000 shares'],
    ['Notional', 'JPY 116,220,000 · USD 774,800', 'JPY 87,165,000 · USD 581,100'],
    ['Minimum', '25 % = 10,000 shares', '25 % = 7,500 shares'],
    ['Knockout trigger', 'off', 'JPY 3,000.0'],
  ])
})
