import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  advertIn,
  book,
  bookIn,
  buys,
  calendarOf,
  draftOf,
  modifyOf,
  moment,
  ownerCommand,
  perform,
  refusalCodeOf,
  submitOf,
  sweepAt,
  today,
  twoSessions,
  world,
} from '../../../test/book.ts'
import {
  Advert,
  advertStatuses,
  type Duration,
  isInLocate,
  isTerminal,
  presetDurations,
} from '../../model/advert.ts'
import type { Calendar } from '../../model/calendar.ts'
import type { State } from '../../model/state.ts'
import { expiryDateOf, isExpired } from './expiry.ts'

const buyer = buys('alder', 10_000)
const everAfter = calendarOf()
/** 08:00 to 17:00 in Tokyo, with a night session that wraps around midnight there. */
const tokyo = calendarOf([
  { from: 1_380, to: 480 },
  { from: 840, to: 960 },
])

/** The expiry of an advert that is submitted at a time of day. */
function endOf(duration: Duration, calendar: Calendar, clock: string): number | null {
  const state = world({ calendar, opens: '00:00' })
  const at = moment(clock)
  perform(state, draftOf(buyer, at))
  perform(state, submitOf('alder-1', { ...buyer.terms, duration }, at))
  return advertIn(state, 'alder-1').expiryDate
}

// spec: 3.5, 9.15
// rule: 13.1, 13.2
test.each([
  ['60', tokyo, '01:00', '02:00', 'minutes by the wall clock'],
  ['150', tokyo, '01:00', '03:30', 'minutes by the wall clock'],
  ['150', tokyo, '05:29:59', '07:59:59', 'just before the end of platform hours'],
  ['60', tokyo, '07:00', '08:00', 'the very end of platform hours'],
  ['150', tokyo, '05:30', '08:00', 'the very end of platform hours'],
  ['60', tokyo, '07:00:00.001', '08:00', 'cut at the end of platform hours'],
  ['150', tokyo, '07:59:59.999', '08:00', 'cut at the end of platform hours'],
  ['END_OF_DAY', tokyo, '00:00', '08:00', 'the end of platform hours today'],
  ['END_OF_DAY', tokyo, '14:30', '15:00', 'the end of the day in a session that wraps midnight'],
  ['150', tokyo, '14:30', '15:00', 'the end of the day in a session that wraps midnight'],
  ['END_OF_DAY', everAfter, '01:00', '15:00', 'midnight in Tokyo where the platform never closes'],
  ['60', everAfter, '14:30', '15:30', 'minutes that run over the day where the platform never closes'],
  ['150', everAfter, '14:30', '17:00', 'minutes that run over the day where the platform never closes'],
] as const)('%s ends in time', (duration, calendar, submitted, end, _) => {
  expect(endOf(duration, calendar, submitted)).toBe(moment(end))
})

test('on the day before a holiday even a short duration ends at midnight in Tokyo', () => {
  const calendar = { ...everAfter, holidays: ['2026-11-21'] }

  expect(endOf('60', calendar, '14:30')).toBe(moment('15:00'))
  expect(endOf('60', { ...everAfter, weekends: false }, '14:30')).toBe(moment('15:00'))
})

test('the duration includes lunch: it is wall-clock time, not matching time', () => {
  const withLunch = calendarOf([{ from: 0, to: 480 }], twoSessions)

  expect(endOf('60', withLunch, '02:28')).toBe(moment('03:28'))
})

test('before the open the duration of a SENT advert runs, and the advert may expire before matching', () => {
  const early = calendarOf([{ from: 0, to: 480 }], [{ from: 90, to: 384 }])
  const state = bookIn(world({ calendar: early }), buys('alder', 10_000, { duration: '60' }))
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('SENT')

  expect(perform(state, sweepAt('01:00:00.999'))).toEqual([])
  expect(perform(state, sweepAt('01:00:01'))).toMatchObject([{ type: 'advertExpired', advertId: 'alder-1' }])
})

// rule: 13.4
test('pausing does not stop the duration', () => {
  const state = book(buys('alder', 10_000, { duration: '60' }))
  perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:10'))
  perform(state, ownerCommand('resumeAdvert', 'alder-1', '00:50'))

  expect(advertIn(state, 'alder-1').expiryDate).toBe(moment('01:00:01'))
  expect(perform(state, sweepAt('01:00:01'))).toMatchObject([{ type: 'advertExpired' }])
})

