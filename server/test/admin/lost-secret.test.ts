import { expect, test } from 'vitest'
import { giveUpLostSecretOf } from '../../src/admin/secrets/lost-secret.ts'
import { startAgreedWithStrangers } from '../api/agreement-fixture.ts'
import { givesUp, losesSecret, lossReason } from '../support/backup/lost-secret.ts'
import { auditEvents } from '../support/operator.ts'
import { startTestServer } from '../support/test-server.ts'

test('what a lost secret has encrypted is counted, given up once confirmed, and recorded', async () => {
  const agreed = await startAgreedWithStrangers()
  const { desk } = agreed
  await desk.addUser({
    ...{ email: 'emma@alder.example', role: 'TRADER', firm: 'Alder' },
    ...{ phone: '+819012345678', twoFactor: true },
  })
  const { buyPw } = agreed.agreement
  expect(buyPw).not.toBe('')
  await losesSecret(desk)
  await expect(desk.restart()).rejects.toThrow(/DATA_SECRET does not fit this database/)

  const expected = { phones: 1, agreements: 1, needPhone: ['emma@alder.example'], openRequests: 0 }
  expect(await givesUp(desk, false)).toMatchObject({ ...expected, replaced: false })
  await expect(desk.restart()).rejects.toThrow(/DATA_SECRET does not fit this database/)
  expect(await givesUp(desk, true)).toMatchObject({ ...expected, replaced: true })
  await expect(givesUp(desk, true)).rejects.toThrow(/nothing is lost/)

  await desk.restart()
  expect(await auditEvents(desk, 'dataSecretLost')).toMatchObject([
    { reason: lossReason, details: { phones: 1, agreements: 1, usersWithoutPhone: 1 } },
  ])
  // The agreement is there, and nobody sees a password of it or what is stored in its place.
  const executing = await desk.person(agreed.executing.email).signsIn()
  expect(await executing.agreements()).toMatchObject([{ buyPw: '', sellPw: '' }])
  const alder = await desk.person(agreed.alder.email).signsIn()
  const pages = ['/locate-notification/list-locate-notifications', '/notifications']
  const texts = await Promise.all(pages.map(async (path) => (await alder.calls(path)).text))
  expect(texts.join()).not.toContain(buyPw)
  // New values are encrypted with new keys: a new agreement has its passwords.
  const emma = await desk.app.database
    .selectFrom('person')
    .selectAll()
    .where('email', '=', 'emma@alder.example')
    .executeTakeFirstOrThrow()
  expect(emma).toMatchObject({ phone: null, two_factor: 1 })
})

test('the command is refused while a server runs', async () => {
  const desk = await startTestServer({})
  const running = { pid: 1 } as never
  const reply = await giveUpLostSecretOf(
    desk.app.config,
    { ...desk.admin, running },
    { reason: lossReason, confirmed: true },
  )
  expect(reply).toMatchObject({ refusal: { code: 'SERVER_RUNS' } })
})
