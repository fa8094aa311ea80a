import { expect, test } from 'vitest'
import { probeSms } from '../../src/messages/sms-transport.ts'
import { startFakeSmsGateway } from './fake-sms-gateway.ts'
import { startFakeSmtpServer } from './fake-smtp-server.ts'
import { type OutboxHarness, openOutboxHarness } from './outbox-harness.ts'

const phone = '+819012345678'
const code = { kind: 'sms', recipient: phone, subject: '', body: '123456 is the code' } as const
const by = (url: string, token = 'a-token'): Record<string, string> => ({ SMS_URL: url, SMS_TOKEN: token })

async function roomWithACode(): Promise<OutboxHarness> {
  const room = await openOutboxHarness()
  await room.post(code)
  return room
}

test('the gateway gets the documented request: recipient and text as JSON, our token, and the id as the key', async () => {
  const gateway = await startFakeSmsGateway()
  const room = await (await roomWithACode()).starts(by(gateway.url))

  const { letter_id, body } = await room.isSent(phone)

  expect(gateway.requests).toEqual([
    {
      method: 'POST',
      headers: expect.objectContaining({
        authorization: 'Bearer a-token',
        'content-type': 'application/json; charset=utf-8',
        'idempotency-key': letter_id,
      }),
      sms: { id: letter_id, to: phone, text: '123456 is the code' },
    },
  ])
  expect(letter_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(body).toBe('')
  expect(room.text).not.toMatch(/123456|1234-5678|a-token/)
})

test.each([[503], [429], [401], [404], [307], ['hang up' as const]])(
  'after %s the same SMS is retried, under the same id, and sent once',
  async (answer) => {
    const gateway = await startFakeSmsGateway({ answer: (_, time) => (time === 0 ? answer : 200) })
    const room = await (await roomWithACode()).starts(by(gateway.url))

    const { next_at } = await room.hasFailed(1, phone)
    room.clock.at += 1_000
    await room.isSent(phone)

    expect(next_at).toBe(room.clock.at)
    expect(gateway.sent).toHaveLength(1)
    expect(new Set(gateway.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(gateway.requests).toHaveLength(2)
  },
)

test.each([400, 410, 413, 422])('%i refuses the SMS permanently, and not the next', async (status) => {
  const gateway = await startFakeSmsGateway({ answer: (_, time) => (time === 0 ? status : 202) })
  const room = await roomWithACode()
  await room.post({ ...code, body: '654321 is the code' })
  await room.starts(by(gateway.url))

  expect(await room.isGivenUp(phone)).toMatchObject({ fault: `HTTP ${status}`, tries: 1, body: '' })
  await room.isSent(phone)
  expect(gateway.sent.map(({ text }) => text)).toEqual(['654321 is the code'])
})

test('a code that is 5 minutes old is not sent any more', async () => {
  const gone = await startFakeSmsGateway()
  await gone.close()
  const room = await (await roomWithACode()).starts(by(gone.url))
  let row = await room.hasFailed(1, phone)
  const delays: number[] = []
  for (let times = 1; times < 8; times += 1) {
    row = await room.hasFailed(times, phone)
    delays.push(row.next_at - room.clock.at)
    room.clock.at = row.next_at
  }
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
  await room.hasFailed(8, phone)

  const gateway = await startFakeSmsGateway({ port: Number(new URL(gone.url).port) })
  room.clock.at = row.good_until
  const ended = await room.isGivenUp(phone)
  expect(row.good_until - row.at).toBe(5 * 60_000)
  expect(ended).toMatchObject({ fault: 'TOO_LATE', body: '', sent_at: null })

  await room.post({ ...code, body: '654321 is the code' })
  await room.isSent(phone)
  expect(gateway.sent.map(({ text }) => text)).toEqual(['654321 is the code'])
})

test('a hanging mail server delays no code', async () => {
  const server = await startFakeSmtpServer({ sender: () => 250, recipient: () => new Promise(() => {}) })
  const gateway = await startFakeSmsGateway()
  const room = await openOutboxHarness()
  for (let i = 0; i < 10; i += 1) await room.post({ recipient: `r${i}@alder.example` })
  await room.post(code)
  await room.starts({ SMTP_URL: `smtp://127.0.0.1:${server.port}`, ...by(gateway.url) })

  await room.isSent(phone)

  expect(gateway.sent).toHaveLength(1)
  expect(room.delivery?.counts()).toEqual({
    mail: { sent: 0, failed: 0, givenUp: 0 },
    sms: { sent: 1, failed: 0, givenUp: 0 },
  })
  await server.close()
})

test('the token does not follow a redirect', async () => {
  const otherGateway = await startFakeSmsGateway()
  const gateway = await startFakeSmsGateway({ answer: () => 307, location: otherGateway.url })
  const room = await (await roomWithACode()).starts(by(gateway.url))

  expect(await room.hasFailed(1, phone)).toMatchObject({ fault: 'HTTP 307' })
  expect(otherGateway.requests).toEqual([])
})

test.each([
  [204, true, 'The SMS gateway answers.'],
  [405, true, 'The SMS gateway answers.'],
  [404, true, 'The SMS gateway answers.'],
  [401, false, 'The SMS gateway refuses SMS_TOKEN: HTTP 401.'],
  [403, false, 'The SMS gateway refuses SMS_TOKEN: HTTP 403.'],
  [500, false, 'The SMS gateway cannot be used: HTTP 500.'],
  ['hang up' as const, false, 'The SMS gateway cannot be used: UND_ERR_SOCKET.'],
])(
  'a gateway that answers %s to OPTIONS is probed as ok: %s, and sends nothing',
  async (answer, ok, says) => {
    const gateway = await startFakeSmsGateway({ answer: () => answer })

    expect(await probeSms({ smsUrl: gateway.url, smsToken: 'a-token' })).toEqual({ ok, message: says })

    expect(gateway.sent).toEqual([])
    expect(gateway.requests).toEqual([
      {
        method: 'OPTIONS',
        headers: expect.objectContaining({ authorization: 'Bearer a-token' }),
        sms: null,
      },
    ])
  },
)

test('an unreachable gateway is reported, and having none is fine', async () => {
  const gone = await startFakeSmsGateway()
  await gone.close()

  expect(await probeSms({ smsUrl: gone.url, smsToken: null })).toEqual({
    ok: false,
    message: 'The SMS gateway cannot be used: ECONNREFUSED.',
  })
  expect(await probeSms({ smsUrl: null, smsToken: null })).toEqual({
    ok: true,
    message: 'SMS_URL is not set: SMS stay in the outbox.',
  })
})