test('a changed duration counts from the submit too', () => {
  const state = book(buys('alder', 10_000, { duration: '60' }))
  const end = () => advertIn(state, 'alder-1').expiryDate
  perform(state, modifyOf(state, 'alder-1', { duration: '150' }, '00:40'))
  expect(end()).toBe(moment('02:30:01'))
  perform(state, modifyOf(state, 'alder-1', { duration: 'END_OF_DAY' }, '00:41'))
  expect(end()).toBe(moment('15:00'))

  perform(state, modifyOf(state, 'alder-1', { duration: '60' }, '00:42'))
  expect(end()).toBe(moment('01:00:01'))
})

test('an expired advert cannot be resumed, even before the sweep has expired it', () => {
  const state = book(buys('alder', 10_000, { duration: '60' }))
  perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:10'))

  expect(refusalCodeOf(state, ownerCommand('resumeAdvert', 'alder-1', '01:00:00.999'))).toBeNull()
  expect(refusalCodeOf(state, ownerCommand('resumeAdvert', 'alder-1', '01:00:01'))).toBe('ADVERT-ERROR-003')
})

test('an advert expires in every status except a final one, a locate and a draft', () => {
  const plain = advertIn(book(buyer), 'alder-1').toJSON()
  for (const advertisementStatus of advertStatuses) {
    const advert = Advert.from({ ...plain, advertisementStatus, expiryDate: 1_000 })
    expect(isExpired(advert, 999)).toBe(false)
    expect(isExpired(advert, 1_000)).toBe(!isTerminal(advert) && !isInLocate(advert))
    advert.expiryDate = null
    expect(isExpired(advert, 1_000)).toBe(false)
  }
})

test('no advert outlives its duration or the platform hours', () => {
  const minuteOf = fc.integer({ min: 0, max: 1_440 })
  fc.assert(
    fc.property(
      minuteOf,
      minuteOf,
      fc.nat({ max: 1_439 }),
      fc.constantFrom(...presetDurations),
      (from, to, minute, duration) => {
        const state: State = world({ calendar: calendarOf([{ from, to }]) })
        const at = moment('00:00', today) + minute * 60_000
        const security = state.securities.get('toyota')
        if (!security) throw new Error('toyota does not exist')
        const { exchange } = security
        const end = expiryDateOf(state.calendar, { exchange, terms: { duration }, submitTime: at, at })
        expect(end).toBeGreaterThan(at)
        expect(end - at).toBeLessThanOrEqual(
          duration === 'END_OF_DAY' ? 24 * 3_600_000 : Number(duration) * 60_000,
        )
      },
    ),
  )
})

// rule: 13.16
test.each([
  ['16:30', tokyo, '01:00', '07:30', 'later today'],
  ['10:01', tokyo, '01:00', '01:01', 'the next minute'],
  ['17:00', tokyo, '07:59:59', '08:00', 'the very end of platform hours'],
  ['23:59', everAfter, '01:00', '14:59', 'the last minute where the platform never closes'],
] as const)('an own expiry of %s ends in time', (duration, calendar, submitted, end, _) => {
  expect(endOf(duration, calendar, submitted)).toBe(moment(end))
})

// rule: 13.16
test.each([
  ['10:00', tokyo, '01:00', 'now'],
  ['09:59', tokyo, '01:00', 'past'],
  ['17:01', tokyo, '01:00', 'after platform hours'],
] as const)('an own expiry of %s is refused', (duration, calendar, submitted, _) => {
  const state = world({ calendar, opens: '00:00' })
  const at = moment(submitted)
  perform(state, draftOf(buyer, at))

  expect(refusalCodeOf(state, submitOf('alder-1', { ...buyer.terms, duration }, at))).toBe('ADVERT-DURATION')
})

// rule: 13.16
test('a dead advert is sent again with its own expiry as long as that is to come', () => {
  const state = bookIn(
    world({ calendar: tokyo, opens: '00:00' }),
    buys('alder', 10_000, { duration: '10:30' }),
  )
  perform(state, ownerCommand('cancelAdvert', 'alder-1', '01:10'))

  expect(refusalCodeOf(state, submitOf('alder-1', advertIn(state, 'alder-1').terms, '01:30'))).toBe(
    'ADVERT-DURATION',
  )
  expect(refusalCodeOf(state, submitOf('alder-1', advertIn(state, 'alder-1').terms, '01:29:59'))).toBeNull()
})
