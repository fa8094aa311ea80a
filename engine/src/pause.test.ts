import { expect, test } from 'vitest'
import {
  advertIn,
  answerOf,
  ask,
  book,
  bookIn,
  buys,
  calendarOf,
  doing,
  draftOf,
  locatedPair,
  moment,
  place,
  securityNamed,
  sells,
  sweepAt,
  world,
} from '../simulation/book.ts'
import { decide } from './decide.ts'
import { happened } from './refusals.ts'
import type { State } from './state.ts'

const buyer = buys('alder', 10_000)
const seller = sells('birch', 10_000)
const leaves = (traderId: string, when: string) =>
  ({ type: 'endSession', at: moment(when), traderId, reason: 'TIMED_OUT' }) as const
const comes = (traderId: string, when: string, present = true) =>
  ({ type: 'setPresence', at: moment(when), traderId, present }) as const
const statusesOf = (state: State) =>
  Object.fromEntries(
    [...state.adverts.values()].map(({ id, advertisementStatus }) => [id, advertisementStatus]),
  )

test('a paused advert meets no contra, and a resumed one does', () => {
  const state = book(buyer, seller)
  ask(state, doing('pauseAdvert', 'alder-1', '00:01'))
  expect(ask(state, sweepAt('00:05'))).toEqual([])

  ask(state, doing('resumeAdvert', 'alder-1', '00:06'))
  expect(ask(state, sweepAt('00:07'))).toMatchObject([{ type: 'contraLocated' }])
})

test('a resumed advert is live at once and goes to the end of the queue', () => {
  const state = book(buyer)
  ask(state, doing('pauseAdvert', 'alder-1', '00:01'))
  const events = ask(state, doing('resumeAdvert', 'alder-1', '00:06'))

  expect(events).toEqual([
    { type: 'advertResumed', at: moment('00:06'), advertId: 'alder-1', advertisementStatus: 'LIVE' },
  ])
  expect(advertIn(state, 'alder-1')).toMatchObject({
    advertisementStatus: 'LIVE',
    priorityTime: moment('00:06'),
    settledSince: moment('00:06'),
  })
})

test('resumed while matching is closed an advert waits, and is released when it opens', () => {
  const calendar = calendarOf(
    [{ from: 0, to: 480 }],
    [
      { from: 0, to: 149 },
      { from: 210, to: 384 },
    ],
  )
  const state = bookIn(world({ calendar }), buyer)
  ask(state, doing('pauseAdvert', 'alder-1', '00:01'))
  ask(state, doing('resumeAdvert', 'alder-1', '02:29'))
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('SENT')

  expect(ask(state, sweepAt('03:29:59.999'))).toEqual([])
  expect(ask(state, sweepAt('03:30'))).toMatchObject([{ type: 'advertReleased' }])
})

test('pausing does not stop the clock', () => {
  const state = book(buys('alder', 10_000, { duration: '60' }))
  ask(state, doing('pauseAdvert', 'alder-1', '00:01'))

  expect(ask(state, sweepAt('01:00:01'))).toMatchObject([{ type: 'advertExpired', advertId: 'alder-1' }])
})

test('pausing twice is one pause, and cancelling twice one cancel', () => {
  const state = book(buyer)
  expect(ask(state, doing('pauseAdvert', 'alder-1', '00:01'))).toHaveLength(1)
  expect(decide(state, doing('pauseAdvert', 'alder-1', '00:02'))).toEqual(happened())

  expect(ask(state, doing('cancelAdvert', 'alder-1', '00:03'))).toHaveLength(1)
  expect(decide(state, doing('cancelAdvert', 'alder-1', '00:04'))).toEqual(happened())
  expect(state.traders.get('alder')?.counts.cancel).toBe(1)
})

test('a cancelled advert frees the place of its firm and meets nobody', () => {
  const state = book(buyer, seller)
  ask(state, doing('cancelAdvert', 'alder-1', '00:01'))
  expect(advertIn(state, 'alder-1')).toMatchObject({
    advertisementStatus: 'DEAD',
    causeOfDeath: 'CANCELLED_BY_USER',
  })

  expect(ask(state, sweepAt('00:05'))).toEqual([])
  expect(ask(state, draftOf(buyer, state.at, 'alder-2'))).toHaveLength(1)
})

/** Alder has an advert in each status; only what is sent and live may be paused by its leaving. */
function manyOf(): State {
  const securities = ['drafted', 'paused', 'cancelled', 'live', 'toyota', 'sent']
  const state = world({ securities: securities.map((name) => securityNamed(name)) })
  const on = (securityId: string) => buys('alder', 10_000, { securityId })
  ask(state, draftOf(on('drafted'), state.at, 'alder-drafted'))
  for (const securityId of ['paused', 'cancelled', 'live', 'toyota'])
    place(state, on(securityId), `alder-${securityId}`)
  place(state, seller)
  ask(state, sweepAt('00:01', []))
  place(state, on('sent'), 'alder-sent')
  ask(state, doing('pauseAdvert', 'alder-paused', '00:02'))
  ask(state, doing('cancelAdvert', 'alder-cancelled', '00:02'))
  return state
}

test('who leaves takes out what is sent and live, and nothing else', () => {
  const state = manyOf()
  const before = statusesOf(state)
  const events = ask(state, leaves('alder', '00:05'))

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

test('who leaves during a locate can still be answered for until the deadline, and lets it lapse', () => {
  const state = locatedPair(buyer, seller)
  const events = ask(state, leaves('alder', '00:05:10'))
  expect(events.map(({ type }) => type)).toEqual(['presenceChanged'])
  expect(statusesOf(state)).toEqual({ 'alder-1': 'ACCEPT/DECLINE?', 'birch-1': 'ACCEPT/DECLINE?' })

  ask(state, answerOf(state, 'birch', 'ACCEPT', '00:05:20'))
  expect(ask(state, sweepAt('00:05:31.501'))).toMatchObject([
    { type: 'locateFailed', outcome: { BUY: 'TIMED_OUT', SELL: 'CONTRA_TIMEOUT' } },
  ])
})

test('an absent owner keeps its adverts live, meets nobody, and meets again on return', () => {
  const state = book(buyer, seller)
  ask(state, comes('alder', '00:01', false))
  expect(advertIn(state, 'alder-1').advertisementStatus).toBe('LIVE')
  expect(ask(state, sweepAt('00:05'))).toEqual([])

  ask(state, comes('alder', '00:06'))
  expect(ask(state, sweepAt('00:07'))).toMatchObject([{ type: 'contraLocated' }])
})

test('presence that does not change, and that of strangers, causes nothing', () => {
  const state = book(buyer)

  expect(decide(state, comes('alder', '00:01'))).toEqual(happened())
  expect(decide(state, comes('nobody', '00:01'))).toEqual(happened())
  expect(decide(state, leaves('nobody', '00:01'))).toEqual(happened())
  ask(state, leaves('alder', '00:02'))
  expect(decide(state, leaves('alder', '00:03'))).toEqual(happened())
})
