import { randomUUID } from 'node:crypto'
import { topicPrefix } from '@aitai/contract/routes/live.ts'
import type { Installation, Member } from './installation.ts'
import type { ScanAccounts } from './people.ts'
import { sendBytes } from './programs.ts'

/** Sends invalid requests and frames of every kind, each with a secret in it. */
export async function sendMalformedRequests(
  installation: Installation,
  { alder, birch }: ScanAccounts,
): Promise<void> {
  await inUrls(installation, alder)
  await inHeaders(installation, alder)
  await inBodies(installation, alder)
  await belowHttp(installation, alder)
  await inFrames(installation, alder, birch)
}

/** Sends a request whose headers never end, and returns the response, which comes after about ten seconds. */
export const sendUnfinishedRequest = (installation: Installation, { alder }: ScanAccounts): Promise<string> =>
  sendBytes(installation.url, `GET /api/user/${garbage(installation)} HTTP/1.1\r\nx-secret: ${alder.token}`)

const garbage = (installation: Installation): string =>
  installation.secrets.word('malformed input', 'in a request')

async function inUrls(installation: Installation, member: Member): Promise<void> {
  const secrets = [
    member.token,
    member.email,
    member.password,
    garbage(installation),
    `%E0%A4%A${garbage(installation)}`,
  ]
  for (const secret of secrets) {
    for (const path of [`/advert/pause-advert/${secret}`, `/${secret}`, `/user/my-details?token=${secret}`])
      await installation.call(member, path)
    await installation.call(member, `/advert/pause-advert/x`, {
      method: 'DELETE',
      headers: { referer: `${secret}` },
    })
    await fetch(`${installation.url}/${encodeURIComponent(String(secret))}/${secret}.js?${secret}#${secret}`)
  }
}

async function inHeaders(installation: Installation, member: Member): Promise<void> {
  const names = ['user-agent', 'referer', 'cookie', 'x-request-id', 'traceparent', 'origin', 'via', 'accept']
  const headers = Object.fromEntries(names.map((name) => [name, `${garbage(installation)} ${member.email}`]))
  await installation.call(member, '/user/my-details', { headers })
  await installation.call(member, '/user/my-details', {
    token: `${garbage(installation)} ${garbage(installation)}`,
  })
  await installation.call(member, '/user/my-details', {
    headers: { authorization: `Basic ${garbage(installation)}` },
  })
  await installation.call(member, '/login', { raw: '{}', headers: { 'content-type': garbage(installation) } })
  const key = `${garbage(installation)}${'x'.repeat(300)}`
  const body = { securityId: garbage(installation) }
  await installation.call(member, '/advert/create-advert', { body, headers: { 'idempotency-key': key } })
}

async function inBodies(installation: Installation, member: Member): Promise<void> {
  const bodies = [
    `{"securityId":"${garbage(installation)}"`,
    garbage(installation),
    JSON.stringify({ [garbage(installation)]: garbage(installation) }),
    JSON.stringify({ securityId: { [garbage(installation)]: garbage(installation) } }),
    `{"__proto__":{"${garbage(installation)}":1}}`,
    `[${JSON.stringify(garbage(installation))}]`,
    `\u0000${garbage(installation)}`,
    JSON.stringify(`${garbage(installation)}${'x'.repeat(200_000)}`),
  ]
  const paths = ['/advert/create-advert', '/advert/submit-advert', '/login', '/password/reset-password']
  for (const path of [...paths, '/advert/prepare-restore', '/user-defaults/set-trader-defaults'])
    for (const raw of bodies) await installation.call(member, path, { raw })
}

/** Bytes that are not HTTP, and connections that break off. */
async function belowHttp(installation: Installation, { token, email }: Member): Promise<void> {
  const host = 'host: localhost\r\n'
  await sendBytes(installation.url, `${garbage(installation)} ${email}\r\n\r\n`)
  await sendBytes(installation.url, `GET /${token} HTTP/1.1\r\n\r\n`)
  await sendBytes(
    installation.url,
    `GET /${garbage(installation)} HTTP/1.1\r\n${host}x: ${'x'.repeat(20_000)}\r\n\r\n`,
  )
  await sendBytes(
    installation.url,
    `POST /api/login HTTP/1.1\r\n${host}expect: ${garbage(installation)}\r\n\r\n`,
  )
  const json = 'content-type: application/json\r\ncontent-length: 900\r\n\r\n'
  await sendBytes(installation.url, `POST /api/login HTTP/1.1\r\n${host}${json}{"email":"${email}`, 'cut')
}

/** Opens a WebSocket below SockJS, sends these frames, and waits until it is closed. */
function sendFrames(installation: Installation, path: string, frames: readonly string[]): Promise<void> {
  const url = `${installation.url.replace('http', 'ws')}/api/websocket-endpoint/000/${path}/websocket`
  const socket = new WebSocket(url)
  const closed = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()))
  socket.addEventListener('open', () => {
    for (const frame of frames) socket.send(JSON.stringify([frame]))
  })
  return closed
}

const frame = (command: string, headers: Readonly<Record<string, string>>, body = ''): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  return `${command}\n${lines.join('')}\n${body}\0`
}

const connect = (more: Readonly<Record<string, string>> = {}): string =>
  frame('CONNECT', { 'accept-version': '1.2', host: 'x', ...more })

async function inFrames(installation: Installation, alder: Member, birch: Member): Promise<void> {
  const to = (destination: string): string => frame('SUBSCRIBE', { id: '0', destination, ack: 'client' })
  const own = topicPrefix + alder.token
  const conversations = [
    [connect({ Authorization: `Bearer ${garbage(installation)}` })],
    [
      connect({
        login: alder.email,
        passcode: alder.password,
        [garbage(installation)]: garbage(installation),
      }),
      'x\0',
    ],
    [connect(), to(`${topicPrefix}${garbage(installation)}`)],
    [connect(), to(`/queue/${alder.token}`)],
    [connect({ Authorization: `Bearer ${alder.token}` }), to(topicPrefix + birch.token)],
    [connect(), to(own), frame('SEND', { destination: own }, garbage(installation))],
    [connect(), to(own), frame('ACK', { id: garbage(installation) }), frame(garbage(installation), {})],
    [`${garbage(installation)}\n\n\0`],
    [connect(), frame('SUBSCRIBE', { destination: own }, garbage(installation).repeat(8_000))],
  ]
  for (const frames of conversations) await sendFrames(installation, randomUUID(), frames)
  // A session that does not exist, with a secret as its id.
  await fetch(`${installation.url}/api/websocket-endpoint/000/${garbage(installation)}/xhr_send`, {
    method: 'POST',
    body: `["${garbage(installation)}"]`,
  })
  await fetch(`${installation.url}/api/websocket-endpoint/${alder.token}/${birch.token}/eventsource`)
}
