import type { sms as en } from '../en/sms.ts'

export const sms: Readonly<Record<keyof typeof en, string>> = {
  'sms.code': '{product}の認証コードは{code}です。有効期限は5分です。誰にも教えないでください。',
}
