import type { TextKey } from './en.ts'
import { about } from './jp/about.ts'
import { everyPage } from './jp/every-page.ts'
import { evidence } from './jp/evidence.ts'
import { explain } from './jp/explain.ts'
import { mail } from './jp/mail.ts'
import { marketPanel } from './jp/market-panel.ts'
import { operations } from './jp/operations.ts'
import { signedInPages } from './jp/signed-in-pages.ts'
import { sms } from './jp/sms.ts'

/** Every Japanese text. The keys are those of English, so a missing one is a type error. */
export const jp: Readonly<Record<TextKey, string>> = {
  ...everyPage,
  ...about,
  ...evidence,
  ...signedInPages,
  ...marketPanel,
  ...operations,
  ...mail,
  ...sms,
  ...explain,
}
