import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { termsRefusalCodes } from '@aitai/engine/model/refusals.ts'
import { expect, test } from 'vitest'
import { termsOf } from '../../test/support/fixtures.ts'
import {
  changedTerms,
  readableLimit,
  refusedTerm,
  submissionOf,
  unreadablePrice,
  untouchedServerChanges,
} from './terms.ts'

const sent = termsOf({ brokerIds: ['hinoki', 'kaede'], ranked: true })

test('changed terms are detected, the order of brokers included', () => {
  expect(changedTerms(sent, { ...sent })).toEqual([])
  expect(changedTerms(sent, { ...sent, brokerIds: ['kaede', 'hinoki'], shareQuantity: 30_000 })).toEqual([
    'shareQuantity',
    'brokerIds',
  ])
})

test('a limit price that cannot be read is shown as none', () => {
  expect(readableLimit({ limitPrice: 2_800 })).toBe(2_800)
  expect(readableLimit({ limitPrice: unreadablePrice })).toBeNull()
  expect(readableLimit({ limitPrice: null })).toBeNull()
})

test("a refresh applies the server's changes and preserves the trader's edits", () => {
  const edited = { ...sent, shareQuantity: 12_000 }
  const refreshed = { ...sent, shareQuantity: 20_000, duration: 'END_OF_DAY' as const }

  expect(untouchedServerChanges(sent, refreshed, edited)).toEqual([['duration', 'END_OF_DAY']])
})

test('a refresh does not replace a term that was changed back while its change was on the way', () => {
  const before = { ...sent, limitPrice: 2_800 }
  const after = { ...sent, limitPrice: 2_850, ranked: false }

  expect(untouchedServerChanges(before, after, before, { ...before, limitPrice: 2_850 })).toEqual([
    ['ranked', false],
  ])
})

test('a refresh without changes is a no-op', () => {
  expect(
    untouchedServerChanges(sent, { ...sent, brokerIds: [...sent.brokerIds] }, { ...sent, ranked: false }),
  ).toEqual([])
})

test('all terms are sent, with the id of their advert', () => {
  const advert = { id: 'advert-1', securityId: 'toyota', direction: 'BUY' } as Advert

  expect(submissionOf(advert, sent, { usdnotional: 774_800, jpynotional: 116_220_000 })).toEqual({
    id: 'advert-1',
    securityId: 'toyota',
    ...sent,
    usdnotional: 774_800,
    jpynotional: 116_220_000,
  })
})

test('a refusal of terms concerns a term, and any other refusal none', () => {
  expect(termsRefusalCodes.map(refusedTerm)).not.toContain(null)
  expect(refusedTerm('ADVERT-LOT')).toBe('shareQuantity')
  expect(refusedTerm('ADVERT-ERROR-001')).toBeNull()
})
