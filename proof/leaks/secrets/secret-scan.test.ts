import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeBackup } from '@aitai/server/admin/backup/backup.ts'
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

const canaryOf = (kind: SecretKind, value: string): PlantedSecret => ({ kind, what: 'of a test', value })

/** What is said of a canary that stands in one place. */
const faultsOf = (canary: PlantedSecret, place: SearchedLocation): readonly string[] =>
  scanReport([canary], [place], findSecrets([place], encodedForms(canary))).faults

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
])('the search finds what stands there %s', (form, value, text) => {
  // The form that only bytes of UTF-8 have.
  const there = form === 'full-width' ? encoded('ＱＵＵＸ７３１９００', 'utf8') : text
  const place = { name: 'log', text: Buffer.from(there).toString('latin1') }
  expect(faultsOf(canaryOf('rubbish', value), place)).not.toEqual([])
})

test.each([
  ['731900', '{"at":1795731900123,"hash":"a731900f","x":"731901"}'],
  ['048213', '0482130 and 1048213 and x048213y'],
])('the search takes %s for nothing within longer words', (value, text) => {
  expect(faultsOf(canaryOf('code', value), { name: 'log', text })).toEqual([])
})

test('what is where it belongs is no fault; elsewhere, or nowhere at all, it is', () => {
  const canary = canaryOf('e-mail address', email)
  expect(faultsOf(canary, { name: 'person.email', text: email })).toEqual([])
  expect(faultsOf(canary, { name: 'aitai user list', text: email })).toEqual([])
  for (const name of ['audit.details', 'log', 'metrics', 'aitai status', 'file audit.csv', 'temporary x'])
    expect(faultsOf(canary, { name, text: email })).toContain(
      `e-mail address (of a test) is in ${name}, as it is, 1 time`,
    )
  expect(faultsOf(canary, { name: 'person.email', text: '' })).toEqual([
    'no e-mail address was found where it belongs: the search is blind',
  ])
})

/** A desk whose letters leave the house and whose log is kept. */
async function openHouse() {
  const canaries = new PlantedSecrets()
  const mail = canaries.keep('mail password', 'of SMTP_URL', uniqueWord(30))
  const sms = canaries.keep('SMS token', 'of SMS_TOKEN', uniqueWord(30))
  const receivers = await openMessageReceivers({ mail, sms })
  onTestFinished(() => receivers.close())
  const logged: string[] = []
  const log = createLog('debug', { write: (line: string) => void logged.push(line) })
  const desk = await startTestServer({ log, env: { ...receivers.env, TRUST_PROXY: '127.0.0.1,::1' } })
  return { canaries, receivers, logged, desk }
}

type House = Awaited<ReturnType<typeof openHouse>>

const letterTo = ({ receivers }: House, to: string, pattern: RegExp): Promise<string> =>
  until('a letter', async () =>
    receivers.letters
      .filter((letter) => letter.to === to)
      .map(({ text }) => pattern.exec(text)?.[1])
      .at(-1),
  )

/** Two meet, one of whom signs in with a code; somebody mistypes, and somebody forgets a password. */
async function smallDay(house: House): Promise<void> {
  const { canaries, desk } = house
  const [address, phone] = [canaries.email('of a trader'), canaries.phone('of a trader')]
  const own = canaries.password('of a trader')
  const user = { email: address, role: 'TRADER', firm: 'Alder', phone, twoFactor: true } as const
  await desk.addUser({
    ...user,
    firstName: canaries.name('first'),
    lastName: canaries.name('last'),
    password: own,
  })
  const headers = { 'x-forwarded-for': canaries.address('of a trader') }
  const body = { email: address, password: own }
  const alder = desk.person(address)
  const wrong = { ...body, password: canaries.password('a wrong one') }
  await alder.calls('/login', { body: wrong, headers })
  await alder.calls('/login', { body: { email: own, password: address }, headers })
  const half = (await alder.isRefused('/login', { body, headers })).token ?? ''
  const otp = canaries.keep('code', 'of a sign-in', await letterTo(house, phone, /\b(\d{6})\b/))
  const given = { body: { otp }, token: canaries.keep('two-factor token', 'of a sign-in', half), headers }
  alder.token = (await alder.asks<{ access_token: string }>('/2fa/verify', given)).access_token
  const birch = await desk.trader('birch')
  for (const trader of [alder, birch]) {
    canaries.keep('session token', 'of a trader', String(trader.token))
    await trader.connects()
  }
  await meet(house, alder, birch)

  await alder.asks(`/password/forgot-password/${address}`, { headers })
  const link = canaries.keep(
    'reset token',
    'of a link',
    await letterTo(house, address, /resetToken=([\w-]+)/),
  )
  await alder.asks(`/password/get-password-reset-token-status/${link}`, { headers })
  const odd = canaries.word('rubbish', 'in a request')
  await alder.calls(`/advert/${link}/${odd}?${address}`, { headers: { 'user-agent': odd } })
  await alder.calls('/advert/create-advert', { raw: `{"${odd}":"${own}` })
}

