import { matchingIsOpen } from '@aitai/engine/calendar/hours.ts'
import { isTradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Calendar } from '@aitai/engine/model/calendar.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import alwaysOpenData from '../../data/calendar-always-open.json' with { type: 'json' }
import jpxData from '../../data/calendar-jpx.json' with { type: 'json' }
import { isZone, nextSessions, printSessions } from './trading-sessions.ts'

const jpx: Calendar = jpxData
const alwaysOpen: Calendar = alwaysOpenData
const minuteMs = 60_000

const after = (moment: string, count?: number) =>
  nextSessions(jpx, 'XTKS', 'matching', Date.parse(moment), count)
const datesAfter = (moment: string): string[] => [...new Set(after(moment).map(({ date }) => date))]

test('at the year end the exchanges open on 30 December and next on 4 January', () => {
  expect(datesAfter('2026-12-29T15:00:00Z')).toEqual([
    '2026-12-30',
    '2027-01-04',
    '2027-01-05',
    '2027-01-06',
    '2027-01-07',
  ])
})

test('a substitute holiday and a day between two holidays have no session', () => {
  // 21 March 2027 is a Sunday and the equinox.
  expect(datesAfter('2027-03-19T08:00:00Z')[0]).toBe('2027-03-23')
  expect(datesAfter('2026-09-18T08:00:00Z')[0]).toBe('2026-09-24')
})

test('there are ten, two a day with lunch between them, and the current one is the first', () => {
  const sessions = after('2026-11-18T01:00:00Z')
  const shown = printSessions(sessions, 'Asia/Tokyo')

  expect(sessions).toHaveLength(10)
  expect(shown.slice(0, 2)).toEqual([
    {
      date: '2026-11-18',
      weekday: 'Wed',
      utc: '2026-11-18 00:00 to 02:29',
      tokyo: '2026-11-18 09:00 to 11:29',
      local: '2026-11-18 09:00 to 11:29 UTC+09:00',
    },
    {
      date: '2026-11-18',
      weekday: 'Wed',
      utc: '2026-11-18 03:30 to 06:24',
      tokyo: '2026-11-18 12:30 to 15:24',
      local: '2026-11-18 12:30 to 15:24 UTC+09:00',
    },
  ])
  // When lunch begins, the morning session is over.
  expect(after('2026-11-18T02:29:00Z')[0]?.from).toBe(Date.parse('2026-11-18T03:30:00Z'))
})

test('platform hours begin on the previous evening in UTC', () => {
  const sessions = nextSessions(jpx, 'XTKS', 'platform', Date.parse('2026-11-18T12:00:00Z'), 1)
  expect(printSessions(sessions, 'Europe/London')[0]).toMatchObject({
    date: '2026-11-19',
    utc: '2026-11-18 23:00 to 2026-11-19 08:00',
    tokyo: '2026-11-19 08:00 to 17:00',
    local: '2026-11-18 23:00 to 2026-11-19 08:00 UTC+00:00',
  })
})

test.each([
  [
    'autumn',
    '2026-10-30T08:00:00Z',
    '2026-11-01 20:00 to 22:29 UTC-04:00',
    '2026-11-01 19:00 to 21:29 UTC-05:00',
  ],
  [
    'spring',
    '2027-03-12T08:00:00Z',
    '2027-03-14 19:00 to 21:29 UTC-05:00',
    '2027-03-14 20:00 to 22:29 UTC-04:00',
  ],
])('in %s New York changes its clock, Tokyo does not', (_, moment, unchanged, changed) => {
  const [monday] = after(moment)
  const [shown] = printSessions(monday ? [monday] : [], 'America/New_York')

  expect(shown?.tokyo).toContain('09:00 to 11:29')
  expect(shown?.local).toBe(changed)
  expect(shown?.local).not.toBe(unchanged)
})

test('a session across a change of the clock shows both offsets', () => {
  const from = Date.parse('2026-11-01T05:00:00Z')
  const [shown] = printSessions([{ date: '2026-11-01', from, to: from + 120 * minuteMs }], 'America/New_York')
  expect(shown?.local).toBe('2026-11-01 01:00 UTC-04:00 to 02:00 UTC-05:00')
})

test('a list without hours has no session, and a platform that never closes has one a day', () => {
  const at = Date.parse('2026-11-18T01:00:00Z')
  expect(nextSessions(alwaysOpen, 'XTKS', 'afterHours', at)).toEqual([])
  expect(nextSessions(alwaysOpen, 'XTKS', 'platform', at, 3).map(({ date }) => date)).toEqual([
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
  ])
})

test('an unknown time zone is recognised as such', () => {
  expect(['Asia/Tokyo', 'UTC', 'America/New_York'].every(isZone)).toBe(true)
  expect(['', 'Tokyo', 'Etc/Unknown', '../etc/passwd'].some(isZone)).toBe(false)
})

test('the sessions are the times in which the engine looks for contras, to the minute', () => {
  const first = Date.parse('2026-01-01T00:00:00Z') / minuteMs
  const last = Date.parse('2030-12-01T00:00:00Z') / minuteMs
  fc.assert(
    fc.property(fc.integer({ min: first, max: last }), fc.nat(7 * 1_440), (start, wait) => {
      const at = start * minuteMs
      const moment = at + wait * minuteMs
      const sessions = nextSessions(jpx, 'XTKS', 'matching', at, 20)

      const isShown = sessions.some(({ from, to }) => from <= moment && moment < to)
      expect(isShown).toBe(matchingIsOpen(jpx, 'XTKS', moment))
      expect(sessions).toHaveLength(20)
      for (const { from } of sessions) expect(isTradingDay(jpx, from)).toBe(true)
    }),
  )
})
