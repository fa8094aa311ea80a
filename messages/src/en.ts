import { advert } from './en/advert.ts'
import { agreement } from './en/agreement.ts'
import { auth } from './en/auth.ts'
import { codes } from './en/codes.ts'
import { common } from './en/common.ts'
import { header } from './en/header.ts'
import { locate } from './en/locate.ts'
import { mail } from './en/mail.ts'
import { market } from './en/market.ts'
import { notification } from './en/notification.ts'
import { sms } from './en/sms.ts'

/** Every English text by its key. This is the list of keys: the Japanese one is typed by it. */
export const en = {
  ...codes,
  ...agreement,
  ...auth,
  ...common,
  ...header,
  ...notification,
  ...mail,
  ...advert,
  ...locate,
  ...market,
  ...sms,
} as const

export type TextKey = keyof typeof en
