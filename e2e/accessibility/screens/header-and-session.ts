import { expect, type Locator } from '@playwright/test'
import type { Trader } from '../../support/people.ts'
import type { AuditedScreen, AuditSession } from '../audit-session.ts'

const escapes = ({ trader }: AuditSession): Promise<void> => trader.page.keyboard.press('Escape')
const dialog = ({ page }: Trader): Locator => page.getByRole('dialog')
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

async function opensRating(trader: Trader): Promise<void> {
  await trader.page.locator('.rating .dropdown-trigger').click()
  await expect(trader.page.getByRole('table', { name: trader.text('ledger.events') })).toBeVisible()
}

/** What opens from the header. */
const headerScreens: readonly AuditedScreen[] = [
  {
    name: 'desk-bell',
    arrive: async ({ trader }) => {
      await trader.page.locator('.bell .dropdown-trigger, .dropdown-trigger:has(.bell-count)').first().click()
      await expect(trader.page.getByRole('tabpanel')).toBeVisible()
      return trader
    },
  },
  {
    name: 'desk-bell-located',
    arrive: async ({ trader }) => {
      await trader.page.getByRole('tab', { name: trader.text('notification.located') }).click()
      await trader.page.locator('.bell-line-head').first().click()
      return trader
    },
    leave: escapes,
  },
  {
    name: 'desk-profile',
    arrive: async ({ trader }) => {
      await trader.page.getByRole('button', { name: trader.text('header.profile') }).click()
      await expect(trader.button('header.logOff')).toBeVisible()
      return trader
    },
    leave: escapes,
  },
  {
    name: 'desk-rating',
    arrive: async ({ trader }) => {
      await opensRating(trader)
      return trader
    },
    leave: escapes,
  },
  {
    name: 'desk-contact',
    arrive: async ({ trader }) => {
      await trader.page.getByRole('button', { name: trader.text('header.profile') }).click()
      await trader.button('contact.button').click()
      await expect(dialog(trader)).toContainText(trader.text('contact.done'))
      return trader
    },
    leave: ({ trader }) =>
      dialog(trader)
        .getByRole('button', { name: trader.text('common.ok') })
        .click(),
  },
  {
    name: 'desk-keys',
    arrive: async ({ trader }) => {
      await trader.button('keys.title').click()
      await expect(dialog(trader)).toContainText(trader.text('keys.does.accept'))
      return trader
    },
    leave: escapes,
  },
]

/** What the day has cost, and what its figures mean. */
const costScreens: readonly AuditedScreen[] = [
  {
    name: 'costs',
    arrive: async ({ trader }) => {
      await trader.page.getByRole('button', { name: trader.text('header.profile') }).click()
      await trader.page.getByRole('link', { name: trader.text('costs.title') }).click()
      await expect(trader.page.locator('#cost-table').getByText('8035.T')).toBeVisible()
      return trader
    },
  },
  {
    name: 'costs-definitions',
    arrive: async ({ trader }) => {
      await trader.button('costs.definitions').focus()
      await trader.page.keyboard.press('Enter')
      await expect(trader.page.getByText(trader.text('costs.means.saved'))).toBeVisible()
      return trader
    },
    leave: escapes,
  },
  {
    name: 'costs-by-broker',
    arrive: async ({ trader }) => {
      await trader.page.getByRole('tab', { name: trader.text('costs.by.agreement') }).focus()
      await trader.page.keyboard.press('End')
      await expect(trader.page.getByRole('rowheader').last()).toHaveText(trader.text('costs.total'))
      return trader
    },
    leave: ({ trader }) => trader.page.getByRole('link', { name: trader.text('costs.desk') }).click(),
  },
]

const phone = { width: 360, height: 740 } as const

async function opensMenu({ trader }: AuditSession): Promise<void> {
  await trader.page.setViewportSize(phone)
  await trader.button('header.menuOpen').click()
  await expect(trader.button('header.menuClose')).toBeVisible()
}

async function desktop(session: AuditSession): Promise<void> {
  const { page } = session.trader
  await page.setViewportSize(session.as('').viewport ?? { width: 1440, height: 900 })
  // Without a repaint in between, the page would still have the phone's layout and its menu open.
  await expect(page.locator('.mobile-menu-button')).toHaveCount(0)
}

