import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeBackup } from '@aitai/server/admin/backup/backup.ts'
import { listUsers } from '@aitai/server/admin/users/users.ts'
import { recordAuditEventAlone } from '@aitai/server/database/audit-events.ts'
import { enqueueMessage } from '@aitai/server/messages/outbox.ts'
import { createLog } from '@aitai/server/observability/log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { userIdOf } from '../../../server/test/support/account-fixtures.ts'
import { startTestServer } from '../../../server/test/support/test-server.ts'
import type { TestUser } from '../../../server/test/support/test-user.ts'
import { until } from '../../../server/test/support/until.ts'
import { encodedForms } from './encodings.ts'
import { databaseLocations, fileLocations, latin1Bytes } from './locations.ts'
import { openMessageReceivers } from './message-receivers.ts'
import { type PlantedSecret, PlantedSecrets, type SecretKind, uniqueWord } from './planted-secrets.ts'
import { scanReport } from './report.ts'
import { findSecrets, type SearchedLocation } from './search.ts'

const secretOf = (kind: SecretKind, value: string): PlantedSecret => ({ kind, what: 'of a test', value })

/** The faults of a secret that is in one location. */
const faultsOf = (secret: PlantedSecret, location: SearchedLocation): readonly string[] =>
  scanReport([secret], [location], findSecrets([location], encodedForms(secret))).faults

const token = `ioi_s_${uniqueWord(40)}`
const email = `${uniqueWord()}@${uniqueWord(6)}.example`
const encoded = (text: string, as: BufferEncoding): string => Buffer.from(text).toString(as)

test.each([
  ['as it is', token, `{"msg":"signed in with ${token}"}`],
  ['within a word', token, `key_${token}_`],
  ['in capitals', email, email.toUpperCase()],
  ['in an address', email, `/api/x/${encodeURIComponent(email)}?a=1`],
  ['in JSON', 'a "quoted" \\ one', JSON.stringify('a "quoted" \\ one')],
  ['in JSON in JSON', 'a "quoted" one', JSON.stringify(JSON.stringify('a "quoted" one'))],
  ['in base64 of its own', token, encoded(token, 'base64')],
  ['in base64 after one sign', token, encoded(`:${token}:`, 'base64')],
  ['in base64 after two signs', token, encoded(`ab${token} and more`, 'base64')],
  ['in base64 of a header', email, `Basic ${encoded(`${email}:secret`, 'base64')}`],
  ['in base64 for addresses', 'ÿþ~~??>>>', encoded('{"a":"ÿþ~~??>>>"}', 'base64url')],
  ['in hexadecimal', token, encoded(`x${token}`, 'hex')],
  ['full-width', 'QUUX731900', encoded('ＱＵＵＸ７３１９００', 'latin1')],
  ['as a number', '731900', '{"shareQuantity":731900}'],
  ['as a number with separators', '731900', 'located 731,900 shares'],
  ['as a price', '2873.5', '{"level":28735000}'],
])('the search finds a secret %s', (form, value, text) => {
  // The full-width form exists in UTF-8 only.
  const there = form === 'full-width' ? encoded('ＱＵＵＸ７３１９００', 'utf8') : text
  const location = { name: 'log', text: Buffer.from(there).toString('latin1') }
  expect(faultsOf(secretOf('malformed input', value), location)).not.toEqual([])
})

test.each([
  ['731900', '{"at":1795731900123,"hash":"a731900f","x":"731901"}'],
  ['048213', '0482130 and 1048213 and x048213y'],
])('the search ignores %s within longer words', (value, text) => {
  expect(faultsOf(secretOf('code', value), { name: 'log', text })).toEqual([])
})

test('a secret in an allowed location is no fault; elsewhere, or missing, it is', () => {
  const secret = secretOf('e-mail address', email)
  expect(faultsOf(secret, { name: 'person.email', text: email })).toEqual([])
  expect(faultsOf(secret, { name: 'aitai user list', text: email })).toEqual([])
  for (const name of ['audit.details', 'log', 'metrics', 'aitai status', 'file audit.csv', 'temporary x'])
    expect(faultsOf(secret, { name, text: email })).toContain(
      `e-mail address (of a test) is in ${name}, as it is, 1 time`,
    )
  expect(faultsOf(secret, { name: 'person.email', text: '' })).toEqual([
    'no e-mail address was found in an allowed location: the search does not work',
  ])
})

/** A server with real message receivers, whose log lines are recorded. */
async function openFixture() {
  const secrets = new PlantedSecrets()
  const mail = secrets.plant('mail password', 'of SMTP_URL', uniqueWord(30))
  const sms = secrets.plant('SMS token', 'of SMS_TOKEN', uniqueWord(30))
  const receivers = await openMessageReceivers({ mail, sms })
  onTestFinished(() => receivers.close())
  const logLines: string[] = []
  const log = createLog('debug', { write: (line: string) => void logLines.push(line) })
  const server = await startTestServer({ log, env: { ...receivers.env, TRUST_PROXY: '127.0.0.1,::1' } })
  return { secrets, receivers, logLines, server }
}

