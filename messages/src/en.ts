import { about } from './en/about.ts'
import { everyPage } from './en/every-page.ts'
import { evidence } from './en/evidence.ts'
import { explain } from './en/explain.ts'
import { mail } from './en/mail.ts'
import { marketPanel } from './en/market-panel.ts'
import { operations } from './en/operations.ts'
import { signedInPages } from './en/signed-in-pages.ts'
import { sms } from './en/sms.ts'

/** Every English text. Its keys are the list of keys: the Japanese texts are typed by it. */
export const en = {
  ...everyPage,
  ...about,
  ...evidence,
  ...signedInPages,
  ...marketPanel,
  ...operations,
  ...mail,
  ...sms,
  ...explain,
} as const

export type TextKey = keyof typeof en
