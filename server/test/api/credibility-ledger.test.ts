import type { CredibilityLedger } from '@aitai/contract/schemas/credibility.ts'
import { expect, test } from 'vitest'
import { startLocated } from '../support/journeys.ts'
import { startTestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'

const ledgerOf = (trader: TestUser) => trader.callsOk<CredibilityLedger>('/user/credibility-ledger')

test('a new account is rated with twenty missing events of 60, and shows the effect of its first answer', async () => {
  const desk = await startTestServer()

  expect(await ledgerOf(await desk.trader('alder'))).toEqual({
    rating: 60,
    stars: 3,
    events: [],
    missing: { count: 20, score: 60, weight: 210, points: 12_600 },
    fullWeight: 210,
    next: { accept: 64, decline: 55, timeout: 54 },
  })
})

test('each side of a locate reads its own answer, its score and its weight, and the rating at that time', async () => {
  const { desk, alder, birch, locate, contra } = await startLocated()
  const { next } = await ledgerOf(alder)
  await alder.accepts(locate)
  await birch.declines(contra)
  await alder.receives('Contra Connection Declined')

  const [own, others] = [await ledgerOf(alder), await ledgerOf(birch)]
  expect(own.events).toEqual([
    { at: desk.clock.now(), kind: 'ACCEPT', score: 100, weight: 20, points: 2_000 },
  ])
  expect(own).toMatchObject({ rating: next.accept, missing: { count: 19, weight: 190 } })
  expect(others.events).toMatchObject([{ kind: 'DECLINE', score: 5, weight: 20, points: 100 }])
  expect(others.rating).toBe(next.decline)
  const { credibilityRating } = await alder.callsOk<{ credibilityRating: number }>('/user/my-details')
  expect(own.rating).toBe(credibilityRating)
})

test('an answer is in the ledger only after the reveal', async () => {
  const { alder, locate } = await startLocated()
  const before = await ledgerOf(alder)
  await alder.accepts(locate)
  await alder.receives('USER_ACCEPTED_LOCATE')

  expect(await ledgerOf(alder)).toEqual(before)
})

test('no event reveals the contra, its institution or the security', async () => {
  const { desk, alder, birch, locate, contra } = await startLocated()
  await alder.accepts(locate)
  await birch.accepts(contra)
  await alder.receives('Contra Connection Accepted!')

  const { text } = await alder.calls('/user/credibility-ledger')
  const firms = await desk.app.database.selectFrom('firm').select(['id', 'name']).execute()
  expect(firms.length).toBeGreaterThan(1)
  for (const { id, name } of firms) {
    expect(text).not.toContain(id)
    expect(text).not.toContain(name)
  }
  expect(text).not.toContain(locate.securityId)
  expect(Object.keys((await ledgerOf(alder)).events[0] ?? {})).toEqual([
    ...['at', 'kind', 'score', 'weight', 'points'],
  ])
})
