import { randomUUID } from 'node:crypto'
import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import { expect, test } from 'vitest'
import { purgeOutbox } from '../../src/messages/outbox.ts'
import { outboxHealth } from '../../src/messages/outbox-health.ts'
import { until } from '../support/until.ts'
import { startFakeSmsGateway } from './fake-sms-gateway.ts'
import { startFakeSmtpServer } from './fake-smtp-server.ts'
import { openOutboxHarness } from './outbox-harness.ts'

const sms = { kind: 'sms', recipient: '+819012345678', subject: '', body: 'a code' } as const

test('without a server messages wait, while those of the other kind are sent', async () => {
  const gateway = await startFakeSmsGateway()
  const room = await openOutboxHarness()
  await room.post()
  await room.post(sms)
  await room.starts({ SMS_URL: gateway.url })

  await room.isSent(sms.recipient)
  room.clock.at += 30 * dayMs
  await room.post(sms)
  await until('the second SMS', async () => gateway.sent.length === 2)

  const [mail] = await room.rows()
  expect(mail).toMatchObject({ body: 'A body', sent_at: null, given_up_at: null, tries: 0, fault: '' })
})

test('a message from before the server was configured is sent if it is not too old', async () => {
  const server = await startFakeSmtpServer()
  const room = await openOutboxHarness()
  const waiting = (recipient: string, good_until: number) => ({
    kind: 'mail',
    recipient,
    subject: 's',
    body: '',
    sent_at: null,
    at: 0,
    letter_id: randomUUID(),
    good_until,
  })
  const { db } = room.opened
  await db.insertInto('outbox').values(waiting('late@a.example', room.clock.at)).execute()
  await db
    .insertInto('outbox')
    .values(waiting('young@a.example', room.clock.at + 1))
    .execute()
  await room.starts({ SMTP_URL: `smtp://127.0.0.1:${server.port}` })

  const { letter_id } = await room.isSent('young@a.example')
  expect(await room.isGivenUp('late@a.example')).toMatchObject({ fault: 'TOO_LATE', tries: 0, body: '' })

  expect(server.accepted.map(({ to, headers }) => [to, headers.get('message-id')])).toEqual([
    ['young@a.example', `<${letter_id}@aitai.example>`],
  ])
  expect(letter_id).toMatch(/^[0-9a-f-]{36}$/)
})

test('a message with a shorter lifetime than its kind is given up when that has passed', async () => {
  const server = await startFakeSmtpServer({ recipient: () => 450 })
  const room = await openOutboxHarness()
  await room.post({ goodForMs: 30 * 60_000 })
  await room.starts({ SMTP_URL: `smtp://127.0.0.1:${server.port}` })

  await room.hasFailed(1)
  room.clock.at += 30 * 60_000 - 1
  expect(await room.isGivenUp()).toMatchObject({ fault: 'TOO_LATE SMTP 450', tries: 2 })
})

test('the health counts what waits, since when, and what was recently given up', async () => {
  const server = await startFakeSmtpServer({ recipient: (to) => (to.startsWith('no') ? 550 : 450) })
  const room = await openOutboxHarness()
  const { db } = room.opened
  expect(await outboxHealth(db, room.clock.at)).toEqual({
    waiting: { mail: 0, sms: 0 },
    oldestAt: null,
    givenUp: { mail: 0, sms: 0 },
  })

  const written = room.clock.at
  await room.post({ recipient: 'no@alder.example' })
  await room.post()
  await room.post(sms)
  await room.starts({ SMTP_URL: `smtp://127.0.0.1:${server.port}` })
  await room.isGivenUp('no@alder.example')
  await room.hasFailed(1)
  await room.stops()

  expect(await outboxHealth(db, room.clock.at)).toEqual({
    waiting: { mail: 1, sms: 1 },
    oldestAt: written,
    givenUp: { mail: 1, sms: 0 },
  })
  expect(await outboxHealth(db, room.clock.at + dayMs + 1)).toMatchObject({ givenUp: { mail: 0, sms: 0 } })
})

test('30 days after its end a message is deleted, and no waiting one is', async () => {
  const server = await startFakeSmtpServer({ recipient: (to) => (to.startsWith('no') ? 550 : 250) })
  const room = await openOutboxHarness()
  await room.post({ recipient: 'no@alder.example' })
  await room.post()
  await room.post(sms)
  await room.starts({ SMTP_URL: `smtp://127.0.0.1:${server.port}` })
  await room.isGivenUp('no@alder.example')
  await room.isSent()

  await purgeOutbox(room.opened.db, room.clock.at + 10 * dayMs, 10)
  expect(await room.rows()).toHaveLength(3)
  room.clock.at += 10 * dayMs + 1
  await room.delivery?.sweep(10)
  expect((await room.rows()).map(({ kind }) => kind)).toEqual(['sms'])
})
