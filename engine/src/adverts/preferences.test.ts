import { expect, test } from 'vitest'
import { defaultLimits as limits } from '../model/limits.ts'
import { starsOf } from '../rating/credibility.ts'
import { validatePreferences } from './preference-validation.ts'
import {
  defaultPreferences,
  editorDefaults,
  normalizedPreferences,
  type PriceConditions,
} from './preferences.ts'

const shown = (priceConditions: Partial<PriceConditions>) =>
  normalizedPreferences(
    { ...defaultPreferences, priceConditions: { ...defaultPreferences.priceConditions, ...priceConditions } },
    limits,
  ).priceConditions

// spec: 3.25, 3.26, 9.16
test('the defaults are those of the specification', () => {
  expect(defaultPreferences).toEqual({
    priceConditions: {
      advertTriggerOffset: 0,
      advertTriggerStatus: false,
      knockoutTriggerOffset: 5,
      knockoutTriggerStatus: false,
      indexRelativeOffset: 0,
      indexRelativeStatus: false,
    },
    advertPreferences: {
      credibilityHurdle: 3,
      duration: '60',
      minQuantity: 25,
      quantityDecay: false,
      transactionType: 'CASH_ONLY',
      contraTransactionType: 'CASH_ONLY',
    },
    pathPreferences: { ranked: false, brokers: [] },
  })
})

// spec: 5.editor.7, 9.17
// rule: 19.4
test('the editor starts with 50 percent and 150 minutes, and otherwise with the defaults', () => {
  const { advertPreferences, ...others } = editorDefaults

  expect(advertPreferences).toEqual({
    ...defaultPreferences.advertPreferences,
    minQuantity: 50,
    duration: '150',
  })
  expect(others).toEqual({
    priceConditions: defaultPreferences.priceConditions,
    pathPreferences: defaultPreferences.pathPreferences,
  })
})

// spec: 5.editor.15
// rule: 19.1
test.each([
  [0, 10],
  [3, 10],
  [9, 10],
  [10, 10],
  [11, 11],
  [81, 81],
])('a hurdle of %i reads as %i and shows the same stars', (credibilityHurdle, reads) => {
  const saved = {
    ...defaultPreferences,
    advertPreferences: { ...defaultPreferences.advertPreferences, credibilityHurdle },
  }
  const { advertPreferences } = normalizedPreferences(saved, limits)

  expect(advertPreferences).toEqual({ ...saved.advertPreferences, credibilityHurdle: reads })
  expect(starsOf(reads)).toBe(starsOf(Math.max(1, credibilityHurdle)))
})

// rule: 19.2
test.each([
  ['indexRelativeOffset', 0, 3],
  ['indexRelativeOffset', 2.99, 3],
  ['indexRelativeOffset', 3, 3],
  ['indexRelativeOffset', 5.25, 5.25],
  ['indexRelativeOffset', 7, 7],
  ['indexRelativeOffset', 7.01, 3],
  ['indexRelativeOffset', 4.255, 3],
  ['advertTriggerOffset', -1, 0],
  ['advertTriggerOffset', 2.5, 2.5],
  ['advertTriggerOffset', 10.01, 0],
  ['knockoutTriggerOffset', -1, 5],
  ['knockoutTriggerOffset', 0, 0],
  ['knockoutTriggerOffset', 10.01, 5],
] as const)('%s %s, switched off, proposes %s when it is switched on', (name, saved, proposed) => {
  expect(shown({ [name]: saved })).toEqual({
    ...defaultPreferences.priceConditions,
    indexRelativeOffset: 3,
    [name]: proposed,
  })
})

test.each([
  ['indexRelativeOffset', 'indexRelativeStatus', 0],
  ['advertTriggerOffset', 'advertTriggerStatus', 11],
  ['knockoutTriggerOffset', 'knockoutTriggerStatus', -2],
] as const)('%s that is on shows what was saved, so that its fault can be seen', (name, status, saved) => {
  expect(shown({ [name]: saved, [status]: true })[name]).toBe(saved)
})

test('the defaults can be saved once a broker is chosen, whatever is switched on', () => {
  const { priceConditions, ...first } = normalizedPreferences(defaultPreferences, limits)
  const form = {
    ...first,
    priceConditions: {
      ...priceConditions,
      advertTriggerStatus: true,
      knockoutTriggerStatus: true,
      indexRelativeStatus: true,
    },
    pathPreferences: { ranked: false, brokers: [{ id: 'NOM' }] },
  }

  expect(validatePreferences(form, limits, ['NOM'])).toEqual([])
})

test('a narrower range raises the proposed index-relative offset to its minimum', () => {
  const narrow = { ...limits, indexRelativeOffset: { min: 400, max: 600 } }

  expect(normalizedPreferences(defaultPreferences, narrow).priceConditions.indexRelativeOffset).toBe(4)
})
