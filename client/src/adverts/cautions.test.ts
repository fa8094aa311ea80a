import { expect, test } from 'vitest'
import { cutsShort, unusualSize } from './cautions.ts'

const tokyo = {
  platformHourRanges: ['23:00 to 08:00'],
  exchangeHourRanges: ['00:00 to 02:30', '03:30 to 06:30'],
  matchingEngineHourRanges: ['00:00 to 02:29', '03:30 to 06:24', '06:31 to 07:20'],
  afterHours: false,
  tradingDay: true,
  halted: null,
}
const always = {
  ...tokyo,
  platformHourRanges: ['00:00 to 24:00'],
  matchingEngineHourRanges: ['00:00 to 24:00'],
}
const at = (clock: string): number => Date.parse(`2026-11-20T${clock}:00Z`)

test('an advert that lives over lunch is told of the break', () => {
  expect(cutsShort('60', tokyo, null, at('02:00'))).toEqual([
    { kind: 'break', from: at('02:29'), to: at('03:30') },
  ])
})

test('an advert posted in the break is told when matching goes on', () => {
  expect(cutsShort('150', tokyo, null, at('02:45'))).toEqual([
    { kind: 'break', from: at('02:45'), to: at('03:30') },
  ])
})

test('an advert that would outlive the platform ends with it', () => {
  expect(cutsShort('60', tokyo, null, at('07:30'))).toEqual([{ kind: 'close', at: at('08:00') }])
})

test('a morning advert of 150 minutes knows nothing of the afternoon', () => {
  expect(cutsShort('60', tokyo, null, at('00:30'))).toEqual([])
})

test('good for the day and a venue that never closes need no caution', () => {
  expect(cutsShort('END_OF_DAY', tokyo, null, at('02:00'))).toEqual([])
  expect(cutsShort('150', always, null, at('23:30'))).toEqual([])
})

test('an update counts from the first submit', () => {
  expect(cutsShort('60', tokyo, at('01:00'), at('01:55'))).toEqual([])
})

const sizes = (...notionals: number[]) => notionals.map((jpynotional) => ({ jpynotional }))

test.each([
  [1_000, sizes(100, 100, 100), 10],
  [600, sizes(100, 100, 110, 90), 6],
  [500, sizes(100, 100, 100), null],
  [1_000, sizes(100, 100), null],
  [1_000, sizes(0, 0, 100), null],
])('%d beside others of the day is unusual by %#', (notional, others, times) => {
  expect(unusualSize(notional, others)).toBe(times)
})
