import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { feedToken } from '../support/feed-handler.ts'
import { sendRaw } from '../support/raw-http.ts'
import { temporaryFolder } from '../support/test-databases.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../support/test-server.ts'

/** The headers of every response, with their values. */
const everywhere: Readonly<Record<string, RegExp>> = {
  'content-security-policy':
    /^default-src 'none';(?!.*unsafe)(?=.*base-uri 'none')(?=.*object-src 'none').*frame-ancestors 'none'/,
  'strict-transport-security': /^max-age=31536000; includeSubDomains$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'cross-origin-embedder-policy': /^require-corp$/,
  'permissions-policy':
    /camera=\(\).*geolocation=\(\).*clipboard-write=\(self\), autoplay=\(self\).*publickey-credentials-get=\(self\)/,
  'x-frame-options': /^DENY$/i,
}

/** Headers that help an attacker, or that let another site read a response. */
const nowhere = ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie', 'via']

interface Seen {
  readonly status: number
  header(name: string): string | null
}

/** What is wrong with a response, as text; empty if nothing is. */
function faultsOf(what: string, { status, header }: Seen, wanted: number, cache: string): string[] {
  const wrong = Object.entries(everywhere)
    .filter(([name, right]) => !right.test(header(name) ?? ''))
    .map(([name]) => `${name}: ${header(name)}`)
  const leaked = nowhere.filter((name) => header(name) !== null)
  const type = header('content-type') ?? ''
  if (/^text\/|[+/](json|javascript|xml)/.test(type) && !/charset=utf-8/i.test(type))
    wrong.push(`content-type: ${type}`)
  const kept = header('cache-control')?.startsWith(cache) ? [] : [`cache-control: ${header('cache-control')}`]
  const other = status === wanted ? [] : [`status ${status}`]
  return [...other, ...kept, ...wrong, ...leaked].map((fault) => `${what}: ${fault}`)
}

const seen = ({ status, headers }: Pick<Response, 'status' | 'headers'>): Seen => ({
  status,
  header: (name) => headers.get(name),
})

type RequestCase = readonly [path: string, init?: RequestInit & { as?: 'alder' | 'broker' | 'feed' }]

/** Every kind of response, and how to get it. */
const answers: readonly (readonly [what: string, status: number, cache: string, request: RequestCase])[] = [
  ['the page', 200, 'no-cache', ['/']],
  ['a place within the page', 200, 'no-cache', ['/profile/security']],
  ['an asset', 200, 'public, max-age=31536000, immutable', ['/assets/index-abc.js']],
  ['a file beside the page', 200, 'no-cache', ['/favicon.svg']],
  [
    'the head of an asset',
    200,
    'public, max-age=31536000, immutable',
    ['/assets/index-abc.js', { method: 'HEAD' }],
  ],
  ['a file that is not there', 404, 'no-store', ['/assets/index-old.js']],
  ['livez', 200, 'no-store', ['/livez']],
  ['readyz', 200, 'no-store', ['/readyz']],
  ['the metrics', 200, 'no-store', ['/metrics']],
  ['the list of the calls', 200, 'no-store', ['/api/docs']],
  ['OpenAPI', 200, 'no-store', ['/api/docs/json']],
  ['AsyncAPI', 200, 'no-store', ['/api/docs/async']],
  ['a call', 200, 'no-store', ['/api/advert/advert-list', { as: 'alder' }]],
  ['a call that answers with text', 200, 'no-store', ['/api/version/web']],
  ['a wrong body', 400, 'no-store', ['/api/login', { method: 'POST', body: '{' }]],
  ['a wrong escape in the address', 400, 'no-store', ['/api/advert/pause-advert/%E0%A4%A', { as: 'alder' }]],
  ['nobody', 401, 'no-store', ['/api/advert/advert-list']],
  [
    'a wrong password',
    403,
    'no-store',
    ['/api/login', { method: 'POST', body: '{"email":"a@b.example","password":"x"}' }],
  ],
  ['another role', 403, 'no-store', ['/api/advert/advert-list', { as: 'broker' }]],
  [
    'a prefetch of a change',
    403,
    'no-store',
    ['/api/advert/pause-advert/x', { as: 'alder', headers: { purpose: 'prefetch' } }],
  ],
  ['what is not there', 404, 'no-store', ['/api/advert/pause-advert/x', { as: 'alder' }]],
  ['no call', 404, 'no-store', ['/api/none']],
  ['another method', 405, 'no-store', ['/api/login', { method: 'DELETE' }]],
  ['an unknown method', 404, 'no-store', ['/api/login', { method: 'PROPFIND' }]],
  [
    'too much',
    413,
    'no-store',
    ['/api/login', { method: 'POST', body: JSON.stringify({ email: 'x'.repeat(2 ** 21) }) }],
  ],
  [
    'another type',
    415,
    'no-store',
    ['/api/login', { method: 'POST', body: '{}', headers: { 'content-type': 'text/xml' } }],
  ],
  [
    'a batch of the feed',
    200,
    'no-store',
    ['/api/feed/quotes', { method: 'POST', body: '{"quotes":[]}', as: 'feed' }],
  ],
  ['the socket', 200, 'no-store', ['/api/websocket-endpoint/info']],
  [
    'a socket to another site',
    403,
    'no-store',
    ['/api/websocket-endpoint/info', { headers: { origin: 'https://evil.example' } }],
  ],
  ['a transport that is not served', 404, 'no-store', ['/api/websocket-endpoint/000/one/eventsource']],
]

