import { expect, test } from 'vitest'
import {
  distanceFromMid,
  executedOf,
  localDateTime,
  quantityLeft,
  type ReportedExecution,
  termsFault,
  timeOfLocal,
} from './execution-terms.ts'

const execution = (quantity: number, price: number): ReportedExecution => ({
  executionId: `${quantity}`,
  quantity,
  price,
  executedAt: 0,
  reportedAt: 0,
  reportedBy: null,
})

test('executions add up, at their average price', () => {
  expect(executedOf({ executions: [] })).toBeNull()
  expect(executedOf({ executions: [execution(4_000, 2_000), execution(1_000, 2_005)] })).toEqual({
    quantity: 5_000,
    price: 2_001,
  })
})

test('what is left to report includes the execution that is corrected', () => {
  const part = execution(4_000, 2_000)
  const agreement = { locationQuantity: 10_000, executions: [part] }

  expect(quantityLeft(agreement, null)).toBe(6_000)
  expect(quantityLeft(agreement, part)).toBe(10_000)
})

test('a local time survives the field', () => {
  const at = Date.UTC(2026, 10, 20, 1, 3, 15)

  expect(timeOfLocal(localDateTime(at))).toBe(at)
  expect(timeOfLocal('')).toBeNull()
})

test('faults are found before the server is asked', () => {
  const bounds = { left: 6_000, from: 1_500, to: 60_000 }
  const fine = { quantity: 6_000, price: 2_000, executedAt: 1_000 }

  expect(termsFault(fine, bounds)).toBeNull()
  expect(termsFault({ ...fine, quantity: 6_001 }, bounds)).toBe('quantity')
  expect(termsFault({ ...fine, price: null }, bounds)).toBe('price')
  expect(termsFault({ ...fine, executedAt: 999 }, bounds)).toBe('time')
  expect(termsFault({ ...fine, executedAt: 60_001 }, bounds)).toBe('time')
  expect(distanceFromMid(2_001, 2_000)).toBe(5)
})
