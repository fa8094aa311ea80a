import { about } from './en/about.ts'
import { advert } from './en/advert.ts'
import { agreement } from './en/agreement.ts'
import { alerts } from './en/alerts.ts'
import { auth } from './en/auth.ts'
import { codes } from './en/codes.ts'
import { common } from './en/common.ts'
import { desk } from './en/desk.ts'
import { explain } from './en/explain.ts'
import { header } from './en/header.ts'
import { history } from './en/history.ts'
import { keys } from './en/keys.ts'
import { ledger } from './en/ledger.ts'
import { locate } from './en/locate.ts'
import { mail } from './en/mail.ts'
import { market } from './en/market.ts'
import { notification } from './en/notification.ts'
import { panel } from './en/panel.ts'
import { preferences } from './en/preferences.ts'
import { profile } from './en/profile.ts'
import { rows } from './en/rows.ts'
import { sms } from './en/sms.ts'
import { table } from './en/table.ts'
import { terms } from './en/terms.ts'
import { upload } from './en/upload.ts'
import { whyNot } from './en/why-not.ts'

/** Every English text by its key. This is the list of keys: the Japanese one is typed by it. */
export const en = {
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
} as const

export type TextKey = keyof typeof en
