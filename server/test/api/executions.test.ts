import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { pushedSchema } from '@aitai/contract/schemas/pushed-types.ts'
import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { Operator } from '../support/operator.ts'
import type { TestUser } from '../support/test-user.ts'
import { type AgreedWithStrangers, observedBy, startAgreedWithStrangers } from './agreement-fixture.ts'

const hourMs = 3_600_000
const call = (name: 'report' | 'correction' | 'withdrawal'): string =>
  `/connection-agreement/broker-execution-${name}`

const termsOf = ({ agreement }: AgreedWithStrangers, terms: object = {}) => ({
  connectionAgreementId: agreement.connectionAgreementId,
  quantity: 4_000,
  price: agreement.midPrice,
  executedAt: agreement.locateTime + 1_000,
  ...terms,
})

/** What a trader's own locate says was executed. */
const shownTo = async (trader: TestUser) => (await trader.locates())[0]?.executions

// rule: 24.5, 24.6, 24.9
test('both sides see what the broker reports, corrects and withdraws, and nobody else anything', async () => {
  const scene = await startAgreedWithStrangers()
  const { desk, alder, birch, cypress, executing, other } = scene
  desk.clock.advance(60_000)
  const before = await Promise.all([cypress, other].map(observedBy))
  const reportedAt = desk.clock.now()
  const { connectionAgreementId, ...terms } = termsOf(scene)

  const body = await executing.callsOk<ConnectionAgreement>(call('report'), { body: termsOf(scene) })
  const [execution] = body.executions
  expect(body.executions).toEqual([
    { executionId: execution?.executionId, ...terms, reportedAt, reportedBy: 'broker Desk' },
  ])
  expect(await executing.agreements()).toEqual([body])
  for (const trader of [alder, birch]) {
    const pushed = await trader.receives('EXECUTION_REPORTED')
    expect(Check(pushedSchema('EXECUTION_REPORTED'), pushed)).toBe(true)
    expect(pushed).toMatchObject({
      connectionAgreementId,
      locate: { executions: [{ ...terms, reportedAt }] },
    })
    expect(JSON.stringify(pushed)).not.toMatch(/Alder|Birch|broker Desk/)
    expect(await shownTo(trader)).toEqual([{ ...terms, reportedAt }])
  }

  const executionId = execution?.executionId
  const corrected = termsOf(scene, { executionId, quantity: 10_000 })
  await executing.callsOk(call('correction'), { body: corrected })
  expect(await shownTo(birch)).toMatchObject([{ quantity: 10_000 }])
  await executing.callsOk(call('withdrawal'), { body: { connectionAgreementId, executionId } })
  await alder.receives('EXECUTION_WITHDRAWN')
  expect(await shownTo(alder)).toBeUndefined()
  expect(await Promise.all([cypress, other].map(observedBy))).toEqual(before)
  expect(await new Operator(desk).runs('replay verify', {})).toMatchObject({ verified: true })
})

// rule: 24.6, 24.7, 24.10
test('a wrong report is refused with its code, and another broker finds no agreement', async () => {
  const scene = await startAgreedWithStrangers()
  const { desk, alder, executing, other, agreement } = scene
  const { connectionAgreementId, locateTime, midPrice } = agreement
  desk.clock.advance(60_000)
  const refused = async (terms: object, by = executing) =>
    (await by.isRefused(call('report'), { body: termsOf(scene, terms) })).errorCode

  expect(await refused({ quantity: 10_001 })).toBe('EXECUTION-QUANTITY')
  expect(await refused({ price: midPrice + 0.01 })).toBe('EXECUTION-PRICE')
  expect(await refused({ executedAt: locateTime - 1 })).toBe('EXECUTION-TIME')
  expect(await refused({ executedAt: desk.clock.now() + 1_000 })).toBe('EXECUTION-TIME')
  for (const terms of [{ quantity: 0 }, { quantity: 1.5 }, { price: 0 }, { price: 'high' }])
    expect(await refused(terms)).toBe('INVALID')
  expect(await refused({}, other)).toBe('NOT_FOUND')
  expect((await alder.isRefused(call('report'), { body: termsOf(scene) })).status).toBe(403)

  const notExecuted = '/connection-agreement/broker-not-executed'
  await executing.callsOk(`${notExecuted}-report`, { body: { connectionAgreementId, sides: ['BUY'] } })
  expect(await refused({})).toBe('EXECUTION-NONE')
  await executing.callsOk(`${notExecuted}-withdrawal`, { body: { connectionAgreementId } })
  await executing.callsOk(call('report'), { body: termsOf(scene) })
  const body = { connectionAgreementId, sides: ['BUY'] }
  expect((await executing.isRefused(`${notExecuted}-report`, { body })).errorCode).toBe('EXECUTION-EXISTS')
})

// rule: 24.8
test('reports are possible until the end of the next trading day, and survive a restart', async () => {
  const scene = await startAgreedWithStrangers()
  const { desk, executing } = scene
  desk.clock.advance(24 * hourMs)
  await executing.signsIn()
  expect(await executing.agreements()).toMatchObject([{ executionReportPossible: true, undoPossible: false }])
  await executing.callsOk(call('report'), { body: termsOf(scene) })
  await desk.restart()
  await executing.signsIn()
  expect(await executing.agreements()).toMatchObject([{ executions: [{ quantity: 4_000 }] }])

  desk.clock.advance(24 * hourMs)
  await executing.signsIn()
  expect(await executing.agreements()).toMatchObject([{ executionReportPossible: false }])
  const late = await executing.isRefused(call('report'), { body: termsOf(scene) })
  expect(late.errorCode).toBe('AGREEMENT-DAY-OVER')
})

test('the broker sees name and phone of the traders of an institution that shows them, and of no other', async () => {
  const scene = await startAgreedWithStrangers()
  const { desk, executing, agreement } = scene
  expect(agreement).toMatchObject({ buyTraderName: null, sellTraderName: null, buyTraderPhone: null })
  const operator = new Operator(desk)
  for (const { email, role } of await operator.lists('user list', {}))
    if (role === 'TRADER')
      await operator.runs('user change', {
        email: String(email),
        phone: '+81355550100',
        reason: 'a new number',
      })
  const change = { firm: 'Alder', showsTraders: true, reason: 'agreed with its desk' }
  expect(await operator.runs('firm change', change)).toMatchObject({ showsTraders: true, changed: true })

  expect(await executing.agreements()).toMatchObject([
    {
      buyTraderName: 'trader Desk',
      buyTraderPhone: '+81355550100',
      sellTraderName: null,
      sellTraderPhone: null,
    },
  ])
})
