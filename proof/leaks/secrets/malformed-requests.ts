import { randomUUID } from 'node:crypto'
import { topicPrefix } from '@aitai/contract/routes/live.ts'
import type { Installation, Member } from './installation.ts'
import type { ScanAccounts } from './people.ts'
import { sendBytes } from './programs.ts'

/** Everything that is wrong with a request or a frame, each with a secret in it. */
export async function sendMalformedRequests(
  house: Installation,
  { alder, birch }: ScanAccounts,
): Promise<void> {
  await inAddresses(house, alder)
  await inHeaders(house, alder)
  await inBodies(house, alder)
  await belowHttp(house, alder)
  await inFrames(house, alder, birch)
}

/** A request whose head never ends: gives what it is answered, after ten seconds or so. */
export const sendUnfinishedRequest = (house: Installation, { alder }: ScanAccounts): Promise<string> =>
  sendBytes(house.url, `GET /api/user/${rubbish(house)} HTTP/1.1\r\nx-secret: ${alder.token}`)

const rubbish = (house: Installation): string => house.canaries.word('rubbish', 'in a request')

async function inAddresses(house: Installation, member: Member): Promise<void> {
  const secrets = [member.token, member.email, member.password, rubbish(house), `%E0%A4%A${rubbish(house)}`]
  for (const secret of secrets) {
    for (const path of [`/advert/pause-advert/${secret}`, `/${secret}`, `/user/my-details?token=${secret}`])
      await house.calls(member, path)
    await house.calls(member, `/advert/pause-advert/x`, {
      method: 'DELETE',
      headers: { referer: `${secret}` },
    })
    await fetch(`${house.url}/${encodeURIComponent(String(secret))}/${secret}.js?${secret}#${secret}`)
  }
}

async function inHeaders(house: Installation, member: Member): Promise<void> {
  const names = ['user-agent', 'referer', 'cookie', 'x-request-id', 'traceparent', 'origin', 'via', 'accept']
  const headers = Object.fromEntries(names.map((name) => [name, `${rubbish(house)} ${member.email}`]))
  await house.calls(member, '/user/my-details', { headers })
  await house.calls(member, '/user/my-details', { token: `${rubbish(house)} ${rubbish(house)}` })
  await house.calls(member, '/user/my-details', { headers: { authorization: `Basic ${rubbish(house)}` } })
  await house.calls(member, '/login', { raw: '{}', headers: { 'content-type': rubbish(house) } })
  const key = `${rubbish(house)}${'x'.repeat(300)}`
  const body = { securityId: rubbish(house) }
  await house.calls(member, '/advert/create-advert', { body, headers: { 'idempotency-key': key } })
}

async function inBodies(house: Installation, member: Member): Promise<void> {
  const bodies = [
    `{"securityId":"${rubbish(house)}"`,
    rubbish(house),
    JSON.stringify({ [rubbish(house)]: rubbish(house) }),
    JSON.stringify({ securityId: { [rubbish(house)]: rubbish(house) } }),
    `{"__proto__":{"${rubbish(house)}":1}}`,
    `[${JSON.stringify(rubbish(house))}]`,
    `\u0000${rubbish(house)}`,
    JSON.stringify(`${rubbish(house)}${'x'.repeat(200_000)}`),
  ]
  const paths = ['/advert/create-advert', '/advert/submit-advert', '/login', '/password/reset-password']
  for (const path of [...paths, '/advert/prepare-restore', '/user-defaults/set-trader-defaults'])
    for (const raw of bodies) await house.calls(member, path, { raw })
}

/** What is no HTTP, and connections that break off. */
async function belowHttp(house: Installation, { token, email }: Member): Promise<void> {
  const host = 'host: localhost\r\n'
  await sendBytes(house.url, `${rubbish(house)} ${email}\r\n\r\n`)
  await sendBytes(house.url, `GET /${token} HTTP/1.1\r\n\r\n`)
  await sendBytes(house.url, `GET /${rubbish(house)} HTTP/1.1\r\n${host}x: ${'x'.repeat(20_000)}\r\n\r\n`)
  await sendBytes(house.url, `POST /api/login HTTP/1.1\r\n${host}expect: ${rubbish(house)}\r\n\r\n`)
  const json = 'content-type: application/json\r\ncontent-length: 900\r\n\r\n'
  await sendBytes(house.url, `POST /api/login HTTP/1.1\r\n${host}${json}{"email":"${email}`, 'cut')
}

/** One WebSocket below SockJS: says these frames, and waits until it is closed. */
function says(house: Installation, path: string, frames: readonly string[]): Promise<void> {
  const url = `${house.url.replace('http', 'ws')}/api/websocket-endpoint/000/${path}/websocket`
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

async function inFrames(house: Installation, alder: Member, birch: Member): Promise<void> {
  const to = (destination: string): string => frame('SUBSCRIBE', { id: '0', destination, ack: 'client' })
  const own = topicPrefix + alder.token
  const conversations = [
    [connect({ Authorization: `Bearer ${rubbish(house)}` })],
    [connect({ login: alder.email, passcode: alder.password, [rubbish(house)]: rubbish(house) }), 'x\0'],
    [connect(), to(`${topicPrefix}${rubbish(house)}`)],
    [connect(), to(`/queue/${alder.token}`)],
    [connect({ Authorization: `Bearer ${alder.token}` }), to(topicPrefix + birch.token)],
    [connect(), to(own), frame('SEND', { destination: own }, rubbish(house))],
    [connect(), to(own), frame('ACK', { id: rubbish(house) }), frame(rubbish(house), {})],
    [`${rubbish(house)}\n\n\0`],
    [connect(), frame('SUBSCRIBE', { destination: own }, rubbish(house).repeat(8_000))],
  ]
  for (const frames of conversations) await says(house, randomUUID(), frames)
  // Nobody opened this one, and its id is a secret.
  await fetch(`${house.url}/api/websocket-endpoint/000/${rubbish(house)}/xhr_send`, {
    method: 'POST',
    body: `["${rubbish(house)}"]`,
  })
  await fetch(`${house.url}/api/websocket-endpoint/${alder.token}/${birch.token}/eventsource`)
}
