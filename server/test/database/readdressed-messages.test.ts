import { expect, test } from 'vitest'
import { unreadableValues } from '../../src/database/encryption/key-health.ts'
import type { OutboxTable } from '../../src/database/schema.ts'
import { startFakeSmsGateway } from '../messages/fake-sms-gateway.ts'
import { startFakeSmtpServer } from '../messages/fake-smtp-server.ts'
import { openOutboxHarness } from '../messages/outbox-harness.ts'
import { testDatabases } from '../support/test-databases.ts'
import { until } from '../support/until.ts'

const thief = 'thief@birch.example'
const [own, other] = ['+819012345678', '+819087654321']

/** What somebody who can write to the database might change of a waiting message. */
const changes = [
  { of: 'mail', to: { recipient: thief } },
  { of: 'sms', to: { recipient: other } },
  { of: 'sms', to: { kind: 'mail', recipient: thief } },
] as const satisfies readonly { of: 'mail' | 'sms'; to: Partial<OutboxTable> }[]

test.each(testDatabases)(
  'a waiting message with another recipient is given up and never sent, and the next one is, on $name',
  async (store) => {
    const [mails, gateway] = [await startFakeSmtpServer(), await startFakeSmsGateway()]
    const room = await openOutboxHarness(await store.newLocation())
    const { db } = room.opened
    // Somebody else who has a phone.
    await room.post({ kind: 'sms', recipient: other, body: 'for the other' })
    for (const { of, to } of changes) {
      const recipient = of === 'mail' ? 'emma@alder.example' : own
      const id = await room.post({ kind: of, recipient, body: 'a secret link' })
      expect(await unreadableValues(db)).toBe(0)
      await db.updateTable('outbox').set(to).where('id', '=', id).execute()
      expect(await unreadableValues(db)).toBe(1)

      await room.starts({ SMTP_URL: `smtp://127.0.0.1:${mails.port}`, SMS_URL: gateway.url })
      const ended = db
        .selectFrom('outbox')
        .selectAll()
        .where('id', '=', id)
        .where('given_up_at', 'is not', null)
      const row = await until('the message to be given up', () => ended.executeTakeFirst())
      expect(row).toMatchObject({ sent_at: null, tries: 0, body: '' })
      expect(row.fault).toContain('its recipient was changed')
      await room.stops()
    }
    expect(room.text).toContain('message given up')
    await room.post({ recipient: thief, body: 'for the thief' })
    await room.starts({ SMTP_URL: `smtp://127.0.0.1:${mails.port}`, SMS_URL: gateway.url })
    await room.isSent(thief)

    expect(mails.accepted.map(({ to, text }) => [to, text.trim()])).toEqual([[thief, 'for the thief']])
    expect(gateway.sent.map(({ to, text }) => [to, text])).toEqual([[other, 'for the other']])
  },
)
