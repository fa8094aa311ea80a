import { connect } from 'node:net'
import { calls } from '@aitai/contract/calls.ts'
import type { Failure } from '@aitai/contract/schemas/failures.ts'
import { describe, expect, test } from 'vitest'
import type { TestServer } from '../../support/test-server.ts'
import type { ApiResponse, RequestOptions } from '../../support/test-user.ts'
import { startWithOneUser } from './call-fixtures.ts'

/** A failure of ours: JSON, with a code and a readable text, and no internals. */
function isFailure(what: string, { status, body, text, headers }: ApiResponse<Failure>): void {
  expect(status, what).toBeGreaterThanOrEqual(400)
  expect(status, what).toBeLessThan(500)
  expect(headers.get('content-type'), what).toMatch(/^application\/json/)
  expect(body.errorCode, what).toMatch(/^[\w-]+$/)
  expect(body.message, what).toMatch(/\w/)
  expect(text, what).not.toMatch(/node_modules|\.ts\b|\bat \S+ \(/)
}

/** Requests with every mistake that a client can make. */
const wrongs: readonly (readonly [string, string, RequestOptions])[] = [
  ['no such call', '/no/such/call', {}],
  ['no such call by POST', '/advert', { body: {} }],
  ['an address that is none', '/advert/pause-advert/%zz', {}],
  ['an address beyond any', `/advert/pause-advert/${'x'.repeat(5_000)}`, {}],
  ['no JSON', '/advert/create-advert', { raw: '{' }],
  ['an empty body', '/advert/create-advert', { raw: '' }],
  ['no body', '/advert/create-advert', { method: 'POST' }],
  ['a list', '/advert/create-advert', { raw: '[]' }],
  ['a prototype', '/advert/create-advert', { raw: '{"__proto__":{"securityId":"x"}}' }],
  ['another type', '/advert/create-advert', { raw: 'a=b', headers: { 'content-type': 'text/plain' } }],
  ['a type that is none', '/advert/create-advert', { raw: 'a', headers: { 'content-type': ';;' } }],
  ['too much', '/advert/create-advert', { raw: JSON.stringify({ securityId: 'x'.repeat(70_000) }) }],
  ['another method', '/advert/advert-list', { method: 'DELETE' }],
  ['no token', '/advert/advert-list', { token: null }],
  ['a wrong token', '/advert/advert-list', { token: 'ioi_s_wrong' }],
  ['another role', '/connection-agreement/broker-user-execution-listing', {}],
  ['no such advert', '/advert/pause-advert/unknown', {}],
]

/** The server's reply to bytes that are not a request. */
function saysRaw(desk: TestServer, bytes: string): Promise<string> {
  const { hostname, port } = new URL(desk.url)
  return new Promise((answered, failed) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8')
    })
    socket.on('end', () => answered(text))
    socket.on('error', failed)
  })
}

describe('failures', () => {
  // spec: 7.failures.1
  test('7.failures.1 The fetch failure classes (fetch error, timeout error, parsing error, HTTP status with body) have product handling that is not shown.', async () => {
    const { desk, alder } = await startWithOneUser()

    // HTTP status with body: whatever was wrong, the reply can be parsed.
    for (const [what, path, sent] of wrongs) isFailure(what, await alder.calls<Failure>(path, sent))
    // Bytes that are not a request get a status, and nothing that would have to be parsed.
    for (const bytes of ['no request\r\n\r\n', 'GET /api HTTP/1.1\r\nhost\r\n\r\n']) {
      const [head, body] = (await saysRaw(desk, bytes)).split('\r\n\r\n')
      expect([head?.split('\r\n')[0], body]).toEqual(['HTTP/1.1 400 Bad Request', ''])
    }
    // Successful replies can always be parsed, too.
    expect((await alder.calls('/advert/advert-list')).headers.get('content-type')).toMatch(/json/)
  })

  // spec: 7.failures.1
  test('7.failures.1 The fetch failure classes (fetch error, timeout error, parsing error, HTTP status with body) have product handling that is not shown. — every call that needs someone answers nobody in JSON', async () => {
    const { desk } = await startWithOneUser()
    for (const call of calls.filter((each) => each.for !== 'anyone')) {
      const path = call.path.replace(/:\w+/g, 'unknown')
      isFailure(path, await desk.person('').calls<Failure>(path, { method: call.method }))
    }
  })
})
