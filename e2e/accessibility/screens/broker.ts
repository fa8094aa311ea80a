import { expect } from '@playwright/test'
import type { AuditedScreen } from '../audit-session.ts'

/** The home of the executing broker, what the trader sees of its report, and the home of another broker. */
export const brokerScreens: readonly AuditedScreen[] = [
  {
    name: 'broker-match',
    arrive: async (cast) => {
      const broker = await cast.broker(`broker@${cast.executing.own}.example`)
      const popup = broker.page.getByRole('dialog', { name: broker.text('agreement.matchTitle') })
      await expect(popup).toBeVisible()
      return broker
    },
    leave: (cast) => cast.brokerInHand.readsMatch(),
  },
  { name: 'broker', arrive: async ({ brokerInHand }) => brokerInHand },
  {
    name: 'broker-receipt',
    arrive: async ({ brokerInHand }) => {
      const { page } = brokerInHand
      await page
        .getByRole('button', { name: brokerInHand.text('agreement.receipt'), exact: true })
        .first()
        .click()
      await expect(page.getByRole('dialog').locator('.qr-code')).toBeVisible()
      return brokerInHand
    },
    leave: ({ brokerInHand }) => brokerInHand.page.keyboard.press('Escape'),
  },
  {
    name: 'broker-confirmed',
    arrive: async ({ brokerInHand }) => {
      await brokerInHand.page.getByRole('button', { name: /Alder/ }).first().click()
      await expect(brokerInHand.page.getByText(brokerInHand.text('common.received')).first()).toBeVisible()
      return brokerInHand
    },
  },
  {
    name: 'broker-not-executed',
    arrive: async ({ brokerInHand }) => {
      await brokerInHand.page.getByText(brokerInHand.text('agreement.executed.action')).click()
      await brokerInHand.button('agreement.executed.nothing').click()
      const popup = brokerInHand.page.getByRole('dialog')
      // The contra did not follow through, so that the trader's rating stays as it was.
      await popup.getByRole('radio', { name: 'Birch' }).check()
      return brokerInHand
    },
    leave: ({ brokerInHand }) => brokerInHand.button('agreement.notExecuted.report').click(),
  },
  {
    name: 'broker-reported',
    arrive: async ({ brokerInHand }) => {
      await expect(
        brokerInHand.page.getByText(brokerInHand.text('agreement.notExecuted'), { exact: true }),
      ).toBeVisible()
      return brokerInHand
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
    arrive: async ({ brokerInHand }) => {
      const { page } = brokerInHand
      await page.getByText(brokerInHand.text('agreement.notExecuted'), { exact: true }).click()
      await expect(brokerInHand.button('agreement.notExecuted.withdraw')).toBeVisible()
      return brokerInHand
    },
    // Two institutions do not meet again after three failed locates, and a report counts as one.
    leave: ({ brokerInHand }) => brokerInHand.button('agreement.notExecuted.withdraw').click(),
  },
  {
    name: 'broker-execution',
    arrive: async ({ brokerInHand }) => {
      await brokerInHand.page.getByText(brokerInHand.text('agreement.executed.action')).click()
      const quantity = brokerInHand.text('agreement.executed.quantity')
      await expect(brokerInHand.page.getByRole('textbox', { name: quantity })).toBeFocused()
      await brokerInHand.page.keyboard.type('20000')
      await expect(brokerInHand.button('agreement.executed.report')).toBeEnabled()
      return brokerInHand
    },
    leave: async ({ brokerInHand }) => {
      await brokerInHand.button('agreement.executed.report').click()
      await expect(brokerInHand.page.getByRole('dialog')).toBeHidden()
    },
  },
  {
    name: 'broker-executions',
    arrive: async ({ brokerInHand }) => {
      await brokerInHand.page
        .getByText(brokerInHand.text('agreement.executed.part', { quantity: '20,000' }))
        .click()
      const reported = brokerInHand.text('agreement.executed.reported')
      await expect(brokerInHand.page.getByRole('table', { name: reported })).toContainText('20,000')
      return brokerInHand
    },
    leave: ({ brokerInHand }) => brokerInHand.button('agreement.executed.close').click(),
  },
  {
    name: 'broker-filters',
    arrive: async ({ brokerInHand }) => {
      await brokerInHand.page.getByRole('button', { name: brokerInHand.text('table.filters') }).click()
      await expect(brokerInHand.page.getByText(brokerInHand.text('agreement.buyStatus')).last()).toBeVisible()
      return brokerInHand
    },
    leave: ({ brokerInHand }) => brokerInHand.page.keyboard.press('Escape'),
  },
  {
    name: 'broker-nothing-found',
    arrive: async ({ brokerInHand }) => {
      await brokerInHand.page.getByRole('textbox', { name: brokerInHand.text('table.quick') }).fill('zzz')
      await expect(brokerInHand.page.getByText(brokerInHand.text('agreement.noneShown'))).toBeVisible()
      return brokerInHand
    },
    leave: ({ brokerInHand }) => brokerInHand.button('table.clear').click(),
  },
  {
    name: 'broker-empty',
    arrive: async (cast) => {
      const idle = await cast.broker(`broker@${cast.executing.other}.example`)
      await expect(idle.page.getByText(idle.text('agreement.emptyTitle'))).toBeVisible()
      return idle
    },
    leave: (cast) => cast.brokerInHand.leaves(),
  },
]
