import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import { expiryDateOf } from '@aitai/engine/adverts/duration/expiry.ts'
import { formatRange, neverCloses, platformIsOpen } from '@aitai/engine/calendar/hours.ts'
import { matchingOpenMs } from '@aitai/engine/calendar/open-time.ts'
import {
  minuteMs,
  minutesPerDay,
  startOfTradingDay,
  tradingDay,
} from '@aitai/engine/calendar/trading-days.ts'
import { minuteDurations } from '@aitai/engine/model/advert.ts'
import type { Calendar } from '@aitai/engine/model/calendar.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hoursOf, tokyoHours } from '../../../test/support/fixtures.ts'
import { calendarOfDay } from '../../shared/calendar/platform-calendar.ts'
import { unusualSizeFactor } from '../../shared/sizes/size-warnings.ts'
import { lifetimeWarnings, reviewWarnings } from './review-warnings.ts'

const at = (clock: string): number => Date.parse(`2026-11-20T${clock}:00Z`)

test('an advert whose duration includes lunch has a warning', () => {
  expect(lifetimeWarnings({ duration: '60' }, tokyoHours, null, at('02:00'))).toEqual([
    { kind: 'break', from: at('02:29'), to: at('03:30') },
  ])
})

test('an advert sent during the break has a warning with the time when matching resumes', () => {
  expect(lifetimeWarnings({ duration: '150' }, tokyoHours, null, at('02:45'))).toEqual([
    { kind: 'break', from: at('02:45'), to: at('03:30') },
  ])
})

test('an advert that would outlive matching and the platform hours has both warnings', () => {
  expect(lifetimeWarnings({ duration: '150' }, tokyoHours, null, at('07:00'))).toEqual([
    { kind: 'over', at: at('07:20') },
    { kind: 'close', at: at('08:00') },
  ])
})

test('an advert sent after the end of matching has a warning, whatever its duration', () => {
  expect(lifetimeWarnings({ duration: '60' }, tokyoHours, null, at('07:30'))).toEqual([
    { kind: 'over', at: at('07:30') },
    { kind: 'close', at: at('08:00') },
  ])
  expect(lifetimeWarnings({ duration: 'END_OF_DAY' }, tokyoHours, null, at('07:30'))).toEqual([
    { kind: 'over', at: at('07:30') },
  ])
})

test('the pre-closing auction is a break, after which matching resumes at the official close', () => {
  expect(lifetimeWarnings({ duration: '60' }, tokyoHours, null, at('06:00'))).toEqual([
    { kind: 'break', from: at('06:24'), to: at('06:31') },
  ])
})

test('outside hours and on a holiday the review warns that nothing can be sent, but not for an update', () => {
  expect(lifetimeWarnings({ duration: '60' }, tokyoHours, null, at('12:00'))).toEqual([{ kind: 'closed' }])
  expect(
    lifetimeWarnings({ duration: '60' }, { ...tokyoHours, tradingDay: false }, null, at('01:00')),
  ).toEqual([{ kind: 'holiday' }])
  expect(lifetimeWarnings({ duration: '60' }, tokyoHours, at('07:30'), at('12:00'))).toEqual([])
})

test('before the open a warning gives the time when matching begins', () => {
  expect(lifetimeWarnings({ duration: '150' }, tokyoHours, null, at('23:10'))).toEqual([
    { kind: 'break', from: at('23:10'), to: at('23:59') + 60_000 },
  ])
})

test('an advert whose duration ends before lunch has no warning', () => {
  expect(lifetimeWarnings({ duration: '60' }, tokyoHours, null, at('00:30'))).toEqual([])
})

test('a good-for-the-day advert is never cut short, but has a warning when sent in a break', () => {
  expect(lifetimeWarnings({ duration: 'END_OF_DAY' }, tokyoHours, null, at('02:00'))).toEqual([])
  expect(lifetimeWarnings({ duration: 'END_OF_DAY' }, tokyoHours, null, at('02:45'))).toEqual([
    { kind: 'break', from: at('02:45'), to: at('03:30') },
  ])
})

test('a platform that never closes has no warnings', () => {
  expect(lifetimeWarnings({ duration: '150' }, hoursOf(), null, at('23:30'))).toEqual([])
  expect(lifetimeWarnings({ duration: '60' }, hoursOf(), null, at('14:30'))).toEqual([])
})

test('hours around the clock end at midnight in Tokyo, unless the platform never closes', () => {
  const closing = { ...hoursOf(), neverCloses: false }

  expect(lifetimeWarnings({ duration: '60' }, closing, null, at('14:00'))).toEqual([])
  expect(lifetimeWarnings({ duration: '60' }, closing, null, at('14:30'))).toEqual([
    { kind: 'close', at: at('15:00') },
  ])
  expect(lifetimeWarnings({ duration: 'END_OF_DAY' }, closing, null, at('14:30'))).toEqual([])
})

test('an update counts from the first submit', () => {
  expect(lifetimeWarnings({ duration: '60' }, tokyoHours, at('01:00'), at('01:55'))).toEqual([])
})

