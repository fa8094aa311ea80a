import { textIn } from '@aitai/messages/texts.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'
import { formatInTokyo, mailToOwner } from './account-mails.ts'
import { enqueueMessage } from './outbox.ts'

type SecondFactorChange =
  | 'authenticatorAdded'
  | 'authenticatorRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryCodesRenewed'
  | 'recoveryCodeUsed'
  | 'secondFactorsReset'

interface ChangeDetails {
  readonly product: string
  /** Milliseconds UTC. */
  readonly at: number
  /** Recovery codes that are left. */
  readonly left?: number
}

/** Informs the owner of an account of a change of the second factor, in case somebody else made it. */
export async function mailSecondFactorChange(
  trx: Transaction<Database>,
  userId: string,
  change: SecondFactorChange,
  { product, at, left = 0 }: ChangeDetails,
): Promise<void> {
  const to = await trx
    .selectFrom('person')
    .select(['email', 'first_name', 'last_name', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const texts = { subject: 'mail.secondFactor.subject', body: 'mail.secondFactor.body' } as const
  const mail = mailToOwner(to, product, texts, (language) => ({
    what: textIn(language, `mail.secondFactor.${change}`, { when: formatInTokyo(at, language), left }),
  }))
  await enqueueMessage(trx, mail, at)
}
