import { expect } from '@playwright/test'
import { addedPassword, addTrader, runOperatorCommand } from '../../support/operator-cli.ts'
import { linkIn, waitForMessage } from '../../support/outbox-messages.ts'
import { Person } from '../../support/people.ts'
import type { AuditedScreen, AuditSession } from '../audit-session.ts'

const phone = { width: 360, height: 740 } as const
const email = 'trader@birch.example'
/** Of the demonstration's staff, without the grant for a moment. */
const support = 'support@aitai.example'
const supportGrant = [support, '--grant', 'support', '--reason', 'an audit of its screen']
const own = 'four-lanterns-by-the-gate'

const guestOf = ({ guest }: AuditSession): Person => {
  if (!guest) throw new Error('no guest page is open')
  return guest
}

async function openSignedOut(session: AuditSession, path = '/'): Promise<Person> {
  await session.guest?.leaves()
  const who = session.as('')
  session.guest = new Person(await Person.window(who), who.language, who.words)
  if (path !== '/') await session.guest.page.goto(`${session.product.url}${path}`)
  return session.guest
}

/** The same page on a phone, and back. */
async function onPhone(session: AuditSession): Promise<Person> {
  await guestOf(session).page.setViewportSize(phone)
  return guestOf(session)
}
const backToDesktop = (session: AuditSession): Promise<void> =>
  guestOf(session).page.setViewportSize(session.as('').viewport ?? { width: 1440, height: 900 })

/** A forgotten password: the request, the e-mailed link, and an invalid link. */
const passwordScreens: readonly AuditedScreen[] = [
  {
    name: 'forget-password',
    arrive: async (session) => {
      const guest = await openSignedOut(session, '/forget-password')
      await expect(guest.button('auth.forgotSend')).toBeVisible()
      return guest
    },
  },
  { name: 'forget-password-phone', arrive: onPhone, leave: backToDesktop },
  {
    name: 'forget-password-sent',
    arrive: async (session) => {
      const guest = guestOf(session)
      await guest.page.getByLabel(guest.text('auth.email')).fill(email)
      await guest.button('auth.forgotSend').click()
      await expect(guest.page.getByRole('dialog')).toContainText(email)
      return guest
    },
  },
  {
    name: 'reset-password',
    arrive: async (session) => {
      const guest = guestOf(session)
      await guest.page.goto(linkIn(await waitForMessage(session.product, email)))
      await expect(guest.button('auth.setPassword')).toBeVisible()
      return guest
    },
  },
  {
    name: 'reset-password-refused',
    arrive: async (session) => {
      const guest = guestOf(session)
      await guest.page.getByLabel(guest.text('auth.newPassword'), { exact: true }).fill(own)
      await guest.page.getByLabel(guest.text('auth.confirmation'), { exact: true }).fill(`${own}s`)
      await guest.button('auth.setPassword').click()
      await expect(guest.page.getByText(guest.text('PASSWORD_MISMATCH'))).toBeVisible()
      return guest
    },
  },
  {
    name: 'reset-password-expired',
    arrive: async (session) => {
      const guest = guestOf(session)
      await guest.page.goto(`${session.product.url}/reset-password#resetToken=${'0'.repeat(43)}`)
      await expect(guest.page.getByRole('dialog')).toContainText(guest.text('auth.resetExpired'))
      return guest
    },
  },
]

const publicScreens: readonly AuditedScreen[] = [
  {
    name: 'about',
    arrive: async (session) => {
      const guest = await openSignedOut(session, '/about-us')
      await expect(guest.page.getByRole('heading', { name: guest.text('about.title') })).toBeVisible()
      return guest
    },
  },
  { name: 'about-phone', arrive: onPhone, leave: backToDesktop },
  {
    name: 'login-phone',
    arrive: async (session) => {
      const guest = await openSignedOut(session)
      await expect(guest.button('auth.signIn')).toBeVisible()
      return onPhone(session)
    },
    leave: backToDesktop,
  },
  {
    name: 'new-version',
    arrive: async (session) => {
      const guest = guestOf(session)
      await guest.page.route('**/version/web', (route) => route.fulfill({ body: '0.3.0' }))
      await guest.page.reload()
      await expect(guest.page.getByRole('dialog')).toContainText(guest.text('version.lead'))
      return guest
    },
  },
  {
    name: 'first-passkey',
    arrive: async (session) => {
      const { product } = session
      const why = ['--reason', 'an audit of its screen']
      await runOperatorCommand(product, 'firm', 'add', 'Quince')
      await runOperatorCommand(product, 'firm', 'change', 'Quince', '--required-factor', 'passkey', ...why)
      const email = 'passkey@quince.example'
      await addTrader(product, { email, firstName: 'Aoi', lastName: 'Mori', firm: 'Quince' })
      const guest = await openSignedOut(session)
      await guest.signsIn(email, addedPassword)
      await expect(guest.page.getByText(guest.text('auth.firstPasskeyLead'))).toBeVisible()
      return guest
    },
    leave: (session) => guestOf(session).leaves(),
  },
  {
    name: 'staff',
    arrive: async (session) => {
      await runOperatorCommand(session.product, 'user', 'revoke', ...supportGrant)
      const guest = await openSignedOut(session)
      await guest.signsIn(support)
      await expect(guest.page.getByText(guest.text('auth.staffTitle'))).toBeVisible()
      return guest
    },
    leave: async (session) => {
      await guestOf(session).leaves()
      await runOperatorCommand(session.product, 'user', 'grant', ...supportGrant)
    },
  },
]

/** The page that verifies a receipt: empty, and with a text that is not a receipt. */
const receiptScreens: readonly AuditedScreen[] = [
  {
    name: 'verify-receipt',
    arrive: async (session) => {
      const guest = await openSignedOut(session, '/verify-receipt')
      await expect(guest.page.getByRole('heading', { name: guest.text('receipt.verifyTitle') })).toBeVisible()
      return guest
    },
  },
  {
    name: 'verify-receipt-refused',
    arrive: async (session) => {
      const guest = guestOf(session)
      await guest.page.getByLabel(guest.text('receipt.text'), { exact: true }).fill('{}')
      await expect(guest.page.getByText(guest.text('receipt.fault.FORMAT'))).toBeVisible()
      return guest
    },
  },
]

/** Public pages, and the page that staff see. */
export const publicPageScreens: readonly AuditedScreen[] = [
  ...passwordScreens,
  ...receiptScreens,
  ...publicScreens,
]
