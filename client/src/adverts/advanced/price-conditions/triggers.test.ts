import { expect, test } from 'vitest'
import { termsOf, toyota } from '../../../../test/support/fixtures.ts'
import type { Terms } from '../../terms.ts'
import {
  refusedTrigger,
  type TriggerContext,
  type TriggerState,
  termsAfterDirectionChange,
  termsAfterSwitch,
  triggerLockReason,
  triggerRefusals,
} from './triggers.ts'

const draft = termsOf({ advertisingTrigger: 2_847, knockoutTrigger: 3_050, indexRelativeKOTrigger: 0 })

const unsent: TriggerState = {
  advertisementStatus: 'UNSENT',
  advertTriggerSatisfied: false,
  advertisingTriggerOffset: 2,
  knockoutTriggerOffset: 5,
}

const editing = (terms: Partial<Terms>, more: Partial<TriggerContext> = {}): TriggerContext => ({
  advert: unsent,
  sent: draft,
  terms: { ...draft, ...terms },
  rating: 72,
  afterHours: false,
  ...more,
})

// spec: 4.other.8
test('switching a trigger off restores its saved level', () => {
  const edited = editing({ knockoutTriggerActivated: true, knockoutTrigger: 3_200 })

  expect(termsAfterSwitch('knockout', false, edited, toyota)).toEqual({
    knockoutTriggerActivated: false,
    knockoutTrigger: 3_050,
  })
})

test('after a change of direction, switching off restores the saved offset on the other side', () => {
  const edited = editing({ direction: 'SELL', knockoutTriggerActivated: true, knockoutTrigger: 2_500 })

  expect(termsAfterSwitch('knockout', false, edited, toyota).knockoutTrigger).toBe(2_760)
})

test('switching on a trigger without a level places it at the saved offset from the close', () => {
  const sent = { ...draft, advertisingTrigger: null }

  expect(
    termsAfterSwitch('advertising', true, editing({ advertisingTrigger: null }, { sent }), toyota),
  ).toEqual({
    advertisingTriggerActivated: true,
    advertisingTrigger: 2_847,
  })
  expect(
    termsAfterSwitch('advertising', false, editing({ advertisingTrigger: null }, { sent }), toyota),
  ).toEqual({
    advertisingTriggerActivated: false,
    advertisingTrigger: null,
  })
})

test('the index-relative trigger starts at 3 percent, and switching it off restores the saved value', () => {
  expect(termsAfterSwitch('indexRelative', true, editing({}), toyota).indexRelativeKOTrigger).toBe(3)
  expect(termsAfterSwitch('indexRelative', false, editing({}), toyota).indexRelativeKOTrigger).toBe(0)
})

test('changing the direction mirrors both levels at the close, and changing it back restores them exactly', () => {
  const turned = termsAfterDirectionChange('SELL', unsent, draft, draft, toyota)
  expect(turned).toEqual({ direction: 'SELL', advertisingTrigger: 2_963.5, knockoutTrigger: 2_760 })

  expect(termsAfterDirectionChange('BUY', unsent, draft, { ...draft, ...turned }, toyota)).toEqual({
    direction: 'BUY',
    advertisingTrigger: 2_847,
    knockoutTrigger: 3_050,
  })
})

test('a level edited after a change of direction is not undone by changing back', () => {
  const turned: Terms = { ...draft, direction: 'SELL', advertisingTrigger: 2_963.5, knockoutTrigger: 2_614.5 }

  expect(termsAfterDirectionChange('BUY', unsent, draft, turned, toyota).knockoutTrigger).toBeGreaterThan(
    3_190,
  )
})

test('a fired trigger does not move when the direction changes', () => {
  const live: TriggerState = { ...unsent, advertisementStatus: 'LIVE', advertTriggerSatisfied: true }

  expect(termsAfterDirectionChange('SELL', live, draft, draft, toyota)).toEqual({
    direction: 'SELL',
    knockoutTrigger: 2_760,
  })
})

// spec: 5.editor.10
test('arming an advertising trigger needs a rating of 41; the other triggers need none', () => {
  expect(triggerLockReason('advertising', editing({}, { rating: 40 }))).toBe('rating')
  expect(triggerLockReason('advertising', editing({}, { rating: 41 }))).toBeNull()
  expect(triggerLockReason('knockout', editing({}, { rating: 1 }))).toBeNull()
})

