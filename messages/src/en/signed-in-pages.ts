import { credibilityLedger } from './accounts/credibility-ledger.ts'
import { profile } from './accounts/profile.ts'
import { traderPreferences } from './accounts/trader-preferences.ts'
import { advancedPanel } from './adverts/advanced-panel.ts'
import { advert } from './adverts/adverts.ts'
import { allIois } from './adverts/all-iois.ts'
import { chart } from './adverts/chart.ts'
import { costAnalysis } from './adverts/cost-analysis.ts'
import { exposure } from './adverts/exposure.ts'
import { history } from './adverts/history.ts'
import { marketStatus } from './adverts/market-status.ts'
import { openInterest } from './adverts/open-interest.ts'
import { sendConfirmation } from './adverts/send-confirmation.ts'
import { upload } from './adverts/upload.ts'
import { watchlist } from './adverts/watchlist.ts'
import { whyNot } from './adverts/why-not.ts'
import { dataGrid } from './app/data-grid.ts'
import { glossary } from './app/glossary.ts'
import { keyboardShortcuts } from './app/keyboard-shortcuts.ts'
import { advertErrors } from './errors/advert-errors.ts'
import { uploadRowErrors } from './errors/upload-row-errors.ts'
import { agreement } from './locates/agreements.ts'
import { alerts } from './locates/alerts.ts'
import { blotter } from './locates/blotter.ts'
import { locate } from './locates/locates.ts'
import { notification } from './locates/notifications.ts'
import { practice } from './locates/practice.ts'

/** The English texts of the signed-in pages, in addition to those of every page. */
export const signedInPages = {
  ...advertErrors,
  ...uploadRowErrors,
  ...agreement,
  ...notification,
  ...advert,
  ...advancedPanel,
  ...traderPreferences,
  ...profile,
  ...credibilityLedger,
  ...blotter,
  ...locate,
  ...alerts,
  ...keyboardShortcuts,
  ...glossary,
  ...watchlist,
  ...practice,
  ...history,
  ...chart,
  ...costAnalysis,
  ...exposure,
  ...allIois,
  ...openInterest,
  ...dataGrid,
  ...sendConfirmation,
  ...marketStatus,
  ...upload,
  ...whyNot,
} as const
