import { expect, test } from 'vitest'
import { networkOf, widerNetworksOf } from './networks.ts'
import { networkRateLimit, rateLimit, TooManyRequests } from './rate-limits.ts'

test('a burst passes, then one request per interval, separately for each key', () => {
  let at = 0
  const limit = rateLimit({ burst: 3, everyMs: 500 }, () => at)
  const isTaken = (key: string): boolean => {
    try {
      limit.take(key)
      return true
    } catch (error) {
      expect(error).toBeInstanceOf(TooManyRequests)
      return false
    }
  }

  expect([1, 2, 3, 4].map(() => isTaken('a'))).toEqual([true, true, true, false])
  expect(isTaken('b')).toBe(true)
  at = 499
  expect(isTaken('a')).toBe(false)
  at = 500
  expect([1, 2].map(() => isTaken('a'))).toEqual([true, false])
  at = 60_000
  expect([1, 2, 3, 4].map(() => isTaken('a'))).toEqual([true, true, true, false])
})

test('the failure says in how many seconds there is room again, and then there is', () => {
  let at = 0
  const limit = rateLimit({ burst: 1, everyMs: 60_000 }, () => at)
  limit.take('a')
  at = 100

  const waitMs = () => {
    try {
      limit.check('a')
      return 0
    } catch (error) {
      return (error as TooManyRequests).retryAfterSeconds * 1_000
    }
  }
  expect(waitMs()).toBe(60_000)
  at += waitMs()
  expect(waitMs()).toBe(0)
})

test('a request may cost several tokens, but never more than a full bucket has', () => {
  let at = 0
  const limit = rateLimit({ burst: 4, everyMs: 1_000 }, () => at)
  limit.take('a', 3)
  expect(() => limit.take('a', 2)).toThrow(TooManyRequests)
  limit.take('a')
  at = 3_999
  expect(() => limit.take('a', 9)).toThrow(TooManyRequests)
  at = 4_000
  limit.take('a', 9)
  expect(() => limit.take('a')).toThrow(TooManyRequests)
})

test('work that began within the limit may leave a debt, and returned tokens can be taken again', () => {
  const limit = rateLimit({ burst: 2, everyMs: 1_000 }, () => 0)
  for (let i = 0; i < 5; i += 1) limit.charge('a')
  expect(() => limit.check('a')).toThrow(TooManyRequests)
  for (let i = 0; i < 3; i += 1) limit.giveBack('a')
  expect(() => limit.check('a')).toThrow(TooManyRequests)
  limit.giveBack('a')
  limit.take('a')
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.7', ['203.0.113.0/24']],
  ['2001:db8:1:2', ['2001:db8:1::/48', '2001:db8::/32']],
])('the networks around %s are %o', (network, wider) => {
  expect(widerNetworksOf(network)).toEqual(wider)
})

test.each([
  ['a /24', (index: number) => `203.0.113.${index}`, 8],
  ['a /48', (index: number) => `2001:db8:1:${index}`, 8],
  ['a /32', (index: number) => `2001:db8:${index}:1`, 32],
])('somebody who owns %s has a small multiple of what a single network may do', (_, networkAt, most) => {
  const limit = networkRateLimit({ burst: 2, everyMs: 1_000 }, () => 0)
  let taken = 0
  for (let index = 0; index < 100; index += 1)
    try {
      limit.take(networkAt(index))
      taken += 1
    } catch {}
  expect(taken).toBe(most)
  expect(() => limit.take('198.51.100.7')).not.toThrow()
})