type Fixture = Awaited<ReturnType<typeof openFixture>>

const messageTo = ({ receivers }: Fixture, to: string, pattern: RegExp): Promise<string> =>
  until('a message', async () =>
    receivers.messages
      .filter((message) => message.to === to)
      .map(({ text }) => pattern.exec(text)?.[1])
      .at(-1),
  )

/** Two traders agree, one of whom signs in with a code; a password is mistyped and one is reset. */
async function smallDay(fixture: Fixture): Promise<void> {
  const { secrets, server } = fixture
  const [address, phone] = [secrets.email('of a trader'), secrets.phone('of a trader')]
  const own = secrets.password('of a trader')
  const user = { email: address, role: 'TRADER', firm: 'Alder', phone, twoFactor: true } as const
  await server.addUser({
    ...user,
    firstName: secrets.name('first'),
    lastName: secrets.name('last'),
    password: own,
  })
  const headers = { 'x-forwarded-for': secrets.address('of a trader') }
  const body = { email: address, password: own }
  const alder = server.person(address)
  const wrong = { ...body, password: secrets.password('a wrong one') }
  await alder.calls('/login', { body: wrong, headers })
  await alder.calls('/login', { body: { email: own, password: address }, headers })
  const half = (await alder.isRefused('/login', { body, headers })).token ?? ''
  const otp = secrets.plant('code', 'of a sign-in', await messageTo(fixture, phone, /\b(\d{6})\b/))
  const given = { body: { otp }, token: secrets.plant('two-factor token', 'of a sign-in', half), headers }
  alder.token = (await alder.callsOk<{ access_token: string }>('/2fa/verify', given)).access_token
  const birch = await server.trader('birch')
  for (const trader of [alder, birch]) {
    secrets.plant('session token', 'of a trader', String(trader.token))
    await trader.connects()
  }
  await makeAgreement(fixture, alder, birch)

  await alder.callsOk(`/password/forgot-password/${address}`, { headers })
  const link = secrets.plant(
    'reset token',
    'of a link',
    await messageTo(fixture, address, /resetToken=([\w-]+)/),
  )
  await alder.callsOk(`/password/get-password-reset-token-status/${link}`, { headers })
  const odd = secrets.word('malformed input', 'in a request')
  await alder.calls(`/advert/${link}/${odd}?${address}`, { headers: { 'user-agent': odd } })
  await alder.calls('/advert/create-advert', { raw: `{"${odd}":"${own}` })
  await birch.callsOk('/logout', { method: 'POST' })
}

async function makeAgreement({ secrets, server }: Fixture, alder: TestUser, birch: TestUser): Promise<void> {
  const [id, contraId] = [
    (await alder.advertises('BUY', '7203.T', secrets.shares('bought'))).id,
    (await birch.advertises('SELL', '7203.T', secrets.shares('sold'))).id,
  ]
  for (const each of [id, contraId]) secrets.plant('advert, locate or agreement', 'an advert', each)
  await alder.accepts(await alder.isLocated(id))
  const { password: side } = await birch.accepts(await birch.isLocated(contraId))
  secrets.plant('password of a side', 'of the seller', String(side))
  secrets.plant('user id', 'of a trader', await userIdOf(server, alder.email))
}

/** Stops the server and returns the faults of a search. */
async function faultsIn(
  { secrets, server, logLines }: Fixture,
  outputs?: readonly SearchedLocation[],
): Promise<readonly string[]> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  const users = outputs ? '' : JSON.stringify(await listUsers(server.admin))
  await server.running.stop()
  const needles = secrets.all().flatMap(encodedForms)
  const locations = [
    { name: 'log', text: latin1Bytes(logLines.join('')) },
    { name: 'metrics', text: latin1Bytes(metrics) },
    ...(outputs ?? [{ name: 'aitai user list', text: latin1Bytes(users) }]),
    ...databaseLocations(join(server.folder, 'aitai.db'), needles),
    ...fileLocations(server.folder, 'file'),
  ]
  return scanReport(secrets.all(), locations, findSecrets(locations, needles)).faults
}

test('after a small day with planted secrets none is in a log line, a metric, a file or a wrong column', async () => {
  const fixture = await openFixture()
  await smallDay(fixture)

  expect(fixture.logLines.length).toBeGreaterThan(20)
  expect(await faultsIn(fixture)).toEqual([])
})

