import type { TextKey } from './en.ts'
import { about } from './jp/about.ts'
import { advert } from './jp/advert.ts'
import { agreement } from './jp/agreement.ts'
import { alerts } from './jp/alerts.ts'
import { auth } from './jp/auth.ts'
import { codes } from './jp/codes.ts'
import { common } from './jp/common.ts'
import { desk } from './jp/desk.ts'
import { explain } from './jp/explain.ts'
import { header } from './jp/header.ts'
import { history } from './jp/history.ts'
import { keys } from './jp/keys.ts'
import { ledger } from './jp/ledger.ts'
import { locate } from './jp/locate.ts'
import { mail } from './jp/mail.ts'
import { market } from './jp/market.ts'
import { notification } from './jp/notification.ts'
import { panel } from './jp/panel.ts'
import { preferences } from './jp/preferences.ts'
import { profile } from './jp/profile.ts'
import { rows } from './jp/rows.ts'
import { sms } from './jp/sms.ts'
import { table } from './jp/table.ts'
import { terms } from './jp/terms.ts'
import { upload } from './jp/upload.ts'
import { whyNot } from './jp/why-not.ts'

/** Every Japanese text, by the English list of keys: one missing is a type error. */
export const jp: Readonly<Record<TextKey, string>> = {
  ...codes,
  ...rows,
  ...agreement,
  ...auth,
  ...about,
  ...common,
  ...header,
  ...notification,
  ...mail,
  ...advert,
  ...panel,
  ...preferences,
  ...profile,
  ...ledger,
  ...locate,
  ...alerts,
  ...keys,
  ...terms,
  ...history,
  ...table,
  ...desk,
  ...market,
  ...sms,
  ...upload,
  ...explain,
  ...whyNot,
}
