import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { failed, invalid } from '../http/failures.ts'

/** How long an answer is kept for a request that comes again (quality R7). Milliseconds. */
const keepMs = 24 * 3_600_000

/** The request of one user under one key. */
export interface KeyedRequest {
  readonly key: string
  readonly fingerprint: string
}

/** What was answered to it the first time. */
export interface StoredReply {
  readonly status: number
  readonly body: string
  readonly fingerprint: string
}

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** What was sent, as text: a file is its bytes. */
const contentOf = (body: unknown): string =>
  Buffer.isBuffer(body) ? body.toString('base64') : JSON.stringify(body ?? null)

/**
 * Answers kept by the `Idempotency-Key` header, so that a request whose answer got lost can be sent again.
 * What it keeps is the answer; that nothing happens twice, the rules see to (a second submit of one advert
 * is refused). `now` gives milliseconds UTC.
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
   * The request's key, the answer it was given before, or null if it has no key. Throws 409 while the first
   * is under way, 422 when the key was used for something else. What begins must `end`.
   */
  async begin(request: FastifyRequest, userId: string): Promise<KeyedRequest | StoredReply | null> {
    const header = request.headers['idempotency-key']
    if (typeof header !== 'string' || header === '') return null
    if (header.length > 255) throw invalid('Idempotency-Key')
    const key = digest(userId, request.routeOptions.url ?? '', header)
    const fingerprint = digest(JSON.stringify(request.params), contentOf(request.body))
    if (this.#running.has(key)) throw failed(409, 'IN_PROGRESS')
    this.#running.add(key)
    let isNew = false
    try {
      const kept = await this.#keptAnswer(key)
      if (kept && kept.fingerprint !== fingerprint) throw failed(422, 'KEY_REUSED')
      isNew = !kept
      return kept ?? { key, fingerprint }
    } finally {
      if (!isNew) this.#running.delete(key)
    }
  }

  /** Keeps the answer, unless it says to come again. */
  async end({ key, fingerprint }: KeyedRequest, status: number, body: string): Promise<void> {
    const isFinal = status < 400 || status === 404 || status === 409
    const answer = { key, at: this.#now(), fingerprint, status, body }
    try {
      if (isFinal) await this.#database.insertInto('idempotency').values(answer).execute()
    } finally {
      this.#running.delete(key)
    }
  }

  /** Forgets what is older than a day. */
  async sweep(): Promise<void> {
    await this.#database
      .deleteFrom('idempotency')
      .where('at', '<', this.#now() - keepMs)
      .execute()
  }

  #keptAnswer(key: string): Promise<StoredReply | undefined> {
    return this.#database
      .selectFrom('idempotency')
      .select(['status', 'body', 'fingerprint'])
      .where('key', '=', key)
      .executeTakeFirst()
  }
}
