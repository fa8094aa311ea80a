import { isAgreementDay } from '@aitai/engine/locates/execution.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { createTemporaryPassword } from '../../accounts/password-hashing.ts'
import { removeAllAuthenticators } from '../../accounts/second-factor/authenticators.ts'
import { removeAllPasskeys } from '../../accounts/second-factor/passkeys.ts'
import { grantsOf } from '../../accounts/staff-grants.ts'
import { ForgedValue } from '../../database/encryption/encrypted-columns.ts'
import type { Database, PersonTable } from '../../database/schema.ts'
import { journalRowsAfter } from '../../market/journal-chain.ts'
import { contactSubject } from '../../messages/account-mails.ts'
import { textOfMessage } from '../../messages/outbox.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  countReferenceChange,
  recordAdminEvent,
} from '../admin-context.ts'
import { eraseApprovals } from '../approvals/approval-store.ts'
import { readMarketState, serverOnOtherMachine } from '../journal/journal-commands.ts'
import { findRequestedUser, type UserRequest } from './user-changes.ts'
import { deletePendingLogins, signOut } from './user-sign-out.ts'

type Person = Selectable<PersonTable>

/** The name of an erased user, wherever one is shown. */
const erasedName = { first_name: '', last_name: '–' }
/** No address, so that no mail can be sent to it. */
const erasedEmail = (id: string): string => `erased-${id}`

/**
 * Erases a person for good: the account is disabled, and names, address, telephone number, password, settings, messages
 * and networks are deleted. What the journal, the audit trail, the history and notifications hold is records of the
 * market: it stays, under an id that no longer leads to anybody (docs/operations/personal-data.md). Repeating the
 * command completes one that failed halfway.
 */
export async function eraseUser(admin: AdminContext, request: UserRequest): Promise<AdminReply> {
  const found = await findRequestedUser(admin, request)
  if ('refusal' in found) return found
  if (admin.running === 'elsewhere') return { refusal: serverOnOtherMachine }
  const { person, reason } = found
  const { id } = person
  // Users with grants count among those who could approve (docs/decisions/0155-four-eyes.md).
  if (admin.running !== null && (await grantsOf(admin.db, id)).length > 0)
    return adminRefusal('HAS_GRANTS', 'This user has grants. Revoke them first, with a second person.')
  if (await isTrading(admin, id))
    return adminRefusal(
      'USER_TRADES',
      'This user is in a locate or has an agreement of today, for which a broker needs the name. Erase the user ' +
        'after midnight in Tokyo; `aitai user disable` ends the session now.',
    )
  // In this order, so that nothing is written about the user after it was erased.
  const left = await signOut(admin, [person], async (trx) => {
    await deletePendingLogins(trx, [id])
    await trx.updateTable('person').set({ active: 0 }).where('id', '=', id).execute()
  })
  if ('refusal' in left) return left
  const seqs = await entriesBy(admin.db, id)
  const passwordHash = await admin.passwords.hash(createTemporaryPassword())
  const erased = await admin.db.transaction().execute(async (trx) => {
    const messages = await deleteMessages(trx, person)
    await eraseApprovals(trx, person)
    const notifications = await eraseNames(trx, id, seqs)
    const own = [
      ...(['session', 'usual_network', 'preference', 'watchlist'] as const),
      ...(['saved_conditions', 'staff_grant'] as const),
    ]
    await removeAllAuthenticators(trx, id)
    await removeAllPasskeys(trx, id)
    for (const table of own) await trx.deleteFrom(table).where('user_id', '=', id).execute()
    await trx
      .updateTable('person')
      .set({
        ...erasedName,
        email: erasedEmail(id),
        phone: null,
        language: 'En',
        two_factor: 0,
        password_hash: passwordHash,
        temporary_until: null,
        provider_subject: null,
        first_login: 0,
        active: 0,
        wrong_codes: 0,
        desk_head: 0,
      })
      .where('id', '=', id)
      .execute()
    await recordAdminEvent(trx, admin, { action: 'userErased', subject: id, reason })
    await countReferenceChange(trx)
    return { messages, notifications }
  })
  await admin.referenceChanged()
  return adminResult({ userId: id, sessionsEnded: left.ended, ...erased })
}

