import { expect, test } from 'vitest'
import {
  agreedPair,
  answerOf,
  bookIn,
  buys,
  calendarOf,
  moment,
  perform,
  refusalCodeOf,
  sells,
  sweepAt,
  world,
} from '../../test/book.ts'
import {
  agreed,
  report as reportNothing,
  withdraw as withdrawNothing,
} from '../../test/not-executed-reports.ts'
import { dayMs } from '../calendar/trading-days.ts'
import { decide } from '../decide.ts'
import type { CommandOf } from '../model/commands.ts'
import { type Price, toPrice } from '../model/price.ts'
import { happened } from '../model/refusals.ts'
import type { Security } from '../model/security.ts'
import type { State } from '../model/state.ts'
import { notificationsOf } from '../notifications.ts'
import { executedQuantity, isExecutionQuantity, isExecutionTime, quantityLeft } from './executions.ts'

interface Terms {
  readonly quantity?: number
  readonly price?: Price
  readonly executedAt?: number
  readonly at?: number
}
const byBroker = (executionId: string, at = moment('00:10')) => ({
  at,
  agreementId: 'agreement',
  executionId,
  brokerId: 'NOM',
  brokerUserId: 'kato',
})
const termsOf = ({ quantity = 4_000, price = toPrice(2_000.5), executedAt = moment('00:06') }: Terms) => ({
  quantity,
  price,
  executedAt,
})
/** Broker NOM reports an execution, corrects it or withdraws it. */
const reports = (executionId: string, terms: Terms = {}): CommandOf<'reportExecution'> => ({
  type: 'reportExecution',
  ...byBroker(executionId, terms.at),
  ...termsOf(terms),
})
const corrects = (executionId: string, terms: Terms = {}): CommandOf<'correctExecution'> => ({
  type: 'correctExecution',
  ...byBroker(executionId, terms.at),
  ...termsOf(terms),
})
const withdraws = (executionId: string, at?: number): CommandOf<'withdrawExecution'> => ({
  type: 'withdrawExecution',
  ...byBroker(executionId, at),
})
const executionsIn = (state: State) => state.agreements.get('agreement')?.executions

// rule: 24.6, 24.9
test('the executing broker reports an execution, and the agreement has it', () => {
  const state = agreed()
  const terms = { quantity: 4_000, price: toPrice(2_000.5), executedAt: moment('00:06') }

  expect(perform(state, reports('one'))).toEqual([
    {
      type: 'executionReported',
      at: moment('00:10'),
      agreementId: 'agreement',
      executionId: 'one',
      ...terms,
      brokerUserId: 'kato',
    },
  ])
  expect(executionsIn(state)).toEqual([
    { executionId: 'one', ...terms, at: moment('00:10'), brokerUserId: 'kato' },
  ])
})

// rule: 24.6
test('several executions add up to at most the located quantity', () => {
  const state = agreed()
  perform(state, reports('one', { quantity: 4_000 }))

  expect(decide(state, reports('two', { quantity: 6_001 }))).toEqual({
    refusal: { errorCode: 'EXECUTION-QUANTITY', variables: { shares: 6_000 } },
  })
  perform(state, reports('two', { quantity: 6_000 }))
  expect(executedQuantity(state.agreements.get('agreement') ?? { executions: [] })).toBe(10_000)
  expect(refusalCodeOf(state, reports('three', { quantity: 1 }))).toBe('EXECUTION-QUANTITY')
  for (const quantity of [0, -100, 0.5, Number.NaN])
    expect(refusalCodeOf(agreed(), reports('one', { quantity }))).toBe('EXECUTION-QUANTITY')
})

test('the shares that are left include those of the execution that is corrected', () => {
  const part = { quantity: 4_000 }
  const agreement = { locationQuantity: 10_000, executions: [part, { quantity: 1_000 }] }

  expect(quantityLeft(agreement, null)).toBe(5_000)
  expect(quantityLeft(agreement, part)).toBe(9_000)
})

test('a quantity is a whole number of shares, up to what is left', () => {
  expect([1, 6_000].map((quantity) => isExecutionQuantity(quantity, 6_000))).toEqual([true, true])
  for (const quantity of [0, -100, 0.5, 6_001, Number.NaN])
    expect(isExecutionQuantity(quantity, 6_000), String(quantity)).toBe(false)
})

test('a time is between the locate and now, both included', () => {
  const timed = (at: number): boolean => isExecutionTime(at, 1_000, 2_000)

  expect([1_000, 1_500, 2_000].map(timed)).toEqual([true, true, true])
  expect([999, 2_001, Number.NaN].map(timed)).toEqual([false, false, false])
})

// rule: 24.7
test('a price is on the tick or the located mid, a time between the locate and now', () => {
  const state = agreedPair('agreement', buys('alder', 10_000), sells('birch', 10_000))
  const mid = state.agreements.get('agreement')?.midPrice ?? 0
  const [located, now] = [moment('00:05'), moment('00:10')]
  const priced = (price: Price) => refusalCodeOf(state, reports('one', { price }))
  const timed = (executedAt: number) => refusalCodeOf(state, reports('one', { executedAt }))

  expect([toPrice(2_000), toPrice(2_000.5), mid].map(priced)).toEqual([null, null, null])
  expect([toPrice(2_000.3), mid + 1, 0, -toPrice(2_000)].map(priced)).toEqual(
    Array(4).fill('EXECUTION-PRICE'),
  )
  expect([located, now].map(timed)).toEqual([null, null])
  expect([located - 1, now + 1, Number.NaN].map(timed)).toEqual(Array(3).fill('EXECUTION-TIME'))
})

