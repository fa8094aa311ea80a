import { expect, test } from 'vitest'
import {
  answerOf,
  bookIn,
  buys,
  moment,
  perform,
  quoteOf,
  refusalCodeOf,
  sells,
  sweepAt,
  traderIn,
  world,
} from '../../test/book.ts'
import { agreed, failuresBy, failuresIn, report, withdraw } from '../../test/not-executed-reports.ts'
import { decide } from '../decide.ts'
import { happened } from '../model/refusals.ts'
import type { State } from '../model/state.ts'
import { notificationsOf } from '../notifications.ts'
import { ratingOf } from '../rating/credibility.ts'
import { explainRating } from '../rating/rating-explanation.ts'

const ratingsIn = (state: State) => ['alder', 'birch'].map((name) => traderIn(state, name).rating)
const scoresOf = (state: State, name: string) => traderIn(state, name).ledger.map(({ score }) => score)

// rule: 24.1
test('the executing broker reports who did not follow through, and the agreement has the report', () => {
  const state = agreed()
  const reported = { at: moment('00:10'), atFault: { BUY: true, SELL: false }, brokerUserId: 'kato' }

  expect(perform(state, report(['BUY']))).toEqual([
    { type: 'notExecutedReported', agreementId: 'agreement', ...reported },
  ])
  expect(state.agreements.get('agreement')?.notExecuted).toEqual(reported)
})

// rule: 24.1
test('a report without a side at fault is refused, and counts as no failed locate', () => {
  const state = agreed()

  expect(refusalCodeOf(state, report([]))).toBe('EXECUTION-FAULT')
  expect(failuresIn(state)).toEqual(failuresBy(0, 0, 0))
})

// rule: 24.2
test('a report with other sides corrects it, a withdrawal removes it, and the same again does nothing', () => {
  const state = agreed()
  expect(decide(state, withdraw())).toEqual(happened())
  perform(state, report(['BUY']))
  expect(decide(state, report(['BUY'], '00:10:30'))).toEqual(happened())

  expect(perform(state, report(['BUY', 'SELL'], '00:11')).map(({ type }) => type)).toEqual([
    'notExecutedReported',
  ])
  expect(state.agreements.get('agreement')?.notExecuted).toMatchObject({
    at: moment('00:11'),
    atFault: { BUY: true, SELL: true },
  })
  expect(perform(state, withdraw('00:12'))).toEqual([
    { type: 'notExecutedWithdrawn', agreementId: 'agreement', at: moment('00:12'), brokerUserId: 'kato' },
  ])
  expect(state.agreements.get('agreement')).not.toHaveProperty('notExecuted')
  expect(decide(state, withdraw('00:13'))).toEqual(happened())
})

test('another broker finds no agreement to report on', () => {
  const state = agreed()
  perform(state, report(['BUY']))

  for (const command of [report(['SELL']), withdraw()]) {
    expect(refusalCodeOf(state, { ...command, brokerId: 'DAI' })).toBe('AGREEMENT-NOT-FOUND')
    expect(refusalCodeOf(state, { ...command, agreementId: 'none' })).toBe('AGREEMENT-NOT-FOUND')
  }
})

// rule: 24.2
test('reports, corrections and withdrawals end with the trading day of the agreement in Tokyo', () => {
  const state = agreed()
  perform(state, report(['BUY']))
  const last = moment('15:00') - 1
  expect(refusalCodeOf(state, report(['SELL'], last))).toBeNull()
  expect(refusalCodeOf(state, withdraw(last))).toBeNull()

  perform(state, sweepAt('15:00', []))
  for (const command of [report(['BUY'], '15:00'), report(['SELL'], '15:00'), withdraw('15:00')])
    expect(refusalCodeOf(state, command)).toBe('AGREEMENT-DAY-OVER')
  expect(scoresOf(state, 'alder')).toEqual([0])
})

// rule: 24.3
test('the accept of a side at fault scores 0 instead of 100, and a correction or withdrawal restores it', () => {
  const state = agreed()
  const [accepted, lapsed] = [64, 54]
  expect(ratingsIn(state)).toEqual([accepted, accepted])
  const ratings = [report(['BUY']), report(['SELL']), report(['BUY', 'SELL']), withdraw()].map((command) => {
    perform(state, command)
    return ratingsIn(state)
  })

  expect(ratings).toEqual([
    [lapsed, accepted],
    [accepted, lapsed],
    [lapsed, lapsed],
    [accepted, accepted],
  ])
})

test('the score is replaced where it is: time, contra and newer events stay', () => {
  const state = agreed()
  bookIn(
    state,
    buys('alder', 10_000, { securityId: 'sony' }),
    sells('cypress', 10_000, { securityId: 'sony' }),
  )
  perform(state, sweepAt('00:20'))
  for (const name of ['alder', 'cypress']) perform(state, answerOf(state, name, 'DECLINE', '00:20:01'))
  const before = traderIn(state, 'alder').ledger
  perform(state, report(['BUY'], '00:21'))

  expect(scoresOf(state, 'alder')).toEqual([5, 0])
  expect(traderIn(state, 'alder').ledger).toEqual([before[0], { ...before[1], score: 0 }])
})

