import { minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayAxis, daysAxis } from './time-axis.ts'

const at = (day: number, time: string): number => Date.parse(`2026-11-${day}T${time}:00+09:00`)
const sessionsOn = (day: number) => [
  { from: at(day, '09:00'), to: at(day, '11:30') },
  { from: at(day, '12:30'), to: at(day, '15:30') },
]
const halfHour = 1_800
/** Thursday, Friday and, after a weekend and a holiday, Tuesday. */
const days = [19, 20, 24].map((day) => ({ sessions: sessionsOn(day) }))
const tradedSeconds = 5.5 * 3_600

test('five days leave out nights, lunch and weekends, with room for a line between two days', () => {
  const axis = daysAxis(days, halfHour, undefined)
  const position = (day: number, time: string) => axis.positionOf(at(day, time) / 1_000)
  expect([axis.from, axis.to]).toEqual([0, 3 * tradedSeconds + 2 * halfHour])
  expect(position(19, '11:30')).toBe(position(19, '12:30'))
  expect(position(20, '09:00') - position(19, '15:30')).toBe(halfHour)
  expect(position(24, '09:00') - position(20, '15:30')).toBe(halfHour)
  expect(axis.days.map(({ start }) => start * 1_000)).toEqual([19, 20, 24].map((day) => at(day, '09:00')))
  expect(axis.days.map(({ from, to }) => to - from)).toEqual(Array(3).fill(tradedSeconds))
})

test('a later time is never drawn before an earlier one, and every time of a day is within its part', () => {
  const axis = daysAxis(days, halfHour, undefined)
  const time = fc.integer({ min: at(19, '00:00') / 1_000, max: at(24, '23:59') / 1_000 })
  fc.assert(
    fc.property(time, time, (a, b) => {
      const [first, second] = [Math.min(a, b), Math.max(a, b)]
      expect(axis.positionOf(first)).toBeLessThanOrEqual(axis.positionOf(second))
      const day = axis.days.findLast(({ start }) => start <= first)
      if (day && axis.contains(first)) {
        expect(axis.positionOf(first)).toBeGreaterThanOrEqual(day.from)
        expect(axis.positionOf(first)).toBeLessThanOrEqual(day.to)
      }
    }),
  )
})

test('what happened before the open or in the night has no place', () => {
  const axis = daysAxis(days, halfHour, undefined)
  const isShown = (day: number, time: string) => axis.contains(at(day, time) / 1_000)
  expect([isShown(19, '08:59'), isShown(20, '15:31'), isShown(22, '10:00')]).toEqual([false, false, false])
  expect([isShown(19, '09:00'), isShown(20, '12:00'), isShown(24, '15:30')]).toEqual([true, true, true])
})

test('a market that never closes ends a little after its newest interval', () => {
  const wholeDay = (day: number) => ({ sessions: [{ from: at(day, '00:00'), to: at(day + 1, '00:00') }] })
  const axis = daysAxis([wholeDay(19), wholeDay(20)], halfHour, at(20, '06:10'))
  expect(axis.to).toBe(axis.positionOf(at(20, '06:00') / 1_000) + 3 * halfHour)
  expect(axis.days.at(-1)?.to).toBe(axis.to)
  const late = daysAxis([wholeDay(19), wholeDay(20)], halfHour, at(20, '23:59'))
  expect(late.to).toBe(2 * 24 * 3_600 + halfHour)
})

test('an axis of one day is its clock, with the break of the exchange', () => {
  const empty = { at: [], open: [], high: [], low: [], close: [], volume: [], vwap: [], mid: [] }
  const axis = dayAxis({ sessions: sessionsOn(20), bars: empty })
  const noon = at(20, '12:00') / 1_000
  expect(axis.positionOf(noon)).toBe(noon)
  expect(axis.contains(noon)).toBe(true)
  expect(axis.contains(noon + 4 * 60 * (minuteMs / 1_000))).toBe(false)
  expect(axis.breaks).toEqual([{ from: at(20, '11:30') / 1_000, to: at(20, '12:30') / 1_000 }])
  expect(axis.days).toEqual([])
})