test('the located mid may lie between two ticks', () => {
  const state = agreed()
  const agreement = state.agreements.get('agreement')
  if (!agreement) throw new Error('there is no agreement')
  const midPrice = toPrice(2_000.25)
  state.agreements.set('agreement', { ...agreement, midPrice })

  expect(refusalCodeOf(state, reports('one', { price: midPrice }))).toBeNull()
  expect(refusalCodeOf(state, reports('one', { price: toPrice(2_000.75) }))).toBe('EXECUTION-PRICE')
})

// rule: 24.9
test('a correction replaces the terms in place, a withdrawal removes them, and the same again does nothing', () => {
  const state = agreed()
  perform(state, reports('one'))
  perform(state, reports('two', { quantity: 1_000 }))
  const later = moment('00:12')

  expect(decide(state, corrects('one'))).toEqual(happened())
  expect(perform(state, corrects('one', { quantity: 9_000, at: later })).map(({ type }) => type)).toEqual([
    'executionCorrected',
  ])
  expect(executionsIn(state)).toMatchObject([
    { executionId: 'one', quantity: 9_000, at: later },
    { executionId: 'two', quantity: 1_000 },
  ])
  expect(refusalCodeOf(state, corrects('one', { quantity: 9_001 }))).toBe('EXECUTION-QUANTITY')

  expect(perform(state, withdraws('one')).map(({ type }) => type)).toEqual(['executionWithdrawn'])
  expect(executionsIn(state)).toMatchObject([{ executionId: 'two' }])
  perform(state, withdraws('two'))
  expect(executionsIn(state)).toEqual([])
  for (const command of [corrects('one'), withdraws('one')])
    expect(refusalCodeOf(state, command)).toBe('AGREEMENT-NOT-FOUND')
})

test('another broker finds no agreement to report on', () => {
  const state = agreed()
  perform(state, reports('one'))

  for (const command of [reports('two'), corrects('one'), withdraws('one')]) {
    expect(refusalCodeOf(state, { ...command, brokerId: 'DAI' })).toBe('AGREEMENT-NOT-FOUND')
    expect(refusalCodeOf(state, { ...command, agreementId: 'none' })).toBe('AGREEMENT-NOT-FOUND')
  }
})

// rule: 24.8
test('reports, corrections and withdrawals end with the next trading day', () => {
  // Friday, 2026-11-20 at 00:05 UTC; Monday is a holiday.
  const calendar = { ...calendarOf([{ from: 0, to: 360 }]), weekends: false, holidays: ['2026-11-23'] }
  const state = bookIn(world({ calendar }), buys('alder', 10_000), sells('birch', 10_000))
  perform(state, sweepAt('00:05'))
  for (const name of ['alder', 'birch'])
    perform(state, answerOf(state, name, 'ACCEPT', '00:05:01', { agreementId: 'agreement' }))
  perform(state, reports('one'))
  const last = moment('15:00') + 4 * dayMs - 1
  const terms = { quantity: 1_000, at: last }

  for (const command of [reports('two', terms), corrects('one', terms), withdraws('one', last)])
    expect(refusalCodeOf(state, command)).toBeNull()
  perform(state, sweepAt(last + 1, []))
  const late = { quantity: 1_000, at: last + 1 }
  for (const command of [reports('two', late), corrects('one', late), withdraws('one', last + 1)])
    expect(refusalCodeOf(state, command)).toBe('AGREEMENT-DAY-OVER')
})

// rule: 24.10
test('an execution and the report that nothing was executed exclude each other until one is withdrawn', () => {
  const state = agreed()
  perform(state, reports('one'))
  expect(refusalCodeOf(state, reportNothing(['BUY']))).toBe('EXECUTION-EXISTS')
  perform(state, withdraws('one'))
  perform(state, reportNothing(['BUY']))

  expect(refusalCodeOf(state, reports('one'))).toBe('EXECUTION-NONE')
  perform(state, withdrawNothing())
  expect(refusalCodeOf(state, reports('one'))).toBeNull()
})

// rule: 24.5
test('both traders and the broker are notified, and only the broker learns by whom', () => {
  const state = agreed()
  const notifications = [reports('one'), corrects('one', { quantity: 100 }), withdraws('one')].flatMap(
    (command) => perform(state, command).flatMap((event) => notificationsOf(state, event)),
  )
  const messages = ['EXECUTION_REPORTED', 'EXECUTION_REPORTED', 'EXECUTION_WITHDRAWN']

  expect(notifications.filter(({ to }) => 'traderId' in to)).toMatchObject(
    messages.flatMap((message) =>
      ['alder', 'birch'].map((name) => ({
        to: { traderId: name },
        message,
        messageType: 'statusAlert',
        agreementId: 'agreement',
        brokerUserId: null,
      })),
    ),
  )
  expect(notifications.filter(({ to }) => 'brokerId' in to)).toMatchObject(
    messages.map(() => ({
      to: { brokerId: 'NOM' },
      message: 'Connection status updated',
      brokerUserId: 'kato',
    })),
  )
})

// rule: 26.6
test('after an index review a price is still checked by the ticks of the day of the agreement', () => {
  const state = agreed()
  const security = { ...(state.securities.get('toyota') as Security), tickTable: 'COARSE' as const }
  perform(state, { type: 'changeReference', at: state.at, reference: { securities: [security] } })

  expect(perform(state, reports('one', { price: toPrice(2_000.5) }))).toMatchObject([
    { type: 'executionReported', price: toPrice(2_000.5) },
  ])
  expect(refusalCodeOf(state, reports('two', { price: toPrice(2_000.1) }))).toBe('EXECUTION-PRICE')
})
