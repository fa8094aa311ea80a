import { contactAccountManager } from '@aitai/contract/routes/account.ts'
import type { AppContext } from '../../context.ts'
import { recordAuditEvent } from '../../database/audit-events.ts'
import { decryptPhone } from '../../database/encryption/encrypted-columns.ts'
import { contactRequestMail } from '../../messages/account-mails.ts'
import { enqueueMessage } from '../../messages/outbox.ts'
import { serve } from '../serve.ts'

/**
 * Sends the Contact Account Manager form as a mail to the configured address (docs/specification.md §2, §7).
 */
export function contactCalls(app: AppContext): void {
  const { config, database, installation, limits, now } = app

  serve(app, contactAccountManager, async (_, { userId }) => {
    limits.contactsPerUser.take(userId)
    const person = await database
      .selectFrom('person')
      .leftJoin('firm', 'firm.id', 'person.firm_id')
      .leftJoin('broker', 'broker.id', 'person.broker_id')
      .select(['person.id', 'email', 'first_name', 'last_name', 'language', 'phone'])
      .select(['firm.name as firm', 'broker.name as broker'])
      .where('person.id', '=', userId)
      .executeTakeFirstOrThrow()
    const at = now()
    const mail = contactRequestMail(
      config.accountManager,
      {
        ...person,
        phone: await decryptPhone(database, person),
        organization: person.firm ?? person.broker,
      },
      installation.brand.productName,
      at,
    )
    await database.transaction().execute(async (trx) => {
      await enqueueMessage(trx, mail, at)
      await recordAuditEvent(trx, { actor: userId, action: 'contactRequested', subject: userId }, at)
    })
    return { status: 'OK' as const }
  })
}