test('every kind of leak is found', async () => {
  const fixture = await openFixture()
  const { secrets, server, logLines } = fixture
  const alder = await server.trader('alder')
  const secret = secrets.plant('session token', 'of a trader', String(alder.token))
  const quantity = secrets.shares('of an advert')
  const { id } = await alder.advertises('BUY', '7203.T', quantity)
  secrets.plant('advert, locate or agreement', 'an advert', id)
  // As if the product wrote each of these lines.
  server.app.log.debug({ headers: { authorization: `Bearer ${secret}` } }, 'request')
  server.app.log.info(`advert of ${quantity.toLocaleString('en')} shares`)
  writeFileSync(join(server.folder, 'trace.txt'), Buffer.from(`x${secret}`).toString('base64'))
  const audit = { actor: '', action: 'advertSent', details: { id } }
  await recordAuditEventAlone(server.app.database, audit, server.clock.now())

  expect(logLines.some((line) => line.includes(secret))).toBe(true)
  expect((await faultsIn(fixture)).toSorted()).toEqual([
    'advert, locate or agreement (an advert) is in audit.details, as it is, 1 time',
    'quantity (of an advert) is in log, with separators, 1 time',
    'session token (of a trader) is in file trace.txt, in base64, 1 time',
    'session token (of a trader) is in log, as it is, 1 time',
  ])
})

test('deleted data is gone from the bytes of the database and of a backup', async () => {
  const fixture = await openFixture()
  const { secrets, server } = fixture
  const secret = secrets.plant('temporary password', 'of a message', uniqueWord(20))
  const file = join(server.folder, 'aitai.db')
  const bytes = (): string => [file, `${file}-wal`].map((each) => readFileSync(each, 'latin1')).join('')
  const recipient = 'emma@alder.example'
  fixture.receivers.rejected.add(recipient)
  const message = { kind: 'mail', recipient, subject: 'x', body: secret.repeat(500) } as const
  await enqueueMessage(server.app.database, message, server.clock.now())
  await fixture.receivers.nextRejection(recipient)
  const rows = server.app.database.selectFrom('outbox').select('fault').where('fault', '!=', '')
  await until('the refusal to be recorded', () => rows.executeTakeFirst())
  const { body: stored } = await server.app.database
    .selectFrom('outbox')
    .select('body')
    .executeTakeFirstOrThrow()
  const encrypted = stored.slice(0, 100)
  expect(bytes().includes(encrypted)).toBe(true)
  expect(bytes().includes(secret)).toBe(false)
  fixture.receivers.rejected.delete(recipient)
  server.clock.advance(5_000)
  await until('the message to arrive', async () =>
    fixture.receivers.messages.some(({ to }) => to === recipient),
  )
  await until('it to be deleted', async () => (await server.newestMessage(recipient)) === '')

  await server.app.sweep()
  expect(bytes().includes(encrypted)).toBe(false)
  const backup = join(server.folder, 'backup.db')
  expect(await takeBackup(server.admin, { to: backup })).toMatchObject({ result: { format: 1 } })
  expect(readFileSync(backup, 'latin1').includes(encrypted)).toBe(false)
})

/** Each class that is encrypted, with a column in which it would lie without. */
const encryptedClasses = [
  ['telephone number', 'person', 'phone'],
  ['waiting secret', 'outbox', 'body'],
  ['password of a side', 'journal', 'events'],
  ['password of a side', 'snapshot', 'state'],
  ['password of a side', 'notification', 'body'],
  ['password of a side', 'idempotency', 'body'],
  ['name', 'idempotency', 'body'],
  ['client secret of a provider', 'sign_in_provider', 'client_secret'],
  ['client secret of a provider', 'approval', 'args'],
  ['sign-in at a provider', 'provider_login', 'attempt_hash'],
  ['logout token', 'provider_logout', 'jti_hash'],
  ['credential', 'credential', 'secret_hash'],
] as const

test.each(encryptedClasses)('a %s that is in the clear in %s.%s is found', async (kind, table, column) => {
  const secret = secretOf(kind, uniqueWord(20))

  expect(faultsOf(secret, { name: `${table}.${column}`, text: `{"x":"${secret.value}"}` })).toContain(
    `${kind} (of a test) is in ${table}.${column}, as it is, 1 time`,
  )
})

test('a value that the server would store in the clear is found in its table and in the bytes', async () => {
  const fixture = await openFixture()
  const { secrets, server } = fixture
  await server.trader('alder')
  const phone = secrets.phone('of a trader')
  // As if the product did not encrypt it.
  await server.app.database
    .updateTable('person')
    .set({ phone })
    .where('email', '=', 'trader@birch.example')
    .execute()

  const faults = await faultsIn(fixture, [{ name: 'aitai user list', text: phone }])
  expect(faults).toEqual(['telephone number (of a trader) is in person.phone, as it is, 1 time'])
})
