import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { servedCertificate } from '../../src/http/served-certificate.ts'
import { startTestServer } from '../support/test-server.ts'

const fileNamed = (name: string): Buffer =>
  readFileSync(new URL(`../../../gateway/test/support/certificates/${name}`, import.meta.url))

/** Serves a certificate of the tests, and counts connections. */
async function serves(name: 'gateway' | 'expired') {
  const server = createServer({ cert: fileNamed(`${name}.pem`), key: fileNamed(`${name}.key`) })
  const count = { connections: 0 }
  server.on('connection', () => {
    count.connections += 1
  })
  server.on('tlsClientError', () => {})
  const port = await listening(server)
  return { url: `https://localhost:${port}`, count }
}

async function listening(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((begun) => server.listen(0, 'localhost', begun))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** The seconds that the metric says, or null while it is absent. */
async function secondsLeft(url: string): Promise<number | null> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const found = /^aitai_public_certificate_seconds_left (\S+)$/m.exec(text)
  return found ? Number(found[1]) : null
}

const end = Date.UTC(2099, 11, 31)

test('a certificate is read with its end, and with why browsers refuse it', async () => {
  const [good, expired] = [await serves('gateway'), await serves('expired')]
  expect(await servedCertificate(good.url)).toMatchObject({ until: end, fault: expect.any(String) })
  expect(await servedCertificate(expired.url)).toMatchObject({ until: expect.any(Number) })
  const silent = createTcpServer((socket) => socket.destroy())
  expect(await servedCertificate(`https://localhost:${await listening(silent)}`)).toBe('ECONNRESET')
})

test('the metric says when the certificate of PUBLIC_URL ends, and does not look again within the hour', async () => {
  const { url, count } = await serves('gateway')
  const desk = await startTestServer({ firms: [], brokers: [], env: { PUBLIC_URL: url } })
  const left = await secondsLeft(desk.url)
  expect(Math.abs((left ?? 0) - (end - Date.now()) / 1_000)).toBeLessThan(60)
  await secondsLeft(desk.url)
  expect(count.connections).toBe(1)
})

test('without TLS, and without an answer, there is no such metric', async () => {
  expect(await secondsLeft((await startTestServer({ firms: [], brokers: [] })).url)).toBeNull()
  const silent = createTcpServer((socket) => socket.destroy())
  const env = { PUBLIC_URL: `https://localhost:${await listening(silent)}` }
  expect(await secondsLeft((await startTestServer({ firms: [], brokers: [], env })).url)).toBeNull()
})
