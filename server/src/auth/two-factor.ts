import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { languages, textIn } from '@aitai/messages/texts.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { post } from '../mail/outbox.ts'
import { type RateLimit, rateLimit } from '../rate-limits.ts'
import { hashOfToken, isSame, newToken } from './tokens.ts'

/** A log-in with the right password that waits for its code. Its token opens /2fa alone (quality 2.3). */
export interface Attempt {
  readonly tokenHash: string
  readonly userId: string
}

/** How long a log-in may wait for its code, and a code for its log-in. Milliseconds. */
const attemptMs = 10 * 60_000
const codeMs = 5 * 60_000
const triesPerAttempt = 5
/** Codes by SMS: 3 in 10 minutes, 10 in a day, per user. A code that was used gives its place back. */
const sends = [
  { burst: 3, everyMs: 200_000 },
  { burst: 10, everyMs: 8_640_000 },
]

interface Sources {
  readonly database: Kysely<Database>
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** The log-ins that wait for a code by SMS. */
export class Attempts {
  readonly #database: Kysely<Database>
  readonly #now: () => number
  readonly #key: Buffer
  readonly #limits: readonly RateLimit[]

  constructor({ database, now }: Sources, key: Buffer) {
    this.#database = database
    this.#now = now
    this.#key = key
    this.#limits = sends.map((rate) => rateLimit(rate, now))
  }

  /** A log-in whose password was right: sends the first code and gives the temporary token. */
  async begin(userId: string): Promise<string> {
    const token = newToken()
    const tokenHash = hashOfToken(token)
    const fresh = { code_hash: null, code_sent_at: null, tries: 0, sends: 0 }
    const at = this.#now()
    await this.#database
      .deleteFrom('login_attempt')
      .where('started_at', '<', at - attemptMs)
      .execute()
    await this.#database
      .insertInto('login_attempt')
      .values({ token_hash: tokenHash, user_id: userId, started_at: at, ...fresh })
      .execute()
    await this.send({ tokenHash, userId })
    return token
  }

  /** Sends a fresh code in place of the one before. The tries of the log-in go on counting. */
  async send({ tokenHash, userId }: Attempt): Promise<void> {
    for (const limit of this.#limits) limit.take(userId)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const at = this.#now()
    await this.#database.transaction().execute(async (all) => {
      const person = await all
        .selectFrom('person')
        .select(['phone', 'language'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      await all
        .updateTable('login_attempt')
        .set((row) => ({
          code_hash: this.#hashOf(tokenHash, code),
          code_sent_at: at,
          sends: row('sends', '+', 1),
        }))
        .where('token_hash', '=', tokenHash)
        .execute()
      const language = languages.find((each) => each === person.language) ?? 'En'
      const body = textIn(language, 'sms.code', { code })
      await post(all, { kind: 'sms', recipient: person.phone ?? '', subject: '', body }, at)
    })
  }

  /** The log-in of a temporary token, or null if there is none that still waits. */
  async find(token: string): Promise<Attempt | null> {
    const row = await this.#database
      .selectFrom('login_attempt')
      .select(['token_hash', 'user_id'])
      .where('token_hash', '=', hashOfToken(token))
      .where('started_at', '>', this.#now() - attemptMs)
      .executeTakeFirst()
    return row ? { tokenHash: row.token_hash, userId: row.user_id } : null
  }

  /**
   * Whether this is the code of the log-in; then it is used up. After five tries no code is right any more.
   */
  async redeem({ tokenHash, userId }: Attempt, otp: string): Promise<boolean> {
    const code = otp.normalize('NFKC').replace(/\s/g, '')
    const attempt = await this.#database
      .updateTable('login_attempt')
      .set((row) => ({ tries: row('tries', '+', 1) }))
      .where('token_hash', '=', tokenHash)
      .where('tries', '<', triesPerAttempt)
      .where('code_sent_at', '>', this.#now() - codeMs)
      .returning('code_hash')
      .executeTakeFirst()
    if (!attempt?.code_hash || !isSame(attempt.code_hash, this.#hashOf(tokenHash, code))) return false
    const { numDeletedRows } = await this.#database
      .deleteFrom('login_attempt')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    for (const limit of this.#limits) limit.giveBack(userId)
    return true
  }

  /** Keyed, and bound to its log-in: the hash of a million possible codes would hide none of them. */
  #hashOf(tokenHash: string, code: string): string {
    return createHmac('sha256', this.#key).update(`${tokenHash}|${code}`).digest('hex')
  }
}

/** The log-ins of an installation, with its own key for the codes. */
export const openAttempts = async (sources: Sources): Promise<Attempts> =>
  new Attempts(sources, await installationSecret(sources.database, 'two-factor-key'))

/** A secret of this installation, drawn once and kept in the database. */
async function installationSecret(database: Kysely<Database>, name: string): Promise<Buffer> {
  await database
    .insertInto('setting')
    .values({ name, value: randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await database
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return Buffer.from(value, 'hex')
}
