import type { AdvertStatus } from '@aitai/engine/model/advert.ts'
import { haltCodes } from '@aitai/engine/model/refusals.ts'
import { expect, test } from 'vitest'
import { hoursOf, tokyoHours } from '../../test/support/fixtures.ts'
import {
  formatUtcRanges,
  isAllDay,
  isEngineOn,
  marketStateAt,
  type NotReceivingReason,
  notReceivingReason,
} from './market-hours.ts'

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
  expect(marketStateAt(tokyoHours, at(clock))).toBe(state)
})

test('a holiday is closed all day, and the engine is off', () => {
  const holiday = { ...tokyoHours, tradingDay: false }

  expect(marketStateAt(holiday, at('01:00'))).toBe('closed')
  expect(isEngineOn(holiday, at('01:00'))).toBe(false)
})

test('the engine follows its own hours, after-hours included', () => {
  expect(
    ['02:28', '02:29', '06:24', '06:31', '07:20'].map((clock) => isEngineOn(tokyoHours, at(clock))),
  ).toEqual([true, false, false, true, false])
})

test('a calendar that never closes is always open', () => {
  const hours = hoursOf()

  expect(['00:00', '12:34', '23:59'].map((clock) => marketStateAt(hours, at(clock)))).toEqual([
    'open',
    'open',
    'open',
  ])
  expect(isAllDay(hours.exchangeHourRanges)).toBe(true)
  expect(isAllDay(['00:00 to 00:00'])).toBe(true)
  expect(isAllDay(tokyoHours.exchangeHourRanges)).toBe(false)
})

test('ranges are formatted as readers of the language write them', () => {
  expect(formatUtcRanges(tokyoHours.exchangeHourRanges, 'En')).toBe('00:00–02:30, 03:30–06:30')
  expect(formatUtcRanges(tokyoHours.exchangeHourRanges, 'Jp')).toBe('00:00～02:30、03:30～06:30')
})

test('a platform that an operator has closed is closed at any hour', () => {
  const closed = { ...tokyoHours, halted: 'PLATFORM-CLOSED' } as const

  expect(['01:00', '02:45', '12:00'].map((clock) => marketStateAt(closed, at(clock)))).toEqual([
    'closed',
    'closed',
    'closed',
  ])
})

test.each(haltCodes)('with %s nothing is matched at any hour', (halted) => {
  expect(isEngineOn({ ...tokyoHours, halted }, at('01:00'))).toBe(false)
})

test('a halted institution or security does not close the market', () => {
  for (const halted of ['FIRM-HALTED', 'SECURITY-HALTED'] as const)
    expect(marketStateAt({ ...tokyoHours, halted }, at('01:00'))).toBe('open')
})

const own = (...statuses: readonly AdvertStatus[]) =>
  statuses.map((advertisementStatus, i) => ({ advertisementStatus, securityId: `security-${i}` }))
const desk = {
  isConnected: true,
  own: own('LIVE', 'PAUSED'),
  hours: tokyoHours,
  securityId: 'security-0',
  at: at('01:00'),
}

test.each<[string, Partial<Parameters<typeof notReceivingReason>[0]>, NotReceivingReason | null]>([
  ['connected, with one live', {}, null],
  ['before the hours are known', { hours: null }, null],
  ['without a live socket', { isConnected: false }, 'disconnected'],
  ['with nothing', { own: [] }, 'nothingLive'],
  ['with nothing live', { own: own('SENT', 'PAUSED', 'UNSENT', 'ACCEPT/DECLINE?') }, 'nothingLive'],
  ['in the lunch break', { at: at('02:45') }, 'notMatching'],
  ['with the platform closed', { hours: { ...tokyoHours, halted: 'PLATFORM-CLOSED' } }, 'halted'],
  ['with the own institution halted', { hours: { ...tokyoHours, halted: 'FIRM-HALTED' } }, 'halted'],
  ['with the only live security halted', { hours: { ...tokyoHours, halted: 'SECURITY-HALTED' } }, 'halted'],
  [
    'with another live beside a halted security',
    { hours: { ...tokyoHours, halted: 'SECURITY-HALTED' }, own: own('LIVE', 'LIVE') },
    null,
  ],
])('IOIs received %s', (_, more, because) => {
  expect(notReceivingReason({ ...desk, ...more })).toBe(because)
})
