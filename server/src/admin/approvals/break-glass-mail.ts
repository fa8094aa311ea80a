import type { ApprovedCommand } from '@aitai/contract/codes.ts'
import { normalizeEmail, writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { formatInTokyo } from '../../messages/account-mails.ts'
import { enqueueMessage } from '../../messages/outbox.ts'
import type { AdminContext } from '../admin-context.ts'
import type { AdminCommandName } from '../command-arguments.ts'

/** What compliance is informed of: that somebody is shown IOIs, or has changed as whom somebody can sign in. */
type Occasion = 'breakGlass' | 'access'

/**
 * Mails everybody with the grant for compliance about something, in the transaction that admits it or does it. The mail
 * leaves the platform, so it names no IOI, security, institution or user, and not the reason, which may: those are in
 * the journal and the audit trail.
 */
export async function notifyCompliance(
  trx: Transaction<Database>,
  admin: AdminContext,
  name: AdminCommandName,
  occasion: Occasion = 'breakGlass',
): Promise<void> {
  const second = admin.approvedBy === undefined ? null : await nameOf(trx, admin.approvedBy)
  await mailCompliance(trx, admin, null, (language, { product, ...more }) => {
    const what = textIn(language, `operations.approvals.command.${name as ApprovedCommand}`)
    const values = { product, what, ...more }
    return {
      subject: textIn(language, `mail.${occasion}.subject`, { product, what }),
      body: second
        ? textIn(language, `mail.${occasion}.body`, { ...values, second })
        : textIn(language, `mail.${occasion}.bodyAlone`, values),
    }
  })
}

/** Informs compliance that one of them looks at surveillance, which says who failed locates with whom. */
export const notifyOfSurveillance = (trx: Transaction<Database>, admin: AdminContext): Promise<void> =>
  mailCompliance(trx, admin, admin.userId, (language, values) => ({
    subject: textIn(language, 'mail.surveillance.subject', { product: values.product }),
    body: textIn(language, 'mail.surveillance.body', values),
  }))

/** The texts of a mail. */
interface MailTexts {
  readonly subject: string
  readonly body: string
}

/** What each of these mails says: the product, who did it, and when. */
type MailValues = Readonly<Record<'product' | 'by' | 'when', string>>

/**
 * Mails everybody with the grant but one, and the mailbox of compliance: whoever looks may be the only one with the
 * grant, or have disabled those who have it.
 */
async function mailCompliance(
  trx: Transaction<Database>,
  admin: AdminContext,
  except: string | null,
  textsOf: (language: Language, values: MailValues) => MailTexts,
): Promise<void> {
  const all = await trx
    .selectFrom('person')
    .innerJoin('staff_grant', 'staff_grant.user_id', 'person.id')
    .select(['person.id', 'email', 'language'])
    .where('staff_grant.name', '=', 'compliance')
    .where('person.active', '=', 1)
    .orderBy('email')
    .execute()
  const { compliance } = admin
  const isMailbox = compliance !== null && !all.some(({ email }) => email === normalizeEmail(compliance))
  const people = all.filter(({ id }) => id !== except)
  if (people.length === 0 && !isMailbox) return
  const at = admin.now()
  const product = await admin.productName()
  const by = await nameOf(trx, admin.by)
  const textsIn = (language: Language): MailTexts =>
    textsOf(language, { product, by, when: formatInTokyo(at, language) })
  for (const { email: recipient, language: own } of people) {
    const texts = textsIn(languages.find((each) => each === own) ?? 'En')
    await enqueueMessage(trx, { kind: 'mail', recipient, ...texts }, at)
  }
  if (!isMailbox) return
  // Its readers may know only one language.
  const both = languages.map(textsIn)
  const subject = both.map((texts) => texts.subject).join(' / ')
  const body = both.map((texts) => texts.body).join('\n\n')
  await enqueueMessage(trx, { kind: 'mail', recipient: compliance, subject, body }, at)
}

/** The name of a user; what was typed for anybody else. */
export async function nameOf(trx: Transaction<Database>, by: string): Promise<string> {
  const person = await trx
    .selectFrom('person')
    .select(['first_name', 'last_name'])
    .where('id', '=', by)
    .executeTakeFirst()
  return person ? writtenName({ firstName: person.first_name, lastName: person.last_name }) : by
}
