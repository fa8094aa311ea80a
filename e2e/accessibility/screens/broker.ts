import { expect } from '@playwright/test'
import type { AuditedScreen } from '../audit-session.ts'

/** The home of the executing broker, and of another one. */
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
    name: 'broker-confirmed',
    arrive: async ({ brokerInHand }) => {
      await brokerInHand.page.getByRole('button', { name: /Alder/ }).first().click()
      await expect(brokerInHand.page.getByText(brokerInHand.text('common.received')).first()).toBeVisible()
      return brokerInHand
    },
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
