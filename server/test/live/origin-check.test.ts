import { type IncomingMessage, request } from 'node:http'
import { socketPath } from '@aitai/contract/routes/live.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataFolder, type LiveServer, openLiveServer } from './live-server.ts'

let folder: Awaited<ReturnType<typeof dataFolder>>
let venue: LiveServer

beforeAll(async () => {
  folder = await dataFolder()
  venue = await openLiveServer(folder.dataDir)
})

afterAll(async () => {
  await venue.close()
  await folder.remove()
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Sends a request as a browser does, or an attacker in one. Ends the response after its headers. */
function send(method: string, path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((answered, failed) => {
    const outgoing = request(`${venue.url}${path}`, { method, headers, agent: false })
    const done = ({ statusCode, headers: got }: IncomingMessage): void => {
      answered({ status: statusCode ?? 0, headers: got })
      outgoing.destroy()
    }
    outgoing.on('response', done)
    outgoing.on('upgrade', (response, socket) => {
      done(response)
      socket.destroy()
    })
    outgoing.on('error', failed)
    outgoing.end()
  })
}

const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

/** Every entry point with its reply to the right origin. */
const ways: readonly (readonly [
  method: string,
  path: string,
  headers: Record<string, string>,
  status: number,
])[] = [
  ['GET', '/info', {}, 200],
  ['POST', '/000/one/xhr', {}, 200],
  ['POST', '/000/two/xhr_streaming', {}, 200],
  ['POST', '/000/none/xhr_send', {}, 500],
  ['GET', '/000/three/websocket', upgrade, 101],
  ['GET', '/websocket', upgrade, 101],
  ['GET', '/websocket', { ...upgrade, 'sec-websocket-version': '8' }, 400],
  ['POST', '/websocket', {}, 404],
  ['GET', '/websocket', {}, 404],
  ['GET', '/000/abc/websocket', {}, 404],
  ['GET', '/000/abc/xhr', upgrade, 404],
  ['GET', '', {}, 404],
  ['GET', '/', {}, 404],
  ['GET', '/iframe.html', {}, 404],
  ['GET', '/iframe-1.6.1.html', {}, 404],
  ['GET', '/000/abc/jsonp?c=alert', {}, 404],
  ['POST', '/000/abc/jsonp_send', {}, 404],
  ['GET', '/000/abc/eventsource', {}, 404],
  ['GET', '/000/abc/htmlfile?c=x', {}, 404],
  ['POST', '/chunking_test', {}, 404],
  ['OPTIONS', '/info', {}, 404],
  ['OPTIONS', '/000/abc/xhr', {}, 404],
  ['HEAD', '/info', {}, 404],
  ['GET', '/000/abc/xhr', {}, 404],
  ['POST', '/000/constructor/xhr', {}, 404],
  ['POST', '/000/__proto__/xhr_send', {}, 404],
  ['GET', '/000/abc/websocket', { ...upgrade, 'sec-websocket-version': '8' }, 400],
]

describe.each(ways)('%s %s', (method, path, headers, status) => {
  test(`answers ${status} to an origin of ours, and reflects it nowhere`, async () => {
    const own = { ...headers, origin: 'http://localhost:8080' }
    const answer = await send(method, path, own)

    expect(answer.status).toBe(status)
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    if (status !== 101) expect(answer.headers['x-content-type-options']).toBe('nosniff')
    // Otherwise nginx holds back a stream until its buffer is full.
    if (status === 200) expect(answer.headers['x-accel-buffering']).toBe('no')
  })

  test.each([
    'https://evil.example',
    'null',
    '',
    'http://localhost:8080.evil.example',
    'http://evil.localhost:8080',
    'http://sub.localhost:8080',
    'https://localhost:8080',
    'http://localhost:80800',
    'http://localhost',
    'http://localhost:8080/',
    'http://LOCALHOST:8080',
    'http://localhost:8080, https://evil.example',
  ])('refuses the origin "%s"', async (origin) => {
    expect((await send(method, path, { ...headers, origin })).status).toBe(403)
  })

  test('refuses a name that was rebound to this host', async () => {
    const rebound = { ...headers, host: 'evil.example:8080', origin: 'http://evil.example:8080' }
    expect((await send(method, path, rebound)).status).toBe(403)
  })
})

test('a program other than a browser may omit its origin, a page may not', async () => {
  expect((await send('POST', '/000/p1/xhr', {})).status).toBe(200)
  expect((await send('GET', '/info', { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  expect((await send('GET', '/info', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await send('POST', '/000/p2/xhr', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})

test.each([
  ['', 'Payload expected.'],
  ['null', 'Payload expected.'],
  ['["a', 'Broken JSON encoding.'],
])('the message "%s" is answered as SockJS specifies: 500 "%s"', async (body, text) => {
  const answer = await fetch(`${venue.url}/000/none/xhr_send`, { method: 'POST', body })
  expect([answer.status, await answer.text()]).toEqual([500, text])
})

test('a body larger than any frame is not read', async () => {
  const answer = await fetch(`${venue.url}/000/big/xhr_send`, {
    method: 'POST',
    body: 'x'.repeat(300 * 1024),
  })
  expect(answer.status).toBe(413)
})

test('an upgrade of another path is refused', async () => {
  const path = '/'.padEnd(socketPath.length, 'x')
  const outgoing = request(`http://${venue.host}${path}/000/abc/websocket`, {
    headers: upgrade,
    agent: false,
  })
  const status = await new Promise((answered) => {
    outgoing.on('response', ({ statusCode }) => answered(statusCode))
    outgoing.end()
  })
  expect(status).toBe(404)
})
