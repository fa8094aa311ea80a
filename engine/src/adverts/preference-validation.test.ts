import { expect, test } from 'vitest'
import { presetDurations, transactionTypes } from '../model/advert.ts'
import { defaultLimits as limits } from '../model/limits.ts'
import {
  type PreferenceForm,
  validateAdvertPreferences,
  validatePathPreferences,
  validatePreferences,
  validatePriceConditions,
} from './preference-validation.ts'
import { defaultPreferences, editorDefaults } from './preferences.ts'

const usable = ['NOM', 'DAI', 'MIZ', 'SMB', 'GS']

/** Valid preferences with every condition switched on. */
const validForm: PreferenceForm = {
  priceConditions: {
    advertTriggerOffset: 1.5,
    advertTriggerStatus: true,
    knockoutTriggerOffset: 5,
    knockoutTriggerStatus: true,
    indexRelativeOffset: 4,
    indexRelativeStatus: true,
  },
  advertPreferences: { ...editorDefaults.advertPreferences, credibilityHurdle: 41 },
  pathPreferences: { ranked: true, brokers: [{ id: 'NOM' }, { id: 'DAI' }] },
}

/** Returns the errors of a form after setting one of its fields to any value. */
function faultsWith(field: string, value: unknown, form: PreferenceForm = validForm) {
  const [group, name] = field.split('.') as [keyof PreferenceForm, string]
  return validatePreferences({ ...form, [group]: { ...form[group], [name]: value } }, limits, usable)
}

const switchedOff: PreferenceForm = {
  ...validForm,
  priceConditions: {
    ...validForm.priceConditions,
    advertTriggerStatus: false,
    knockoutTriggerStatus: false,
    indexRelativeStatus: false,
  },
}

const numbers = [
  ['priceConditions.advertTriggerOffset', 0, 10, 0.01],
  ['priceConditions.knockoutTriggerOffset', 0, 10, 0.01],
  ['priceConditions.indexRelativeOffset', 3, 7, 0.01],
  ['advertPreferences.credibilityHurdle', 10, 100, 1],
  ['advertPreferences.minQuantity', 10, 75, 1],
] as const

const bounds = numbers.flatMap(([field, min, max, step]) => [
  { field, value: Number((min - step).toFixed(2)), fault: { fault: 'min', bound: min } },
  { field, value: min, fault: null },
  { field, value: min + step, fault: null },
  { field, value: max - step, fault: null },
  { field, value: max, fault: null },
  { field, value: Number((max + step).toFixed(2)), fault: { fault: 'max', bound: max } },
  { field, value: min + step / 2, fault: { fault: 'step', bound: step } },
  { field, value: null, fault: { fault: 'required' } },
  { field, value: undefined, fault: { fault: 'required' } },
  { field, value: Number.NaN, fault: { fault: 'required' } },
  { field, value: String(min), fault: { fault: 'required' } },
])

// spec: 5.preferences.2, 5.preferences.4, 5.preferences.7, 5.preferences.8, 5.preferences.9
test.each(bounds)('$field $value: $fault', ({ field, value, fault }) => {
  expect(faultsWith(field, value)).toEqual(fault ? [{ field, ...fault }] : [])
})

const constants = [
  ['advertPreferences.duration', presetDurations],
  ['advertPreferences.transactionType', transactionTypes],
  ['advertPreferences.contraTransactionType', transactionTypes],
] as const

test.each(constants.flatMap(([field, known]) => known.map((constant) => [field, constant])))(
  '%s may be %s',
  (field, constant) => {
    expect(faultsWith(field, constant)).toEqual([])
  },
)

// spec: 5.preferences.3, 5.preferences.5
test.each(constants.map(([field]) => field))('%s is required and accepts only its own constants', (field) => {
  for (const value of [null, undefined, ''])
    expect(faultsWith(field, value)).toEqual([{ field, fault: 'required' }])
  expect(faultsWith(field, '90')).toEqual([{ field, fault: 'unknown' }])
})

const brokers = (...ids: readonly string[]) => ids.map((id) => ({ id, brokerName: id, shortName: id }))