/** Whether a broker or a contra may still need to know who the user is. */
const isTrading = (admin: AdminContext, userId: string): Promise<boolean> =>
  readMarketState(admin, ({ locates, agreements }) => {
    const hasUser = ({
      traderIds,
    }: {
      readonly traderIds: { readonly BUY: string; readonly SELL: string }
    }) => traderIds.BUY === userId || traderIds.SELL === userId
    return (
      [...locates.values()].some((locate) => locate.outcome === null && hasUser(locate)) ||
      [...agreements.values()].some((each) => isAgreementDay(each, admin.now()) && hasUser(each))
    )
  })

/** The journal's entries in which the user acted for others: as a broker's user or as a desk head. */
async function entriesBy(db: Kysely<Database>, userId: string): Promise<readonly number[]> {
  const seqs: number[] = []
  for await (const { seq, command } of journalRowsAfter(db, 0))
    if (command.includes(`"brokerUserId":"${userId}"`) || command.includes(`"deskHeadId":"${userId}"`))
      seqs.push(seq)
  return seqs
}

/** Whether a text has an address. One that was tampered with reveals nothing, and must not stop an erasure. */
async function isAbout(
  trx: Transaction<Database>,
  message: Parameters<typeof textOfMessage>[1],
  email: string,
): Promise<boolean> {
  try {
    return (await textOfMessage(trx, message)).includes(email)
  } catch (error) {
    if (error instanceof ForgedValue) return false
    throw error
  }
}

/** Messages to the user, and requests for a call, which name the user to the account manager. */
async function deleteMessages(trx: Transaction<Database>, person: Person): Promise<number> {
  const { id, email } = person
  const deleted = await trx
    .deleteFrom('outbox')
    .where(({ or, eb }) =>
      or([eb('recipient', 'in', [email, id]), eb('subject', '=', contactSubject(person))]),
    )
    .returning('id')
    .execute()
  const waiting = await trx
    .selectFrom('outbox')
    .select(['id', 'letter_id', 'kind', 'recipient', 'body'])
    .where('body', '!=', '')
    .execute()
  const naming: number[] = []
  for (const row of waiting) if (await isAbout(trx, row, email)) naming.push(row.id)
  if (naming.length > 0) await trx.deleteFrom('outbox').where('id', 'in', naming).execute()
  return deleted.length + naming.length
}

/** The names that notifications hold: of their receiver, and of the broker's user or the desk head who acted. */
async function eraseNames(
  trx: Transaction<Database>,
  userId: string,
  seqs: readonly number[],
): Promise<number> {
  let changed = 0
  const rewrite = async (column: 'user_id' | 'seq', value: string | number, without: object) => {
    const rows = await trx
      .selectFrom('notification')
      .select(['user_id', 'number', 'body'])
      .where(column, '=', value)
      .execute()
    for (const { user_id, number, body } of rows) {
      const before = JSON.parse(body) as Record<string, unknown>
      const known = Object.fromEntries(
        Object.entries(without).filter(([name]) => typeof before[name] === 'string' && before[name] !== ''),
      )
      if (Object.keys(known).length === 0) continue
      await trx
        .updateTable('notification')
        .set({ body: JSON.stringify({ ...before, ...known }) })
        .where('user_id', '=', user_id)
        .where('number', '=', number)
        .execute()
      changed += 1
    }
  }
  await rewrite('user_id', userId, { firstName: '', lastName: '' })
  for (const seq of seqs) await rewrite('seq', seq, { brokerUserName: '', confirmedBy: '', deskHeadName: '' })
  return changed
}
