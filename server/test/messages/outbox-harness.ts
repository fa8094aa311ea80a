import { defaultProductName } from '@aitai/messages/texts.ts'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { encryptPhone } from '../../src/database/encryption/encrypted-columns.ts'
import { type OpenDatabase, openDatabase } from '../../src/database/open-database.ts'
import type { Database } from '../../src/database/schema.ts'
import { type MessageDelivery, startMessageDelivery, transportsOf } from '../../src/messages/delivery.ts'
import type { DeliveryQueueDeps } from '../../src/messages/delivery-queue.ts'
import { enqueueMessage, type OutboxMessage, textOfMessage } from '../../src/messages/outbox.ts'
import { type DatabaseLocation, testDatabases, useTestSecrets } from '../support/test-databases.ts'
import { until } from '../support/until.ts'

export type OutboxRow = Awaited<ReturnType<OutboxHarness['rows']>>[number]

/** An outbox in a database of its own, and its delivery, with a clock that the test moves. */
export class OutboxHarness {
  readonly opened: OpenDatabase
  readonly logged: string[] = []
  readonly clock: { at: number }
  delivery: MessageDelivery | null = null

  constructor(opened: OpenDatabase, clock = { at: Date.UTC(2026, 10, 18, 1, 0) }) {
    this.opened = opened
    this.clock = clock
  }

  now = (): number => this.clock.at

  get text(): string {
    return this.logged.join('')
  }

  /** Queues a mail, or an SMS to a user whose id is the phone. */
  async post(message: Partial<OutboxMessage> = {}): Promise<number> {
    const mail = {
      kind: 'mail',
      recipient: 'emma@alder.example',
      subject: 'A subject',
      body: 'A body',
    } as const
    if (message.kind === 'sms') await addPhone(this.opened.db, message.recipient ?? '')
    return await enqueueMessage(this.opened.db, { ...mail, ...message }, this.now())
  }

  /** Starts delivery with the transports that these variables configure. */
  async starts(
    env: Readonly<Record<string, string>>,
    timing: Pick<DeliveryQueueDeps, 'stopTimeoutMs'> = {},
  ): Promise<this> {
    const log = pino({ level: 'info' }, { write: (line: string) => void this.logged.push(line) })
    this.delivery = startMessageDelivery(
      { database: this.opened.db, now: this.now, log, pollEveryMs: 5, ...timing },
      await transportsOf(readConfig({ MAIL_FROM: 'desk@aitai.example', ...env }), defaultProductName),
    )
    return this
  }

  async stops(): Promise<void> {
    await this.delivery?.stop()
    this.delivery = null
  }

  /** As they are stored, with their texts decrypted. */
  async rows() {
    const { db } = this.opened
    const rows = await db.selectFrom('outbox').selectAll().orderBy('id').execute()
    return await Promise.all(rows.map(async (row) => ({ ...row, body: await textOfMessage(db, row) })))
  }

  /** Waits until the row of a recipient satisfies a predicate. */
  row(what: string, recipient: string, is: (row: OutboxRow) => boolean): Promise<OutboxRow> {
    return until(what, async () => (await this.rows()).find((row) => row.recipient === recipient && is(row)))
  }

  isSent = (recipient = 'emma@alder.example'): Promise<OutboxRow> =>
    this.row(`a letter to ${recipient} to be sent`, recipient, (row) => row.sent_at !== null)

  isGivenUp = (recipient = 'emma@alder.example'): Promise<OutboxRow> =>
    this.row(`a letter to ${recipient} to be given up`, recipient, (row) => row.given_up_at !== null)

  /** Waits until a message has failed this often, and returns its row. */
  hasFailed = (times: number, recipient = 'emma@alder.example'): Promise<OutboxRow> =>
    this.row(
      `${times} failed tries to ${recipient}`,
      recipient,
      // During an attempt the claim is further in the future than any delay here.
      (row) => row.tries === times && row.fault !== '' && row.next_at !== this.clock.at + 30_000,
    )
}

/** Opens an outbox that is closed with the test, in a database of its own by default. */
export async function openOutboxHarness(
  place?: DatabaseLocation,
  clock?: { at: number },
): Promise<OutboxHarness> {
  const [sqlite] = testDatabases
  if (!sqlite) throw new Error('SQLite is always there')
  const location = place ?? (await sqlite.newLocation())
  const harness = new OutboxHarness(await openDatabase(location), clock)
  await useTestSecrets(harness.opened.db, location)
  onTestFinished(async () => {
    await harness.stops()
    await harness.opened.close()
  })
  return harness
}

/** A user whose id is the phone. */
async function addPhone(db: Kysely<Database>, id: string): Promise<void> {
  const [first_name, last_name] = ['Hana', 'Kato']
  await db
    .insertInto('person')
    .values({
      ...{ id, email: id, first_name, last_name, role: 'STAFF', firm_id: null, broker_id: null },
      phone: await encryptPhone(db, id, id),
      ...{
        language: 'Jp',
        two_factor: 1,
        password_hash: '',
        temporary_until: null,
        first_login: 0,
        active: 1,
      },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
