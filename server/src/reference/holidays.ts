import { readFile } from 'node:fs/promises'
import type { Remark } from '@aitai/contract/routes/console/remarks.ts'
import { cleanCell } from '@aitai/engine/upload/cell-text.ts'
import { type Holiday, isDate } from './calendar.ts'
import { csvRowsOf } from './csv.ts'
import { InvalidFile } from './imported-file.ts'
import { isRemark, remark } from './remarks.ts'
import { inSlices } from './slices.ts'
import { weekdayOf } from './trading-sessions.ts'

type Cells = Readonly<Record<'date' | 'name' | 'localName', string>>

/** Parses 2027-01-01 or 2027/1/1 to an ISO date, or null. */
function dateIn(cell: string): string | null {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(cleanCell(cell)) ?? []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : null
}

const longestName = 100
const isName = (text: string): boolean => text.length <= longestName && !/\p{Cc}/u.test(text)

/** The holiday of a row, or what is wrong with the row. */
function holidayOf({ date: cell, name, localName }: Cells): Holiday | Remark {
  const date = dateIn(cell)
  if (date === null) return remark('DATE', { date: cell })
  if (date < '2000' || date >= '2100') return remark('CENTURY', { date })
  if (name.trim() === '') return remark('HOLIDAY_NAME', { date })
  if (!isName(name) || !isName(localName)) return remark('NAME_LENGTH', { what: date, max: longestName })
  return { date, name: name.trim(), localName: localName.trim() }
}

/**
 * Parses a CSV text with the columns date, name and optionally localName. Returns the holidays sorted by date.
 * Throws InvalidFile naming every invalid line.
 */
export async function parseHolidays(text: string): Promise<readonly Holiday[]> {
  const lineOf = new Map<string, number>()
  const holidays: Holiday[] = []
  const problems: Remark[] = []
  const rows = await csvRowsOf<keyof Cells>(text, ['date', 'name'], ['localName'])
  for await (const { line, cells } of inSlices(rows)) {
    const holiday = holidayOf(cells)
    if (isRemark(holiday)) {
      problems.push({ line, ...holiday })
      continue
    }
    const before = lineOf.get(holiday.date)
    if (before) problems.push({ line, ...remark('ROW_TWICE', { what: holiday.date, before }) })
    else holidays.push(holiday)
    lineOf.set(holiday.date, before ?? line)
  }
  if (problems.length === 0 && holidays.length === 0) problems.push({ line: 1, ...remark('NO_ROWS') })
  if (problems.length > 0) throw new InvalidFile(problems)
  return holidays.sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** The shipped holidays with their names; their dates equal those of the shipped `jpx` calendar. */
export const shippedHolidays = async (): Promise<readonly Holiday[]> =>
  parseHolidays(await readFile(new URL('../../data/holidays-jpx.csv', import.meta.url), 'utf8'))

/** Formats holidays as CSV that `parseHolidays` can read. */
export const holidaysAsCsv = (holidays: readonly Holiday[]): string =>
  ['date,name,localName', ...holidays.map((each) => [each.date, each.name, each.localName].map(cell).join())]
    .join('\n')
    .concat('\n')

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** All years from the first to the last holiday of a sorted list. */
export function yearsOf(holidays: readonly Pick<Holiday, 'date'>[]): readonly number[] {
  const [first, last] = [holidays[0], holidays.at(-1)]
  if (!first || !last) return []
  const from = Number(first.date.slice(0, 4))
  return Array.from({ length: Number(last.date.slice(0, 4)) - from + 1 }, (_, index) => from + index)
}

/** The exchanges also close on these days of every year. */
const yearEnds = ['01-01', '01-02', '01-03', '12-31']

/** Whether an ISO date is a Saturday or Sunday. */
export const isWeekend = (date: string): boolean => ['Sat', 'Sun'].includes(weekdayOf(date))

/**
 * Likely mistakes in a list of holidays: a year without any, a missing year-end closure on a weekday, or
 * implausibly many in one year. `today` is an ISO date; earlier days are not checked.
 */
export function holidayConcerns(holidays: readonly Holiday[], today: string): readonly Remark[] {
  const dates = new Set(holidays.map(({ date }) => date))
  const daysOf = new Map<string, number>()
  for (const { date } of holidays) daysOf.set(date.slice(0, 4), (daysOf.get(date.slice(0, 4)) ?? 0) + 1)
  const concerns: Remark[] = []
  for (const year of yearsOf(holidays)) {
    if (`${year}-12-31` < today) continue
    const days = daysOf.get(String(year)) ?? 0
    const missing = yearEnds
      .map((day) => `${year}-${day}`)
      .filter((date) => date >= today && !isWeekend(date) && !dates.has(date))
    if (days === 0) concerns.push(remark('YEAR_WITHOUT_HOLIDAYS', { year }))
    else if (missing.length > 0) concerns.push(remark('YEAR_END_OPEN', { dates: missing.join(', ') }))
    if (days > maxPerYear) concerns.push(remark('MANY_HOLIDAYS', { days, year }))
  }
  return concerns
}

/** 16 national holidays, four year-end days and substitute holidays: no year has had this many. */
const maxPerYear = 30
