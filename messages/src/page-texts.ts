import type { Language } from './language.ts'

/**
 * The texts of the screens in chunks that the browser loads with a page, in the current language only.
 * E-mails, SMS and texts for staff are in none of them.
 */
export const pageTexts = {
  everyPage: {
    En: async () => (await import('./en/every-page.ts')).everyPage,
    Jp: async () => (await import('./jp/every-page.ts')).everyPage,
  },
  about: {
    En: async () => (await import('./en/about.ts')).about,
    Jp: async () => (await import('./jp/about.ts')).about,
  },
  desks: {
    En: async () => (await import('./en/signed-in-pages.ts')).signedInPages,
    Jp: async () => (await import('./jp/signed-in-pages.ts')).signedInPages,
  },
  evidence: {
    En: async () => (await import('./en/evidence.ts')).evidence,
    Jp: async () => (await import('./jp/evidence.ts')).evidence,
  },
  marketPanel: {
    En: async () => (await import('./en/market-panel.ts')).marketPanel,
    Jp: async () => (await import('./jp/market-panel.ts')).marketPanel,
  },
  operations: {
    En: async () => (await import('./en/operations.ts')).operations,
    Jp: async () => (await import('./jp/operations.ts')).operations,
  },
} as const satisfies Readonly<
  Record<string, Readonly<Record<Language, () => Promise<Readonly<Record<string, string>>>>>>
>

export type TextPage = keyof typeof pageTexts
