import fc from 'fast-check'
import { expect, test } from 'vitest'
import { intervalStart } from './bar-intervals.ts'
import { minuteMs } from './trading-days.ts'

const at = (time: string): number => Date.parse(`2026-11-20T${time}:00+09:00`)
const spans = [
  { from: at('09:00'), to: at('11:30') },
  { from: at('12:30'), to: at('15:30') },
]

// rule: 23.4
test('intervals are counted from the start of each session, and the last one has the auction', () => {
  const starts = (length: number) =>
    ['09:00', '09:29', '09:30', '11:29', '11:30', '12:30', '15:24', '15:30', '15:34'].map((time) =>
      new Date(intervalStart(at(time), spans, length * minuteMs) + 9 * 3_600_000).toISOString().slice(11, 16),
    )
  expect(starts(30)).toEqual([
    '09:00',
    '09:00',
    '09:30',
    '11:00',
    '11:00',
    '12:30',
    '15:00',
    '15:00',
    '15:00',
  ])
  expect(starts(5).slice(-5)).toEqual(['11:25', '12:30', '15:20', '15:25', '15:25'])
})

test('intervals of five minutes are each within one of thirty, whatever the hours', () => {
  const anySpans = fc
    .array(fc.record({ gap: fc.integer({ min: 1, max: 100 }), length: fc.integer({ min: 1, max: 300 }) }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((lengths) => {
      let end = at('09:00')
      return lengths.map(({ gap, length }) => {
        const from = end + gap * minuteMs
        end = from + length * minuteMs
        return { from, to: end }
      })
    })
  fc.assert(
    fc.property(anySpans, fc.integer({ min: 0, max: 1_300 }), (hours, minute) => {
      const time = at('09:00') + minute * minuteMs
      const [short, long] = [5, 30].map((length) => intervalStart(time, hours, length * minuteMs)) as [
        number,
        number,
      ]
      expect(short).toBeLessThanOrEqual(time)
      if (time >= (hours[0]?.from ?? 0)) expect(intervalStart(short, hours, 30 * minuteMs)).toBe(long)
    }),
  )
})
