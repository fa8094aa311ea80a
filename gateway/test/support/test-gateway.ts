import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Acceptor, type AcceptorOptions, startAcceptor } from '../../src/sessions/acceptor.ts'
import type { FixApplication, OutgoingMessage, ReceivedMessage } from '../../src/sessions/application.ts'
import { becomeWriter, openStoreDatabase, type StoreDatabase } from '../../src/store/open-store.ts'
import { fieldOf } from '../../src/wire/fix-message.ts'
import { sessionConfig } from './test-session.ts'

/** An empty folder, deleted when the test has ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'aitai-fix-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Answers each order with a report about it, and remembers what it was called with. */
export class OrderBook implements FixApplication {
  readonly calls: string[] = []

  onLogon({ id }: { id: string }): void {
    this.calls.push(`${id} on`)
  }

  onLogout({ id }: { id: string }): void {
    this.calls.push(`${id} off`)
  }

  onMessage(received: ReceivedMessage): readonly OutgoingMessage[] | Promise<readonly OutgoingMessage[]> {
    const { message, isPossDup } = received
    const clOrdId = fieldOf(message, 11) ?? ''
    this.calls.push(`${message.type} ${clOrdId}${isPossDup ? ' again' : ''}`)
    return [report(clOrdId)]
  }

  get orders(): string[] {
    return this.calls.filter((call) => call.startsWith('D '))
  }
}

export const report = (clOrdId: string, once?: string): OutgoingMessage => ({
  type: '8',
  fields: [[11, clOrdId]],
  ...(once === undefined ? {} : { once }),
})

export interface TestGateway {
  readonly acceptor: Acceptor
  readonly events: string[]
  /** Resolves with an event of the log that contains a text. */
  event(text: string): Promise<string>
  /** The error because of which the gateway ended. */
  readonly failed: Promise<unknown>
  /** Ends as a killed process does: without a Logout, and without storing anything more. */
  kill(): Promise<void>
}

/** Starts an acceptor on a free port. */
export async function startGateway(
  database: StoreDatabase,
  options: Partial<AcceptorOptions> & { takeoverMs?: number } = {},
): Promise<TestGateway> {
  const events: string[] = []
  let noted = (): void => {}
  let fail = (_: unknown): void => {}
  const failed = new Promise<unknown>((resolve) => {
    fail = resolve
  })
  const store = options.store ?? (await becomeWriter(database, { takeoverMs: options.takeoverMs ?? 50 }))
  const acceptor = await startAcceptor({
    sessions: [sessionConfig],
    application: new OrderBook(),
    host: '127.0.0.1',
    port: 0,
    log: ({ direction, text }) => {
      if (direction !== 'event') return
      events.push(text)
      noted()
    },
    onFailure: fail,
    ...options,
    limits: { refusalMs: 0, ...options.limits },
    store,
  })
  onTestFinished(() => acceptor.close())
  const event = async (text: string): Promise<string> => {
    for (;;) {
      const found = events.find((one) => one.includes(text))
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        noted = resolve
      })
    }
  }
  const kill = async (): Promise<void> => {
    store.commit = () => Promise.reject(new Error('killed'))
    acceptor.sessions
      .values()
      .next()
      .value?.send(report('lost'))
      .catch(() => {})
    await failed
  }
  return { acceptor, events, event, failed, kill }
}

/** Opens a database of its own in a folder, closed when the test has ended. */
export async function openTestStore(): Promise<StoreDatabase> {
  const database = await openStoreDatabase({ folder: temporaryFolder(), databaseUrl: null })
  onTestFinished(() => database.close())
  return database
}
