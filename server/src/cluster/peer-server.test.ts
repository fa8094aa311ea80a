import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request as sendHttp } from 'node:http'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { calls } from '@aitai/contract/calls.ts'
import { operatorFileBytes } from '@aitai/contract/routes/route.ts'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/support/test-databases.ts'
import { NotWriter, Unavailable } from '../errors.ts'
import { startPeerServer } from './peer-server.ts'
import {
  hashOfBody,
  isSignedReply,
  maxRequestAgeMs,
  newNonce,
  requestHeaders,
  type SignedRequest,
  signatureHeader,
} from './peer-signature.ts'
import { type PeerTls, PeerTransport } from './peer-transport.ts'

const key = randomBytes(32)
const keys = () => [key]
const command = { type: 'endSession', traderId: 'alder-1', reason: 'LOGGED_OUT' } as const

/** The server of a process named `writer`, whose clock the test sets. Records what it was asked to do. */
async function startWriter({
  failure,
  ...more
}: {
  failure?: Error
  tls?: PeerTls
  keys?: () => Buffer[]
} = {}) {
  const clock = { at: 1_000_000 }
  const commands: unknown[] = []
  const done = async (request: unknown): Promise<never> => {
    commands.push(request)
    if (failure) throw failure
    return { seq: 7 } as never
  }
  const paths = ['/call', '/command', '/admin', '/presence', '/ready', '/quotes'] as const
  const handlers = Object.fromEntries(paths.map((path) => [path, done])) as Record<
    (typeof paths)[number],
    typeof done
  >
  const peerUrl = `http${more.tls ? 's' : ''}://localhost:0`
  const { address, stop } = await startPeerServer(
    { processId: 'writer', peerUrl, tls: null, keys, now: () => clock.at, onError: () => {}, ...more },
    handlers,
  )
  onTestFinished(stop)
  return { address, clock, commands }
}

interface Sent {
  readonly address: string
  readonly body?: string
  /** What is sent in place of the signed body. */
  readonly instead?: string
  readonly by?: () => Buffer[]
  readonly changes?: Partial<SignedRequest>
  readonly path?: string
}

/** What a process sends for a command, and the nonce. */
function signed({ body = JSON.stringify(command), by = keys, changes = {} }: Omit<Sent, 'address'>) {
  const nonce = newNonce()
  const request = { to: 'writer', method: 'POST', path: '/command', at: 1_000_000, nonce, ...changes }
  return { body, nonce, headers: requestHeaders(by, { bodyHash: hashOfBody(body), ...request }) }
}

async function send({ address, instead, path = '/command', ...sent }: Sent) {
  const { body, headers } = signed({ ...sent })
  return await post(address + path, headers, instead ?? body)
}

async function post(url: string, headers: Readonly<Record<string, string>>, body: string) {
  const transport = new PeerTransport(null)
  onTestFinished(() => transport.close())
  return await transport.post(url, body, headers, AbortSignal.timeout(10_000))
}

test('only a request that was not taken is answered with 503, after which it is sent to another process', async () => {
  const refuses = await startWriter({ failure: new NotWriter('another process writes') })
  const fails = await startWriter({ failure: new Unavailable('the write failed') })

  expect(await send(refuses)).toMatchObject({ status: 503 })
  expect(await send(fails)).toMatchObject({ status: 500 })
})

test('a command is done, and its reply is signed', async () => {
  const writer = await startWriter()
  const { body, headers, nonce } = signed({})
  const { status, headers: replied, body: reply } = await post(`${writer.address}/command`, headers, body)
  const signature = String(replied[signatureHeader])

  expect(JSON.parse(reply.toString())).toEqual({ seq: 7 })
  expect(isSignedReply(keys, nonce, { status, body: reply, signature })).toBe(true)
  expect(isSignedReply(keys, newNonce(), { status, body: reply, signature })).toBe(false)
  expect(isSignedReply(keys, nonce, { status, body: Buffer.from('{"seq":8}'), signature })).toBe(false)
  expect(isSignedReply(keys, nonce, { status: 503, body: reply, signature })).toBe(false)
  expect(writer.commands).toEqual([command])
})