test('below 41 an armed trigger of an active advert stays armed, and that of a draft can only be switched off', () => {
  const armed = { ...draft, advertisingTriggerActivated: true }
  const sent: TriggerState = { ...unsent, advertisementStatus: 'SENT' }

  expect(triggerLockReason('advertising', editing({}, { advert: sent, sent: armed, rating: 20 }))).toBeNull()
  expect(triggerLockReason('advertising', editing(armed, { sent: armed, rating: 20 }))).toBeNull()
  expect(triggerRefusals(editing(armed, { sent: armed, rating: 20 }), toyota).advertising?.errorCode).toBe(
    'TRIGGER-RATING',
  )
  expect(triggerRefusals(editing(armed, { advert: sent, sent: armed, rating: 20 }), toyota)).toEqual({})
})

// spec: 5.editor.11
test('a trigger that has fired is locked until its advert is dead', () => {
  const fired = (advertisementStatus: 'LIVE' | 'DEAD'): TriggerContext =>
    editing({}, { advert: { ...unsent, advertisementStatus, advertTriggerSatisfied: true } })

  expect(triggerLockReason('advertising', fired('LIVE'))).toBe('satisfied')
  expect(triggerLockReason('advertising', fired('DEAD'))).toBeNull()
})

test('a level that was edited when its trigger fired is an error, before anything is sent', () => {
  const armed = { ...draft, advertisingTriggerActivated: true }
  const live: TriggerState = { ...unsent, advertisementStatus: 'LIVE', advertTriggerSatisfied: true }
  const refused = (terms: Terms) =>
    triggerRefusals(editing(terms, { advert: live, sent: armed, rating: 20 }), toyota)

  expect(refused(armed)).toEqual({})
  expect(refused({ ...armed, advertisingTrigger: 2_800 }).advertising?.errorCode).toBe('TRIGGER-SATISFIED')
})

// spec: 5.editor.12
test('after hours all three triggers are locked', () => {
  for (const trigger of ['advertising', 'knockout', 'indexRelative'] as const)
    expect(triggerLockReason(trigger, editing({}, { afterHours: true }))).toBe('frozen')
})

test('a trigger that is off has no error', () => {
  expect(triggerRefusals(editing({ knockoutTrigger: 9_999, indexRelativeKOTrigger: 99 }), toyota)).toEqual({})
})

test('a missing level or one outside the daily limits is an error of its field that states the limits in yen', () => {
  const outside = editing({ knockoutTriggerActivated: true, knockoutTrigger: 3_500 })

  expect(triggerRefusals(outside, toyota)).toEqual({
    knockout: { errorCode: 'TRIGGER-LEVEL', variables: { min: 2_405.5, max: 3_405 } },
  })
  const missing = editing({ advertisingTriggerActivated: true, advertisingTrigger: null })
  expect(Object.keys(triggerRefusals(missing, toyota))).toEqual(['advertising'])
})

test.each([
  ['BUY', 2_847, 3_050, undefined],
  ['BUY', 3_050, 2_847, 'TRIGGER-ORDER'],
  ['BUY', 2_900, 2_900, 'TRIGGER-ORDER'],
  ['SELL', 3_050, 2_847, undefined],
  ['SELL', 2_847, 3_050, 'TRIGGER-ORDER'],
] as const)('a %s from %d with a knockout at %d gives %s', (direction, goes, ends, errorCode) => {
  const both = editing({
    direction,
    advertisingTriggerActivated: true,
    advertisingTrigger: goes,
    knockoutTriggerActivated: true,
    knockoutTrigger: ends,
  })

  expect(triggerRefusals(both, toyota).knockout?.errorCode).toBe(errorCode)
})

test.each([
  [2.99, 'TRIGGER-INDEX'],
  [3, undefined],
  [7, undefined],
  [7.01, 'TRIGGER-INDEX'],
  [null, 'TRIGGER-INDEX'],
])('an index-relative trigger at %s percent gives %s', (percent, errorCode) => {
  const on = editing({ indexRelativeKOTriggerActivated: true, indexRelativeKOTrigger: percent })

  expect(triggerRefusals(on, toyota).indexRelative?.errorCode).toBe(errorCode)
})

test("a refused level is reported at the trigger that is outside the server's newer limits", () => {
  const both = {
    ...draft,
    advertisingTriggerActivated: true,
    knockoutTriggerActivated: true,
  }
  const limits = (min: number, max: number) => ({ errorCode: 'TRIGGER-LEVEL', variables: { min, max } })

  expect(refusedTrigger(limits(2_400, 3_000), both, draft)).toBe('knockout')
  expect(refusedTrigger(limits(2_850, 3_405), both, draft)).toBe('advertising')
  expect(
    refusedTrigger({ errorCode: 'TRIGGER-FROZEN' }, { ...draft, knockoutTriggerActivated: true }, draft),
  ).toBe('knockout')
  expect(refusedTrigger({ errorCode: 'ADVERT-LOT' }, both, draft)).toBeNull()
})
