import { expect, test } from 'vitest'
import { csvOf, sendRow, uploadFile } from '../support/csv-uploads.ts'
import { startTestServer } from '../support/test-server.ts'

test('a program with a credential uploads a file, sends its rows and reads what became of them', async () => {
  const desk = await startTestServer()
  const email = 'trader@alder.example'
  const credential = await desk.issuesCredential({ firm: 'Alder', users: [email] })
  const atDesk = await (await desk.person(email).signsIn()).connects()
  const program = await desk.person(email).signsInByCredential(credential)
  const file = csvOf(desk, [
    { ric: '7203.T', direction: '買い', shareQuantity: '10000' },
    { ric: '6758.T', direction: 'SELL', shareQuantity: '1' },
  ])
  const [good, bad] = await uploadFile(program, file, 'text/csv')
  expect(bad).toMatchObject({ status: 'ERROR', errorCode: 'ERR-006', advertisement: { direction: 'SELL' } })
  const sent = await sendRow(program, good?.advertisement ?? null)

  const birch = await (await desk.trader('birch')).connects()
  const contra = await birch.advertises('SELL', '7203.T', 10_000)
  const [own, other] = [await atDesk.isLocated(sent.id), await birch.isLocated(contra.id)]
  for (const [trader, locate] of [
    [atDesk, own],
    [birch, other],
  ] as const)
    await trader.callsOk('/locate-notification/connect-acceptance', {
      body: { direction: locate.direction, locationNotificationId: locate.locateNotificationId },
    })
  const [outcome] = await program.locates()

  expect(await program.adverts()).toMatchObject([{ id: sent.id, direction: 'BUY', shareQuantity: 10_000 }])
  expect(outcome).toMatchObject({
    advertisementId: sent.id,
    outcome: 'ACCEPTED',
    midPrice: other.midPrice,
    brokerName: expect.any(String),
    password: expect.any(String),
  })
  expect(outcome?.password).not.toBe((await birch.locates())[0]?.password)
})
