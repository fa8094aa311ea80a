import { expect, test } from 'vitest'
import { takeBackup } from '../../src/admin/backup/backup.ts'
import { addUser } from '../../src/admin/users/users.ts'
import { startFakeSmsGateway } from '../messages/fake-sms-gateway.ts'
import { sendRaw } from '../support/raw-http.ts'
import { temporaryFolder } from '../support/test-databases.ts'
import { startTestServer } from '../support/test-server.ts'
import { password } from '../support/test-user.ts'
import { until } from '../support/until.ts'

const page = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${url}/metrics`, { headers })
  return { status: answer.status, text: await answer.text() }
}

test('the metrics are totals, and contain no user, firm, security, IOI or locate', async () => {
  const desk = await startTestServer()
  const [alder, birch] = [await desk.trader('alder'), await desk.trader('birch')]
  await alder.connects()
  await birch.connects()
  const bought = await alder.advertises('BUY', '7203.T', 731_900)
  await birch.advertises('SELL', '7203.T', 731_900)
  await alder.accepts(await alder.isLocated(bought.id))

  const { status, text } = await page(desk.url)
  expect(status).toBe(200)
  expect(text).toContain('aitai_http_requests_total{kind="desk change",status="200"}')
  // Present before the first one, or its increase would be invisible.
  for (const kind of ['desk read', 'desk change', '/api/login'])
    expect(text).toContain(`aitai_http_requests_total{kind="${kind}",status="500"} 0`)
  expect(text).toMatch(/^aitai_sockets 2$/m)
  expect(text).toMatch(/^aitai_ready 1$/m)
  const secrets = ['alder', 'birch', '7203', '731900', bought.id, bought.securityId, alder.token ?? 'none']
  // A whole word, because the bytes of the heap may contain any digits.
  const isIn = (secret: string): boolean => new RegExp(`(?<!\\w)${secret}(?!\\w)`, 'i').test(text)
  expect(secrets.filter(isIn)).toEqual([])
  // Except the name of a directive of the content policy.
  expect(text.replaceAll('connect-src', '')).not.toMatch(/locate|advert|connect|agreement/i)
})

test('messages are counted by their kind, and quotes have an age', async () => {
  const gateway = await startFakeSmsGateway()
  const env = { SMS_URL: gateway.url, QUOTES: 'http', FEED_TOKEN: 'a-token-of-the-feed-handler-0123456789' }
  const desk = await startTestServer({ firms: ['Alder'], brokers: [], env, quotes: 'as configured' })
  const before = (await page(desk.url)).text
  expect(before).not.toMatch(/^aitai_quotes_age_seconds /m)
  expect(before).toMatch(/^aitai_quotes_fresh 0$/m)

  const user = { email: 'two@alder.example', role: 'TRADER', firm: 'Alder', phone: '+819012345678' } as const
  await desk.addUser({ ...user, twoFactor: true })
  await addUser(desk.admin, { email: 'new@alder.example', ...names, role: 'TRADER', firm: 'Alder' })
  await desk.person('two@alder.example').calls('/login', { body: { email: user.email, password } })
  await until('the code to be sent', async () => gateway.sent.length === 1)
  const time = new Date(desk.clock.now()).toISOString()
  const quotes = [{ ric: '7203.T', time, bid: 2_905, ask: 2_906, last: 2_905 }]
  await desk.person('').callsOk('/feed/quotes', { body: { quotes }, token: env.FEED_TOKEN })
  desk.clock.advance(3_000)

  const { text } = await until('all of it to be counted', async () => {
    const answer = await page(desk.url)
    return answer.text.includes('aitai_messages_sent_total{kind="sms"} 1') && answer
  })
  expect(text).toMatch(/^# TYPE aitai_messages_sent_total counter$/m)
  expect(text).toMatch(/^aitai_messages_waiting\{kind="mail"\} 1$/m)
  expect(text).toMatch(/^aitai_messages_waiting\{kind="sms"\} 0$/m)
  expect(text).toMatch(/^aitai_messages_oldest_seconds 3$/m)
  expect(text).toMatch(/^aitai_messages_given_up\{kind="mail"\} 0$/m)
  expect(text).toMatch(/^aitai_quotes_age_seconds 3$/m)
  expect(text).toMatch(/^aitai_quotes_fresh 1$/m)
  expect(text).not.toMatch(/^aitai_.*NaN$/m)
})

const names = { firstName: 'Emma', lastName: 'Whitfield' }

/** What nginx sends to a server on the same machine if nothing but proxy_pass is configured. */
const throughDefaultNginx = (url: string): string =>
  `GET /metrics HTTP/1.0\r\nHost: ${new URL(url).host}\r\nConnection: close\r\n\r\n`

test('without METRICS they are served nowhere, also not through a proxy on this machine', async () => {
  const desk = await startTestServer({ firms: [], brokers: [], env: { METRICS: '' } })
  const nothing = await fetch(`${desk.url}/api/none`)
  expect((await page(desk.url)).text).not.toContain('aitai_')
  expect((await sendRaw(desk.url, throughDefaultNginx(desk.url))).body).not.toContain('aitai_')
  expect([nothing.status, desk.running.metricsPort]).toEqual([404, null])
})

test('with a port they are served there, on the loopback address and under its names', async () => {
  const desk = await startTestServer({ firms: [], brokers: [], env: { METRICS: '0' } })
  const url = `http://127.0.0.1:${desk.running.metricsPort}`
  const { status, text } = await page(url)
  expect([status, text]).toEqual([200, expect.stringMatching(/^aitai_ready 1$/m)])

  expect((await sendRaw(desk.url, throughDefaultNginx(desk.url))).body).not.toContain('aitai_')
  const rebound = 'GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'
  expect((await sendRaw(url, rebound)).status).toBe(404)
  expect((await fetch(`${url}/api/version/web`)).status).toBe(404)
})

test('with METRICS=anyone they are served at the own port', async () => {
  const desk = await startTestServer({ firms: [], brokers: [], env: { METRICS: 'anyone' } })
  expect((await page(desk.url, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200)
})

test('a name that ends with _total is a counter, as tools that check names demand', async () => {
  const desk = await startTestServer({ firms: [], brokers: [] })
  const { text } = await page(desk.url)
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => ({
    name,
    type,
  }))

  expect(types.length).toBeGreaterThan(20)
  expect(types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([])
})

test('the age of the signed heads is that of the newest day', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  const age = async (): Promise<number> =>
    Number(/^aitai_evidence_age_seconds (.+)$/m.exec((await page(desk.url)).text)?.[1])
  const at = desk.clock.now() + 1_000
  const row = { at, journal: '', audit: '', digest: null }
  desk.clock.advance(60_000)
  const days = desk.app.database.insertInto('evidence_head')
  await days.values({ ...row, day: 90_000 }).execute()
  expect(await age()).toBe(59)

  // Heads that an operator made by hand are of no day.
  await days.values({ ...row, at: at + 30_000, day: null }).execute()
  expect(await age()).toBe(59)
})

test('the age of a backup is that of the newest, and before the first that of the installation', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  const age = async (): Promise<number> =>
    Number(/^aitai_backup_age_seconds (.+)$/m.exec((await page(desk.url)).text)?.[1])
  await addUser(desk.admin, { email: 'new@alder.example', ...names, role: 'TRADER', firm: 'Alder' })
  desk.clock.advance(60_000)
  expect(await age()).toBeGreaterThanOrEqual(60)

  await takeBackup(desk.admin, { to: temporaryFolder() })
  expect(await age()).toBe(0)
  desk.clock.advance(3_000)
  expect(await age()).toBe(3)
})
