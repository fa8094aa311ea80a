import { createHmac, randomInt } from 'node:crypto'
import { languages, textIn } from '@aitai/messages/texts.ts'
import type { Kysely, Transaction } from 'kysely'
import { recordAuditEvent } from '../database/audit-events.ts'
import type { Database } from '../database/schema.ts'
import { type RateLimit, rateLimit } from '../http/rate-limits.ts'
import { enqueueMessage } from '../messages/outbox.ts'
import { hashOfToken, isSameSecret, newToken } from './tokens.ts'
import { isUsualNetwork } from './usual-networks.ts'

/** A log-in with the right password that waits for its code. Its token is valid only for /2fa. */
export interface LoginAttempt {
  readonly tokenHash: string
  readonly userId: string
}

/** How long a log-in and a code are valid, in milliseconds. */
export const loginAttemptMs = 10 * 60_000
const codeMs = 5 * 60_000
const triesPerAttempt = 5
/**
 * Consecutive wrong codes over all log-ins of a user; after that the account replies as to a wrong password
 * until an operator unlocks it. An attacker who has the password then succeeds once in 10,000 (NIST 800-63B).
 */
export const maxWrongCodes = 100
/**
 * SMS codes per user: 3 in 10 minutes, 10 in a day. A code that was redeemed does not count. The user's usual
 * networks and all others have a budget each, so that somebody elsewhere who knows the password cannot use up
 * the owner's codes.
 */
const sends = [
  { burst: 3, everyMs: 200_000 },
  { burst: 10, everyMs: 8_640_000 },
]

interface Sources {
  readonly database: Kysely<Database>
  /** Milliseconds UTC. */
  readonly now: () => number
  readonly productName: string
}

/** The log-ins that wait for an SMS code. */
export class LoginAttempts {
  readonly #database: Kysely<Database>
  readonly #now: () => number
  readonly #product: string
  readonly #key: Buffer
  readonly #limits: readonly RateLimit[]

  /** `key` is this installation's own key for codes. */
  constructor({ database, now, productName }: Sources, key: Buffer) {
    this.#database = database
    this.#now = now
    this.#product = productName
    this.#key = key
    this.#limits = sends.map((rate) => rateLimit(rate, now))
  }

  /**
   * Starts a log-in after a correct password of this version: sends the first code, returns the temporary token.
   * `network` is a keyed hash, here and below.
   */
  async begin(userId: string, passwordVersion: string, network: string): Promise<string> {
    const token = newToken('session')
    const tokenHash = hashOfToken(token)
    const fresh = { code_hash: null, code_sent_at: null, tries: 0, sends: 0 }
    const at = this.#now()
    await this.#database
      .deleteFrom('login_attempt')
      .where('started_at', '<', at - loginAttemptMs)
      .execute()
    await this.#database
      .insertInto('login_attempt')
      .values({
        token_hash: tokenHash,
        user_id: userId,
        started_at: at,
        password_version: passwordVersion,
        ...fresh,
      })
      .execute()
    await this.send({ tokenHash, userId }, network)
    return token
  }

  /** Sends a new code, which replaces the previous one. The count of tries is not reset. */
  async send({ tokenHash, userId }: LoginAttempt, network: string): Promise<void> {
    const budget = await this.#budgetOf(userId, network)
    for (const limit of this.#limits) limit.check(budget)
    for (const limit of this.#limits) limit.charge(budget)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const at = this.#now()
    await this.#database.transaction().execute(async (trx) => {
      const person = await trx
        .selectFrom('person')
        .select(['phone', 'language'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      await trx
        .updateTable('login_attempt')
        .set((row) => ({
          code_hash: this.#hashOf(tokenHash, code),
          code_sent_at: at,
          sends: row('sends', '+', 1),
        }))
        .where('token_hash', '=', tokenHash)
        .execute()
      const language = languages.find((each) => each === person.language) ?? 'En'
      const body = textIn(language, 'sms.code', { product: this.#product, code })
      await enqueueMessage(trx, { kind: 'sms', recipient: person.phone ?? '', subject: '', body }, at)
      await recordAuditEvent(trx, { actor: userId, action: 'codeSent', subject: userId }, at)
    })
  }

  /** The log-in of a temporary token, or null if it cannot be completed any more. */
  async find(token: string): Promise<LoginAttempt | null> {
    const row = await this.#database
      .selectFrom('login_attempt')
      .innerJoin('person', 'person.id', 'login_attempt.user_id')
      .select(['token_hash', 'user_id'])
      .where('token_hash', '=', hashOfToken(token))
      .where('started_at', '>', this.#now() - loginAttemptMs)
      .where('active', '=', 1)
      .where('wrong_codes', '<', maxWrongCodes)
      .executeTakeFirst()
    return row ? { tokenHash: row.token_hash, userId: row.user_id } : null
  }

  /**
   * Redeems a code, which can be used once. Returns the version of the password with which the log-in began,
   * or null for a wrong code. After five tries every code is refused.
   */
  async redeem({ tokenHash, userId }: LoginAttempt, otp: string, network: string): Promise<string | null> {
    const code = otp.normalize('NFKC').replace(/\s/g, '')
    const version = await this.#database.transaction().execute(async (trx) => {
      const attempt = await trx
        .updateTable('login_attempt')
        .set((row) => ({ tries: row('tries', '+', 1) }))
        .where('token_hash', '=', tokenHash)
        .where('tries', '<', triesPerAttempt)
        .where('code_sent_at', '>', this.#now() - codeMs)
        .returning(['code_hash', 'password_version'])
        .executeTakeFirst()
      if (!attempt?.code_hash) return null
      if (!isSameSecret(attempt.code_hash, this.#hashOf(tokenHash, code))) {
        await this.#countWrongCode(trx, userId, network)
        return null
      }
      await trx.deleteFrom('login_attempt').where('token_hash', '=', tokenHash).execute()
      return (await this.#resetWrongCodes(trx, userId)) ? attempt.password_version : null
    })
    if (version !== null) {
      const budget = await this.#budgetOf(userId, network)
      for (const limit of this.#limits) limit.giveBack(budget)
    }
    return version
  }

  async #budgetOf(userId: string, network: string): Promise<string> {
    return `${userId}|${(await isUsualNetwork(this.#database, { userId }, network)) ? 'usual' : 'other'}`
  }

  async #countWrongCode(trx: Transaction<Database>, userId: string, network: string): Promise<void> {
    const person = await trx
      .updateTable('person')
      .set((row) => ({ wrong_codes: row('wrong_codes', '+', 1) }))
      .where('id', '=', userId)
      .returning('wrong_codes')
      .executeTakeFirst()
    const at = this.#now()
    const details = { wrongInARow: person?.wrong_codes ?? 0 }
    const failure = { actor: userId, action: 'codeFailed', subject: userId, outcome: 'REFUSED' } as const
    await recordAuditEvent(trx, { ...failure, details: { ...details, network } }, at)
    if (person?.wrong_codes !== maxWrongCodes) return
    await recordAuditEvent(trx, { actor: 'system', action: 'accountLocked', subject: userId, details }, at)
  }

  /** Resets the count of wrong codes; false if the account is locked by too many. */
  async #resetWrongCodes(trx: Transaction<Database>, userId: string): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable('person')
      .set({ wrong_codes: 0 })
      .where('id', '=', userId)
      .where('wrong_codes', '<', maxWrongCodes)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Keyed and bound to the log-in: a plain hash of a million possible codes could be enumerated. */
  #hashOf(tokenHash: string, code: string): string {
    return createHmac('sha256', this.#key).update(`${tokenHash}|${code}`).digest('hex')
  }
}
