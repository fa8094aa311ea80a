import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { advertStatuses } from '@aitai/engine/model/advert.ts'
import { describe, expect, test } from 'vitest'
import { termsOf } from '../../../test/support/fixtures.ts'
import type { Terms } from '../../adverts/terms.ts'
import { unreadableExpiry } from '../../ui/advert-terms/duration-text.ts'
import {
  canTakeChange,
  editsAfter,
  isAsPlanned,
  newValues,
  plannedChange,
  valueProblem,
} from './term-change.ts'

/** 10:00 in Tokyo. */
const now = Date.parse('2026-11-27T01:00:00Z')
const minutes = (count: number): number => count * 60_000

/** A live advert that was sent an hour ago, with what a test is about. */
const advertWith = (given: Partial<Advert> = {}): Advert =>
  ({
    id: 'toyota',
    ...termsOf(),
    advertisementStatus: 'LIVE',
    advertTriggerSatisfied: false,
    quantityRemaining: 40_000,
    currentQuantity: 40_000,
    minimumShareQuantity: 10_000,
    submitTime: now - minutes(60),
    expiryDate: new Date(now + minutes(90)).toISOString(),
    ...given,
  }) as Advert

const loses = (given: Partial<Advert>, changes: Partial<Terms>): boolean =>
  plannedChange(advertWith(given), {}, changes, now).losesPriority

const decaying = { quantityDecay: true, currentQuantity: 25_000 } as const

describe('the review says who loses the time priority', () => {
  // rule: 4.7
  test.each([
    ['another minimum', {}, { minimumQuantity: 30 }, true],
    ['the same minimum', {}, { minimumQuantity: 25 }, false],
    ['a trigger off', { knockoutTriggerActivated: true, knockoutTrigger: 3_000 }, off('knockout'), true],
    ['a trigger off that is off', { knockoutTrigger: 3_000 }, off('knockout'), false],
    ['the type', {}, { transactionType: 'CASH_SWAP' }, false],
    ['the brokers', {}, { brokerIds: ['kaede'], ranked: true }, false],
    ['the hurdle', {}, { credibilityHurdle: 61 }, false],
    ['the duration', {}, { duration: 'END_OF_DAY' }, false],
    ['renewals and resumes', {}, { autoRenewals: 2, autoResumes: 1 }, false],
  ] as const)('%s', (_, given, changes, expected) => {
    expect(loses(given as Partial<Advert>, changes)).toBe(expected)
  })

  // rule: 25.7
  test('a limit that is switched off', () => {
    expect(loses({ limitPrice: 2_900 }, newValues('limitOff', termsOf()))).toBe(true)
    expect(loses({}, newValues('limitOff', termsOf()))).toBe(false)
  })

  // rule: 4.18
  test.each([
    ['decay that begins', {}, { quantityDecay: true }, false],
    ['decay that ends', decaying, { quantityDecay: false }, true],
    [
      'decay that ends before it began',
      { ...decaying, advertisementStatus: 'SENT', currentQuantity: 40_000 },
      { quantityDecay: false },
      false,
    ],
    [
      'decay that cannot run down',
      { ...decaying, minimumShareQuantity: 40_000 },
      { quantityDecay: false },
      false,
    ],
    ['a later expiry with decay', decaying, { duration: 'END_OF_DAY' }, true],
    ['a later own expiry with decay', decaying, { duration: '14:00' }, true],
    ['an earlier own expiry with decay', decaying, { duration: '11:00' }, false],
    [
      'an earlier expiry with decay',
      { ...decaying, submitTime: now - minutes(30) },
      { duration: '60' },
      false,
    ],
  ] as const)('%s', (_, given, changes, expected) => {
    expect(loses(given as Partial<Advert>, changes)).toBe(expected)
  })

  // rule: 4.8, 4.19
  test('not one that takes a new time in any case', () => {
    const changes = { minimumQuantity: 30 }
    const armed = {
      advertisementStatus: 'SENT',
      advertisingTriggerActivated: true,
      advertisingTrigger: 2_800,
    } as const
    expect(loses({ advertisementStatus: 'PAUSED' }, changes)).toBe(false)
    expect(loses({ advertisementStatus: 'UNSENT' }, changes)).toBe(false)
    expect(loses(armed, changes)).toBe(false)
    expect(loses({ ...armed, advertTriggerSatisfied: true }, changes)).toBe(true)
  })
})

function off(trigger: 'knockout'): Partial<Terms> {
  return newValues(`${trigger}Off`, termsOf())
}

test('drafts and what may be modified take a change, nothing else', () => {
  const taking = advertStatuses.filter((advertisementStatus) => canTakeChange({ advertisementStatus }))
  expect(taking.toSorted()).toEqual(['LIVE', 'PAUSED', 'SENT', 'UNSENT'])
})

test('a value that no IOI could take is named before it is applied', () => {
  expect(valueProblem(null, termsOf(), null)).toBe('history.change.choose')
  expect(valueProblem('conditions', termsOf(), null)).toBe('history.change.choose')
  expect(valueProblem('brokerIds', termsOf({ brokerIds: [] }), null)).toBe('ADVERT-ERROR-011')
  const unreadable = termsOf({ duration: unreadableExpiry })
  expect(valueProblem('duration', unreadable, null)).toBe('advert.ownExpiry.invalid')
  expect(valueProblem('minimumQuantity', unreadable, null)).toBeNull()
})

test('unsent edits of other terms stay, and a draft takes the change as an edit', () => {
  const edits = { shareQuantity: 50_000, minimumQuantity: 60 }
  const changes = { minimumQuantity: 30 }
  const sent = plannedChange(advertWith(), edits, changes, now)
  // Only what the server has is changed: the edits are not sent with it.
  expect(sent.is).toEqual(termsOf({ minimumQuantity: 30 }))
  expect(editsAfter(sent)).toEqual({ shareQuantity: 50_000 })
  const draft = plannedChange(advertWith({ advertisementStatus: 'UNSENT' }), edits, changes, now)
  expect(draft.was.minimumQuantity).toBe(60)
  expect(editsAfter(draft)).toEqual({ shareQuantity: 50_000, minimumQuantity: 30 })
  const back = plannedChange(
    advertWith({ advertisementStatus: 'UNSENT' }),
    edits,
    { minimumQuantity: 25 },
    now,
  )
  expect(editsAfter(back)).toEqual({ shareQuantity: 50_000 })
})

test('a plan holds as long as the server has the terms from which it was made', () => {
  const plan = plannedChange(advertWith(), {}, { minimumQuantity: 30 }, now)
  expect(isAsPlanned(plan, advertWith({ currentQuantity: 30_000 }))).toBe(true)
  expect(isAsPlanned(plan, advertWith({ shareQuantity: 30_000 }))).toBe(false)
  expect(isAsPlanned(plan, undefined)).toBe(false)
})
