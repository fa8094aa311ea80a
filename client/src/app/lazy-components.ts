import { lazyWithTexts } from '../ui/text/lazy.ts'

/**
 * The parts of the client that are loaded separately, to keep the login page small: the grid with tables, the
 * socket with desks, forms and popups on demand.
 */

export const SignedInLayout = lazyWithTexts(
  async () => (await import('./SignedInLayout.tsx')).SignedInLayout,
  'desks',
)
export const TraderHome = lazyWithTexts(
  async () => (await import('./trader-home/TraderHome.tsx')).TraderHome,
  'desks',
)
export const CostAnalysisHome = lazyWithTexts(
  async () => (await import('./CostAnalysisHome.tsx')).CostAnalysisHome,
  'desks',
)
export const DeskHome = lazyWithTexts(async () => (await import('./DeskHome.tsx')).DeskHome, 'desks')
export const LocatesHome = lazyWithTexts(async () => (await import('./LocatesHome.tsx')).LocatesHome, 'desks')
export const BrokersHome = lazyWithTexts(
  async () => (await import('../agreements/BrokersHome.tsx')).BrokersHome,
  'desks',
)
export const OperationsHome = lazyWithTexts(
  async () => (await import('../operations/OperationsHome.tsx')).OperationsHome,
  'desks',
  'operations',
)
export const ProfilePage = lazyWithTexts(
  async () => (await import('../profile/ProfilePage.tsx')).ProfilePage,
  'desks',
)
export const Preferences = lazyWithTexts(
  async () => (await import('../preferences/Preferences.tsx')).Preferences,
  'desks',
)
export const AboutPage = lazyWithTexts(
  async () => (await import('../about/AboutPage.tsx')).AboutPage,
  'about',
)
export const FirstLoginPage = lazyWithTexts(
  async () => (await import('../auth/FirstLoginPage.tsx')).FirstLoginPage,
)
export const FirstPasskeyPage = lazyWithTexts(
  async () => (await import('../auth/FirstPasskeyPage.tsx')).FirstPasskeyPage,
  'desks',
)
export const ForgotPasswordPage = lazyWithTexts(
  async () => (await import('../auth/ForgotPasswordPage.tsx')).ForgotPasswordPage,
)
export const LoggedOutPage = lazyWithTexts(
  async () => (await import('../auth/LoggedOutPage.tsx')).LoggedOutPage,
)
export const ProviderReturnPage = lazyWithTexts(
  async () => (await import('../auth/ProviderReturnPage.tsx')).ProviderReturnPage,
)
export const ResetPasswordPage = lazyWithTexts(
  async () => (await import('../auth/ResetPasswordPage.tsx')).ResetPasswordPage,
)
export const StaffPage = lazyWithTexts(async () => (await import('../auth/StaffPage.tsx')).StaffPage)
export const VerifyReceiptPage = lazyWithTexts(
  async () => (await import('../receipts/VerifyReceiptPage.tsx')).VerifyReceiptPage,
  'evidence',
)
/** The popups above every page. */
export const GlobalPopups = lazyWithTexts(
  async () => (await import('./popups/GlobalPopups.tsx')).GlobalPopups,
)
