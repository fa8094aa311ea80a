import type { Installation } from '@aitai/contract/schemas/installation.ts'
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
import { isUsualNetwork } from './usual-networks.ts'

interface ResetLinkDeps {
  readonly config: Pick<Config, 'publicUrl'>
  readonly installation: Pick<Installation, 'brand'>
  readonly database: Kysely<Database>
  readonly fingerprint: Fingerprint
  readonly limits: { readonly forgotsPerAccount: RateLimit }
  readonly now: () => number
}

interface LinkRecipient extends MailRecipient {
  readonly id: string | null
  readonly password_hash: string
}

/** Stands in for an unknown address, so that the same work is done. Its mail is deleted before it is sent. */
const nobody: LinkRecipient = {
  id: null,
  email: '',
  first_name: 'Nobody',
  last_name: 'Nobody',
  language: 'En',
  password_hash: '',
}

/**
 * Mails a password reset link to this address if it belongs to an account that may sign in. For any other
 * address, and over the limit of an account, the same tables are written in the same order and the mail is
 * removed again, so that neither the reply nor its timing reveals who has an account.
 *
 * Requests from the account's usual networks have a limit of their own, and no request from elsewhere invalidates
 * their links. Otherwise a stranger could keep the owner from setting a new password.
 */
export async function requestPasswordReset(
  deps: ResetLinkDeps,
  email: string,
  network: string,
): Promise<void> {
  const { config, installation, database, fingerprint, limits } = deps
  const texts = { product: installation.brand.productName, publicUrl: config.publicUrl }
  const isUsual = await isUsualNetwork(database, { email }, fingerprint('network', network))
  const isOver = isOverLimit(limits.forgotsPerAccount, `${email}|${isUsual ? 'usual' : 'other'}`)
  const at = deps.now()
  await database.transaction().execute(async (trx) => {
    const person = await findLoginCandidate(trx, { email })
    const isActive = person?.active === 1 && person.firm_active !== 0 && person.others_allowed !== 0
    const recipient: LinkRecipient = person && isActive && !isOver ? person : nobody
    const token = newToken('reset')
    // Only the newest link is valid, and beside it the newest of the usual networks.
    await trx
      .deleteFrom('password_reset')
      .where('user_id', '=', recipient.id ?? '')
      .where('usual', 'in', isUsual ? [0, 1] : [0])
      .execute()
    await trx
      .insertInto('password_reset')
      .values({
        token_hash: hashOfToken(token),
        user_id: recipient.id,
        at,
        used_at: null,
        password_version: passwordVersionOf(recipient.password_hash),
        usual: isUsual ? 1 : 0,
      })
      .execute()
    const messageId = await enqueueMessage(trx, passwordResetMail(recipient, token, texts), at)
    await deleteMessage(trx, recipient.id === null ? messageId : noMessage)
    const details = { address: fingerprint('address', email), network: fingerprint('network', network) }
    const event = { actor: '', action: 'passwordResetRequested', subject: recipient.id ?? '', details }
    await recordAuditEvent(trx, recipient.id === null ? { ...event, outcome: 'REFUSED' } : event, at)
  })
}

/** An id that no message has: the delete runs either way, so that both cases take the same time. */
const noMessage = 0

async function deleteMessage(trx: Transaction<Database>, id: number): Promise<void> {
  await trx.deleteFrom('outbox').where('id', '=', id).execute()
}

/** Whether the limit is reached. The caller does not report it, for known and unknown addresses alike. */
function isOverLimit(limit: RateLimit, key: string): boolean {
  try {
    limit.take(key)
    return false
  } catch (error) {
    if (error instanceof TooManyRequests) return true
    throw error
  }
}

/** Deletes expired links, including those of unknown addresses. */
export async function deleteExpiredResetLinks({
  database,
  now,
}: Pick<ResetLinkDeps, 'database' | 'now'>): Promise<void> {
  await database
    .deleteFrom('password_reset')
    .where('at', '<=', now() - resetLinkMs)
    .execute()
}
