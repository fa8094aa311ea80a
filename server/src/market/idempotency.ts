import { createHash } from 'node:crypto'
import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { bulkInsert } from '../database/bulk-write.ts'
import { type DataKeys, dataKeysOf } from '../database/encryption/data-keys.ts'
import { decryptValue, encryptValue } from '../database/encryption/encrypted-columns.ts'
import type { Database, IdempotencyTable } from '../database/schema.ts'
import { failed, invalid } from '../http/failures.ts'

/** The request of one user under one key. */
export interface KeyedRequest {
  readonly key: string
  readonly fingerprint: string
  /** Encrypts the stored reply, with the data key. Derived from the client's key, which is stored nowhere. */
  readonly secret: Buffer
  readonly dataKeys: DataKeys
  /** Whether the reply was stored in the transaction of the entry that the request has caused. */
  isStored: boolean
}

/** The reply to the first request with the key. */
interface StoredReply {
  readonly status: number
  readonly body: string
  readonly fingerprint: string
}

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** The row of a reply. `at` is in milliseconds UTC. */
const replyRow = (
  { key, fingerprint, secret, dataKeys }: KeyedRequest,
  at: number,
  status: number,
  body: string,
): IdempotencyTable => ({
  key,
  at,
  fingerprint,
  status,
  body: encryptValue(dataKeys, body, replyOf(key, secret)),
})

const replyOf = (key: string, secret: Buffer) => ({ column: 'idempotency.body', row: key, secret }) as const

/** The row of a successful reply, which is written with the entry of its command. `at` is in milliseconds UTC. */
export const successRow = (keyed: KeyedRequest, at: number, reply: unknown): IdempotencyTable =>
  replyRow(keyed, at, 200, JSON.stringify(reply))

/** Stores replies in the transaction of the entries that they are about. */
export const storeReplies = bulkInsert('idempotency', {
  key: 'text',
  at: 'whole',
  fingerprint: 'text',
  status: 'whole',
  body: 'text',
})

/** What was sent, as text: a file is its bytes. */
const contentOf = (body: unknown): string =>
  Buffer.isBuffer(body) ? body.toString('base64') : JSON.stringify(body ?? null)

/**
 * Stored replies by `Idempotency-Key`, so that a request can be repeated if its reply was lost. The reply of a command
 * is stored with the command's entry (`storeReplies`), so that it is applied once even if the process ends in between;
 * all other replies, also refusals, are stored before they are sent. A reply may hold the passwords of a connection
 * agreement, so it is encrypted with a key that needs both a data key and the client's key. `now` returns milliseconds
 * UTC.
 */
export class Idempotency {
  readonly #database: Kysely<Database>
  readonly #now: () => number
  readonly #running = new Set<string>()

  constructor(database: Kysely<Database>, now: () => number) {
    this.#database = database
    this.#now = now
  }

  /**
   * The request's key, the stored reply to an earlier request, or null if there is no key. Throws 409 while
   * the first request is being processed, 422 if the key was used for another request. `end` must follow.
   */
  async begin(request: FastifyRequest, userId: string): Promise<KeyedRequest | StoredReply | null> {
    const header = request.headers['idempotency-key']
    if (typeof header !== 'string' || header === '') return null
    if (header.length > 255) throw invalid('Idempotency-Key')
    const url = request.routeOptions.url ?? ''
    const key = digest('key', userId, url, header)
    const secret = Buffer.from(digest('secret', userId, url, header), 'hex')
    const fingerprint = digest(JSON.stringify(request.params), contentOf(request.body))
    if (this.#running.has(key)) throw failed(409, 'IN_PROGRESS')
    this.#running.add(key)
    let isNew = false
    try {
      const stored = await this.#storedReply(key)
      if (stored && stored.fingerprint !== fingerprint) throw failed(422, 'KEY_REUSED')
      const dataKeys = await dataKeysOf(this.#database)
      isNew = !stored
      if (!stored) return { key, fingerprint, secret, dataKeys, isStored: false }
      const body = decryptValue(dataKeys, stored.body, replyOf(key, secret))
      if (body === null) throw new Error('a stored reply cannot be read')
      return { ...stored, body }
    } finally {
      if (!isNew) this.#running.delete(key)
    }
  }

  /** Stores the reply, unless it is stored already or asks the client to retry. */
  async end(keyed: KeyedRequest, status: number, body: string): Promise<void> {
    const isFinal = status < 400 || status === 404 || status === 409
    try {
      if (!isFinal || keyed.isStored) return
      const row = replyRow(keyed, this.#now(), status, body)
      await this.#database.insertInto('idempotency').values(row).execute()
    } finally {
      this.#running.delete(keyed.key)
    }
  }

  /** Deletes replies that are older than a day. */
  async sweep(): Promise<void> {
    await this.#database
      .deleteFrom('idempotency')
      .where('at', '<', this.#now() - dayMs)
      .execute()
  }

  #storedReply(key: string): Promise<StoredReply | undefined> {
    return this.#database
      .selectFrom('idempotency')
      .select(['status', 'body', 'fingerprint'])
      .where('key', '=', key)
      .executeTakeFirst()
  }
}
