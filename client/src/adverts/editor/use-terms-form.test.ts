import { expect, test } from 'vitest'
import { firstInvalidTerm } from './use-terms-form.ts'

const invalid = { type: 'validate' }

test('a rule on any term leads to that term, in the order of the editor', () => {
  expect(firstInvalidTerm({})).toBeNull()
  expect(firstInvalidTerm({ brokerIds: invalid })).toBe('brokerIds')
  expect(firstInvalidTerm({ brokerIds: invalid, shareQuantity: invalid })).toBe('shareQuantity')
  expect(firstInvalidTerm({ duration: invalid })).toBe('duration')
  expect(firstInvalidTerm({ brokerIds: invalid, duration: invalid })).toBe('duration')
})
