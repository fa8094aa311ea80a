import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { CredibilityLedger } from '@aitai/contract/schemas/credibility.ts'
import { pushedSchema } from '@aitai/contract/schemas/pushed-types.ts'
import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { startAgreed, startWithTwoTraders } from '../support/journeys.ts'
import { Operator } from '../support/operator.ts'
import { temporaryFolder } from '../support/test-databases.ts'
import type { TestServer } from '../support/test-server.ts'
import type { RequestOptions, TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'
import { observedBy, startAgreedWithStrangers } from './agreement-fixture.ts'

const hourMs = 3_600_000
const call = (name: 'report' | 'withdrawal'): string => `/connection-agreement/broker-not-executed-${name}`

/** A buyer and a seller are located and both accept. Returns the id of their agreement. */
async function agree(desk: TestServer, buyer: TestUser, seller: TestUser): Promise<string> {
  const { id } = await buyer.advertises('BUY', '7203.T', 10_000)
  const { id: contraId } = await seller.advertises('SELL', '7203.T', 10_000)
  // Whoever has failed there today rests for five seconds.
  desk.clock.advance(6_000)
  const [locate, contra] = [await buyer.isLocated(id), await seller.isLocated(contraId)]
  await buyer.accepts(locate)
  return String((await seller.accepts(contra)).connectionAgreementId)
}

/** Reports that nothing was executed. */
const reports = (
  broker: TestUser,
  connectionAgreementId: string,
  sides: unknown,
  sent: RequestOptions = {},
) =>
  broker.calls<ConnectionAgreement & { errorCode: string }>(call('report'), {
    body: { connectionAgreementId, sides },
    ...sent,
  })
const withdraws = (broker: TestUser, connectionAgreementId: string) =>
  broker.calls<ConnectionAgreement & { errorCode: string }>(call('withdrawal'), {
    body: { connectionAgreementId },
  })

const ratingOf = async (trader: TestUser): Promise<number> =>
  (await trader.callsOk<{ credibilityRating: number }>('/user/my-details')).credibilityRating
const newestScored = async (trader: TestUser) =>
  (await trader.callsOk<CredibilityLedger>('/user/credibility-ledger')).events[0]
/** The messages in a user's bell, newest first. */
const notificationsOf = async (user: TestUser): Promise<string[]> =>
  (await user.callsOk<{ message: string }[]>('/notifications')).map(({ message }) => message)
/** What a trader's own locate says about the report. */
const shownTo = async (trader: TestUser) => (await trader.locates())[0]?.notExecuted

/** The reports and withdrawals in the audit export of the last day, once the journal has been verified. */
async function auditedReports(desk: TestServer): Promise<Record<string, unknown>[]> {
  const operator = new Operator(desk)
  expect(await operator.runs('replay verify', {})).toMatchObject({ verified: true })
  const folder = temporaryFolder()
  const file = join(folder, 'export')
  const period = { from: desk.clock.now() - 24 * hourMs, to: desk.clock.now() }
  await operator.runs('audit export', { ...period, reason: 'an inspection', file, format: 'json' })
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ kind, action }) => kind === 'event' && String(action).startsWith('notExecuted'))
}

// rule: 24.1, 24.2, 24.3, 24.5
test('the broker reports who did not follow through, both sides see their own view, and nobody else anything', async () => {
  const { desk, alder, birch, cypress, executing, other, agreement } = await startAgreedWithStrangers()
  const id = agreement.connectionAgreementId
  expect(agreement).toMatchObject({ notExecuted: null, undoPossible: true })
  const before = await Promise.all([cypress, other].map(observedBy))

  const at = desk.clock.now()
  const { body } = await reports(executing, id, ['BUY'])
  expect(body.notExecuted).toEqual({ reportedAt: at, sides: ['BUY'], reportedBy: 'broker Desk' })
  expect(await executing.agreements()).toEqual([body])
  for (const [trader, by] of [
    [alder, 'YOU'],
    [birch, 'CONTRA'],
  ] as const) {
    const pushed = await trader.receives('NOT_EXECUTED_REPORTED')
    expect(Check(pushedSchema('NOT_EXECUTED_REPORTED'), pushed)).toBe(true)
    expect(pushed).toMatchObject({
      connectionAgreementId: id,
      locate: { notExecuted: { reportedAt: at, by } },
    })
    expect(JSON.stringify(pushed)).not.toMatch(/Alder|Birch|broker Desk/)
    expect(await shownTo(trader)).toEqual({ reportedAt: at, by })
  }
  expect(await executing.receives('Connection status updated')).toMatchObject({
    connectionAgreementId: id,
    brokerUserName: 'broker Desk',
  })
  expect([await ratingOf(alder), await ratingOf(birch)]).toEqual([54, 64])
  expect(await newestScored(alder)).toMatchObject({ kind: 'NOT_EXECUTED', score: 0 })
  expect(await newestScored(birch)).toMatchObject({ kind: 'ACCEPT', score: 100 })

  expect((await reports(executing, id, ['SELL', 'BUY'])).body.notExecuted?.sides).toEqual(['BUY', 'SELL'])
  expect([await shownTo(alder), await shownTo(birch)]).toMatchObject([{ by: 'BOTH' }, { by: 'BOTH' }])
  expect([await ratingOf(alder), await ratingOf(birch)]).toEqual([54, 54])

  expect((await withdraws(executing, id)).body.notExecuted).toBeNull()
  for (const trader of [alder, birch]) {
    const pushed = await trader.receives('NOT_EXECUTED_WITHDRAWN')
    expect(Check(pushedSchema('NOT_EXECUTED_WITHDRAWN'), pushed)).toBe(true)
    expect(pushed.locate?.notExecuted).toBeNull()
    expect([await shownTo(trader), await ratingOf(trader)]).toEqual([null, 64])
  }
  expect(await Promise.all([cypress, other].map(observedBy))).toEqual(before)
})

