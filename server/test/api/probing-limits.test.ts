import type { WhyNot } from '@aitai/contract/schemas/adverts.ts'
import { defaultLimits, type ProbingLimits } from '@aitai/engine/model/limits.ts'
import { expect, test } from 'vitest'
import {
  agreePair,
  type LocatedPair,
  locatePair,
  startWithTwoTraders,
  type TwoTraders,
  untilStatus,
} from '../support/journeys.ts'
import { Operator } from '../support/operator.ts'
import { submissionBody, type TestUser } from '../support/test-user.ts'

const reasons = (trader: TestUser, id: string): Promise<WhyNot[]> =>
  trader.callsOk<WhyNot[]>(`/advert/why-not-matching/${id}`)

// rule: 21.6, 21.10
test('an advert with a raised quantity is located after its rest, and only its owner is shown the rest', async () => {
  const limits = { probing: defaultLimits.probing }
  const { desk, alder, birch } = await startWithTwoTraders({ firms: ['Alder', 'Birch'], limits })
  const bought = await alder.advertises('BUY', '7203.T', 10_000)
  const body = { ...submissionBody(bought), shareQuantity: 20_000 }
  await alder.callsOk('/advert/modify-advert', { body })
  const sold = await birch.advertises('SELL', '7203.T', 20_000)
  const end = desk.clock.now() + 60_000

  expect(await reasons(alder, bought.id)).toEqual([{ code: 'RESTING', values: { time: end } }])
  expect(await reasons(birch, sold.id)).toEqual([{ code: 'WAITING_FOR_CONTRA', values: {} }])
  desk.clock.advance(59_999)
  expect(await reasons(alder, bought.id)).toMatchObject([{ code: 'RESTING' }])
  expect(await alder.locates()).toEqual([])
  desk.clock.advance(1)
  expect((await alder.isLocated(bought.id)).locateQuantity).toBe(20_000)
})

/** A venue with one limit of its own. */
const startWith = (limits: Partial<ProbingLimits>): Promise<TwoTraders> =>
  startWithTwoTraders({
    firms: ['Alder', 'Birch', 'Cypress'],
    limits: { probing: { ...defaultLimits.probing, ...limits }, withdrawalCooldownMs: 0 },
  })

const codes = async (trader: TestUser, id: string): Promise<string[]> =>
  (await reasons(trader, id)).map(({ code }) => code)

// rule: 21.6, 21.13
test('after too many withdrawn locates in a security both institutions are notified, and nobody is scored', async () => {
  const { desk, ...both } = await startWith({ withdrawalsPerSecurity: 2 })
  const { alder, birch } = both
  const operator = new Operator(desk)
  const reason = 'asked by the exchange'
  const isWithdrawn = async ({ id, contraId }: LocatedPair): Promise<void> => {
    await operator.runs('halt', { security: '7203.T', reason })
    await untilStatus(alder, id, 'LIVE')
    await untilStatus(birch, contraId, 'LIVE')
    await operator.runs('resume', { security: '7203.T', reason })
  }
  const pair = await locatePair({ desk, ...both })
  await isWithdrawn(pair)
  await alder.isLocated(pair.id)
  expect(await codes(alder, pair.id)).toEqual(['IN_LOCATE'])
  await isWithdrawn(pair)

  expect(await codes(alder, pair.id)).toEqual(['SECURITY_WITHDRAWAL_BUDGET'])
  expect(await codes(birch, pair.contraId)).toEqual(['SECURITY_WITHDRAWAL_BUDGET'])
  for (const trader of [alder, birch])
    expect(await trader.callsOk('/user/my-details')).toMatchObject({ credibilityRating: 60 })
  const { id } = await alder.advertises('BUY', '6758.T', 10_000)
  await birch.advertises('SELL', '6758.T', 10_000)
  await alder.isLocated(id)
  expect((await alder.locates()).length).toBe(3)
})

// rule: 21.6, 21.14
test('a trader whose agreements no broker has confirmed is notified, and located once one is confirmed', async () => {
  const { desk, ...both } = await startWith({ openHandoversPerTrader: 2 })
  const { alder, birch } = both
  const cypress = await (await desk.trader('cypress')).connects()
  const { connectionAgreementId } = await agreePair({ desk, ...both })
  await agreePair({ desk, alder, birch: cypress }, '8306.T')
  const { id } = await alder.advertises('BUY', '6758.T', 10_000)
  const { id: contraId } = await birch.advertises('SELL', '6758.T', 10_000)

  const unconfirmed = [{ code: 'HANDOVER_BUDGET', values: { count: 2 } }]
  expect(await reasons(alder, id)).toEqual(unconfirmed)
  expect(await codes(birch, contraId)).toEqual(['WAITING_FOR_CONTRA'])
  const broker = await desk.broker('hinoki')
  const confirm = (side: 'buyStatus' | 'sellStatus') =>
    broker.callsOk('/connection-agreement/broker-execution-confirmation', {
      body: { connectionAgreementId, [side]: true },
    })
  await confirm('sellStatus')
  expect(await reasons(alder, id)).toEqual(unconfirmed)
  await confirm('buyStatus')
  expect((await alder.isLocated(id)).locateQuantity).toBe(10_000)
})
