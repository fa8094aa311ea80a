import { contactAccountManager } from '@aitai/contract/accounts.ts'
import type { App } from '../app.ts'
import { record } from '../audit.ts'
import { post } from '../mail/outbox.ts'
import { serve } from '../serve.ts'
import { contactLetter } from './letters.ts'

/** 'Contact Account Manager' of the menu (specification 2 and 7): a mail to the address that is configured. */
export function contactCalls(app: App): void {
  const { config, database, limits, now } = app

  serve(app, contactAccountManager, async (_, { userId }) => {
    limits.contactsPerUser.take(userId)
    const person = await database
      .selectFrom('person')
      .leftJoin('firm', 'firm.id', 'person.firm_id')
      .leftJoin('broker', 'broker.id', 'person.broker_id')
      .select(['email', 'first_name', 'last_name', 'language', 'phone'])
      .select(['firm.name as firm', 'broker.name as broker'])
      .where('person.id', '=', userId)
      .executeTakeFirstOrThrow()
    const at = now()
    const letter = contactLetter(
      config.accountManager,
      { ...person, organization: person.firm ?? person.broker },
      at,
    )
    await database.transaction().execute(async (trx) => {
      await post(trx, letter, at)
      await record(trx, { actor: userId, action: 'contactAsked', subject: userId }, at)
    })
    return { status: 'OK' as const }
  })
}
