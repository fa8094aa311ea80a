import { readFileSync } from 'node:fs'
import { dayMs, minuteMs, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Calendar } from '@aitai/engine/model/calendar.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alwaysOpenSessions, sessionsIn, unevenShare, volumeProfile } from './volume-profile.ts'

const jpx: Calendar = JSON.parse(
  readFileSync(new URL('../../../data/calendar-jpx.json', import.meta.url), 'utf8'),
)
const friday = tradingDay(Date.parse('2026-11-20T00:00:00Z'))
const sessions = sessionsIn(() => jpx)('XTKS', friday)
const tokyo = (hour: number, minute = 0): number => (hour * 60 + minute) * minuteMs
const profile = volumeProfile(sessions)
const between = (from: number, to: number): number => profile.shareAt(to) - profile.shareAt(from)

test('Tokyo has two sessions, and none on a Sunday', () => {
  expect(sessions).toEqual([
    { from: tokyo(9), to: tokyo(11, 30) },
    { from: tokyo(12, 30), to: tokyo(15, 30) },
  ])
  expect(sessionsIn(() => jpx)('XTKS', friday + 2)).toEqual([])
})

test('nothing is traded before the open, at lunch, in the closing call or after the close', () => {
  expect(profile.shareAt(tokyo(9) - 1)).toBe(0)
  expect(between(tokyo(11, 30), tokyo(12, 30) - 1)).toBe(0)
  expect(between(tokyo(15, 25), tokyo(15, 30) - 1)).toBe(0)
  expect(profile.shareAt(tokyo(15, 30))).toBeCloseTo(1)
  expect(profile.shareAt(dayMs)).toBeCloseTo(1)
})

test('the volume is U-shaped: heavy after the open and before the close, and in the auctions', () => {
  const middle = between(tokyo(10, 40), tokyo(10, 50))
  expect(between(tokyo(9), tokyo(9, 10))).toBeGreaterThan(2 * middle)
  expect(between(tokyo(15, 15), tokyo(15, 25) - 1)).toBeGreaterThan(1.5 * middle)
  expect(between(tokyo(9) - 1, tokyo(9))).toBeCloseTo(0.05)
  expect(between(tokyo(15, 30) - 1, tokyo(15, 30))).toBeCloseTo(0.12)
})

test('a market that never closes has no auctions', () => {
  const { auctions, shareAt } = volumeProfile(alwaysOpenSessions('XTKS', friday))
  expect(auctions).toEqual([])
  expect(shareAt(dayMs)).toBeCloseTo(1)
})

test('on a day of 24 hours each minute trades otherwise than the one before', () => {
  const minutes = dayMs / minuteMs
  const { shareAt } = volumeProfile(alwaysOpenSessions('XTKS', friday))
  const shares = Array.from({ length: minutes }, (_, i) => {
    const [from, to] = [i, i + 1].map((each) => unevenShare(7, shareAt(each * minuteMs))) as [number, number]
    return to - from
  })
  const alike = shares.filter((share, i) => i > 0 && Math.abs(share / (shares[i - 1] ?? 0) - 1) < 0.001)
  expect(alike.length).toBeLessThan(minutes / 50)
})

test('the share of a day never falls, smooth or uneven', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.nat(dayMs), fc.nat(dayMs), (key, a, b) => {
      const [early, late] = [Math.min(a, b), Math.max(a, b)].map((time) => profile.shareAt(time)) as [
        number,
        number,
      ]
      expect(early).toBeLessThanOrEqual(late)
      expect(unevenShare(key, early)).toBeLessThanOrEqual(unevenShare(key, late) + 1e-12)
    }),
  )
  expect(unevenShare(7, 0)).toBe(0)
  expect(unevenShare(7, 1)).toBe(1)
})
