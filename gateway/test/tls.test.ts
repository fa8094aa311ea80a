import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { certificateOf, testAuthority } from './support/test-certificates.ts'
import { TestCounterparty } from './support/test-counterparty.ts'
import { openTestStore, startGateway } from './support/test-gateway.ts'
import { sessionConfig } from './support/test-session.ts'

const tls = { ...certificateOf('gateway'), ca: testAuthority }
const { fingerprint256 } = new X509Certificate(certificateOf('alder').cert)
const identity = { networks: [], certificates: [fingerprint256] }

const start = async () =>
  await startGateway(await openTestStore(), { tls, sessions: [{ ...sessionConfig, identity }] })

test('a session is claimed with its certificate', async () => {
  const { acceptor } = await start()
  const alder = await TestCounterparty.connect(acceptor.port, {
    tls: { ...certificateOf('alder'), ca: testAuthority },
  })
  expect(await alder.logon()).toBe('1: 35=A|98=0|108=30')
})

test('another certificate of the same authority gets no reply', async () => {
  const { acceptor, event } = await start()
  const birch = await TestCounterparty.connect(acceptor.port, {
    tls: { ...certificateOf('birch'), ca: testAuthority },
  })
  expect(await birch.logon()).toBe('closed')
  expect(await event('refused')).toContain('without its certificate')
})

test.each([
  ['an expired certificate', certificateOf('expired')],
  ['no certificate', {}],
])('%s ends the handshake', async (_, own) => {
  const { acceptor } = await start()
  const alder = await TestCounterparty.connect(acceptor.port, { tls: { ...own, ca: testAuthority } })
  expect(await alder.logon()).toBe('closed')
})

test.each([
  ['TLSv1.2', 'ECDHE-ECDSA-AES128-GCM-SHA256', '1: 35=A|98=0|108=30'],
  ['TLSv1.3', 'TLS_AES_256_GCM_SHA384', '1: 35=A|98=0|108=30'],
  ['TLSv1.2', 'ECDHE-ECDSA-AES128-SHA256', 'closed'],
] as const)('%s with %s: %s', async (version, ciphers, reply) => {
  const { acceptor } = await start()
  const limits = { minVersion: version, maxVersion: version, ciphers }
  const alder = await TestCounterparty.connect(acceptor.port, {
    tls: { ...certificateOf('alder'), ca: testAuthority, ...limits },
  })
  expect(await alder.logon()).toBe(reply)
})

test('connections are counted before their handshake', async () => {
  const { acceptor } = await startGateway(await openTestStore(), { tls, limits: { waitingPerAddress: 1 } })
  await TestCounterparty.connect(acceptor.port)
  const second = await TestCounterparty.connect(acceptor.port)
  expect(await second.receive()).toBe('closed')
})
