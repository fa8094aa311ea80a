import type { TextKey } from '@aitai/messages/en.ts'
import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import type { Selectable } from 'kysely'
import type { PersonTable } from '../database/schema.ts'
import type { OutboxMessage } from './outbox.ts'

export type MailRecipient = Pick<Selectable<PersonTable>, 'email' | 'first_name' | 'last_name' | 'language'>

type MailTextKey = Extract<TextKey, `mail.${string}`>

/** How long a link to a new password can be used. Milliseconds. */
export const resetLinkMs = 30 * 60_000

const languageOf = ({ language }: MailRecipient) => languages.find((each) => each === language) ?? 'En'
const locales = { En: 'en-GB', Jp: 'ja-JP' } as const

/** Date and time in Tokyo, in the reader's language. */
export const formatInTokyo = (at: number, language: keyof typeof locales): string =>
  new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'Asia/Tokyo',
  }).format(at)

/** A mail to the owner of an account in the owner's language, in which `valuesIn` writes times. */
export function mailToOwner(
  to: MailRecipient,
  product: string,
  texts: { readonly subject: MailTextKey; readonly body: MailTextKey },
  valuesIn: (language: Language) => Readonly<Record<string, string | number>>,
): OutboxMessage {
  const language = languageOf(to)
  const { first_name: firstName, last_name: lastName } = to
  return {
    kind: 'mail',
    recipient: to.email,
    subject: textIn(language, texts.subject, { product }),
    body: textIn(language, texts.body, { product, firstName, lastName, ...valuesIn(language) }),
  }
}

/**
 * The mail with a password reset link. The link's host comes from the configuration, because an attacker can
 * choose the Host header of a request. The token is in the fragment, which browsers send to no server.
 */
export function passwordResetMail(
  to: MailRecipient,
  token: string,
  { product, publicUrl }: { readonly product: string; readonly publicUrl: string },
): OutboxMessage {
  const url = `${publicUrl}/reset-password#resetToken=${token}`
  const texts = { subject: 'mail.reset.subject', body: 'mail.reset.body' } as const
  const mail = mailToOwner(to, product, texts, () => ({ url, minutes: resetLinkMs / 60_000 }))
  return { ...mail, goodForMs: resetLinkMs }
}

/** Informs the account's owner of a changed password, in case somebody else changed it. */
export function passwordChangedMail(
  how: 'changed' | 'reset',
  to: MailRecipient,
  product: string,
  at: number,
): OutboxMessage {
  const body = how === 'changed' ? 'mail.passwordChanged.body' : 'mail.passwordReset.body'
  const texts = { subject: 'mail.passwordChanged.subject', body } as const
  return mailToOwner(to, product, texts, (language) => ({ when: formatInTokyo(at, language) }))
}

/** Informs a user of a new credential with which a program signs in as them. */
export function credentialMail(to: MailRecipient, product: string, at: number): OutboxMessage {
  const texts = { subject: 'mail.credential.subject', body: 'mail.credential.body' } as const
  return mailToOwner(to, product, texts, (language) => ({ when: formatInTokyo(at, language) }))
}

interface ContactRequest extends MailRecipient {
  /** The institution or the broker. */
  readonly organization: string | null
  readonly phone: string | null
}

/** Asks the account manager to call a user back, in both languages: the reader may know only one. */
export function contactRequestMail(
  to: string,
  request: ContactRequest,
  product: string,
  at: number,
): OutboxMessage {
  const { first_name: firstName, last_name: lastName, email, phone, organization } = request
  const body = languages.map((language) =>
    textIn(language, 'mail.contact.body', {
      product,
      firstName,
      lastName,
      email,
      phone: phone ?? '-',
      organization: organization ?? '-',
      when: formatInTokyo(at, language),
    }),
  )
  return { kind: 'mail', recipient: to, subject: contactSubject(request), body: body.join('\n\n') }
}

/** Whether a subject is that of such a mail, in both languages: whatever name is in it. */
export const isContactSubject = (subject: string): boolean =>
  languages.some((language) =>
    subject.includes(textIn(language, 'mail.contact.subject', { firstName: '', lastName: '' }).trim()),
  )

/** The subject of that mail, which names the user. */
export const contactSubject = ({
  first_name: firstName,
  last_name: lastName,
}: Pick<MailRecipient, 'first_name' | 'last_name'>): string =>
  languages.map((language) => textIn(language, 'mail.contact.subject', { firstName, lastName })).join(' / ')
