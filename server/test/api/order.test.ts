import { expect, test } from 'vitest'
import { startTestServer } from '../support/test-server.ts'
import { submissionBody } from '../support/test-user.ts'

const order = { orderReference: 'PT-2026 トヨタ', parentQuantity: 73_519_042, doneElsewhere: 61_827_354 }

// rule: 27.2
test('the order behind an advert is in the owner’s own list alone: neither the contra nor a broker receives it', async () => {
  const desk = await startTestServer()
  const [alder, birch] = [desk.person('trader@alder.example'), desk.person('trader@birch.example')]
  await Promise.all([alder, birch].map(async (trader) => (await trader.signsIn()).connects()))
  const brokers = await Promise.all(['hinoki', 'kaede'].map((name) => desk.broker(name)))
  const buy = await alder.advertises('BUY', '7203.T', 10_000, order)
  const sell = await birch.advertises('SELL', '7203.T', 8_000)
  const [ofAlder, ofBirch] = await Promise.all([alder.isLocated(buy.id), birch.isLocated(sell.id)])
  await alder.accepts(ofAlder)
  await birch.accepts(ofBirch)

  expect((await alder.adverts())[0]).toMatchObject({ ...order, advertisementStatus: 'COMPLETED' })
  const seen = [await birch.locates(), await birch.adverts(), await birch.callsOk('/notifications')]
  for (const broker of brokers) seen.push(await broker.agreements(), await broker.callsOk('/notifications'))
  for (const secret of Object.values(order)) expect(JSON.stringify(seen)).not.toContain(String(secret))
})

// rule: 27.1, 27.4
test.each([
  ['a reference of 33 characters', { orderReference: 'x'.repeat(33) }],
  ['a reference with a control character', { orderReference: 'PT\t12' }],
  ['a reference of nothing', { orderReference: '' }],
  ['an order of 0 shares', { parentQuantity: 0 }],
  ['an order of half a share', { parentQuantity: 0.5 }],
  ['an order that is too large', { parentQuantity: 1_000_000_001 }],
  ['less than nothing done elsewhere', { doneElsewhere: -1 }],
  ['too much done elsewhere', { doneElsewhere: 1_000_000_001 }],
])('%s is invalid', async (_, invalid) => {
  const desk = await startTestServer()
  const alder = await desk.person('trader@alder.example').signsIn()
  const draft = await alder.drafts('7203.T')
  const body = {
    ...submissionBody(draft),
    direction: 'BUY',
    shareQuantity: 10_000,
    ...invalid,
  }

  expect(await alder.isRefused('/advert/submit-advert', { body })).toMatchObject({ status: 400 })
})

// rule: 27.2, 27.3
test('an order that is not named is none, and a change of it is a change of the advert', async () => {
  const desk = await startTestServer()
  const alder = await desk.person('trader@alder.example').signsIn()
  const sent = await alder.advertises('BUY', '7203.T', 10_000)
  expect(sent).toMatchObject({ orderReference: null, parentQuantity: null, doneElsewhere: 0 })

  await alder.callsOk('/advert/modify-advert', { body: { ...submissionBody(sent), ...order } })
  expect((await alder.adverts())[0]).toMatchObject({ ...order, isModified: true })
})