test('a report is of the executing broker alone, names one side or both, happens once, stays in the bell, and is in the audit export', async () => {
  const { desk, alder, birch, connectionAgreementId: id } = await startAgreed()
  const hana = await desk.broker('hinoki')

  for (const sides of [[], ['BUY', 'BUY'], ['BUY', 'SELL', 'BUY'], ['BOTH'], 'BUY', null, undefined])
    expect((await reports(hana, id, sides)).status, JSON.stringify(sides)).toBe(400)
  for (const name of ['report', 'withdrawal'] as const)
    expect(
      await alder.isRefused(call(name), { body: { connectionAgreementId: id, sides: ['SELL'] } }),
    ).toMatchObject({ status: 403 })
  expect(await withdraws(hana, id)).toMatchObject({ status: 200, body: { notExecuted: null } })

  const keyed = { headers: { 'idempotency-key': 'nothing executed' } }
  const first = await reports(hana, id, ['BUY'], keyed)
  desk.clock.advance(60_000)
  const again = [await reports(hana, id, ['BUY'], keyed), await reports(hana, id, ['BUY'])]
  expect(again.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, first.body]))
  await birch.receives('NOT_EXECUTED_REPORTED')
  await birch.advertises('SELL', '7203.T', 10_000)
  expect((await notificationsOf(birch)).slice(0, 2)).toEqual(['ADVERT_SUBMITTED', 'NOT_EXECUTED_REPORTED'])
  expect((await withdraws(hana, id)).status).toBe(200)
  await birch.receives('NOT_EXECUTED_WITHDRAWN')
  expect((await notificationsOf(birch)).slice(0, 2)).toEqual(['NOT_EXECUTED_WITHDRAWN', 'ADVERT_SUBMITTED'])
  expect(await notificationsOf(birch)).not.toContain('NOT_EXECUTED_REPORTED')
  expect(birch.received.filter(({ message }) => message === 'NOT_EXECUTED_REPORTED')).toHaveLength(1)

  // Midnight in Tokyo ends the day of the agreement.
  desk.clock.advance(14 * hourMs)
  const late = await desk.broker('hinoki')
  expect(await late.agreements()).toMatchObject([{ undoPossible: false }])
  for (const refused of [await reports(late, id, ['BUY']), await withdraws(late, id)])
    expect(refused).toMatchObject({ status: 409, body: { errorCode: 'AGREEMENT-DAY-OVER' } })
  const byBroker = { actorRole: 'BROKER', actorFirm: 'Hinoki' }
  expect(await auditedReports(desk)).toMatchObject([
    { ...byBroker, action: 'notExecutedReported', details: { atFault: { BUY: true, SELL: false } } },
    { ...byBroker, action: 'notExecutedWithdrawn' },
  ])
})

// rule: 24.4
test('who walks away three times in a security is not located there again today, until a report is withdrawn', async () => {
  const { desk, alder, birch } = await startWithTwoTraders({ firms: ['Alder', 'Birch', 'Cypress'] })
  const cypress = await (await desk.trader('cypress')).connects()
  const hana = await desk.broker('hinoki')
  const ratings = [await ratingOf(alder)]
  const agreements: string[] = []
  for (const seller of [birch, birch, cypress]) {
    const id = await agree(desk, alder, seller)
    agreements.push(id)
    expect((await reports(hana, id, ['BUY'])).status).toBe(200)
    ratings.push(await ratingOf(alder))
  }
  expect(ratings).toEqual([60, 54, 49, 44])
  expect([await ratingOf(birch), await ratingOf(cypress)]).toEqual([67, 64])

  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  await birch.advertises('SELL', '7203.T', 10_000)
  desk.clock.advance(6_000)
  const obstacles = async (): Promise<string[]> =>
    (await alder.callsOk<{ code: string }[]>(`/advert/why-not-matching/${id}`)).map(({ code }) => code)
  await until('the advert to be live', async () => (await alder.advert(id)).advertisementStatus === 'LIVE')
  expect(await obstacles()).toContain('SECURITY_BUDGET')

  await withdraws(hana, agreements[0] ?? '')
  expect((await alder.isLocated(id)).locateQuantity).toBe(10_000)
  expect(await ratingOf(alder)).toBeGreaterThan(44)
})