async function deskOfAnswers(
  env: Readonly<Record<string, string>> = {},
  options: TestServerOptions = {},
): Promise<TestServer> {
  const clientFolder = temporaryFolder()
  mkdirSync(join(clientFolder, 'assets'))
  writeFileSync(join(clientFolder, 'index.html'), '<!doctype html><title>the desk</title>')
  writeFileSync(join(clientFolder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(clientFolder, 'assets', 'index-abc.js'), `// ${'x'.repeat(5_000)}`)
  const feed = { QUOTES: 'http', FEED_TOKEN: feedToken }
  return startTestServer({
    firms: ['Alder'],
    brokers: ['Hinoki'],
    clientFolder,
    env: { ...feed, ...env },
    ...options,
  })
}

test('every kind of response has the security headers, and no reply of a call may be cached', async () => {
  const desk = await deskOfAnswers({}, { quotes: 'as configured' })
  const tokens = {
    alder: (await desk.trader('alder')).token,
    broker: (await desk.broker('hinoki')).token,
    feed: feedToken,
  }
  const faults: string[] = []
  for (const [what, status, cache, [path, { as, headers, ...init } = {}]] of answers) {
    const sent = {
      ...(as ? { authorization: `Bearer ${tokens[as]}` } : {}),
      ...(init.body ? { 'content-type': 'application/json' } : {}),
      ...(headers as Record<string, string>),
    }
    const answer = await fetch(desk.url + path, { ...init, headers: sent })
    await answer.text()
    faults.push(...faultsOf(what, seen(answer), status, cache))
  }
  expect(faults).toEqual([])
})

test('refusals by rules and limits, a full disk and a bug of ours have them too', async () => {
  const desk = await deskOfAnswers({ CONTACTS_PER_USER: '1' })
  const alder = await desk.trader('alder')
  const body = { securityId: desk.securityId('6758.T') }
  const once = { body, headers: { 'idempotency-key': 'one' } }
  await alder.advertises('BUY', '7203.T', 10_000)
  await alder.callsOk('/staff/contact-account-manager')
  await alder.callsOk('/advert/create-advert', once)
  const { id } = await alder.drafts('8306.T')
  const faults = [
    faultsOf('a refusal', seen(await alder.calls(`/advert/resume-advert/${id}`)), 409, 'no-store'),
    faultsOf(
      'a key that was used',
      seen(await alder.calls('/advert/create-advert', { ...once, body: { securityId: 'x' } })),
      ...([422, 'no-store'] as const),
    ),
  ]
  const limited = await alder.calls('/staff/contact-account-manager')
  faults.push(faultsOf('a limit', seen(limited), 429, 'no-store'))
  expect(limited.headers.get('retry-after')).toMatch(/^\d+$/)

  await desk.fillsUp()
  const draft = (ric: string) =>
    alder.calls('/advert/create-advert', { body: { securityId: desk.securityId(ric) } })
  let full = await draft('9984.T')
  // The last page of the journal may have room for a few rows more.
  for (const ric of ['9432.T', '8035.T', '4063.T', '6861.T', '9433.T', '8058.T'])
    if (full.status === 200) full = await draft(ric)
  faults.push(faultsOf('a full disk', seen(full), 503, 'no-store'))
  expect(full.headers.get('retry-after')).toBe('2')
  await desk.hasRoom()

  await desk.app.database
    .insertInto('preference')
    .values((all) => ({
      user_id: all.selectFrom('person').select('id').where('email', '=', alder.email),
      body: '{',
    }))
    .execute()
  const bug = await alder.calls('/user-defaults/get-trader-defaults')
  faults.push(faultsOf('a bug', seen(bug), 500, 'no-store'))
  expect(faults.flat()).toEqual([])
})

test("only the log-out clears the browser's data", async () => {
  const desk = await deskOfAnswers()
  const alder = await desk.trader('alder')
  expect((await alder.calls('/user/my-details')).headers.get('clear-site-data')).toBeNull()
  expect(
    (await alder.calls('/logout', { method: 'POST', token: null })).headers.get('clear-site-data'),
  ).toBeNull()
  const { headers, status } = await alder.calls('/logout', { method: 'POST' })
  expect([status, headers.get('clear-site-data')]).toEqual([200, '"cache"'])
})

const host = 'host: localhost\r\n'
const upgrade = `connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${'A'.repeat(22)}==\r\n`
const socketAt = '/api/websocket-endpoint/000/one/websocket'

/** Bytes that never become a request of the framework, with a secret that must not be echoed. */
const below: readonly (readonly [what: string, status: number, bytes: string])[] = [
  ['no HTTP', 400, 'hunter2\r\n\r\n'],
  ['no method', 400, `HUNTER2 /hunter2 HTTP/1.1\r\n${host}\r\n`],
  ['a header without a name', 400, `GET /hunter2 HTTP/1.1\r\n${host}: hunter2\r\n\r\n`],
  [
    'two lengths',
    400,
    `POST /api/login HTTP/1.1\r\n${host}content-length: 1\r\ncontent-length: 2\r\n\r\nhunter2`,
  ],
  [
    'a length and chunks',
    400,
    `POST /hunter2 HTTP/1.1\r\n${host}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['no host', 400, 'GET /hunter2 HTTP/1.1\r\n\r\n'],
  ['a long address', 431, `GET /hunter2${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
  ['long headers', 431, `GET / HTTP/1.1\r\n${host}x: hunter2${'x'.repeat(20_000)}\r\n\r\n`],
  [
    'an unknown expectation',
    417,
    `POST /api/login HTTP/1.1\r\n${host}expect: hunter2\r\nconnection: close\r\n\r\n`,
  ],
  [
    'an upgrade to another site',
    403,
    `GET ${socketAt} HTTP/1.1\r\n${host}origin: https://hunter2.example\r\n${upgrade}\r\n`,
  ],
  ['an upgrade of another path', 404, `GET /hunter2 HTTP/1.1\r\n${host}${upgrade}\r\n`],
  [
    'an upgrade to what is no socket',
    400,
    `GET ${socketAt} HTTP/1.1\r\n${host}connection: Upgrade\r\nupgrade: hunter2\r\n\r\n`,
  ],
  [
    'a transport message that is too long',
    413,
    `POST /api/websocket-endpoint/000/one/xhr_send HTTP/1.1\r\n${host}content-length: 200000\r\n\r\n${'hunter2'.repeat(29_000)}`,
  ],
]

test('bytes that never become a request get them too, and a reply without any of the bytes', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  const desk = await startTestServer({ firms: [], brokers: [], log })
  const faults: string[] = []
  for (const [what, status, bytes] of below) {
    const { headers, body, ...answer } = await sendRaw(desk.url, bytes)
    const header = (name: string): string | null => headers.get(name) ?? null
    faults.push(...faultsOf(what, { status: answer.status, header }, status, 'no-store'))
    if (/hunter2/i.test(`${[...headers]}${body}`)) faults.push(`${what}: tells what was sent`)
    if (body.length > 40) faults.push(`${what}: says too much`)
  }
  expect(faults).toEqual([])
  expect(lines.join('')).not.toMatch(/hunter2/i)
})

test('TRACE is not served, and nothing of the request comes back', async () => {
  const desk = await startTestServer({ firms: [], brokers: [] })
  for (const path of ['/', '/livez', '/api/advert/advert-list']) {
    const head = `TRACE ${path} HTTP/1.1\r\n${host}x: hunter2\r\nconnection: close\r\n\r\n`
    const { status, body } = await sendRaw(desk.url, head)
    expect(status, path).toBe(404)
    expect(body, path).not.toContain('hunter2')
  }
})

test('a connection has limits of time and size before its user is known', async () => {
  const desk = await startTestServer({ firms: [], brokers: [] })
  const { headersTimeout, requestTimeout, keepAliveTimeout } = desk.app.http.server
  expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    headersTimeout: 5_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 75_000,
  })
  const fits = `GET /livez HTTP/1.1\r\n${host}x: ${'x'.repeat(15_000)}\r\nconnection: close\r\n\r\n`
  expect((await sendRaw(desk.url, fits)).status).toBe(200)
})

test('a header section that never ends is cut off, with 408', async () => {
  const desk = await startTestServer({ firms: [], brokers: [] })
  // As after ten seconds of one byte now and then, without waiting that long.
  desk.app.http.server.headersTimeout = 1
  const { status, headers, body } = await sendRaw(desk.url, 'GET /hunter2 HTTP/1.1\r\nx: hun')
  expect([status, body, headers.get('connection')]).toEqual([408, '', 'close'])
})
