import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  book,
  bookIn,
  buys,
  calendarOf,
  draftOf,
  locatedPair,
  moment,
  ownerCommand,
  perform,
  placeOrder,
  securityNamed,
  sells,
  sweepAt,
  twoSessions,
  world,
} from '../../test/book.ts'
import { decide } from '../decide.ts'
import { happened } from '../model/refusals.ts'
import type { State } from '../model/state.ts'

const buyer = buys('alder', 10_000)
const seller = sells('birch', 10_000)
const leaves = (traderId: string, when: string) =>
  ({ type: 'endSession', at: moment(when), traderId, reason: 'TIMED_OUT' }) as const
const setsPresence = (traderId: string, when: string, present = true) =>
  ({ type: 'setPresence', at: moment(when), traderId, present }) as const
const statusesOf = (state: State) =>
  Object.fromEntries(
    [...state.adverts.values()].map(({ id, advertisementStatus }) => [id, advertisementStatus]),
  )

// rule: 2.6
test('a paused advert is not located, and a resumed one is', () => {
  const state = book(buyer, seller)
  perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:01'))
  expect(perform(state, sweepAt('00:05'))).toEqual([])

  perform(state, ownerCommand('resumeAdvert', 'alder-1', '00:06'))
  expect(perform(state, sweepAt('00:07'))).toMatchObject([{ type: 'contraLocated' }])
})

// rule: 4.8
test('a resumed advert is live at once, with a new priority time', () => {
  const state = book(buyer)
  perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:01'))
  const events = perform(state, ownerCommand('resumeAdvert', 'alder-1', '00:06'))

  expect(events).toEqual([
    { type: 'advertResumed', at: moment('00:06'), advertId: 'alder-1', advertisementStatus: 'LIVE' },
  ])
  expect(advertIn(state, 'alder-1')).toMatchObject({
    advertisementStatus: 'LIVE',
    priorityTime: moment('00:06'),
    settledSince: moment('00:06'),
  })
})

// rule: 2.7
test('an advert that is resumed while matching is closed is SENT until matching opens', () => {
  const calendar = calendarOf([{ from: 0, to: 480 }], twoSessions)
  const state = bookIn(world({ calendar }), buyer)
  perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:01'))
  perform(state, ownerCommand('resumeAdvert', 'alder-1', '02:29'))
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('SENT')

  expect(perform(state, sweepAt('03:29:59.999'))).toEqual([])
  expect(perform(state, sweepAt('03:30'))).toMatchObject([{ type: 'advertReleased' }])
})

// rule: 2.14
test('pausing twice and cancelling twice have no second effect', () => {
  const state = book(buyer)
  expect(perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:01'))).toHaveLength(1)
  expect(decide(state, ownerCommand('pauseAdvert', 'alder-1', '00:02'))).toEqual(happened())

  expect(perform(state, ownerCommand('cancelAdvert', 'alder-1', '00:03'))).toHaveLength(1)
  expect(decide(state, ownerCommand('cancelAdvert', 'alder-1', '00:04'))).toEqual(happened())
  expect(state.traders.get('alder')?.counts.cancel).toBe(1)
})

test('a cancelled advert lets its firm send another one and is not located', () => {
  const state = book(buyer, seller)
  perform(state, ownerCommand('cancelAdvert', 'alder-1', '00:01'))
  expect(advertIn(state, 'alder-1')).toMatchObject({
    advertisementStatus: 'DEAD',
    causeOfDeath: 'CANCELLED_BY_USER',
  })

  expect(perform(state, sweepAt('00:05'))).toEqual([])
  expect(perform(state, draftOf(buyer, state.at, 'alder-2'))).toHaveLength(1)
})

/** Alder has an advert in each status; the end of its session may pause only the sent and live ones. */
function manyOf(): State {
  const securities = ['drafted', 'paused', 'cancelled', 'live', 'toyota', 'sent']
  const state = world({ securities: securities.map((name) => securityNamed(name)) })
  const on = (securityId: string) => buys('alder', 10_000, { securityId })
  perform(state, draftOf(on('drafted'), state.at, 'alder-drafted'))
  for (const securityId of ['paused', 'cancelled', 'live', 'toyota'])
    placeOrder(state, on(securityId), `alder-${securityId}`)
  placeOrder(state, seller)
  perform(state, sweepAt('00:01', []))
  placeOrder(state, on('sent'), 'alder-sent')
  perform(state, ownerCommand('pauseAdvert', 'alder-paused', '00:02'))
  perform(state, ownerCommand('cancelAdvert', 'alder-cancelled', '00:02'))
  return state
}

// rule: 16.4
test('the end of a session pauses sent and live adverts only', () => {
  const state = manyOf()
  const before = statusesOf(state)
  const events = perform(state, leaves('alder', '00:05'))

  expect(events).toEqual([
    ...['alder-live', 'alder-toyota', 'alder-sent'].map((advertId) => ({
      type: 'advertPaused',
      at: moment('00:05'),
      advertId,
      by: 'SESSION_END',
    })),
    { type: 'presenceChanged', at: moment('00:05'), traderId: 'alder', present: false },
  ])
  expect(statusesOf(state)).toEqual({
    ...before,
    'alder-live': 'PAUSED',
    'alder-toyota': 'PAUSED',
    'alder-sent': 'PAUSED',
  })
})

// rule: 8.12
test('a locate that is open at the end of the session can be answered until its deadline, and then lapses', () => {
  const state = locatedPair(buyer, seller)
  const events = perform(state, leaves('alder', '00:05:10'))
  expect(events.map(({ type }) => type)).toEqual(['presenceChanged'])
  expect(statusesOf(state)).toEqual({ 'alder-1': 'ACCEPT/DECLINE?', 'birch-1': 'ACCEPT/DECLINE?' })

  perform(state, answerOf(state, 'birch', 'ACCEPT', '00:05:20'))
  expect(perform(state, sweepAt('00:05:31.501'))).toMatchObject([
    { type: 'locateFailed', outcome: { BUY: 'TIMED_OUT', SELL: 'CONTRA_TIMEOUT' } },
  ])
})

// rule: 16.5
test('the adverts of an absent owner stay live without matching, and match again when the owner returns', () => {
  const state = book(buyer, seller)
  perform(state, setsPresence('alder', '00:01', false))
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('LIVE')
  expect(perform(state, sweepAt('00:05'))).toEqual([])

  perform(state, setsPresence('alder', '00:06'))
  expect(perform(state, sweepAt('00:07'))).toMatchObject([{ type: 'contraLocated' }])
})

test('an unchanged presence and the presence of an unknown trader have no effect', () => {
  const state = book(buyer)

  expect(decide(state, setsPresence('alder', '00:01'))).toEqual(happened())
  expect(decide(state, setsPresence('nobody', '00:01'))).toEqual(happened())
  expect(decide(state, leaves('nobody', '00:01'))).toEqual(happened())
  perform(state, leaves('alder', '00:02'))
  expect(decide(state, leaves('alder', '00:03'))).toEqual(happened())
})
