import { expect } from '@playwright/test'
import type { AuditedScreen } from '../audit-session.ts'

/** The home of the executing broker, what the trader sees of its report, and the home of another broker. */
export const brokerScreens: readonly AuditedScreen[] = [
  {
    name: 'broker-match',
    arrive: async (session) => {
      const broker = await session.broker(`broker@${session.executing.own}.example`)
      const popup = broker.page.getByRole('dialog', { name: broker.text('agreement.matchTitle') })
      await expect(popup).toBeVisible()
      return broker
    },
    leave: (session) => session.signedInBroker.readsMatch(),
  },
  { name: 'broker', arrive: async ({ signedInBroker }) => signedInBroker },
  {
    name: 'broker-receipt',
    arrive: async ({ signedInBroker }) => {
      const { page } = signedInBroker
      await page
        .getByRole('button', { name: signedInBroker.text('agreement.receipt'), exact: true })
        .first()
        .click()
      await expect(page.getByRole('dialog').locator('.qr-code')).toBeVisible()
      return signedInBroker
    },
    leave: ({ signedInBroker }) => signedInBroker.page.keyboard.press('Escape'),
  },
  {
    name: 'broker-confirmed',
    arrive: async ({ signedInBroker }) => {
      await signedInBroker.page.getByRole('button', { name: /Alder/ }).first().click()
      await expect(
        signedInBroker.page.getByText(signedInBroker.text('common.received')).first(),
      ).toBeVisible()
      return signedInBroker
    },
  },
  {
    name: 'broker-not-executed',
    arrive: async ({ signedInBroker }) => {
      await signedInBroker.page.getByText(signedInBroker.text('agreement.executed.action')).click()
      await signedInBroker.button('agreement.executed.nothing').click()
      const popup = signedInBroker.page.getByRole('dialog')
      // The contra did not follow through, so that the trader's rating stays as it was.
      await popup.getByRole('radio', { name: 'Birch' }).check()
      return signedInBroker
    },
    leave: ({ signedInBroker }) => signedInBroker.button('agreement.notExecuted.report').click(),
  },
  {
    name: 'broker-reported',
    arrive: async ({ signedInBroker }) => {
      await expect(
        signedInBroker.page.getByText(signedInBroker.text('agreement.notExecuted'), { exact: true }),
      ).toBeVisible()
      return signedInBroker
    },
  },
  {
    name: 'desk-not-executed',
    arrive: async ({ trader }) => {
      await trader.row('8035.T').click()
      await expect(trader.page.getByText(trader.text('locate.notExecuted.CONTRA'))).toBeVisible()
      return trader
    },
    leave: ({ trader }) => trader.page.locator('[role=option]').first().click(),
  },
  {
    name: 'broker-report-changed',
    arrive: async ({ signedInBroker }) => {
      const { page } = signedInBroker
      await page.getByText(signedInBroker.text('agreement.notExecuted'), { exact: true }).click()
      await expect(signedInBroker.button('agreement.notExecuted.withdraw')).toBeVisible()
      return signedInBroker
    },
    // Two institutions are not located together again after three failed locates, and a report counts as one.
    leave: ({ signedInBroker }) => signedInBroker.button('agreement.notExecuted.withdraw').click(),
  },
  {
    name: 'broker-execution',
    arrive: async ({ signedInBroker }) => {
      await signedInBroker.page.getByText(signedInBroker.text('agreement.executed.action')).click()
      const quantity = signedInBroker.text('agreement.executed.quantity')
      await expect(signedInBroker.page.getByRole('textbox', { name: quantity })).toBeFocused()
      await signedInBroker.page.keyboard.type('20000')
      await expect(signedInBroker.button('agreement.executed.report')).toBeEnabled()
      return signedInBroker
    },
    leave: async ({ signedInBroker }) => {
      await signedInBroker.button('agreement.executed.report').click()
      await expect(signedInBroker.page.getByRole('dialog')).toBeHidden()
    },
  },
  {
    name: 'broker-executions',
    arrive: async ({ signedInBroker }) => {
      await signedInBroker.page
        .getByText(signedInBroker.text('agreement.executed.part', { quantity: '20,000' }))
        .click()
      const reported = signedInBroker.text('agreement.executed.reported')
      await expect(signedInBroker.page.getByRole('table', { name: reported })).toContainText('20,000')
      return signedInBroker
    },
    leave: ({ signedInBroker }) => signedInBroker.button('agreement.executed.close').click(),
  },
  {
    name: 'broker-filters',
    arrive: async ({ signedInBroker }) => {
      await signedInBroker.page.getByRole('button', { name: signedInBroker.text('table.filters') }).click()
      await expect(
        signedInBroker.page.getByText(signedInBroker.text('agreement.buyStatus')).last(),
      ).toBeVisible()
      return signedInBroker
    },
    leave: ({ signedInBroker }) => signedInBroker.page.keyboard.press('Escape'),
  },
  {
    name: 'broker-nothing-found',
    arrive: async ({ signedInBroker }) => {
      await signedInBroker.page.getByRole('textbox', { name: signedInBroker.text('table.quick') }).fill('zzz')
      await expect(signedInBroker.page.getByText(signedInBroker.text('agreement.noneShown'))).toBeVisible()
      return signedInBroker
    },
    leave: ({ signedInBroker }) => signedInBroker.button('table.clear').click(),
  },
  {
    name: 'broker-empty',
    arrive: async (session) => {
      const idle = await session.broker(`broker@${session.executing.other}.example`)
      await expect(idle.page.getByText(idle.text('agreement.emptyTitle'))).toBeVisible()
      return idle
    },
    leave: (session) => session.signedInBroker.leaves(),
  },
]
