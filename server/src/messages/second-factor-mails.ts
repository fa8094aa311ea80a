import { languages, textIn } from '@aitai/messages/texts.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'
import { tokyoTime } from './account-mails.ts'
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
  const language = languages.find((each) => each === to.language) ?? 'En'
  const what = textIn(language, `mail.secondFactor.${change}`, { when: tokyoTime(at, language), left })
  const values = { product, firstName: to.first_name, lastName: to.last_name, what }
  await enqueueMessage(
    trx,
    {
      kind: 'mail',
      recipient: to.email,
      subject: textIn(language, 'mail.secondFactor.subject', { product }),
      body: textIn(language, 'mail.secondFactor.body', values),
    },
    at,
  )
}
