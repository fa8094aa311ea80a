import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { type Desk, startDesk } from './desk.ts'
import { feedToken } from './feed-handler.ts'
import { password } from './person.ts'
import { says } from './raw-http.ts'

/** Of quality 2.5, on every answer there is: by its name, what it must be. */
const everywhere: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /^default-src 'none';(?!.*unsafe).*frame-ancestors 'none'/,
  'strict-transport-security': /^max-age=31536000; includeSubDomains$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'cross-origin-embedder-policy': /^require-corp$/,
  'permissions-policy': /camera=\(\).*geolocation=\(\).*clipboard-write=\(self\), autoplay=\(self\)/,
  'x-frame-options': /^DENY$/i,
}

/** What tells an attacker something, or lets another site read along. */
const nowhere = ['server', 'x-powered-by', 'access-control-allow-origin', 'etag-weak', 'set-cookie', 'via']

interface Seen {
  readonly status: number
  header(name: string): string | null
}

function check({ status, header }: Seen, wanted: number, cache: string): void {
  const faults = Object.entries(everywhere).filter(([name, right]) => !right.test(header(name) ?? ''))
  expect({ status, cache: header('cache-control'), lacks: faults.map(([name]) => name) }).toEqual({
    ...{ status: wanted, cache, lacks: [] },
  })
  expect(nowhere.filter((name) => header(name) !== null)).toEqual([])
}

type Asked = readonly [path: string, init?: RequestInit & { as?: 'alder' | 'broker' | 'feed' }]

/** Every kind of answer, and how to get it. */
const answers: readonly (readonly [what: string, status: number, cache: string, asked: Asked])[] = [
  ['the page', 200, 'no-cache', ['/']],
  ['a place within the page', 200, 'no-cache', ['/profile/security']],
  ['an asset', 200, 'public, max-age=31536000, immutable', ['/assets/index-abc.js']],
  ['a file beside the page', 200, 'no-cache', ['/favicon.svg']],
  ['the head of an asset', 200, 'public, max-age=31536000, immutable', ['/assets/index-abc.js', { method: 'HEAD' }]],
  ['a file that is not there', 404, 'no-store', ['/assets/index-old.js']],
  ['livez', 200, 'no-store', ['/livez']],
  ['readyz', 200, 'no-store', ['/readyz']],
  ['the metrics', 200, 'no-store', ['/metrics']],
  ['the metrics from elsewhere', 404, 'no-store', ['/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } }]],
  ['the list of the calls', 200, 'no-store', ['/api/docs']],
  ['OpenAPI', 200, 'no-store', ['/api/docs/json']],
  ['AsyncAPI', 200, 'no-store', ['/api/docs/async']],
  ['a call', 200, 'no-store', ['/api/advert/advert-list', { as: 'alder' }]],
  ['a call that answers with text', 200, 'no-store', ['/api/version/web']],
  ['a wrong body', 400, 'no-store', ['/api/login', { method: 'POST', body: '{' }]],
  ['a wrong escape in the address', 400, 'no-store', ['/api/advert/pause-advert/%E0%A4%A', { as: 'alder' }]],
  ['nobody', 401, 'no-store', ['/api/advert/advert-list']],
  ['a wrong password', 403, 'no-store', ['/api/login', { method: 'POST', body: '{"email":"a@b.example","password":"x"}' }]],
  ['another role', 403, 'no-store', ['/api/advert/advert-list', { as: 'broker' }]],
  ['a prefetch of a change', 403, 'no-store', ['/api/advert/pause-advert/x', { as: 'alder', headers: { purpose: 'prefetch' } }]],
  ['what is not there', 404, 'no-store', ['/api/advert/pause-advert/x', { as: 'alder' }]],
  ['no call', 404, 'no-store', ['/api/none']],
  ['another method', 405, 'no-store', ['/api/login', { method: 'DELETE' }]],
  ['an unknown method', 404, 'no-store', ['/api/login', { method: 'PROPFIND' }]],
  ['too much', 413, 'no-store', ['/api/login', { method: 'POST', body: JSON.stringify({ email: 'x'.repeat(2 ** 21) }) }]],
  ['another type', 415, 'no-store', ['/api/login', { method: 'POST', body: '{}', headers: { 'content-type': 'text/xml' } }]],
  ['a batch of the feed', 200, 'no-store', ['/api/feed/quotes', { method: 'POST', body: '{"quotes":[]}', as: 'feed' }]],
  ['the socket', 200, 'no-store', ['/api/websocket-endpoint/info']],
  ['a socket to another site', 403, 'no-store', ['/api/websocket-endpoint/info', { headers: { origin: 'https://evil.example' } }]],
  ['a transport that is not served', 404, 'no-store', ['/api/websocket-endpoint/000/one/eventsource']],
]

async function deskOfAnswers(env: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const clientFolder = mkdtempSync(join(tmpdir(), 'aitai-client-'))
  onTestFinished(() => rmSync(clientFolder, { recursive: true }))
  mkdirSync(join(clientFolder, 'assets'))
  writeFileSync(join(clientFolder, 'index.html'), '<!doctype html><title>the desk</title>')
  writeFileSync(join(clientFolder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(clientFolder, 'assets', 'index-abc.js'), `// ${'x'.repeat(5_000)}`)
  const feed = { QUOTES: 'http', FEED_TOKEN: feedToken }
  return startDesk({ firms: ['Alder'], brokers: ['Hinoki'], clientFolder, env: { ...feed, ...env } })
}

test('every kind of answer has the headers of quality 2.5, and no answer of a call may be kept', async () => {
  const desk = await deskOfAnswers()
  const tokens = {
    alder: (await desk.trader('alder')).token,
    broker: (await desk.broker('hinoki')).token,
    feed: feedToken,
  }
  for (const [what, status, cache, [path, { as, headers, ...init } = {}]] of answers) {
    const sent = {
      ...(as ? { authorization: `Bearer ${tokens[as]}` } : {}),
      ...(init.body ? { 'content-type': 'application/json' } : {}),
      ...(headers as Record<string, string>),
    }
    const answer = await fetch(desk.url + path, { ...init, headers: sent })
    await answer.text()
    expect.soft(() => check({ status: answer.status, header: (name) => answer.headers.get(name) }, status, cache), what).not.toThrow()
  }
})
