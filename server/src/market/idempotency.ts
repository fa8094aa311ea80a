import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { bulkInsert } from '../database/bulk-write.ts'
import type { Database, IdempotencyTable } from '../database/schema.ts'
import { failed, invalid } from '../http/failures.ts'

/** The request of one user under one key. */
export interface KeyedRequest {
  readonly key: string
  readonly fingerprint: string
  /** Encrypts the stored reply. Derived from the client's key, which is stored nowhere. */
  readonly secret: Buffer
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

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

function encrypt(text: string, secret: Buffer): string {
  const iv = randomBytes(ivBytes)
  const encrypting = createCipheriv(cipher, secret, iv)
  const encrypted = Buffer.concat([encrypting.update(text, 'utf8'), encrypting.final()])
  return Buffer.concat([iv, encrypting.getAuthTag(), encrypted]).toString('base64')
}

/** The text, or null if it was not encrypted with this secret. */
function decrypt(stored: string, secret: Buffer): string | null {
  try {
    const bytes = Buffer.from(stored, 'base64')
    const decrypting = createDecipheriv(cipher, secret, bytes.subarray(0, ivBytes))
    decrypting.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return decrypting.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decrypting.final('utf8')
  } catch {
    return null
  }
}

/** The row of a reply. `at` is in milliseconds UTC. */
const replyRow = (
  { key, fingerprint, secret }: KeyedRequest,
  at: number,
  status: number,
  body: string,
): IdempotencyTable => ({ key, at, fingerprint, status, body: encrypt(body, secret) })

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
 * agreement, so it is encrypted with a secret that only the client's key gives. `now` returns milliseconds UTC.
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
      isNew = !stored
      if (!stored) return { key, fingerprint, secret, isStored: false }
      const body = decrypt(stored.body, secret)
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
