import { later } from './later.ts'

/*
 * The parts of the client that are fetched apart, so that the login page stays small: the grid comes with the
 * tables only, the socket with the desks, forms and popups with who needs them.
 */

export const SignedInLayout = later(
  async () => (await import('./SignedInLayout.tsx')).SignedInLayout,
  'desks',
)
export const TraderHome = later(async () => (await import('./TraderHome.tsx')).TraderHome, 'desks')
export const BrokersHome = later(
  async () => (await import('./agreements/BrokersHome.tsx')).BrokersHome,
  'desks',
)
export const ProfilePage = later(async () => (await import('./profile/ProfilePage.tsx')).ProfilePage, 'desks')
export const Preferences = later(
  async () => (await import('./preferences/Preferences.tsx')).Preferences,
  'desks',
)
export const AboutPage = later(async () => (await import('./about/AboutPage.tsx')).AboutPage, 'about')
export const FirstLoginPage = later(async () => (await import('./auth/FirstLoginPage.tsx')).FirstLoginPage)
export const ForgotPasswordPage = later(
  async () => (await import('./auth/ForgotPasswordPage.tsx')).ForgotPasswordPage,
)
export const LoggedOutPage = later(async () => (await import('./auth/LoggedOutPage.tsx')).LoggedOutPage)
export const ResetPasswordPage = later(
  async () => (await import('./auth/ResetPasswordPage.tsx')).ResetPasswordPage,
)
export const StaffPage = later(async () => (await import('./auth/StaffPage.tsx')).StaffPage)
/** The popups over every page. */
export const Popups = later(async () => (await import('./Popups.tsx')).Popups)
