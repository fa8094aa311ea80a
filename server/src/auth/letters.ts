import { languages, textIn } from '@aitai/messages/texts.ts'
import type { Selectable } from 'kysely'
import type { PersonTable } from '../database/schema.ts'
import type { Letter } from '../mail/outbox.ts'

export type Addressee = Pick<Selectable<PersonTable>, 'email' | 'first_name' | 'last_name' | 'language'>

/** How long a link to a new password can be used. Milliseconds. */
export const resetMs = 30 * 60_000

const languageOf = ({ language }: Addressee) => languages.find((each) => each === language) ?? 'En'
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
export function resetLetter(to: Addressee, token: string, publicUrl: string): Letter {
  const language = languageOf(to)
  const url = `${publicUrl}/reset-password?resetToken=${token}`
  const { first_name: firstName, last_name: lastName } = to
  return {
    kind: 'mail',
    recipient: to.email,
    subject: textIn(language, 'mail.reset.subject'),
    body: textIn(language, 'mail.reset.body', { firstName, lastName, url, minutes: resetMs / 60_000 }),
    goodForMs: resetMs,
  }
}

/** Tells the owner that the password is another now, for it may have been somebody else's doing. */
export function passwordNotice(how: 'changed' | 'reset', to: Addressee, at: number): Letter {
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

export interface Wish extends Addressee {
  /** The institution or the broker. */
  readonly organization: string | null
  readonly phone: string | null
}

/**
 * The wish of a user to be called, to the account manager, in both languages: the reader may know one only.
 */
export function contactLetter(to: string, wish: Wish, at: number): Letter {
  const { first_name: firstName, last_name: lastName, email, phone, organization } = wish
  const body = languages.map((language) =>
    textIn(language, 'mail.contact.body', {
      ...{ firstName, lastName, email, phone: phone ?? '-', organization: organization ?? '-' },
      when: tokyoTime(at, language),
    }),
  )
  const subject = languages.map((language) =>
    textIn(language, 'mail.contact.subject', { firstName, lastName }),
  )
  return { kind: 'mail', recipient: to, subject: subject.join(' / '), body: body.join('\n\n') }
}
