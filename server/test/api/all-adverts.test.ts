import type { AllAdvertsResult } from '@aitai/contract/schemas/adverts.ts'
import { expect, test } from 'vitest'
import { startWithTwoTraders } from '../support/journeys.ts'
import type { TestUser } from '../support/test-user.ts'

const rics = ['7203.T', '6758.T', '8306.T', '9984.T']

const actOnAll = (trader: TestUser, action: 'pause' | 'resume' | 'cancel') =>
  trader.callsOk<AllAdvertsResult>(`/advert/${action}-all`, { body: {} })

const statusesOf = async (trader: TestUser) =>
  (await trader.adverts()).map(({ advertisementStatus }) => advertisementStatus).sort()

test('pauses, resumes and cancels all adverts of the trader, each to its own result, and those of nobody else', async () => {
  const { alder, birch } = await startWithTwoTraders()
  const sent = []
  for (const ric of rics) sent.push((await alder.advertises('BUY', ric, 10_000)).id)
  const draft = await alder.drafts('4502.T')
  await birch.advertises('BUY', '7203.T', 10_000)

  const paused = await actOnAll(alder, 'pause')
  expect(paused.results.map(({ id }) => id).sort()).toEqual(sent.toSorted())
  expect(new Set(paused.results.map(({ errorCode }) => errorCode))).toEqual(new Set([null]))
  expect(await statusesOf(alder)).toEqual([...Array(4).fill('PAUSED'), 'UNSENT'])
  expect(await statusesOf(birch)).toEqual(['LIVE'])
  expect(await actOnAll(alder, 'pause')).toEqual({ results: [] })

  expect((await actOnAll(alder, 'resume')).results).toHaveLength(4)
  expect(await statusesOf(alder)).toEqual([...Array(4).fill('LIVE'), 'UNSENT'])

  expect((await actOnAll(alder, 'cancel')).results).toHaveLength(4)
  expect(await statusesOf(alder)).toEqual([...Array(4).fill('DEAD'), 'UNSENT'])
  expect((await alder.advert(draft.id)).advertisementStatus).toBe('UNSENT')
})

test('an advert in a locate is left out, and a refusal stops no other', async () => {
  const { desk, alder, birch } = await startWithTwoTraders()
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  await birch.advertises('SELL', '7203.T', 10_000)
  await alder.isLocated(id)
  for (const ric of rics.slice(1)) await alder.advertises('BUY', ric, 10_000)

  expect((await actOnAll(alder, 'pause')).results).toHaveLength(3)
  expect((await alder.advert(id)).advertisementStatus).toBe('ACCEPT/DECLINE?')

  // After the end of the platform's day nothing can be resumed: each is refused on its own.
  desk.clock.advance(12 * 3_600_000)
  const late = await desk.trader('alder')
  const { results } = await actOnAll(late, 'resume')
  expect(results.every(({ errorCode }) => errorCode !== null)).toBe(true)
})
