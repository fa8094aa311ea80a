import { expect, test } from 'vitest'
import { textOfMessage } from '../../src/messages/outbox.ts'
import { alderEmail, countMessagesTo, defaultRates, oneFirm, userIdOf } from '../support/account-fixtures.ts'
import { auditEvents, Operator } from '../support/operator.ts'
import { startTestServer } from '../support/test-server.ts'

const path = '/staff/contact-account-manager'
const manager = 'desk-help@venue.example'

// spec: 7.account.9
test('a contact request reaches the account manager in both languages, with name, firm and number', async () => {
  const desk = await startTestServer({ ...oneFirm, env: { ACCOUNT_MANAGER: manager } })
  const phone = '+81312345678'
  await new Operator(desk).runs('user change', { email: alderEmail, phone, reason: 'a new number' })
  const trader = await desk.trader('alder')

  expect(await trader.callsOk(path)).toEqual({ status: 'OK' })

  const mail = await desk.app.database
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', manager)
    .executeTakeFirstOrThrow()
  const text = await textOfMessage(desk.app.database, mail)
  expect(mail.subject).toBe('Contact request from trader Desk / Desk trader 様より連絡のご依頼')
  for (const line of ['Name: trader Desk', 'Firm: Alder', `Phone: ${phone}`, `E-mail: ${alderEmail}`])
    expect(text).toContain(line)
  for (const line of ['氏名：Desk trader 様', '会社名：Alder', `電話番号：${phone}`])
    expect(text).toContain(line)
  const userId = await userIdOf(desk, alderEmail)
  expect(await auditEvents(desk, 'contactRequested')).toMatchObject([{ actor: userId, outcome: 'DONE' }])
})

test('three contact requests an hour for each user; the fourth is refused with the time to wait', async () => {
  const desk = await startTestServer({ ...oneFirm, env: { ...defaultRates, ACCOUNT_MANAGER: manager } })
  const [trader, broker] = [await desk.trader('alder'), await desk.broker('hinoki')]
  for (let i = 0; i < 3; i += 1) expect((await trader.calls(path, { method: 'POST' })).status).toBe(200)

  const refused = await trader.calls(path)
  expect(refused).toMatchObject({ status: 429, body: { errorCode: 'TOO_MANY' } })
  expect(await countMessagesTo(desk, manager)).toBe(3)
  expect((await broker.calls(path)).status).toBe(200)
  expect(await desk.newestMessage(manager)).toContain('Firm: Hinoki')
  desk.clock.advance(Number(refused.headers.get('retry-after')) * 1_000)
  await trader.callsOk('/user/my-details')
  expect((await trader.calls(path)).status).toBe(200)
})

test('staff, visitors and pages that open cannot request a call', async () => {
  const desk = await startTestServer({ ...oneFirm, env: { ACCOUNT_MANAGER: manager } })
  await desk.addUser({ email: 'staff@aitai.example', role: 'STAFF' })
  const trader = await desk.trader('alder')
  expect((await (await desk.person('staff@aitai.example').signsIn()).calls(path)).status).toBe(403)
  expect((await trader.calls(path, { token: null })).status).toBe(401)
  expect((await trader.calls(path, { method: 'HEAD' })).status).toBe(405)
  const headers = { authorization: `Bearer ${trader.token}`, 'sec-fetch-mode': 'navigate' }
  expect((await desk.app.http.inject({ url: `/api${path}`, headers })).statusCode).toBe(403)
  expect(await countMessagesTo(desk, manager)).toBe(0)
})
