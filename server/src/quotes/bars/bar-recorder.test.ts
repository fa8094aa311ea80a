import { yen } from '@aitai/engine/model/price.ts'
import type { Quote } from '@aitai/engine/model/quote.ts'
import { expect, test } from 'vitest'
import { BarRecorder, type ReportedStatistics } from './bar-recorder.ts'

const at = (time: string): number => Date.parse(`2026-11-20T${time}+09:00`)
const [opening, closing] = [at('09:00:00'), at('15:30:00')]
const recorder = () => new BarRecorder((_, time) => time >= opening && time < closing)

const quote = (time: string, last: number, more: Partial<Quote> = {}): Quote => ({
  securityId: 'toyota',
  at: at(time),
  bid: (last - 1) * yen,
  ask: (last + 1) * yen,
  last: last * yen,
  condition: 'CONTINUOUS',
  officialClose: null,
  indexMove: 0,
  ...more,
})

function seen(...quotes: readonly (readonly [Quote, ReportedStatistics?])[]): BarRecorder {
  const bars = recorder()
  for (const [each, reported] of quotes) bars.see(each, reported)
  return bars
}

// rule: 23.3
test('open, high and low are derived from the last prices, and the volume is unknown', () => {
  const bars = seen([quote('09:00:01', 100)], [quote('09:00:20', 103)], [quote('09:01:00', 99)])
  expect(bars.statisticsOf(quote('09:01:00', 99))).toMatchObject({
    open: 100 * yen,
    high: 103 * yen,
    low: 99 * yen,
    volume: null,
    vwap: null,
    bidSize: null,
  })
  expect(bars.takeFinished(at('09:01:30'), 10)).toEqual([
    {
      securityId: 'toyota',
      at: opening,
      open: 100 * yen,
      high: 103 * yen,
      low: 100 * yen,
      close: 103 * yen,
      volume: null,
      vwap: null,
      mid: 103 * yen,
      dayVolume: null,
    },
  ])
})

test('bars have the volume between two reports, weighted by the price at which it was seen', () => {
  const bars = seen(
    [quote('08:59:00', 0, { bid: null, ask: null }), { volume: 0 }],
    [quote('09:00:00', 100), { volume: 1_000 }],
    [quote('09:00:30', 104), { volume: 4_000 }],
    [quote('09:01:00', 102), { volume: 4_500 }],
  )
  expect(bars.takeFinished(at('09:03:00'), 10)).toMatchObject([
    { at: opening, volume: 4_000, vwap: 103 * yen },
    { at: at('09:01:00'), volume: 500, vwap: 102 * yen },
  ])
  expect(bars.statisticsOf(quote('09:01:00', 102))).toMatchObject({ volume: 4_500, vwap: 1_028_889 })
})

test('what was traded before the first look is in the volume of the day and in no bar', () => {
  const bars = seen(
    [quote('10:00:00', 100), { volume: 50_000 }],
    [quote('10:00:30', 100), { volume: 50_200 }],
  )
  expect(bars.statisticsOf(quote('10:00:30', 100))).toMatchObject({ volume: 50_200 })
  expect(bars.takeFinished(at('10:02:00'), 10)).toMatchObject([{ volume: 200 }])
})

test('a reported statistic counts instead of a derived one, for the rest of its day', () => {
  const bars = seen(
    [
      quote('10:00:00', 100),
      { open: 95 * yen, high: 110 * yen, low: 90 * yen, vwap: 99 * yen, bidSize: 300 },
    ],
    [quote('10:00:30', 101)],
  )
  expect(bars.statisticsOf(quote('10:00:30', 101))).toMatchObject({
    open: 95 * yen,
    high: 110 * yen,
    low: 90 * yen,
    vwap: 99 * yen,
    bidSize: null,
  })
})

// rule: 23.3
test('the volume never falls, whatever a source reports', () => {
  const bars = seen([quote('10:00:00', 100), { volume: 900 }], [quote('10:00:30', 100), { volume: 700 }])
  expect(bars.statisticsOf(quote('10:00:30', 100)).volume).toBe(900)
})

test('a new day starts with nothing', () => {
  const bars = seen([quote('15:00:00', 100), { volume: 900, high: 120 * yen }])
  const next = quote('09:00:00', 101, { at: at('09:00:00') + 86_400_000 })
  bars.see(next, { volume: 300 })
  expect(bars.statisticsOf(next)).toMatchObject({ open: 101 * yen, high: 101 * yen, volume: 300 })
})

test('outside the sessions only late trades make a bar', () => {
  const bars = seen(
    [quote('08:59:59', 100)],
    [quote('15:29:59', 100), { volume: 1_000 }],
    [quote('15:30:01', 101), { volume: 3_000 }],
    [quote('15:31:00', 101), { volume: 3_000 }],
    [quote('15:40:00', 105), { volume: 9_000 }],
  )
  expect(bars.takeFinished(at('16:00:00'), 10).map(({ at: minute, close }) => [minute, close])).toEqual([
    [at('15:29:00'), 100 * yen],
    [closing, 101 * yen],
  ])
})

