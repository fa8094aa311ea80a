import { languages, textIn } from '@aitai/messages/texts.ts'
import { formatInTokyo } from '../../messages/account-mails.ts'
import type { OutboxMessage } from '../../messages/outbox.ts'

/** The mail with signed heads, in both languages: the reader may know only one. */
export function headsMail(
  to: string,
  { journal, audit }: { readonly journal: string; readonly audit: string },
  product: string,
  at: number,
): OutboxMessage {
  const texts = languages.map((language) =>
    textIn(language, 'mail.heads.body', { product, when: formatInTokyo(at, language) }),
  )
  const subject = languages.map((language) => textIn(language, 'mail.heads.subject', { product })).join(' / ')
  return { kind: 'mail', recipient: to, subject, body: [...texts, journal, audit].join('\n\n') }
}
