import { languages, textIn } from '@aitai/messages/texts.ts'
import type { Selectable } from 'kysely'
import type { PersonTable } from '../database/schema.ts'
import type { OutboxMessage } from './outbox.ts'

export type MailRecipient = Pick<Selectable<PersonTable>, 'email' | 'first_name' | 'last_name' | 'language'>

/** How long a link to a new password can be used. Milliseconds. */
export const resetLinkMs = 30 * 60_000

const languageOf = ({ language }: MailRecipient) => languages.find((each) => each === language) ?? 'En'
const locales = { En: 'en-GB', Jp: 'ja-JP' } as const

/** A moment as people in Tokyo read it. */
const tokyoTime = (at: number, language: keyof typeof locales): string =>
  new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'Asia/Tokyo',
  }).format(at)

/**
 * The mail with a link to a new password. Its address is that of the configuration: what a request says of
 * its host may be anybody's (quality S7).
 */
export function passwordResetMail(to: MailRecipient, token: string, publicUrl: string): OutboxMessage {
  const language = languageOf(to)
  const url = `${publicUrl}/reset-password?resetToken=${token}`
  const { first_name: firstName, last_name: lastName } = to
  return {
    kind: 'mail',
    recipient: to.email,
    subject: textIn(language, 'mail.reset.subject'),
    body: textIn(language, 'mail.reset.body', { firstName, lastName, url, minutes: resetLinkMs / 60_000 }),
    goodForMs: resetLinkMs,
  }
}

/** Tells the owner that the password is another now, for it may have been somebody else's doing. */
export function passwordChangedMail(how: 'changed' | 'reset', to: MailRecipient, at: number): OutboxMessage {
  const language = languageOf(to)
  const { first_name: firstName, last_name: lastName } = to
  const key = how === 'changed' ? 'mail.passwordChanged.body' : 'mail.passwordReset.body'
  return {
    kind: 'mail',
    recipient: to.email,
    subject: textIn(language, 'mail.passwordChanged.subject'),
    body: textIn(language, key, { firstName, lastName, when: tokyoTime(at, language) }),
  }
}

export interface ContactRequest extends MailRecipient {
  /** The institution or the broker. */
  readonly organization: string | null
  readonly phone: string | null
}

/**
 * The wish of a user to be called, to the account manager, in both languages: the reader may know one only.
 */
export function contactRequestMail(to: string, wish: ContactRequest, at: number): OutboxMessage {
  const { first_name: firstName, last_name: lastName, email, phone, organization } = wish
  const body = languages.map((language) =>
    textIn(language, 'mail.contact.body', {
      firstName,
      lastName,
      email,
      phone: phone ?? '-',
      organization: organization ?? '-',
      when: tokyoTime(at, language),
    }),
  )
  const subject = languages.map((language) =>
    textIn(language, 'mail.contact.subject', { firstName, lastName }),
  )
  return { kind: 'mail', recipient: to, subject: subject.join(' / '), body: body.join('\n\n') }
}
