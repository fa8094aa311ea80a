import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { EndedSession } from '../accounts/session-rows.ts'
import { nameOf } from '../database/postgres.ts'
import { newClient } from '../database/read-write-host.ts'

interface SignalsDeps {
  readonly databaseUrl: string
  readonly processId: string
  readonly onEntries: () => void
  readonly onSessionEnd: (ended: EndedSession) => void
  readonly onError: (error: unknown, activity: string) => void
}

const reconnectEveryMs = 500

/**
 * What the database announces: new journal entries, and ended sessions. An announcement may be lost with its
 * connection, so a receiver that depends on it polls as well.
 */
export function listenToDatabase(deps: SignalsDeps): () => Promise<void> {
  let isOpen = true
  let client: pg.Client | null = null

  async function run(): Promise<void> {
    while (isOpen) {
      try {
        await listen()
      } catch (error) {
        if (isOpen) deps.onError(error, 'listening to the database')
      }
      if (isOpen) await wait(reconnectEveryMs, undefined, { ref: false })
    }
  }

  /** Resolves when the connection ends. */
  async function listen(): Promise<void> {
    const { databaseUrl, processId } = deps
    const listening = newClient(databaseUrl, {
      application_name: nameOf(processId),
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    })
    listening.on('error', () => {})
    const ended = new Promise<void>((resolve) => listening.once('end', resolve))
    await listening.connect()
    client = listening
    listening.on('notification', ({ channel, payload }) => {
      if (channel === 'aitai_journal') deps.onEntries()
      else if (payload) deps.onSessionEnd(JSON.parse(payload) as EndedSession)
    })
    await listening.query('listen aitai_journal; listen aitai_session')
    deps.onEntries()
    await ended
  }

  const running = run()
  return async () => {
    isOpen = false
    await client?.end().catch(() => {})
    await running
  }
}
