import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { languages, textIn } from '@aitai/messages/texts.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { post } from '../mail/outbox.ts'
import { type RateLimit, rateLimit } from '../rate-limits.ts'
import { hashOfToken, isSame, newToken } from './tokens.ts'

/** A log-in with the right password that waits for its code. Its token opens nothing but /2fa (quality 2.3). */
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

export type Attempts = Awaited<ReturnType<typeof createAttempts>>

interface Sources {
  readonly database: Kysely<Database>
  /** Milliseconds UTC. */
  readonly now: () => number
}

/** The log-ins that wait for a code by SMS. */
export async function createAttempts({ database, now }: Sources) {
  const key = await installationSecret(database, 'two-factor-key')
  const limits: readonly RateLimit[] = sends.map((rate) => rateLimit(rate, now))
  // Keyed, and bound to its log-in: the hash of a million possible codes would hide none of them.
  const hashOfCode = (tokenHash: string, code: string): string =>
    createHmac('sha256', key).update(`${tokenHash}|${code}`).digest('hex')

  /** Sends a fresh code in place of the one before. The tries of the log-in go on counting. */
  async function send({ tokenHash, userId }: Attempt): Promise<void> {
    for (const limit of limits) limit.take(userId)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const at = now()
    await database.transaction().execute(async (all) => {
      const person = await all
        .selectFrom('person')
        .select(['phone', 'language'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      await all
        .updateTable('login_attempt')
        .set((row) => ({
          code_hash: hashOfCode(tokenHash, code),
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

  return {
    /** A log-in whose password was right: sends the first code and gives the temporary token. */
    async begin(userId: string): Promise<string> {
      const token = newToken()
      const tokenHash = hashOfToken(token)
      const fresh = { code_hash: null, code_sent_at: null, tries: 0, sends: 0 }
      const at = now()
      await database
        .deleteFrom('login_attempt')
        .where('started_at', '<', at - attemptMs)
        .execute()
      await database
        .insertInto('login_attempt')
        .values({ token_hash: tokenHash, user_id: userId, started_at: at, ...fresh })
        .execute()
      await send({ tokenHash, userId })
      return token
    },

    send,

    /** The log-in of a temporary token, or null if there is none that still waits. */
    async find(token: string): Promise<Attempt | null> {
      const row = await database
        .selectFrom('login_attempt')
        .select(['token_hash', 'user_id'])
        .where('token_hash', '=', hashOfToken(token))
        .where('started_at', '>', now() - attemptMs)
        .executeTakeFirst()
      return row ? { tokenHash: row.token_hash, userId: row.user_id } : null
    },

    /** Whether this is the code of the log-in; then it is used up. After five tries no code is right any more. */
    async redeem({ tokenHash, userId }: Attempt, otp: string): Promise<boolean> {
      const code = otp.normalize('NFKC').replace(/\s/g, '')
      const attempt = await database
        .updateTable('login_attempt')
        .set((row) => ({ tries: row('tries', '+', 1) }))
        .where('token_hash', '=', tokenHash)
        .where('tries', '<', triesPerAttempt)
        .where('code_sent_at', '>', now() - codeMs)
        .returning('code_hash')
        .executeTakeFirst()
      if (!attempt?.code_hash || !isSame(attempt.code_hash, hashOfCode(tokenHash, code))) return false
      const { numDeletedRows } = await database
        .deleteFrom('login_attempt')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst()
      if (numDeletedRows === 0n) return false
      for (const limit of limits) limit.giveBack(userId)
      return true
    },
  }
}

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
