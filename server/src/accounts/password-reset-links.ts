import type { Kysely, Transaction } from 'kysely'
import type { Config } from '../config.ts'
import { recordAuditEvent } from '../database/audit-events.ts'
import type { Database } from '../database/schema.ts'
import { type RateLimit, TooManyRequests } from '../http/rate-limits.ts'
import { type MailRecipient, passwordResetMail, resetLinkMs } from '../messages/account-mails.ts'
import { enqueueMessage } from '../messages/outbox.ts'
import { findLoginCandidate } from './credentials.ts'
import type { Fingerprint } from './installation-secrets.ts'
import { passwordVersionOf } from './password-hashing.ts'
import { hashOfToken, newToken } from './tokens.ts'

export interface ResetLinkDeps {
  readonly config: Pick<Config, 'publicUrl'>
  readonly database: Kysely<Database>
  readonly fingerprint: Fingerprint
  readonly limits: { readonly forgotsPerAccount: RateLimit }
  readonly now: () => number
}

interface Reader extends MailRecipient {
  readonly id: string | null
  readonly password_hash: string
}

/**
 * Who gets a link for an address that is nobody's, so that as much is done: it is dropped before it is
 * seen.
 */
const nobody: Reader = {
  id: null,
  email: '',
  first_name: 'Nobody',
  last_name: 'Nobody',
  language: 'En',
  password_hash: '',
}

/**
 * A link to a new password, mailed to this address if it is that of an account that may sign in. Of any other
 * address, and over the limit of an account, the same tables are written in the same order and the letter is
 * taken out again, so that neither the answer nor its time tells who has an account (quality S7).
 */
export async function requestPasswordReset(
  deps: ResetLinkDeps,
  email: string,
  network: string,
): Promise<void> {
  const { config, database, fingerprint, limits } = deps
  const isOver = isOverLimit(limits.forgotsPerAccount, email)
  const at = deps.now()
  await database.transaction().execute(async (trx) => {
    const person = await findLoginCandidate(trx, email)
    const isOurs = person?.active === 1 && person.firm_active !== 0
    const reader: Reader = person && isOurs && !isOver ? person : nobody
    const token = newToken('reset')
    // The newest alone is worth anything.
    await trx
      .deleteFrom('password_reset')
      .where('user_id', '=', reader.id ?? '')
      .execute()
    await trx
      .insertInto('password_reset')
      .values({
        token_hash: hashOfToken(token),
        user_id: reader.id,
        at,
        used_at: null,
        password_version: passwordVersionOf(reader.password_hash),
      })
      .execute()
    const letterId = await enqueueMessage(trx, passwordResetMail(reader, token, config.publicUrl), at)
    await dropLetter(trx, reader.id === null ? letterId : 0)
    const details = { address: fingerprint('address', email), network: fingerprint('network', network) }
    const deed = { actor: '', action: 'passwordResetAsked', subject: reader.id ?? '', details }
    await recordAuditEvent(trx, reader.id === null ? { ...deed, outcome: 'REFUSED' } : deed, at)
  })
}

/** No letter has the number 0: then as much is done, and none is dropped. */
async function dropLetter(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.deleteFrom('outbox').where('id', '=', id).execute()
}

/** Over it nothing is said, for an account that is known and one that is not. */
function isOverLimit(limit: RateLimit, email: string): boolean {
  try {
    limit.take(email)
    return false
  } catch (error) {
    if (error instanceof TooManyRequests) return true
    throw error
  }
}

/** Forgets the links that are over, and those of nobody. */
export async function deleteExpiredResetLinks({
  database,
  now,
}: Pick<ResetLinkDeps, 'database' | 'now'>): Promise<void> {
  await database
    .deleteFrom('password_reset')
    .where('at', '<=', now() - resetLinkMs)
    .execute()
}
