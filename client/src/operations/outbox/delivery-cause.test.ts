import { expect, test } from 'vitest'
import { deliveryCause } from './delivery-cause.ts'

test.each([
  ['ESOCKET ECONNREFUSED', 'unreachable'],
  ['ENOTFOUND', 'unreachable'],
  ['ETIMEDOUT', 'timeout'],
  ['EAUTH 535', 'credentials'],
  ['HTTP 401', 'credentials'],
  ['HTTP 422', 'refused'],
  ['SMTP 550', 'refused'],
  ['NO_ADDRESS', 'refused'],
  ['TOO_LATE ESOCKET ECONNREFUSED', 'tooLate'],
  ['SMTP 451', null],
  ['HTTP 429', null],
  ['HTTP 503', null],
  ['', null],
])('the fault %j is %s in words', (fault, cause) => {
  expect(deliveryCause(fault)).toBe(cause)
})
