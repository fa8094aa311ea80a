import { expect, test } from 'vitest'
import { sendRaw } from '../support/raw-http.ts'
import { startTestServer } from '../support/test-server.ts'

const upgrade = 'connection: Upgrade\r\nupgrade: websocket\r\n'

test.each([
  ['two equal Host headers', 'GET /livez HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n\r\n'],
  ['two different ones', 'GET /livez HTTP/1.1\r\nHost: localhost\r\nhost: desk.example\r\n\r\n'],
  ['two in HTTP/1.0', 'GET /livez HTTP/1.0\r\nHost: localhost\r\nhost: desk.example\r\n\r\n'],
  ['two and an upgrade', `GET /livez HTTP/1.1\r\nHost: localhost\r\nhost: desk.example\r\n${upgrade}\r\n`],
  ['none and an upgrade', `GET /livez HTTP/1.1\r\n${upgrade}\r\n`],
])('a request with %s gets 400', async (_, bytes) => {
  const desk = await startTestServer({ firms: [], brokers: [] })
  expect((await sendRaw(desk.url, bytes)).status).toBe(400)
})
