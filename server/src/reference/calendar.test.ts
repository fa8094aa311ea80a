import { exchangeIsOpen } from '@aitai/engine/calendar/hours.ts'
import { dayMs, isTradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Kysely } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import jpx from '../../data/calendar-jpx.json' with { type: 'json' }
import { testDatabases } from '../../test/support/test-databases.ts'
import { openDatabase } from '../database/open-database.ts'
import type { Database } from '../database/schema.ts'
import { BadCalendar, calendarInUse, parseCalendar, readCalendar, storeCalendarName } from './calendar.ts'
import { calendarHealth, holidayWarning } from './calendar-health.ts'

async function database(store: (typeof testDatabases)[number]): Promise<Kysely<Database>> {
  const { db, close } = await openDatabase(await store.newLocation())
  onTestFinished(close)
  return db
}

const put = (db: Kysely<Database>, name: string, part: unknown) =>
  db
    .insertInto('calendar_part')
    .values({ name, body: typeof part === 'string' ? part : JSON.stringify(part) })
    .execute()
const holiday = (date: string) => ({ date, name: 'A day', localName: '' })

test.each([
  ['not JSON', '{', 'a file: not JSON'],
  ['a list', '[]', 'not in the expected format'],
  ['a field too many', JSON.stringify({ ...jpx, extra: 1 }), 'not in the expected format'],
  [
    'an exchange too few',
    JSON.stringify({ ...jpx, hours: { XTKS: jpx.hours.XTKS } }),
    'not in the expected format',
  ],
  ['a 30th of February', JSON.stringify({ ...jpx, holidays: ['2027-02-30'] }), "'2027-02-30' is not a date"],
  ['days out of order', JSON.stringify({ ...jpx, holidays: ['2027-01-02', '2027-01-01'] }), 'is not after'],
  ['a day twice', JSON.stringify({ ...jpx, holidays: ['2027-01-02', '2027-01-02'] }), 'is not after'],
  [
    'matching on a closed platform',
    JSON.stringify(jpx).replace('"platform":[{"from":1380,"to":480}]', '"platform":[{"from":1380,"to":400}]'),
    'XTKS: after-hours outside platform hours',
  ],
  ['a minute that no day has', JSON.stringify(jpx).replace('1380', '1441'), 'not in the expected format'],
])('a calendar that is %s is refused', (_, json, why) => {
  expect(() => parseCalendar('a file', json)).toThrow(BadCalendar)
  expect(() => parseCalendar('a file', json)).toThrow(why)
})

describe.each(testDatabases)('the calendar in $name', (store) => {
  test('is the shipped one until operators change it, sent to the engine in the same order', async () => {
    const db = await database(store)
    expect(JSON.stringify(await readCalendar(db, 'jpx'))).toBe(JSON.stringify(jpx))
  })

  test("has the operators' holidays and hours in place of its own, each independently", async () => {
    const db = await database(store)
    await put(db, 'holidays', [holiday('2026-11-18')])
    const withHolidays = await readCalendar(db, 'jpx')
    const morning = Date.parse('2026-11-18T01:00:00Z')

    expect(isTradingDay(withHolidays, morning)).toBe(false)
    expect(withHolidays.hours).toEqual(jpx.hours)

    const late = { ...jpx.hours.XTKS, exchange: [{ from: 0, to: 400 }], afterHours: [] }
    await put(db, 'hours', { ...jpx.hours, XTKS: late })
    const both = await readCalendar(db, 'jpx')
    expect(both.holidays).toEqual(['2026-11-18'])
    expect(exchangeIsOpen(both, 'XTKS', morning + dayMs + 2 * 3_600_000)).toBe(true)
  })

  test('that never closes is not changed by operators', async () => {
    const db = await database(store)
    await put(db, 'holidays', [holiday('2026-11-18')])
    expect((await readCalendar(db, 'always-open')).holidays).toEqual([])
  })

  test.each([
    ['holidays', '{}', 'The holidays in the database: not in the expected format'],
    ['holidays', JSON.stringify([holiday('2027-02-30')]), "'2027-02-30' is not a date"],
    ['hours', JSON.stringify({ ...jpx.hours, XTKS: { ...jpx.hours.XTKS, platform: [] } }), 'cannot be none'],
  ])("an operator's invalid change of the %s to %s is refused", async (name, body, why) => {
    const db = await database(store)
    await put(db, name, body)
    await expect(readCalendar(db, 'jpx')).rejects.toThrow(why)
  })

  test('is known to admin commands by its name', async () => {
    const db = await database(store)
    expect(await calendarInUse(db)).toBe(null)
    await storeCalendarName(db, 'always-open')
    await storeCalendarName(db, 'jpx')
    expect(await calendarInUse(db)).toBe('jpx')
  })

  test('runs out of holidays 60 days before the last', async () => {
    const db = await database(store)
    const at = (moment: string) => calendarHealth(db, { calendar: 'jpx' }, Date.parse(moment))

    expect(await at('2026-11-18T01:00:00Z')).toMatchObject({ holidaysUntil: '2030-12-31', runsOut: false })
    // The day changes at midnight in Tokyo: 31 October is 61 days before 31 December.
    expect(await at('2030-10-31T14:59:00Z')).toMatchObject({ daysLeft: 61, runsOut: false })
    expect(await at('2030-10-31T15:00:00Z')).toMatchObject({ daysLeft: 60, runsOut: true })
    expect(await at('2031-05-05T00:00:00Z')).toMatchObject({ daysLeft: 0, runsOut: true })
    const open = { calendar: 'always-open' } as const
    expect(await calendarHealth(db, open, Date.parse('2031-05-05T00:00:00Z'))).toEqual({
      calendar: 'always-open',
      holidaysUntil: null,
      daysLeft: null,
      runsOut: false,
    })
  })

  test('warns in the log once a day while its holidays run out, and not before', async () => {
    const db = await database(store)
    const warnings: unknown[] = []
    const errors: unknown[] = []
    const log = {
      warn: (facts: unknown) => warnings.push(facts),
      error: (facts: unknown) => errors.push(facts),
    }
    const clock = { at: Date.parse('2030-10-30T01:00:00Z') }
    const warn = holidayWarning(db, { calendar: 'jpx' }, () => clock.at, log)

    await warn()
    expect(warnings).toEqual([])
    clock.at += 5 * dayMs
    await warn()
    await warn()
    expect(warnings).toEqual([{ holidaysUntil: '2030-12-31', daysLeft: 57 }])
    clock.at += dayMs
    await warn()
    expect(warnings).toHaveLength(2)

    await put(db, 'holidays', 'damaged')
    clock.at += dayMs
    await warn()
    expect([warnings.length, errors.length]).toEqual([2, 1])
  })
})
