import { defaultProductName } from '@aitai/messages/texts.ts'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/config.ts'
import { transportsOf } from '../../src/messages/delivery.ts'
import { probeMail, smtpServerOf } from '../../src/messages/smtp-transport.ts'
import { startFakeSmtpServer } from './fake-smtp-server.ts'
import { openOutboxHarness } from './outbox-harness.ts'

const at = (smtpUrl: string) => ({ SMTP_URL: smtpUrl })

test('STARTTLS is used where it is offered, with the log-in of the URL', async () => {
  const server = await startFakeSmtpServer({ password: 'p@ss:word/%' })
  const room = await openOutboxHarness()
  const url = `smtp://aitai:${encodeURIComponent('p@ss:word/%')}@127.0.0.1:${server.port}`
  await room.post()
  await room.starts(at(url))

  await room.isSent()

  expect(server.sessions).toEqual([{ secure: true, user: 'aitai' }])
  expect(await probeMail({ smtpUrl: url })).toEqual({
    ok: true,
    message: 'The SMTP server answers and takes our log-in.',
  })
})

test('a server without STARTTLS is used if no password would be sent in clear', async () => {
  const server = await startFakeSmtpServer({ noStartTls: true })
  const room = await openOutboxHarness()
  await room.post()
  await room.starts(at(`smtp://127.0.0.1:${server.port}`))

  await room.isSent()
  expect(server.sessions).toEqual([{ secure: false, user: null }])

  expect(smtpServerOf('smtp://aitai:secret@mail.example')).toMatchObject({ requireTLS: true })
  expect(smtpServerOf('smtp://mail.example')).toMatchObject({ requireTLS: false, secure: false })
  const strict = `smtp://127.0.0.1:${server.port}?requireTLS=true`
  expect(await probeMail({ smtpUrl: strict })).toMatchObject({ ok: false })
})

test('a wrong password keeps the messages and is reported', async () => {
  const server = await startFakeSmtpServer({ password: 'the right one' })
  const room = await openOutboxHarness()
  const wrong = `smtp://aitai:wrong-secret@127.0.0.1:${server.port}`
  await room.post()
  await room.starts(at(wrong))

  const { fault, body } = await room.hasFailed(1)
  await room.stops()
  const probed = await probeMail({ smtpUrl: wrong })
  await room.starts(at(`smtp://aitai:${encodeURIComponent('the right one')}@127.0.0.1:${server.port}`))
  room.clock.at += 1_000
  await room.isSent()

  expect({ fault, body }).toEqual({ fault: 'EAUTH 535', body: 'A body' })
  expect(probed).toEqual({ ok: false, message: 'The SMTP server cannot be used: EAUTH 535.' })
  expect(room.text).toContain('"fault":"EAUTH 535"')
  expect(room.text).not.toContain('wrong-secret')
})

test('a self-signed certificate is refused, unless the operator allows it', async () => {
  const server = await startFakeSmtpServer({ secure: true })
  const room = await openOutboxHarness()
  const url = `smtps://127.0.0.1:${server.port}`
  await room.post()
  await room.starts(at(url))

  const { fault } = await room.hasFailed(1)
  await room.stops()
  const probed = await probeMail({ smtpUrl: url })
  expect(fault).toMatch(/^ESOCKET [A-Z_]*(CERT|SIGN)[A-Z_]*$/)
  expect(probed).toEqual({ ok: false, message: `The SMTP server cannot be used: ${fault}.` })
  expect(server.sessions).toEqual([])

  await room.starts(at(`${url}?tls.rejectUnauthorized=false`))
  room.clock.at += 1_000
  await room.isSent()
  expect(server.sessions).toEqual([{ secure: true, user: null }])
})

test('requireTLS checks the certificate of a server on this machine, too', async () => {
  const server = await startFakeSmtpServer()
  const smtpUrl = `smtp://127.0.0.1:${server.port}`

  expect(await probeMail({ smtpUrl })).toMatchObject({ ok: true })
  expect(await probeMail({ smtpUrl: `${smtpUrl}?requireTLS=true` })).toMatchObject({ ok: false })
})

test('without SMTP_URL there is nothing to check', async () => {
  expect(await probeMail({ smtpUrl: null })).toEqual({
    ok: true,
    message: 'SMTP_URL is not set: mails stay in the outbox.',
  })
})

test.each([
  ['SMTP_URL', 'smtp://aitai:s3cret@mail.example?debug=true', 'SMTP_URL accepts no settings other than'],
  ['SMTP_URL', 'smtp://aitai:s3cret%zz@mail.example', 'SMTP_URL holds a %'],
  ['SMTP_URL', 'smtp:///s3cret', 'SMTP_URL must name a host'],
  ['SMTP_URL', 'imap://mail.example', 'SMTP_URL must start with smtp:// or smtps://'],
  ['SMS_URL', 'https://aitai:s3cret@sms.example/', 'SMS_URL must hold no user and no password'],
])('%s=%s stops the start with one line that quotes no secret', async (name, value, line) => {
  const start = async () => transportsOf(readConfig({ [name]: value }), defaultProductName)

  const error = await start().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConfigError)
  expect((error as ConfigError).message).toContain(line)
  expect((error as ConfigError).message).not.toContain('s3cret')
})
