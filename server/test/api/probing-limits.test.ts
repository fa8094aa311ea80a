import type { WhyNot } from '@aitai/contract/schemas/adverts.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { expect, test } from 'vitest'
import { startWithTwoTraders } from '../support/journeys.ts'
import { submissionBody, type TestUser } from '../support/test-user.ts'

const reasons = (trader: TestUser, id: string): Promise<WhyNot[]> =>
  trader.asks<WhyNot[]>(`/advert/why-not-matching/${id}`)

// rule: 21.6, 21.10
test('an advert with a raised quantity is located after its rest, and only its owner is shown the rest', async () => {
  const limits = { probing: defaultLimits.probing }
  const { desk, alder, birch } = await startWithTwoTraders({ firms: ['Alder', 'Birch'], limits })
  const bought = await alder.advertises('BUY', '7203.T', 10_000)
  const body = { ...submissionBody(bought), shareQuantity: 20_000 }
  await alder.asks('/advert/modify-advert', { body })
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
