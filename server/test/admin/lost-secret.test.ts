import { expect, test } from 'vitest'
import { newSecrets } from '../../src/accounts/installation-secrets.ts'
import { readSecretsFile, replaceSecretsFile } from '../../src/accounts/secrets-file.ts'
import { giveUpLostSecretOf, type LossReport } from '../../src/admin/secrets/lost-secret.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { startAgreedWithStrangers } from '../api/agreement-fixture.ts'
import { adminContextOn } from '../support/admin-context.ts'
import { auditEvents } from '../support/operator.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const reason = 'the disk of the secrets file is lost'

/** Stops the server and loses its DATA_SECRET, of which the file has another one then. */
async function losesSecret({ app, running }: TestServer): Promise<void> {
  const { secretsFile } = app.config
  await running.stop()
  replaceSecretsFile(secretsFile, {
    ...readSecretsFile(secretsFile),
    DATA_SECRET: newSecrets().DATA_SECRET ?? '',
  })
}

/** Runs the command on the data of the stopped server. */
async function givesUp({ app, folder }: TestServer, confirmed: boolean): Promise<LossReport> {
  const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: null })
  try {
    const reply = await giveUpLostSecretOf(app.config, adminContextOn(db), { reason, confirmed })
    if ('refusal' in reply) throw new Error(reply.refusal.message)
    return reply.result as LossReport
  } finally {
    await close()
  }
}

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
    { reason, details: { phones: 1, agreements: 1, usersWithoutPhone: 1 } },
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
    { reason, confirmed: true },
  )
  expect(reply).toMatchObject({ refusal: { code: 'SERVER_RUNS' } })
})