/** The desk and the header on a phone. */
const phoneScreens: readonly AuditedScreen[] = [
  {
    name: 'phone-desk',
    arrive: async ({ trader }) => {
      await trader.page.setViewportSize(phone)
      await expect(trader.page.getByText(trader.text('header.desktopTitle'))).toBeVisible()
      return trader
    },
  },
  {
    name: 'phone-pause-all',
    arrive: async ({ trader }) => {
      await trader.page.getByRole('button', { name: trader.text('all.pause') }).click()
      await expect(dialog(trader)).toContainText(trader.text('all.question.pause', { count: 2 }))
      return trader
    },
    leave: escapes,
  },
  {
    name: 'phone-located',
    arrive: async (session) => {
      await session.locates('4568.T')
      await session.trader.seesContraLocated('50,000')
      return session.trader
    },
    leave: async (session) => {
      await session.trader.answers('a')
      await session.contraAnswers('accept')
    },
  },
  {
    name: 'phone-accepted',
    arrive: async ({ trader }) => {
      await trader.seesOutcome('locate.outcome.ACCEPTED')
      await expect(trader.popup.getByText(trader.text('locate.contact.loading'))).toBeHidden()
      return trader
    },
    leave: async (session) => {
      await session.trader.readsOutcome()
      await desktop(session)
    },
  },
  {
    name: 'phone-menu',
    arrive: async (session) => {
      await opensMenu(session)
      return session.trader
    },
    leave: desktop,
  },
  {
    name: 'phone-rating',
    arrive: async (session) => {
      await opensMenu(session)
      await opensRating(session.trader)
      return session.trader
    },
    leave: desktop,
  },
]

/** The screen while the live socket is down, and afterwards. */
const liveScreens: readonly AuditedScreen[] = [
  {
    name: 'desk-reconnecting',
    arrive: async (session) => {
      await session.locates('4063.T')
      await session.trader.seesContraLocated('50,000')
      await session.product.halt()
      await expect(session.trader.button('connection.retryNow')).toBeVisible()
      return session.trader
    },
  },
  {
    name: 'desk-offline',
    arrive: async ({ trader }) => {
      await trader.page.context().setOffline(true)
      await trader.button('connection.retryNow').click()
      await expect(trader.page.getByText(trader.text('connection.offline')).first()).toBeVisible()
      return trader
    },
    leave: ({ trader }) => trader.page.context().setOffline(false),
  },
  {
    name: 'desk-timed-out',
    arrive: async (session) => {
      await session.restartsLater(minuteMs)
      const retry = session.trader.button('connection.retryNow')
      if (await retry.isVisible()) await retry.click()
      await expect(
        session.trader.page.getByText(session.trader.text('notification.missedCount', { count: 1 })).first(),
      ).toBeVisible()
      return session.trader
    },
  },
]

const tomorrowScreens: readonly AuditedScreen[] = [
  {
    name: 'session-timed-out',
    arrive: async (session) => {
      await session.trader.page.goto('about:blank')
      await session.product.halt()
      await session.restartsLater(minuteMs + dayMs)
      await session.trader.page.context().addInitScript((ms) => {
        const now = performance.now.bind(performance)
        performance.now = () => now() + ms
      }, dayMs)
      await session.trader.page.goto(session.product.url)
      await expect(dialog(session.trader)).toContainText(session.trader.text('auth.timedOutTitle'))
      return session.trader
    },
    leave: ({ trader }) => trader.button('auth.signInAgain').click(),
  },
  {
    name: 'restore',
    arrive: async ({ trader }) => {
      await trader.signsIn('trader@alder.example')
      await trader.isAtDesk()
      await expect(trader.button('upload.restore')).not.toHaveAttribute('aria-disabled', 'true')
      await trader.button('upload.restore').click()
      await expect(dialog(trader).getByText(trader.text('upload.summary.priorDay')).first()).toBeVisible()
      return trader
    },
    leave: ({ trader }) => trader.button('upload.cancel').click(),
  },
  {
    name: 'history-calendar',
    arrive: async ({ trader }) => {
      await trader.page.getByRole('button', { name: trader.text('history.open'), exact: true }).click()
      await trader.page.locator('.day-choice .dropdown-trigger').focus()
      await trader.page.keyboard.press('Enter')
      await expect(trader.page.locator('.day-calendar [aria-current=date]')).toBeFocused()
      return trader
    },
  },
  {
    name: 'history-past-day',
    arrive: async ({ trader }) => {
      await trader.page.keyboard.press('ArrowLeft')
      await trader.page.keyboard.press('Enter')
      await expect(trader.page.getByRole('row').filter({ hasText: '8035.T' })).toBeVisible()
      return trader
    },
    leave: ({ trader }) => trader.page.getByRole('button', { name: trader.text('history.close') }).click(),
  },
  {
    name: 'session-replaced',
    arrive: async (session) => {
      const again = await session.signInAgain()
      await expect(dialog(session.trader)).toContainText(session.trader.text('SESSION_REPLACED'))
      await again.leaves()
      return session.trader
    },
    leave: ({ trader }) => trader.button('auth.signInAgain').click(),
  },
  {
    name: 'logged-out',
    arrive: async ({ trader }) => {
      await trader.signsIn('trader@alder.example')
      await trader.isAtDesk()
      await trader.page.getByRole('button', { name: trader.text('header.profile') }).click()
      await trader.button('header.logOff').click()
      await expect(
        trader.page.getByRole('heading', { name: trader.text('auth.loggedOutTitle') }),
      ).toBeVisible()
      return trader
    },
  },
]

/** The header, a lost connection, the next morning, and the ends of a session. */
export const headerAndSessionScreens: readonly AuditedScreen[] = [
  ...headerScreens,
  ...costScreens,
  ...phoneScreens,
  ...liveScreens,
  ...tomorrowScreens,
]
