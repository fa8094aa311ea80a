import type { TextKey } from './en.ts'
import { advert } from './jp/advert.ts'
import { agreement } from './jp/agreement.ts'
import { auth } from './jp/auth.ts'
import { codes } from './jp/codes.ts'
import { common } from './jp/common.ts'
import { explain } from './jp/explain.ts'
import { header } from './jp/header.ts'
import { locate } from './jp/locate.ts'
import { mail } from './jp/mail.ts'
import { market } from './jp/market.ts'
import { notification } from './jp/notification.ts'
import { rows } from './jp/rows.ts'
import { sms } from './jp/sms.ts'
import { whyNot } from './jp/why-not.ts'

/** Every Japanese text, by the English list of keys: one missing is a type error. */
export const jp: Readonly<Record<TextKey, string>> = {
  ...codes,
  ...rows,
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
  ...explain,
  ...whyNot,
}
