import { normalizeEmail } from '@aitai/contract/routes/console/account-fields.ts'
import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import type { Kysely } from 'kysely'
import { isNetwork } from '../accounts/api-credentials.ts'
import { hashOfToken, newToken } from '../accounts/tokens.ts'
import type { Database } from '../database/schema.ts'
import { credentialMail } from '../messages/account-mails.ts'
import { enqueueMessage } from '../messages/outbox.ts'
import { randomId } from '../random.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  cleanName,
  missingReason,
  optionalReason,
  recordAdminEvent,
} from './admin-context.ts'
import { notifyCompliance } from './approvals/break-glass-mail.ts'
import { findBroker, findFirm, unknownBroker, unknownFirm } from './brokers.ts'
import { serverOnOtherMachine } from './journal/journal-commands.ts'

interface NewCredential {
  /** An institution by its name, or a broker by its short name. */
  readonly firm?: string
  readonly broker?: string
  /** For one user of staff, at the command line (docs/decisions/0155-four-eyes.md). */
  readonly staff?: boolean
  /** The e-mail addresses of the users as whom it may be used. */
  readonly users: readonly string[]
  /** Addresses or networks in CIDR notation from which it may be used; any if there are none. */
  readonly networks: readonly string[]
  readonly note?: string
  /** Why, for the audit trail. */
  readonly reason?: string
}

const mostUsers = 100

/**
 * Issues a credential for an order management system, or for a user of staff. Its secret is in the reply and nowhere
 * else.
 */
export async function addCredential(admin: AdminContext, request: NewCredential): Promise<AdminReply> {
  const { firm: firmName, broker: shortName, staff: isOfStaff = false } = request
  if (Number(firmName !== undefined) + Number(shortName !== undefined) + Number(isOfStaff) !== 1)
    return adminRefusal(
      'INVALID',
      'A credential is for an institution, for a broker, or for a user of staff.',
    )
  const firm = firmName === undefined ? undefined : await findFirm(admin, firmName)
  if (firmName !== undefined && !firm) return unknownFirm(firmName)
  const broker = shortName === undefined ? undefined : await findBroker(admin, shortName)
  if (shortName !== undefined && !broker) return unknownBroker(shortName)
  const emails = [...new Set(request.users.map(normalizeEmail))]
  if (emails.length === 0 || emails.length > mostUsers)
    return adminRefusal('INVALID', `A credential names 1 to ${mostUsers} users.`)
  if (isOfStaff && (emails.length > 1 || request.networks.length > 0))
    return adminRefusal(
      'INVALID',
      'A credential for staff names one user and no network: it is used on the server.',
    )
  const wrong = request.networks.find((network) => !isNetwork(network))
  if (wrong !== undefined)
    return adminRefusal('INVALID', `${wrong} is neither an address nor a network such as 192.0.2.0/24.`)
  const note = request.note === undefined ? '' : cleanName(request.note)
  if (note === null) return adminRefusal('INVALID', 'A note is one line of up to 100 characters.')
  const reason = optionalReason(request.reason)
  if (reason === null) return missingReason

  const secret = newToken('credential')
  const id = randomId()
  const stranger = await admin.db.transaction().execute(async (trx) => {
    const people = await trx
      .selectFrom('person')
      .select(['id', 'email', 'first_name', 'last_name', 'language'])
      .where('email', 'in', emails)
      .$if(firm !== undefined, (rows) => rows.where('firm_id', '=', firm?.id ?? ''))
      .$if(broker !== undefined, (rows) => rows.where('broker_id', '=', broker?.id ?? ''))
      .$if(isOfStaff, (rows) => rows.where('role', '=', 'STAFF'))
      .execute()
    const missing = emails.find((email) => !people.some((person) => person.email === email))
    if (missing !== undefined) return missing
    await trx
      .insertInto('credential')
      .values({
        id,
        firm_id: firm?.id ?? null,
        broker_id: broker?.id ?? null,
        secret_hash: hashOfToken(secret),
        networks: request.networks.join(','),
        note,
        created_at: admin.now(),
        revoked_at: null,
      })
      .execute()
    await trx
      .insertInto('credential_user')
      .values(people.map((person) => ({ credential_id: id, user_id: person.id })))
      .execute()
    const details = { userIds: people.map((person) => person.id), networks: request.networks, note }
    await recordAdminEvent(trx, admin, { action: 'credentialAdded', subject: id, reason, details })
    // Whoever issued it could use it: those whom it concerns are notified.
    const product = await admin.productName()
    for (const person of people)
      await enqueueMessage(trx, credentialMail(person, product, admin.now()), admin.now())
    await notifyCompliance(trx, admin, 'credential add', 'access')
    return null
  })
  if (stranger !== null)
    return adminRefusal('USER_UNKNOWN', `${stranger} is no user of ${firm?.name ?? broker?.name ?? 'staff'}.`)
  return adminResult({ id, secret, users: emails, networks: request.networks })
}

