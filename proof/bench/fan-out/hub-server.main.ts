/**
 * The live socket of a server without its market, in its own process: real sessions, notifications and
 * acknowledgements in a database of its own. Its parent asks it to publish.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Sessions } from '@aitai/server/accounts/sessions.ts'
import { openDatabase } from '@aitai/server/database/open-database.ts'
import { liveLimits } from '@aitai/server/live/limits.ts'
import { startLive } from '@aitai/server/live/live.ts'
import { createNotificationStore, type StoredNotification } from '@aitai/server/market/notification-store.ts'
import { randomId } from '@aitai/server/random.ts'
import { benchNotification } from './notification-body.ts'

/** Publishes one notification to each of these users. */
export interface PublishRequest {
  readonly publish: readonly string[]
}

const [dataDir = '', storing = 'memory'] = process.argv.slice(2)
const isStored = storing === 'stored'
const { db } = await openDatabase({ dataDir, databaseUrl: null })
const notificationStore = createNotificationStore(db)
const listeners: ((stored: readonly StoredNotification[]) => void)[] = []
const numbers = new Map<string, number>()
let seq = 0
let published = 0

const live = await startLive({
  sessions: new Sessions({ database: db, now: Date.now, endInMarket: async () => {} }),
  notificationStore: isStored
    ? notificationStore
    : { ...notificationStore, ackNotifications: async () => {} },
  market: {
    submit: async () => undefined as never,
    read: async () => [] as never,
    onNotifications(listener) {
      listeners.push(listener)
      return () => {}
    },
  },
  now: Date.now,
  log: (level, what, failure) => console.error(level, what, failure ?? ''),
  addressOf: ({ socket }) => socket.remoteAddress ?? '',
  publicUrl: 'http://localhost',
  acceptsWithoutOrigin: true,
  // One user with all sockets is one of the cases.
  limits: { ...liveLimits, socketsPerSession: 10_000 },
})
const http = createServer(live.request)
http.on('upgrade', live.upgrade)
http.listen(0, '127.0.0.1', () => process.send?.({ port: (http.address() as AddressInfo).port }))

function inMemory(userIds: readonly string[]): readonly StoredNotification[] {
  return userIds.map((userId) => {
    const number = (numbers.get(userId) ?? 0) + 1
    numbers.set(userId, number)
    published += 1
    const id = published.toString(16).padStart(32, '0')
    return { id, userId, number, seq: 0, body: benchNotification(id) }
  })
}

/** Stores the notifications like those of one batch of the command loop. */
function inDatabase(userIds: readonly string[]): Promise<readonly StoredNotification[]> {
  seq += 1
  const entry = { seq, hash: randomId() }
  const drafts = userIds.map((userId) => ({ userId, body: benchNotification('') }))
  return db.transaction().execute((trx) => notificationStore.store(trx, [entry as never], [drafts]))
}

process.on('message', async ({ publish }: PublishRequest) => {
  const stored = isStored ? await inDatabase(publish) : inMemory(publish)
  for (const listener of listeners) listener(stored)
})
process.on('disconnect', () => process.exit(0))