test('without the key there is nothing, whatever was signed or sent as a token', async () => {
  const writer = await startWriter()
  const tokens = { authorization: `Bearer ${key.toString('hex')}` }

  expect(await send({ ...writer, by: () => [randomBytes(32)] })).toMatchObject({ status: 404 })
  expect(await send({ ...writer, by: () => [] })).toMatchObject({ status: 404 })
  expect(await post(`${writer.address}/command`, tokens, JSON.stringify(command))).toMatchObject({
    status: 404,
  })
  expect(writer.commands).toEqual([])
})

test('a captured request cannot be sent again, nor to another process or another path', async () => {
  const writer = await startWriter()
  const { body, headers } = signed({})

  expect(await post(`${writer.address}/command`, headers, body)).toMatchObject({ status: 200 })
  expect(await post(`${writer.address}/command`, headers, body)).toMatchObject({ status: 401 })
  expect(await send({ ...writer, changes: { to: 'the process before' } })).toMatchObject({ status: 503 })
  expect(await send({ ...writer, path: '/presence' })).toMatchObject({ status: 404 })
  expect(writer.commands).toHaveLength(1)
})

test('a request is valid for 30 seconds, and is known for as long as it is', async () => {
  const writer = await startWriter()
  const { at } = writer.clock
  const early = signed({ changes: { at: at + maxRequestAgeMs } })
  const to = `${writer.address}/command`

  expect(await send({ ...writer, changes: { at: at - maxRequestAgeMs } })).toMatchObject({ status: 200 })
  expect(await send({ ...writer, changes: { at: at - maxRequestAgeMs - 1 } })).toMatchObject({ status: 401 })
  expect(await send({ ...writer, changes: { at: at + maxRequestAgeMs + 1 } })).toMatchObject({ status: 401 })
  expect(await send({ ...writer, changes: { at: Number.NaN } })).toMatchObject({ status: 401 })
  expect(await post(to, early.headers, early.body)).toMatchObject({ status: 200 })
  writer.clock.at += 2 * maxRequestAgeMs
  expect(await send({ ...writer, changes: { at: writer.clock.at } })).toMatchObject({ status: 200 })
  expect(await post(to, early.headers, early.body)).toMatchObject({ status: 401 })
  expect(writer.commands).toHaveLength(3)
})

test.each([
  ['a changed body', { instead: JSON.stringify({ ...command, traderId: 'birch-1' }) }],
  ['a part of it', { instead: JSON.stringify(command).slice(1) }],
  ['what is no JSON', { body: '{' }],
  [
    'a command that no process sends',
    { body: '{"type":"changeHalt","target":{"kind":"PLATFORM"},"halted":true}' },
  ],
  ['new reference data', { body: '{"type":"changeReference","reference":{}}' }],
  ['a field of another type', { body: JSON.stringify({ ...command, traderId: 7 }) }],
])('%s is refused, also with the key', async (_, sent) => {
  const writer = await startWriter()

  expect(await send({ ...writer, ...sent })).toMatchObject({ status: 400 })
  expect(writer.commands).toEqual([])
})

test('fields that this version does not know are left out', async () => {
  const writer = await startWriter()

  expect(await send({ ...writer, body: JSON.stringify({ ...command, later: 1 }) })).toMatchObject({
    status: 200,
  })
  expect(writer.commands).toEqual([command])
})

test('a body that is too large is refused, and one of a stranger is not even read', async () => {
  const writer = await startWriter()
  const large = JSON.stringify({ ...command, traderId: 'x'.repeat(20_000) })
  const stranger = sendHttp(`${writer.address}/command`, {
    method: 'POST',
    headers: { 'content-length': 1e9 },
  })
  onTestFinished(() => void stranger.destroy())
  const reply = new Promise<IncomingMessage>((resolve) => stranger.once('response', resolve))
  stranger.flushHeaders()
  const { statusCode, headers } = await reply

  expect({ statusCode, connection: headers.connection }).toEqual({ statusCode: 404, connection: 'close' })
  expect(await send({ ...writer, body: large })).toMatchObject({ status: 413 })
  expect(writer.commands).toEqual([])
})