const sizes = (...notionals: number[]) => notionals.map((jpynotional) => ({ jpynotional }))

test.each([
  [1_000, sizes(100, 100, 100), 10],
  [310, sizes(100, 100, 110, 90), 3],
  [300, sizes(100, 100, 100), null],
  [1_000, sizes(100, 100), null],
  [1_000, sizes(0, 0, 100), null],
])('a notional of %d among others of the day: case %#', (notional, others, times) => {
  expect(unusualSizeFactor(notional, others)).toBe(times)
})

/** What the server says of the hours of a calendar without after-hours matching of its own. */
const hoursIn = (calendar: Calendar): PlatformHours => {
  const { platform, exchange, matching } = calendar.hours.XTKS
  return {
    ...tokyoHours,
    platformHourRanges: platform.map(formatRange),
    exchangeHourRanges: exchange.map(formatRange),
    matchingEngineHourRanges: matching.map(formatRange),
    neverCloses: neverCloses(calendar, 'XTKS'),
  }
}

// rule: 13.1, 13.2
test.each([
  ['in Tokyo', tokyoHours, { weekends: false }],
  ['around the clock, every day', hoursOf(), {}],
  ['around the clock, but not at weekends', hoursOf(), { weekends: false }],
  ['around the clock, with a holiday on the next day', hoursOf(), { holidays: ['2026-11-21'] }],
  ['around the clock, with a holiday on another day', hoursOf(), { holidays: ['2027-01-01'] }],
])('at every open minute of the day the warnings agree with the engine: %s', (_, hours, given) => {
  const calendar = { ...calendarOfDay({ ...hours, neverCloses: true }, 0), ...given }
  const minute = fc.integer({ min: 0, max: minutesPerDay - 1 })
  fc.assert(
    fc.property(minute, fc.constantFrom(...minuteDurations), (minutes, duration) => {
      const now = startOfTradingDay(tradingDay(at('01:00'))) + minutes * minuteMs
      fc.pre(platformIsOpen(calendar, 'XTKS', now))
      const lifetime = { exchange: 'XTKS', terms: { duration }, submitTime: now, at: now } as const
      const end = expiryDateOf(calendar, lifetime)
      const warnings = lifetimeWarnings({ duration }, hoursIn(calendar), null, now)

      expect(warnings.some(({ kind }) => kind === 'close')).toBe(end < now + Number(duration) * minuteMs)
      const idle = warnings.reduce((sum, each) => {
        if (each.kind === 'break') return sum + Math.min(each.to, end) - each.from
        return each.kind === 'over' ? sum + end - each.at : sum
      }, 0)
      expect(end - now - idle).toBe(matchingOpenMs(calendar, 'XTKS', now, end))
    }),
    { numRuns: 500 },
  )
})

test('warnings about the size precede those about hours, and unknown values cause none', () => {
  const input = {
    terms: { duration: '60' },
    shareQuantity: 10_001,
    averageDailyVolume: undefined,
    usual: sizes(100, 100, 100),
    leftOfOrder: null,
    submitTime: null,
    now: at('02:00'),
  } as const

  expect(reviewWarnings({ ...input, jpynotional: 1_000, hours: tokyoHours }).map(({ kind }) => kind)).toEqual(
    ['large', 'break'],
  )
  expect(reviewWarnings({ ...input, jpynotional: null, hours: null })).toEqual([])
})

// rule: 22.5
test('a size above 10 % of the average daily volume, or above JPY 2,000,000,000, has a warning', () => {
  const input = {
    terms: { duration: '60' },
    usual: [],
    leftOfOrder: null,
    hours: null,
    submitTime: null,
    now: at('02:00'),
  } as const
  const warningsOf = (shareQuantity: number, jpynotional: number) =>
    reviewWarnings({ ...input, averageDailyVolume: 100_000, shareQuantity, jpynotional })

  expect(warningsOf(10_000, 2_000_000_000)).toEqual([])
  expect(warningsOf(12_000, 2_000_000_001)).toEqual([
    { kind: 'volume', percent: 12 },
    { kind: 'block', yen: 2_000_000_000 },
  ])
})

// rule: 27.8
test('a size above what is left of the order behind it has a warning, up to it none', () => {
  const input = {
    terms: { duration: '60' },
    usual: [],
    hours: null,
    submitTime: null,
    now: at('02:00'),
    averageDailyVolume: undefined,
    jpynotional: null,
  } as const
  const warningsOf = (shareQuantity: number, leftOfOrder: number | null) =>
    reviewWarnings({ ...input, shareQuantity, leftOfOrder })

  expect(warningsOf(5_000, 5_000)).toEqual([])
  expect(warningsOf(5_000, null)).toEqual([])
  expect(warningsOf(5_100, 5_000)).toEqual([{ kind: 'order', left: 5_000, more: 100 }])
  expect(warningsOf(100, 0)).toEqual([{ kind: 'order', left: 0, more: 100 }])
})
