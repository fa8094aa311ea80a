import { expect, test } from 'vitest'
import { startTestServer } from '../support/test-server.ts'
import { submissionBody } from '../support/test-user.ts'

const orderReference = 'PT-2026 トヨタ'

// rule: 27.2
test('a reference is in the owner’s own list alone: neither the contra nor a broker receives it', async () => {
  const desk = await startTestServer()
  const [alder, birch] = [desk.person('trader@alder.example'), desk.person('trader@birch.example')]
  await Promise.all([alder, birch].map(async (trader) => (await trader.signsIn()).connects()))
  const brokers = await Promise.all(['hinoki', 'kaede'].map((name) => desk.broker(name)))
  const buy = await alder.advertises('BUY', '7203.T', 10_000, { orderReference })
  const sell = await birch.advertises('SELL', '7203.T', 8_000)
  const [ofAlder, ofBirch] = await Promise.all([alder.isLocated(buy.id), birch.isLocated(sell.id)])
  await alder.accepts(ofAlder)
  await birch.accepts(ofBirch)

  expect((await alder.adverts())[0]).toMatchObject({ orderReference, advertisementStatus: 'COMPLETED' })
  const seen = [await birch.locates(), await birch.adverts(), await birch.asks('/notifications')]
  for (const broker of brokers) seen.push(await broker.agreements(), await broker.asks('/notifications'))
  expect(JSON.stringify(seen)).not.toContain(orderReference)
})

// rule: 27.1
test.each([
  ['33 characters', 'x'.repeat(33)],
  ['a control character', 'PT\t12'],
  ['nothing', ''],
])('a reference of %s is invalid', async (_, reference) => {
  const desk = await startTestServer()
  const alder = await desk.person('trader@alder.example').signsIn()
  const draft = await alder.drafts('7203.T')
  const body = {
    ...submissionBody(draft),
    direction: 'BUY',
    shareQuantity: 10_000,
    orderReference: reference,
  }

  expect(await alder.isRefused('/advert/submit-advert', { body })).toMatchObject({ status: 400 })
})
