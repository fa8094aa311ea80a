import { isWithin } from '@aitai/engine/calendar/hours.ts'
import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import { type Calendar, exchanges } from '@aitai/engine/model/calendar.ts'
import { expect, test } from 'vitest'
import alwaysOpenData from '../../data/calendar-always-open.json' with { type: 'json' }
import jpxData from '../../data/calendar-jpx.json' with { type: 'json' }

const jpx: Calendar = jpxData
const alwaysOpen: Calendar = alwaysOpenData
const years = [2026, 2027, 2028, 2029, 2030]

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const on = (year: number, month: number, day: number): string => dateOf(Date.UTC(year, month - 1, day))
const daysAfter = (date: string, days: number): string => dateOf(Date.parse(date) + days * dayMs)
const weekdayOf = (date: string): number => new Date(date).getUTCDay()

/** The second or third Monday of a month. */
function monday(year: number, month: number, which: number): string {
  const first = weekdayOf(on(year, month, 1))
  return on(year, month, 1 + ((8 - first) % 7) + (which - 1) * 7)
}

/** The days of the equinoxes by the usual approximation for 1980 to 2099. */
const equinox = (year: number, days: number): number =>
  Math.floor(days + 0.242_194 * (year - 1980) - Math.floor((year - 1980) / 4))

/** The holidays that have a name: article 2 of the Act on National Holidays as of 2026. */
const named = (year: number): string[] => [
  on(year, 1, 1), // 元日
  monday(year, 1, 2), // 成人の日
  on(year, 2, 11), // 建国記念の日
  on(year, 2, 23), // 天皇誕生日
  on(year, 3, equinox(year, 20.8431)), // 春分の日
  on(year, 4, 29), // 昭和の日
  on(year, 5, 3), // 憲法記念日
  on(year, 5, 4), // みどりの日
  on(year, 5, 5), // こどもの日
  monday(year, 7, 3), // 海の日
  on(year, 8, 11), // 山の日
  monday(year, 9, 3), // 敬老の日
  on(year, 9, equinox(year, 23.2488)), // 秋分の日
  monday(year, 10, 2), // スポーツの日
  on(year, 11, 3), // 文化の日
  on(year, 11, 23), // 勤労感謝の日
]

/** Article 3, paragraph 2: for a holiday on a Sunday, the next day after it that is not one. */
function substitute(sunday: string, holidays: readonly string[]): string {
  let day = daysAfter(sunday, 1)
  while (holidays.includes(day)) day = daysAfter(day, 1)
  return day
}

/** Every day of a year on which the exchanges close in addition to weekends (docs/market.md), by the law. */
function closedIn(year: number): string[] {
  const holidays = named(year)
  const substitutes = holidays
    .filter((day) => weekdayOf(day) === 0)
    .map((sunday) => substitute(sunday, holidays))
  // Article 3, paragraph 3: a day whose day before and day after are both holidays.
  const between = holidays
    .map((day) => daysAfter(day, 1))
    .filter((day) => holidays.includes(daysAfter(day, 1)))
  const yearEnd = [on(year, 1, 2), on(year, 1, 3), on(year, 12, 31)]
  return [...new Set([...holidays, ...substitutes, ...between, ...yearEnd])].sort()
}

test.each([
  [2024, '2024-03-20', '2024-09-22'],
  [2025, '2025-03-20', '2025-09-23'],
  [2026, '2026-03-20', '2026-09-23'],
  [2027, '2027-03-21', '2027-09-23'],
  [2028, '2028-03-20', '2028-09-22'],
  [2029, '2029-03-20', '2029-09-23'],
  [2030, '2030-03-20', '2030-09-23'],
])('the equinoxes of %i are on %s and %s', (year, spring, autumn) => {
  expect(on(year, 3, equinox(year, 20.8431))).toBe(spring)
  expect(on(year, 9, equinox(year, 23.2488))).toBe(autumn)
})

test.each([
  [2009, ['2009-05-06', '2009-09-22'], 'a day between two holidays'],
  [2015, ['2015-05-06', '2015-09-22'], 'a substitute that moves past two further holidays'],
  [2026, ['2026-05-06', '2026-09-22'], 'both in one year'],
  [2027, ['2027-03-22'], 'a substitute on the next day'],
])('the law as implemented here gives the known days off of %i (%s)', (year, known) => {
  const unnamed = closedIn(year).filter(
    (day) => !named(year).includes(day) && !/-(01-0[23]|12-31)$/.test(day),
  )

  expect(unnamed).toEqual(known)
})

test('the holidays of the Japanese exchanges are those of the law and the year end, 2026 to 2030', () => {
  expect(jpx.holidays).toEqual(years.flatMap(closedIn))
})

test('a calendar that never closes has no holidays, weekends or after-hours', () => {
  const { platform, exchange, matching, afterHours } = alwaysOpen.hours.XTKS

  expect(alwaysOpen.holidays).toEqual([])
  expect(alwaysOpen.weekends).toBe(true)
  expect([platform, exchange, matching]).toEqual(Array(3).fill([{ from: 0, to: 1_440 }]))
  expect(afterHours).toEqual([])
})

test.each([jpx, alwaysOpen])('the four exchanges of $name keep the same hours', ({ hours }) => {
  expect(Object.keys(hours)).toEqual([...exchanges])
  for (const exchange of exchanges) expect(hours[exchange]).toEqual(hours.XTKS)
})

test('contras are looked for at the mid while the exchange trades, at the close once it does not', () => {
  const { platform, exchange, matching, afterHours } = jpx.hours.XTKS
  for (let minute = 0; minute < 1_440; minute += 1) {
    const at = minute * 60_000

    if (isWithin(matching, at)) expect(isWithin(exchange, at)).toBe(true)
    if (isWithin(exchange, at)) expect(isWithin(platform, at)).toBe(true)
    if (isWithin(afterHours, at))
      expect([isWithin(exchange, at), isWithin(platform, at)]).toEqual([false, true])
  }
})

test('matching stops a minute before each session ends, so that a locate can end inside it', () => {
  const { exchange, matching } = jpx.hours.XTKS
  const [morning, afternoon] = exchange

  expect(matching[0]).toEqual({ from: morning?.from, to: (morning?.to ?? 0) - 1 })
  // The afternoon ends for matching with the call of the closing auction, five minutes before the close.
  expect(matching[1]).toEqual({ from: afternoon?.from, to: (afternoon?.to ?? 0) - 5 - 1 })
})