async function meet({ canaries, desk }: House, alder: TestUser, birch: TestUser): Promise<void> {
  const [id, contraId] = [
    (await alder.advertises('BUY', '7203.T', canaries.shares('bought'))).id,
    (await birch.advertises('SELL', '7203.T', canaries.shares('sold'))).id,
  ]
  for (const each of [id, contraId]) canaries.keep('advert, locate or agreement', 'an advert', each)
  await alder.accepts(await alder.isLocated(id))
  const { password: side } = await birch.accepts(await birch.isLocated(contraId))
  canaries.keep('password of a side', 'of the seller', String(side))
  canaries.keep('user id', 'of a trader', await userIdOf(desk, alder.email))
}

/** Stops the desk, and says what was found where it must not be. */
async function faultsIn({ canaries, desk, logged }: House): Promise<readonly string[]> {
  const metrics = await (await fetch(`${desk.url}/metrics`)).text()
  await desk.running.stop()
  const needles = canaries.all().flatMap(encodedForms)
  const places = [
    { name: 'log', text: latin1Bytes(logged.join('')) },
    { name: 'metrics', text: latin1Bytes(metrics) },
    ...databaseLocations(join(desk.folder, 'aitai.db'), needles),
    ...fileLocations(desk.folder, 'file'),
  ]
  return scanReport(canaries.all(), places, findSecrets(places, needles)).faults
}

test('after a small day with canaries in it none is in a log line, a figure, a file or a wrong column', async () => {
  const house = await openHouse()
  await smallDay(house)

  expect(house.logged.length).toBeGreaterThan(20)
  expect(await faultsIn(house)).toEqual([])
})

test('a leak is found, whichever it is', async () => {
  const house = await openHouse()
  const { canaries, desk, logged } = house
  const alder = await desk.trader('alder')
  const secret = canaries.keep('session token', 'of a trader', String(alder.token))
  const quantity = canaries.shares('of an advert')
  const { id } = await alder.advertises('BUY', '7203.T', quantity)
  canaries.keep('advert, locate or agreement', 'an advert', id)
  // As if somebody had written each of these lines into the product.
  desk.app.log.debug({ headers: { authorization: `Bearer ${secret}` } }, 'asked')
  desk.app.log.info(`advert of ${quantity.toLocaleString('en')} shares`)
  writeFileSync(join(desk.folder, 'trace.txt'), Buffer.from(`x${secret}`).toString('base64'))
  const audit = { actor: '', action: 'advertSent', details: { id } }
  await recordAuditEventAlone(desk.app.database, audit, desk.clock.now())

  expect(logged.some((line) => line.includes(secret))).toBe(true)
  expect((await faultsIn(house)).toSorted()).toEqual([
    'advert, locate or agreement (an advert) is in audit.details, as it is, 1 time',
    'quantity (of an advert) is in log, with separators, 1 time',
    'session token (of a trader) is in file trace.txt, in base64, 1 time',
    'session token (of a trader) is in log, as it is, 1 time',
  ])
})

test('what was deleted is gone from the bytes, and from those of a backup', async () => {
  const house = await openHouse()
  const { canaries, desk } = house
  const secret = canaries.keep('temporary password', 'of a letter', uniqueWord(20))
  const file = join(desk.folder, 'aitai.db')
  const bytes = (): string => [file, `${file}-wal`].map((each) => readFileSync(each, 'latin1')).join('')
  const recipient = 'emma@alder.example'
  house.receivers.notNow.add(recipient)
  const letter = { kind: 'mail', recipient, subject: 'x', body: secret.repeat(500) } as const
  await enqueueMessage(desk.app.database, letter, desk.clock.now())
  await house.receivers.refused(recipient)
  const rows = desk.app.database.selectFrom('outbox').select('fault').where('fault', '!=', '')
  await until('the refusal to be written down', () => rows.executeTakeFirst())
  expect(bytes().includes(secret)).toBe(true)
  house.receivers.notNow.delete(recipient)
  desk.clock.advance(5_000)
  await until('the letter to arrive', async () => house.receivers.letters.some(({ to }) => to === recipient))
  await until('it to be forgotten', async () => (await desk.newestMessage(recipient)) === '')

  await desk.app.sweep()
  expect(bytes().includes(secret)).toBe(false)
  const backup = join(desk.folder, 'backup.db')
  expect(await takeBackup(desk.admin, { to: backup })).toMatchObject({ result: { format: 1 } })
  expect(readFileSync(backup, 'latin1').includes(secret)).toBe(false)
})