/** A credential as it is listed, without its secret. */
export interface PrintedCredential {
  readonly id: string
  /** The name of its institution or broker; `staff` for one of a user of staff. */
  readonly owner: string
  readonly users: readonly string[]
  readonly networks: readonly string[]
  readonly note: string
  /** Milliseconds UTC; null if it is not revoked. */
  readonly createdAt: number
  readonly revokedAt: number | null
  /** Its open sessions. */
  readonly sessions: number
}

/** The credentials, the newest first. */
export const listCredentials = async ({ db }: AdminContext): Promise<AdminReply> =>
  adminResult(await readCredentials(db))

export async function readCredentials(db: Kysely<Database>): Promise<readonly PrintedCredential[]> {
  const rows = await db
    .selectFrom('credential')
    .leftJoin('firm', 'firm.id', 'credential.firm_id')
    .leftJoin('broker', 'broker.id', 'credential.broker_id')
    .selectAll('credential')
    .select(['firm.name as firm', 'broker.name as broker'])
    .orderBy('created_at', 'desc')
    .orderBy('credential.id')
    .execute()
  const users = await db
    .selectFrom('credential_user')
    .innerJoin('person', 'person.id', 'credential_user.user_id')
    .select(['credential_id', 'email'])
    .orderBy('email')
    .execute()
  const sessions = await db
    .selectFrom('session')
    .select('credential_id')
    .where('credential_id', 'is not', null)
    .where('ended', 'is', null)
    .execute()
  return rows.map(
    (row): PrintedCredential => ({
      id: row.id,
      owner: row.firm ?? row.broker ?? 'staff',
      users: users.filter(({ credential_id }) => credential_id === row.id).map(({ email }) => email),
      networks: row.networks === '' ? [] : row.networks.split(','),
      note: row.note,
      createdAt: row.created_at,
      revokedAt: row.revoked_at,
      sessions: sessions.filter(({ credential_id }) => credential_id === row.id).length,
    }),
  )
}

interface CredentialRequest {
  readonly id: string
  readonly reason: string
}

/** Revokes a credential permanently, and ends its sessions at once. Idempotent: `changed` says whether it was valid. */
export async function revokeCredential(admin: AdminContext, request: CredentialRequest): Promise<AdminReply> {
  const { db, running, now } = admin
  if (running === 'elsewhere') return { refusal: serverOnOtherMachine }
  const reason = cleanReason(request.reason)
  if (!reason) return missingReason
  const known = await db.selectFrom('credential').select('id').where('id', '=', request.id).executeTakeFirst()
  if (!known) return adminRefusal('CREDENTIAL_UNKNOWN', `There is no credential ${request.id}.`)
  const changed = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('credential')
      .set({ revoked_at: now() })
      .where('id', '=', known.id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await recordAdminEvent(trx, admin, { action: 'credentialRevoked', subject: known.id, reason })
    return true
  })
  const sessionsEnded = running
    ? await running.sessions.endOfCredential(known.id)
    : await endRows(admin, known.id)
  return adminResult({ id: known.id, changed, sessionsEnded })
}

/** Without a running server nobody is in the market, and no socket is to be closed. */
async function endRows({ db, now }: AdminContext, credentialId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ ended: 'LOGGED_OUT', seen_at: now() })
    .where('credential_id', '=', credentialId)
    .where('ended', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