test('an accept that has left the ledger changes no rating, but its failure counts', () => {
  const state = agreed()
  const alder = traderIn(state, 'alder')
  alder.ledger = [5, 5, 5, 5].map((score) => ({ at: state.at, score, contraFirmId: 'birch' }))
  alder.rating = ratingOf(alder.ledger, state.limits)
  const { rating, ledger } = alder
  perform(state, report(['BUY']))

  expect([alder.rating, alder.ledger]).toEqual([rating, ledger])
  expect(failuresIn(state)).toEqual(failuresBy(1, 0, 1))
})

test('of two accepts in the same millisecond with one contra, the reported one is replaced', () => {
  const state = world()
  const both = ['toyota', 'sony'].map((securityId) => ({ securityId }))
  bookIn(state, ...both.flatMap((each) => [buys('alder', 10_000, each), sells('birch', 10_000, each)]))
  const locates = perform(state, sweepAt('00:05')).flatMap((each) =>
    'locateId' in each ? [each.locateId] : [],
  )
  for (const [index, locateId] of locates.entries())
    for (const [name, direction] of [
      ['alder', 'BUY'],
      ['birch', 'SELL'],
    ] as const) {
      const quote = quoteOf(state.locates.get(locateId)?.securityId ?? '', '00:05:01')
      const more = { locateId, direction, quote, agreementId: `agreement-${index}` }
      perform(state, answerOf(state, name, 'ACCEPT', '00:05:01', more))
    }
  perform(state, report(['BUY'], '00:10', 'agreement-0'))
  expect(scoresOf(state, 'alder')).toEqual([100, 0])

  perform(state, report(['BUY'], '00:10', 'agreement-1'))
  perform(state, withdraw('00:11', 'agreement-0'))
  expect(scoresOf(state, 'alder')).toEqual([0, 100])
})

// rule: 24.5
test('both traders and the broker are notified, each of its own side', () => {
  const state = agreed()
  const notifications = [report(['BUY']), withdraw()].flatMap((command) =>
    perform(state, command).flatMap((event) => notificationsOf(state, event)),
  )
  const toTrader = (name: string, message: string) => ({
    to: { traderId: name },
    message,
    messageType: 'statusAlert',
    securityId: 'toyota',
    advertId: `${name}-1`,
    locateId: state.agreements.get('agreement')?.locateId,
    agreementId: 'agreement',
    errorCode: null,
    brokerUserId: null,
    deskHeadId: null,
  })

  expect(notifications.filter(({ to }) => 'traderId' in to)).toEqual(
    ['NOT_EXECUTED_REPORTED', 'NOT_EXECUTED_WITHDRAWN'].flatMap((message) =>
      ['alder', 'birch'].map((name) => toTrader(name, message)),
    ),
  )
  expect(notifications.filter(({ to }) => 'brokerId' in to)).toMatchObject([
    { to: { brokerId: 'NOM' }, message: 'Connection status updated', brokerUserId: 'kato' },
    { to: { brokerId: 'NOM' }, message: 'Connection status updated', brokerUserId: 'kato' },
  ])
})

test('an agreement made just after midnight can be reported, although the end of the day removes its locate', () => {
  const state = world({ opens: '14:30' })
  bookIn(state, buys('alder', 10_000, { duration: '150' }), sells('birch', 10_000, { duration: '150' }))
  perform(state, sweepAt('14:59:50'))
  for (const name of ['alder', 'birch'])
    perform(state, answerOf(state, name, 'ACCEPT', '15:00', { agreementId: 'agreement' }))
  perform(state, sweepAt('15:00:01', []))
  expect(state.locates.size).toBe(0)
  const [event] = perform(state, report(['SELL'], '15:10'))

  expect(event && notificationsOf(state, event)).toMatchObject([
    { to: { traderId: 'alder' }, advertId: null, locateId: null, agreementId: 'agreement' },
    { to: { traderId: 'birch' }, advertId: null, locateId: null, agreementId: 'agreement' },
    { to: { brokerId: 'NOM' } },
  ])
  expect(failuresIn(state)).toEqual(failuresBy(0, 1, 1))
})

// rule: 14.14
test('the explanation of the rating says why the accept counts 0', () => {
  const state = agreed()
  perform(state, report(['BUY']))
  const [event] = explainRating(traderIn(state, 'alder').ledger, state.limits).events

  expect(event).toEqual({ at: moment('00:05:02'), kind: 'NOT_EXECUTED', score: 0, weight: 20, points: 0 })
  perform(state, withdraw())
  expect(explainRating(traderIn(state, 'alder').ledger, state.limits).events).toMatchObject([
    { kind: 'ACCEPT', score: 100 },
  ])
})
