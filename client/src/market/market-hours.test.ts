import type { PlatformHours } from '@aitai/contract/reference.ts'
import { expect, test } from 'vitest'
import { engineIsOn, isAllDay, isReceiving, marketStateAt, rangesText } from './market-hours.ts'

const tokyo: PlatformHours = {
  platformHourRanges: ['23:00 to 08:00'],
  exchangeHourRanges: ['00:00 to 02:30', '03:30 to 06:30'],
  matchingEngineHourRanges: ['00:00 to 02:29', '03:30 to 06:24', '06:31 to 07:20'],
  afterHours: false,
  tradingDay: true,
}
const at = (clock: string): number => Date.parse(`2026-11-20T${clock}:00Z`)

test.each([
  ['22:59', 'closed'],
  ['23:00', 'paused'],
  ['00:00', 'open'],
  ['02:29', 'open'],
  ['02:45', 'paused'],
  ['03:30', 'open'],
  ['06:30', 'paused'],
  ['07:00', 'paused'],
  ['08:00', 'closed'],
  ['12:00', 'closed'],
] as const)('at %s UTC Tokyo is %s', (clock, state) => {
  expect(marketStateAt(tokyo, at(clock))).toBe(state)
})

test('a holiday is closed all day, and the engine is off', () => {
  const holiday = { ...tokyo, tradingDay: false }

  expect(marketStateAt(holiday, at('01:00'))).toBe('closed')
  expect(engineIsOn(holiday, at('01:00'))).toBe(false)
})

test('the engine follows its own hours, after-hours included', () => {
  expect(['02:28', '02:29', '06:24', '06:31', '07:20'].map((clock) => engineIsOn(tokyo, at(clock)))).toEqual([
    true,
    false,
    false,
    true,
    false,
  ])
})

test('a venue that never closes is open at any minute', () => {
  const always = ['00:00 to 24:00']
  const hours = {
    ...tokyo,
    platformHourRanges: always,
    exchangeHourRanges: always,
    matchingEngineHourRanges: always,
  }

  expect(['00:00', '12:34', '23:59'].map((clock) => marketStateAt(hours, at(clock)))).toEqual([
    'open',
    'open',
    'open',
  ])
  expect(isAllDay(always)).toBe(true)
  expect(isAllDay(['00:00 to 00:00'])).toBe(true)
  expect(isAllDay(tokyo.exchangeHourRanges)).toBe(false)
})

test('ranges are shown as a person would write them', () => {
  expect(rangesText(tokyo.exchangeHourRanges)).toBe('00:00–02:30, 03:30–06:30')
})

test('IOIs are received by who is connected and has one live, whatever the market does', () => {
  const own = (...statuses: readonly ('LIVE' | 'SENT' | 'PAUSED' | 'UNSENT')[]) =>
    statuses.map((advertisementStatus) => ({ advertisementStatus }))

  expect(isReceiving(true, own('PAUSED', 'LIVE'))).toBe(true)
  expect(isReceiving(false, own('LIVE'))).toBe(false)
  expect(isReceiving(true, own('SENT', 'PAUSED', 'UNSENT'))).toBe(false)
  expect(isReceiving(true, [])).toBe(false)
})