test('a crossed or one-sided book has no mid', () => {
  const bars = seen([quote('10:00:00', 100, { bid: 105 * yen })], [quote('10:00:10', 100, { ask: null })])
  expect(bars.takeFinished(at('10:02:00'), 10)).toMatchObject([{ mid: null, close: 100 * yen }])
})

test('a restart continues the day from the stored bars', () => {
  const bars = seen([quote('13:00:00', 100), { volume: 8_000 }])
  const day = Math.floor((at('13:00:00') + 9 * 3_600_000) / 86_400_000)
  bars.resume(day, [
    {
      securityId: 'toyota',
      open: 95 * yen,
      high: 120 * yen,
      low: 94 * yen,
      volume: 6_000,
      turnover: 6_000 * 110 * yen,
      dayVolume: null,
      newestMinute: at('12:59:00'),
    },
  ])
  bars.see(quote('13:00:30', 100), { volume: 10_000 })
  expect(bars.statisticsOf(quote('13:00:30', 100))).toMatchObject({
    open: 95 * yen,
    high: 120 * yen,
    low: 94 * yen,
    volume: 10_000,
    vwap: 1_075_000,
  })
})

test('bars that could not be stored come again, before newer ones', () => {
  const bars = seen([quote('10:00:00', 100)], [quote('10:01:00', 101)], [quote('10:02:00', 102)])
  bars.returnBars(bars.takeFinished(at('10:02:30'), 1))
  expect(bars.takeFinished(at('10:04:00'), 10).map(({ close }) => close)).toEqual(
    [100, 101, 102].map((each) => each * yen),
  )
})

test('bars that are being stored are read as unstored ones until they are stored', () => {
  const bars = seen([quote('10:00:00', 100)], [quote('10:01:00', 101)], [quote('10:02:00', 102)])
  const closes = (): readonly (number | null)[] => bars.unstored('toyota').map(({ close }) => close)

  bars.takeFinished(at('10:02:30'), 1)
  expect(closes()).toEqual([100 * yen, 101 * yen, 102 * yen])

  bars.forgetTaken()
  expect(closes()).toEqual([101 * yen, 102 * yen])
})

test('a quote that arrives after its minute belongs to it', () => {
  const bars = seen([quote('10:00:00', 100), { volume: 0 }], [quote('10:00:50', 100), { volume: 1_000 }])

  expect(bars.takeFinished(at('10:01:59'), 10)).toEqual([])
  bars.see(quote('10:00:59', 101), { volume: 3_000 })

  expect(bars.takeFinished(at('10:02:00'), 10)).toMatchObject([{ volume: 3_000, close: 101 * yen }])
})

const today = Math.floor((at('10:00:00') + 9 * 3_600_000) / 86_400_000)
const soFar = (newestMinute: number) => ({
  securityId: 'toyota',
  open: 99 * yen,
  high: 104 * yen,
  low: 98 * yen,
  volume: 3_000,
  turnover: 3_000 * 100 * yen,
  dayVolume: 5_000,
  newestMinute,
})
/** The first half of a minute, as it was stored before a restart. */
const storedPart = {
  at: at('10:00:00'),
  open: 99 * yen,
  high: 104 * yen,
  low: 98 * yen,
  close: 100 * yen,
  volume: 3_000,
  vwap: 100 * yen,
  mid: 100 * yen,
}
const whole = {
  open: 99 * yen,
  high: 104 * yen,
  low: 97 * yen,
  close: 97 * yen,
  volume: 4_000,
  mid: 97 * yen,
}

// rule: 23.2
test.each(['before', 'after'])(
  'a restart within a minute, with its first quote %s the stored day is read',
  (when) => {
    const bars = recorder()
    const resume = () => bars.resume(today, [soFar(storedPart.at)], new Map([['toyota', [storedPart]]]))
    if (when === 'after') resume()
    bars.see(quote('10:00:40', 97), { volume: 6_000 })
    if (when === 'before') resume()

    expect(bars.unstored('toyota')).toMatchObject([{ ...whole, vwap: 99.25 * yen }])
    expect(bars.statisticsOf(quote('10:00:40', 97))).toMatchObject({
      volume: 6_000,
      vwap: 99.25 * yen,
      bars: [whole],
    })
    // Only the second part is stored, which the table adds to the first.
    expect(bars.takeFinished(at('10:03:00'), 10)).toMatchObject([
      { volume: 1_000, open: 97 * yen, dayVolume: 6_000 },
    ])
  },
)

test('what was traded while no process was running for minutes is in the volume of the day and in no bar', () => {
  const bars = recorder()
  bars.resume(today, [soFar(at('10:00:00'))])
  bars.see(quote('10:05:10', 97), { volume: 9_000 })
  bars.see(quote('10:05:20', 97), { volume: 9_200 })

  expect(bars.unstored('toyota')).toMatchObject([{ at: at('10:05:00'), volume: 200 }])
  expect(bars.statisticsOf(quote('10:05:20', 97))).toMatchObject({ volume: 9_200 })
})
