import { defaultProductName } from '@aitai/messages/texts.ts'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { type OpenDatabase, openDatabase } from '../../src/database/open-database.ts'
import { type MessageDelivery, startMessageDelivery, transportsOf } from '../../src/messages/delivery.ts'
import type { DeliveryQueueDeps } from '../../src/messages/delivery-queue.ts'
import { enqueueMessage, type OutboxMessage } from '../../src/messages/outbox.ts'
import { type DatabaseLocation, testDatabases } from '../support/test-databases.ts'
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

  post(message: Partial<OutboxMessage> = {}): Promise<number> {
    const mail = {
      kind: 'mail',
      recipient: 'emma@alder.example',
      subject: 'A subject',
      body: 'A body',
    } as const
    return enqueueMessage(this.opened.db, { ...mail, ...message }, this.now())
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

  rows() {
    return this.opened.db.selectFrom('outbox').selectAll().orderBy('id').execute()
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
  const harness = new OutboxHarness(await openDatabase(place ?? (await sqlite.newLocation())), clock)
  onTestFinished(async () => {
    await harness.stops()
    await harness.opened.close()
  })
  return harness
}
