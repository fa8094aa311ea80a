import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import { remarkInEnglish } from '@aitai/messages/remark-text.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import jpx from '../../data/calendar-jpx.json' with { type: 'json' }
import type { Holiday } from './calendar.ts'
import { holidayConcerns, holidaysAsCsv, parseHolidays, shippedHolidays, yearsOf } from './holidays.ts'
import { InvalidFile } from './imported-file.ts'

const file = (...lines: string[]): string => ['date,name', ...lines, ''].join('\n')

test('the shipped holidays with names are those of the shipped calendar', async () => {
  const shipped = await shippedHolidays()
  expect(shipped.map(({ date }) => date)).toEqual(jpx.holidays)
  expect(shipped.every(({ name, localName }) => name !== '' && localName !== '')).toBe(true)
  expect(yearsOf(shipped)).toEqual([2026, 2027, 2028, 2029, 2030])
  expect(holidayConcerns(shipped, '2026-01-01')).toEqual([])
})

test('holidays are sorted, whatever the order and format of the dates in the file', async () => {
  expect(await parseHolidays(file('2027/1/11,Coming of Age', '２０２７－０１－０１,New Year'))).toEqual([
    { date: '2027-01-01', name: 'New Year', localName: '' },
    { date: '2027-01-11', name: 'Coming of Age', localName: '' },
  ])
})

test('local names are read if the file has them', async () => {
  expect(await parseHolidays('date,name,localName\n2027-01-01,New Year,元日\n')).toEqual([
    { date: '2027-01-01', name: 'New Year', localName: '元日' },
  ])
})

test.each([
  ['2027-02-30,None', "line 2: '2027-02-30' is not a date"],
  ['27-01-01,Short', 'is not a date'],
  ['01/02/2027,American', 'is not a date'],
  ['2027-1-1-1,Long', 'is not a date'],
  [',Nameless', 'is not a date'],
  ['1999-12-31,Old', 'is not of this century'],
  ['2027-01-01,', '2027-01-01 needs a name'],
  [`2027-01-01,${'x'.repeat(101)}`, 'longer than 100 characters'],
  ['2027-01-01,"two\nlines"', 'not on one line'],
  ['2027-01-01,One,Two', 'line 2'],
])('the line %s is refused: %s', async (line, why) => {
  await expect(parseHolidays(file(line))).rejects.toThrow(why)
})

test('every invalid line is named, and a repeated date is one', async () => {
  await expect(parseHolidays(file('2027-01-01,A', 'x,B', '2027/01/01,C'))).rejects.toThrow(
    /^line 3: 'x' is not .*\nline 4: 2027-01-01 is on line 2 already$/,
  )
})

test('other columns and a file without holidays are refused', async () => {
  await expect(parseHolidays('day,name\n2027-01-01,A\n')).rejects.toThrow(
    'line 1: the columns must be date,name',
  )
  await expect(parseHolidays('__proto__,name\n2027-01-01,A\n')).rejects.toThrow('line 1')
  await expect(parseHolidays(file())).rejects.toThrow('nothing follows the header')
  await expect(parseHolidays('')).rejects.toThrow('nothing follows the header')
})

const anyDate = fc
  .integer({ min: Date.UTC(2000, 0, 1) / dayMs, max: Date.UTC(2099, 11, 31) / dayMs })
  .map((day) => new Date(day * dayMs).toISOString().slice(0, 10))
const anyText = fc.constantFrom('Culture Day', 'A "quoted" day', 'One, two', '文化の日', '=cmd()')
const anyHoliday: fc.Arbitrary<Holiday> = fc.record({
  date: anyDate,
  name: anyText,
  localName: fc.oneof(fc.constant(''), anyText),
})

test('a file that was written from a list is read as the same list, in any order of its lines', async () => {
  const list = fc.uniqueArray(anyHoliday, { minLength: 1, selector: ({ date }) => date })
  await fc.assert(
    fc.asyncProperty(list, async (holidays) => {
      const sorted = holidays.toSorted((a, b) => (a.date < b.date ? -1 : 1))
      expect(await parseHolidays(holidaysAsCsv(holidays))).toEqual(sorted)
    }),
  )
})

test('any other text is either read completely or refused', async () => {
  const cell = fc.oneof(anyDate, fc.constantFrom('', '"', '2027-01-01', '2027/1/1'), fc.string())
  const line = fc.array(cell, { maxLength: 4 }).map((cells) => cells.join())
  await fc.assert(
    fc.asyncProperty(fc.array(line), async (lines) => {
      try {
        const dates = (await parseHolidays(file(...lines))).map(({ date }) => date)
        expect(dates).toEqual([...new Set(dates)].sort())
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidFile)
      }
    }),
  )
})

test('a missing year-end closure on a weekday, and a year without holidays, are reported', async () => {
  const shipped = await shippedHolidays()
  const without = (pattern: RegExp) => shipped.filter(({ date }) => !pattern.test(date))
  const says = (pattern: RegExp) => holidayConcerns(without(pattern), '2026-11-18').map(remarkInEnglish)

  expect(says(/2027-12-31/)).toEqual([
    'The file leaves 2027-12-31 open, when the exchanges are closed every year.',
  ])
  // 3 January 2027 is a Sunday, so it is closed anyway.
  expect(says(/2027-01-03/)).toEqual([])
  expect(says(/^2028/)).toEqual(['The file has no holiday in 2028.'])
  // Past years need no holidays.
  expect(says(/^2026-0/)).toEqual([])
})

test('more days than any year has are reported', () => {
  const march = Array.from({ length: 31 }, (_, day) => `2027-03-${String(day + 1).padStart(2, '0')}`)
  const dates = ['2027-01-01', ...march, '2027-12-31']
  expect(
    holidayConcerns(
      dates.map((date) => ({ date, name: 'x', localName: '' })),
      '2026-11-18',
    ).map(remarkInEnglish),
  ).toEqual(['The file closes 33 days in 2027.'])
})