test('the largest body of any route is passed on', async () => {
  const writer = await startWriter()
  const largest = Math.max(...calls.map(({ bodyBytes = 0 }) => bodyBytes))
  const call = {
    method: 'POST',
    url: '/api/operations/reference/equities/import',
    headers: { 'user-agent': 'x'.repeat(16_384) },
    body: Buffer.alloc(largest, 'x').toString('base64'),
    address: '127.0.0.1',
  }

  expect(largest).toBeGreaterThan(operatorFileBytes)
  const changes = { path: '/call' }
  expect(await send({ ...writer, ...changes, changes, body: JSON.stringify(call) })).toMatchObject({
    status: 200,
  })
  // Not compared as a whole: a difference of megabytes would be printed.
  const [received] = writer.commands as [typeof call]
  expect(received.body === call.body).toBe(true)
})

test('during a rotation each process understands the others, in whatever order they are restarted', async () => {
  const [next, other] = [randomBytes(32), randomBytes(32)]
  const rotated = () => [next, key]
  const [before, after] = [await startWriter(), await startWriter({ keys: rotated })]

  expect(await send({ ...before, by: rotated })).toMatchObject({ status: 200 })
  expect(await send({ ...after, by: keys })).toMatchObject({ status: 200 })
  expect(await send({ ...after, by: () => [next] })).toMatchObject({ status: 200 })
  expect(await send({ ...before, by: () => [next] })).toMatchObject({ status: 404 })
  expect(await send({ ...after, by: () => [other, other] })).toMatchObject({ status: 404 })
})

/** A certificate of localhost, signed by an authority of its own. */
function certificateOf(name: string): PeerTls {
  const folder = temporaryFolder()
  const file = (of: string): string => join(folder, of)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    file('ca.key'),
    '-out',
    file('ca.crt'),
    '-subj',
    '/CN=An authority',
  )
  const own = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-addext', `subjectAltName=DNS:${name}`]
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    file('own.key'),
    '-out',
    file('own.crt'),
    '-subj',
    `/CN=${name}`,
    ...own,
  )
  const read = (of: string): Buffer => readFileSync(file(of))
  return { ca: read('ca.crt'), cert: read('own.crt'), key: read('own.key') }
}

test('over TLS a process is asked only if the authority has signed its certificate', async () => {
  const tls = certificateOf('localhost')
  const writer = await startWriter({ tls })
  const elsewhere = await startWriter({ tls: certificateOf('elsewhere') })
  const transport = new PeerTransport(tls)
  onTestFinished(() => transport.close())
  const connect = ({ address }: { address: string }) => {
    const { body, headers } = signed({})
    return transport.post(`${address}/command`, body, headers, AbortSignal.timeout(10_000))
  }

  expect(writer.address).toMatch(/^https:/)
  expect(await connect(writer)).toMatchObject({ status: 200 })
  await expect(connect(elsewhere)).rejects.toThrow(/certificate/)
  expect(elsewhere.commands).toEqual([])
})

test('a connection without authenticated encryption ends in its handshake', async () => {
  const tls = certificateOf('localhost')
  const writer = await startWriter({ tls })
  const connects = (ciphers: string): Promise<boolean> => {
    const { port } = new URL(writer.address)
    const limits = { maxVersion: 'TLSv1.2', ciphers } as const
    const socket = connectTls({ port: Number(port), servername: 'localhost', ca: tls.ca, ...limits })
    onTestFinished(() => void socket.destroy())
    return new Promise((resolve) => {
      socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false))
    })
  }

  expect(await connects('ECDHE-ECDSA-AES128-GCM-SHA256')).toBe(true)
  expect(await connects('ECDHE-ECDSA-AES128-SHA256')).toBe(false)
})

test('a connection without TLS to a port with TLS is not answered', async () => {
  const writer = await startWriter({ tls: certificateOf('localhost') })

  await expect(send({ ...writer, address: writer.address.replace('https', 'http') })).rejects.toThrow()
  expect(writer.commands).toEqual([])
})
