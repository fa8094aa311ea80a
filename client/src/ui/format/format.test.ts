import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  formatAge,
  formatAlternatives,
  formatCountdown,
  formatDuration,
  formatHourRange,
  formatIoiShare,
  formatMid,
  formatMove,
  formatNumber,
  formatPrice,
  formatShare,
  formatSigned,
  formatTimeLeft,
  formatTimeToLocate,
  formatUtc,
  halfWidth,
  ioiSharePercent,
  secondsToLocate,
  zoneName,
} from './format.ts'

afterEach(() => void vi.unstubAllEnvs())

// spec: 2.trader.21
test.each([
  [0, '0'],
  [999, '999'],
  [40_000, '40,000'],
  [1_234_567, '1,234,567'],
  [-2_500, '\u22122,500'],
])('a count of %d is shown as %s', (value, shown) => {
  expect(formatNumber(value)).toBe(shown)
})

test('alternatives are joined as a sentence does', () => {
  expect(formatAlternatives(['60', '150'], 'En')).toBe('60 or 150')
  expect(formatAlternatives(['60', '150'], 'Jp')).toBe('60または150')
})

// spec: 9.25
test.each([
  [2905.5, '2,905.500'],
  [998.25, '998.250'],
  [30_000, '30,000.000'],
])('a mid of %d yen keeps three decimals', (yen, shown) => {
  expect(formatMid(yen)).toBe(shown)
})

test.each([
  [2905.5, 0.5, '2,905.5'],
  [998, 0.1, '998.0'],
  [31_000, 10, '31,000'],
])('a price of %d with a tick of %d is shown as %s', (yen, tickSize, shown) => {
  expect(formatPrice(yen, tickSize)).toBe(shown)
})

// spec: 9.25
test.each([
  [0.83, '+0.8 %'],
  [-0.83, '\u22120.8 %'],
  [0, '0.0 %'],
  [-0.04, '0.0 %'],
  [12, '+12.0 %'],
])('a move of %d percent is shown as %s, never by colour alone', (percent, shown) => {
  expect(formatMove(percent, 'En')).toBe(shown)
  expect(formatMove(percent, 'Jp')).toBe(shown.replace(' %', '%'))
})

// spec: 4.indicator.7
test.each([
  [null, '--:--:--'],
  [0, '00:00:00'],
  [-5_000, '00:00:00'],
  [1, '00:00:01'],
  [5_025_000, '01:23:45'],
  [360_000_000, '100:00:00'],
])('%s milliseconds left are shown as %s', (left, shown) => {
  expect(formatCountdown(left)).toBe(shown)
})

describe('times', () => {
  const tokyoMorning = Date.UTC(2026, 10, 20, 0, 5, 9)

  test('name the zone alike in both languages for Tokyo', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    expect([zoneName(tokyoMorning, 'En'), zoneName(tokyoMorning, 'Jp')]).toEqual(['JST', 'JST'])
  })

  test('carry their moment in UTC for the tooltip', () => {
    expect(formatUtc(tokyoMorning)).toBe('2026-11-20 00:05:09 UTC')
  })

  test('of the platform are turned from UTC to local hours', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    expect(formatHourRange('00:00 to 02:30', tokyoMorning, 'En')).toBe('09:00–11:30')
    expect(formatHourRange('23:00 to 08:00', tokyoMorning, 'Jp')).toBe('08:00～17:00')
    expect(formatHourRange('00:00 to 24:00', tokyoMorning, 'En')).toBe('00:00–24:00')
  })
})

test.each([
  ['１２，３００', '12,300'],
  ['　７２０３ ', '7203'],
  ['１２３４５６', '123456'],
  ['ﾄﾖﾀ', 'トヨタ'],
])('%s as a Japanese keyboard types it is read as %s', (typed, read) => {
  expect(halfWidth(typed)).toBe(read)
})

test.each([
  [null, '–', '–'],
  [0, '0:00', '0:00'],
  [249_000, '4:09', '4:09'],
  [300_000, '5m', '5分'],
  [42 * 60_000 + 5_000, '42m', '42分'],
  [3_600_000, '1h 00m', '1時間00分'],
  [2 * 3_600_000 + 5 * 60_000, '2h 05m', '2時間05分'],
])('a time left of %s ms fits a column: %s, in Japanese %s', (left, english, japanese) => {
  expect(formatTimeLeft(left, 'En')).toBe(english)
  expect(formatTimeLeft(left, 'Jp')).toBe(japanese)
})

test('an age is in its largest whole unit', () => {
  const ages = [0, 59_999, 60_000, 3_599_999, 3_600_000, 90_000_000, -5]
  expect(ages.map((ms) => formatAge(ms, 'En'))).toEqual([
    '0 sec ago',
    '59 sec ago',
    '1 min ago',
    '59 min ago',
    '1 hr ago',
    '1 day ago',
    '0 sec ago',
  ])
  expect([59_999, 120_000].map((ms) => formatAge(ms, 'Jp'))).toEqual(['59秒前', '2分前'])
})

test('durations have minutes and seconds, and hours where there are any', () => {
  expect([42, 725, 3_723].map(formatDuration)).toEqual(['0:42', '12:05', '1:02:03'])
})

test('a share of a whole is as precise as it needs to be, and signs are always shown', () => {
  expect([0.595, 0.042, 0.0004, 0, 1].map((share) => formatShare(share, 'En'))).toEqual([
    '60 %',
    '4.2 %',
    '<0.1 %',
    '0.0 %',
    '100 %',
  ])
  expect([1.72, -0.31, 0.01].map(formatSigned)).toEqual(['+1.7', '\u22120.3', '0.0'])
})

test.each([
  [null, '–', null],
  [0, '0 %', 0],
  [0.0001, '0.1 %', 0.1],
  [0.5, '50 %', 50],
  [0.625, '62.5 %', 62.5],
  [0.99999, '99.9 %', 99.9],
  [1, '100 %', 100],
])('the share %s of an IOI is shown as %s, and is the whole only if it is', (share, shown, inFile) => {
  expect(formatIoiShare(share, 'En')).toBe(shown)
  expect(formatIoiShare(share, 'Jp')).toBe(shown.replace(' %', '%'))
  expect(ioiSharePercent(share)).toBe(inFile)
})

test.each([
  [3_400, '0:03', 3],
  [3_500, '0:04', 4],
  [64_600, '1:05', 65],
  [3_723_000, '1:02:03', 3_723],
])('a time to locate of %d ms is shown as %s, and is %d seconds in a file', (ms, shown, seconds) => {
  expect(formatTimeToLocate(ms)).toBe(shown)
  expect(secondsToLocate(ms)).toBe(seconds)
})