// spec: 5.preferences.6
test.each([
  ['no broker', [], { fault: 'required' }],
  ['one', ['NOM'], null],
  ['four', ['NOM', 'DAI', 'MIZ', 'SMB'], null],
  ['five', usable, { fault: 'max', bound: 4 }],
  ['the same one twice', ['NOM', 'DAI', 'NOM'], { fault: 'duplicate' }],
  ['one that is not usable', ['NOM', 'UBS'], { fault: 'unknown' }],
])('a path with %s: %j', (_, ids, fault) => {
  const field = 'pathPreferences.brokers'
  expect(faultsWith(field, brokers(...ids))).toEqual(fault ? [{ field, ...fault }] : [])
})

// spec: 5.preferences.7, 5.preferences.8
test.each([
  ['priceConditions.advertTriggerOffset', 11, 'max'],
  ['priceConditions.advertTriggerOffset', -1, 'min'],
  ['priceConditions.advertTriggerOffset', 1.234, 'step'],
  ['priceConditions.advertTriggerOffset', null, 'required'],
  ['priceConditions.knockoutTriggerOffset', 11, 'max'],
  ['priceConditions.knockoutTriggerOffset', -1, 'min'],
  ['priceConditions.knockoutTriggerOffset', null, 'required'],
  ['priceConditions.indexRelativeOffset', null, 'required'],
])('%s %s is refused, whether its condition is on or off', (field, value, fault) => {
  expect(faultsWith(field, value, switchedOff)).toMatchObject([{ field, fault }])
  expect(faultsWith(field, value)).toMatchObject([{ field, fault }])
})

// rule: 19.3
test.each([
  ['priceConditions.indexRelativeOffset', 0],
  ['priceConditions.indexRelativeOffset', 8],
])('%s %s is accepted while its condition is off and refused while it is on', (field, value) => {
  expect(faultsWith(field, value, switchedOff)).toEqual([])
  expect(faultsWith(field, value)).toHaveLength(1)
})

test('the index-relative offset is validated only while its own condition is on', () => {
  const field = 'priceConditions.indexRelativeOffset'
  const onAlone = { ...switchedOff.priceConditions, indexRelativeStatus: true }
  const offAlone = { ...validForm.priceConditions, indexRelativeStatus: false }

  expect(faultsWith(field, 11, { ...validForm, priceConditions: onAlone })).toHaveLength(1)
  expect(faultsWith(field, 11, { ...validForm, priceConditions: offAlone })).toEqual([])
})

test('the defaults are invalid only because they have no broker and a hurdle of 3 instead of 10', () => {
  expect(validatePreferences(defaultPreferences, limits, usable)).toEqual([
    { field: 'advertPreferences.credibilityHurdle', fault: 'min', bound: 10 },
    { field: 'pathPreferences.brokers', fault: 'required' },
  ])
})

test('every invalid field is reported, in the order of the form', () => {
  const form: PreferenceForm = {
    priceConditions: { ...validForm.priceConditions, advertTriggerOffset: 12, indexRelativeOffset: null },
    advertPreferences: { ...validForm.advertPreferences, duration: null, minQuantity: 5 },
    pathPreferences: { ranked: false, brokers: [] },
  }

  expect(validatePreferences(form, limits, usable)).toEqual([
    { field: 'priceConditions.advertTriggerOffset', fault: 'max', bound: 10 },
    { field: 'priceConditions.indexRelativeOffset', fault: 'required' },
    { field: 'advertPreferences.duration', fault: 'required' },
    { field: 'advertPreferences.minQuantity', fault: 'min', bound: 10 },
    { field: 'pathPreferences.brokers', fault: 'required' },
  ])
})

test('a group that is saved separately is validated separately', () => {
  expect(validatePriceConditions(defaultPreferences.priceConditions, limits)).toEqual([])
  expect(validateAdvertPreferences(editorDefaults.advertPreferences, limits)).toHaveLength(1)
  expect(validatePathPreferences({ ranked: true, brokers: [{ id: 'GS' }] }, limits, usable)).toEqual([])
})

test('the bounds come from the limits of the platform', () => {
  const narrow = { ...limits, brokersPerAdvert: 1, triggerOffset: { min: 50, max: 125 } }

  expect(validatePreferences(validForm, narrow, usable)).toEqual([
    { field: 'priceConditions.advertTriggerOffset', fault: 'max', bound: 1.25 },
    { field: 'priceConditions.knockoutTriggerOffset', fault: 'max', bound: 1.25 },
    { field: 'pathPreferences.brokers', fault: 'max', bound: 1 },
  ])
})
