import { isWithin } from '@aitai/engine/calendar/hours.ts'
import { type ExchangeHours, exchanges, type HourRange } from '@aitai/engine/model/calendar.ts'
import { remarkInEnglish } from '@aitai/messages/remark-text.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import alwaysOpen from '../../data/calendar-always-open.json' with { type: 'json' }
import jpx from '../../data/calendar-jpx.json' with { type: 'json' }
import { formatHourList, hoursFault, hoursWarnings, parseHourList } from './hours.ts'

const tokyo: ExchangeHours = jpx.hours.XTKS
const ranges = (text: string): readonly HourRange[] => {
  const read = parseHourList(text)
  return typeof read === 'string' ? expect.unreachable(read) : read
}

test.each([jpx, alwaysOpen])('the shipped hours of $name are valid', ({ hours }) => {
  for (const exchange of exchanges) {
    expect(hoursFault(hours[exchange])).toBe(null)
    expect(hoursWarnings(hours[exchange])).toEqual([])
  }
})

test('hours are read as they are written, full-width too', () => {
  expect(ranges('00:00 to 02:29, 03:30 to 06:24')).toEqual(tokyo.matching)
  expect(ranges('２３：００ to ０８：００')).toEqual(tokyo.platform)
  expect(ranges('none')).toEqual([])
  expect(formatHourList(tokyo.exchange)).toBe('00:00 to 02:30, 03:30 to 06:30')
  expect(formatHourList([])).toBe('none')
})

test.each([
  '',
  '9:00 to 10:00',
  '09:00-10:00',
  '09:00 to 25:00',
  '09:60 to 10:00',
  '09:00 to 10:00,',
  'never',
])("'%s' is not a list of hours", (text) => {
  expect(parseHourList(text)).toContain("is not 'HH:MM to HH:MM' in UTC")
})

test.each([
  [{ platform: '23:00 to 08:00, 07:59 to 09:00' }, 'platform hours: two ranges overlap at 07:59'],
  [{ platform: '22:00 to 01:00, 23:30 to 08:00' }, 'platform hours: two ranges overlap at 00:00'],
  [{ platform: '09:00 to 09:00' }, "'09:00 to 09:00' has no length"],
  [{ platform: '24:00 to 08:00' }, 'begins at 24:00'],
  [{ platform: '14:00 to 16:00' }, 'goes over midnight in Tokyo'],
  [{ platform: '23:00 to 15:01' }, 'goes over midnight in Tokyo'],
  [{ platform: 'none' }, 'platform hours cannot be none'],
  [{ matching: 'none' }, 'matching hours cannot be none'],
  [{ platform: '00:01 to 08:00' }, 'matching hours outside platform hours: at 00:00 UTC'],
  [{ platform: '23:00 to 07:19' }, 'after-hours outside platform hours: at 07:19 UTC'],
  [{ matching: '00:00 to 02:31' }, 'matching hours while the exchange does not trade: at 02:30 UTC'],
  [{ exchange: '00:00 to 02:30, 03:30 to 06:32' }, 'after-hours while the exchange trades: at 06:31 UTC'],
])('%j is refused: %s', (change, why) => {
  const given = Object.entries(change).map(([list, text]) => [list, ranges(text)])
  expect(hoursFault({ ...tokyo, ...Object.fromEntries(given) })).toContain(why)
})

test('ranges may touch, cross midnight UTC, and end with the day in Tokyo', () => {
  expect(hoursFault({ ...tokyo, platform: ranges('23:00 to 04:00, 04:00 to 08:00') })).toBe(null)
  expect(hoursFault({ ...tokyo, platform: ranges('15:01 to 15:00') })).toBe(null)
  expect(hoursFault({ ...tokyo, platform: ranges('00:00 to 24:00') })).toBe(null)
  expect(hoursFault({ ...tokyo, afterHours: [] })).toBe(null)
})

test('a locate that could outlast its session, and trading on a closed platform, are reported', () => {
  expect(
    hoursWarnings({ ...tokyo, matching: ranges('00:00 to 02:30, 03:30 to 06:24') }).map(remarkInEnglish),
  ).toEqual([expect.stringContaining("'00:00 to 02:30' ends together with the session")])
  expect(
    hoursWarnings({
      ...tokyo,
      exchange: ranges('00:00 to 02:30, 03:30 to 06:30, 10:00 to 11:00'),
    }).map(remarkInEnglish),
  ).toEqual(['the exchange trades while the platform is closed: at 10:00 UTC'])
})

const anyMinute = fc.nat(1_439)
const anyRange = fc.record({ from: anyMinute, to: anyMinute })

test('formatted ranges are read back as the same', () => {
  fc.assert(
    fc.property(fc.array(anyRange), (list) => {
      expect(parseHourList(formatHourList(list))).toEqual(list)
    }),
  )
})

/** A period of the day in Tokyo, in minutes after its midnight, as a UTC range. */
const stretch = (from: number, to: number): HourRange => ({
  from: (from + 900) % 1_440,
  to: (to + 900) % 1_440 || 1_440,
})

test('valid hours keep every minute of matching within platform hours and exchange hours', () => {
  const anyList = fc
    .uniqueArray(fc.integer({ min: 0, max: 1_440 }), { minLength: 2, maxLength: 6 })
    .map((ends) => {
      const sorted = ends.toSorted((a, b) => a - b)
      return Array.from({ length: Math.floor(sorted.length / 2) }, (_, i) =>
        stretch(sorted[2 * i] ?? 0, sorted[2 * i + 1] ?? 0),
      )
    })
  const anyHours = fc.record({ platform: anyList, exchange: anyList, matching: anyList, afterHours: anyList })
  const checked = { sound: 0 }
  fc.assert(
    fc.property(fc.oneof(anyHours, anyHours.map(nested)), (hours) => {
      const isSound = hoursFault(hours) === null
      checked.sound += Number(isSound)
      expect(isSound).toBe(everyMinuteIsSound(hours))
    }),
    { numRuns: 200 },
  )
  // Otherwise the property would be vacuous.
  expect(checked.sound).toBeGreaterThan(20)
})

/**
 * Generated so that it mostly holds: matching while the exchange trades, and a platform that is always open.
 */
const nested = (hours: ExchangeHours): ExchangeHours => ({
  platform: [{ from: 0, to: 1_440 }],
  exchange: hours.matching,
  matching: hours.matching,
  afterHours: [],
})

function everyMinuteIsSound({ platform, exchange, matching, afterHours }: ExchangeHours): boolean {
  for (let minute = 0; minute < 1_440; minute += 1) {
    const [isOpen, trades, matches, isAfter] = [platform, exchange, matching, afterHours].map((list) =>
      isWithin(list, minute * 60_000),
    )
    if (matches && !(isOpen && trades)) return false
    if (isAfter && (!isOpen || trades)) return false
  }
  return true
}
