import { writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import { textIn } from '@aitai/messages/texts.ts'
import type { Insertable, Transaction } from 'kysely'
import type { Database, PersonTable } from '../../database/schema.ts'
import { formatInTokyo, mailToOwner } from '../../messages/account-mails.ts'
import { enqueueMessage } from '../../messages/outbox.ts'
import type { AdminContext } from '../admin-context.ts'
import { nameOf, notifyCompliance } from '../approvals/break-glass-mail.ts'

type NewMember = Pick<
  Insertable<PersonTable>,
  'email' | 'first_name' | 'last_name' | 'role' | 'firm_id' | 'broker_id'
>

/**
 * Informs the desk heads of an institution of a new user, in the transaction that adds the user: they know who belongs
 * to it, and the operator does not. Where there is no desk head, and of users of brokers, who have none, compliance is
 * informed (docs/decisions/0174-new-members.md).
 */
export async function mailNewMember(
  trx: Transaction<Database>,
  admin: AdminContext,
  member: NewMember,
): Promise<void> {
  if (member.role === 'STAFF') return
  const heads = await trx
    .selectFrom('person')
    .select(['email', 'first_name', 'last_name', 'language'])
    .where('firm_id', '=', member.firm_id ?? '')
    .where('desk_head', '=', 1)
    .where('active', '=', 1)
    .orderBy('email')
    .execute()
  if (heads.length === 0) return await notifyCompliance(trx, admin, 'user add', 'access')
  const at = admin.now()
  const product = await admin.productName()
  const by = await nameOf(trx, admin.by)
  const second = admin.approvedBy === undefined ? null : await nameOf(trx, admin.approvedBy)
  const name = writtenName({ firstName: member.first_name, lastName: member.last_name })
  const texts = { subject: 'mail.newMember.subject', body: 'mail.newMember.body' } as const
  for (const head of heads) {
    const mail = mailToOwner(head, product, texts, (language) => {
      const done = { when: formatInTokyo(at, language), by, product }
      const what =
        second === null
          ? textIn(language, 'mail.newMember.alone', done)
          : textIn(language, 'mail.newMember.approved', { ...done, second })
      return { what, name, email: member.email, page: textIn(language, 'desk.title') }
    })
    await enqueueMessage(trx, mail, at)
  }
}
