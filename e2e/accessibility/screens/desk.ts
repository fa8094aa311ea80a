import { expect, type Locator } from '@playwright/test'
import { runOperatorCommand } from '../../support/operator-cli.ts'
import type { Trader } from '../../support/people.ts'
import type { AuditedScreen, AuditSession } from '../audit-session.ts'

const ric = '7203.T'
const search = (trader: Trader): Locator =>
  trader.page.getByRole('combobox', { name: trader.text('advert.search.label') }).first()
const quantity = (trader: Trader): Locator =>
  trader.page.getByLabel(trader.text('advert.quantity'), { exact: true })
const dialog = (trader: Trader): Locator => trader.page.getByRole('dialog')

const namesDeskHead = (product: AuditSession['product'], to: 'on' | 'off'): Promise<void> => {
  const change = ['user', 'change', 'trader@alder.example', '--desk-head', to]
  return runOperatorCommand(product, ...change, '--reason', 'agreed with the institution')
}

type Panel = 'priceConditions' | 'advertPreferences' | 'pathPreferences'
const toggles = (trader: Trader, panel: Panel): Promise<void> =>
  trader.page.getByRole('tab', { name: trader.text(`advert.panel.${panel}`), exact: true }).click()
const brokersChosen = (trader: Trader, count: number): Locator =>
  trader.page.getByText(trader.text('advert.path.count', { count, max: 4 }))

/** A position in the broker path; on the first, removes brokers until none is left. */
async function choosesNoBroker(trader: Trader): Promise<void> {
  const place = trader.page.getByRole('combobox', {
    name: trader.text('advert.panel.position', { rank: 1 }),
    exact: true,
  })
  for (let left = 4; left > 0; left -= 1) {
    await place.selectOption({ index: 0 })
    await expect(brokersChosen(trader, left - 1)).toBeVisible()
  }
}

const escapes = ({ trader }: AuditSession): Promise<void> => trader.page.keyboard.press('Escape')

const finding: readonly AuditedScreen[] = [
  {
    name: 'desk',
    arrive: async (session) => {
      const trader = await session.signsIn()
      await expect(trader.page.getByText(trader.text('advert.minimal.sentence'))).toBeVisible()
      return trader
    },
  },
  {
    name: 'desk-watchlist',
    arrive: async ({ trader }) => {
      const add = trader.page.getByRole('combobox', { name: trader.text('watchlist.add') })
      await add.fill('6758.T')
      await trader.page.getByRole('option', { name: '6758.T' }).first().waitFor()
      await trader.page.keyboard.press('Enter')
      const watched = trader.page.locator('.watchlist-section').getByRole('button')
      await expect(watched.first()).toBeVisible()
      return trader
    },
  },
  {
    name: 'desk-watchlist-import',
    arrive: async ({ trader }) => {
      await trader.button('watchlist.import').focus()
      await trader.page.keyboard.press('Enter')
      await trader.page.getByLabel(trader.text('watchlist.import.field')).fill('6758, 7203, 0000')
      const counts = trader.text('watchlist.import.counts', { added: 1, present: 1, unknown: 1 })
      await expect(trader.page.getByText(counts, { exact: true })).toBeVisible()
      return trader
    },
    leave: escapes,
  },
  {
    name: 'desk-practice',
    arrive: async ({ trader }) => {
      await trader.button('practice.begin').focus()
      await trader.page.keyboard.press('Enter')
      await expect(trader.popup).toContainText(trader.text('practice.title'))
      return trader
    },
  },
  {
    name: 'desk-practice-over',
    arrive: async ({ trader }) => {
      await trader.answers('a')
      await expect(trader.button('practice.again')).toBeVisible()
      return trader
    },
    leave: ({ trader }) => trader.button('practice.close').click(),
  },
  {
    name: 'desk-search',
    arrive: async ({ trader }) => {
      await search(trader).fill('みつび')
      await trader.page.getByRole('option').first().waitFor()
      return trader
    },
  },
  {
    name: 'desk-search-none',
    arrive: async ({ trader }) => {
      await search(trader).fill('zzzz')
      await expect(
        trader.page.getByText(trader.text('advert.search.none', { typed: 'zzzz' })).first(),
      ).toBeVisible()
      return trader
    },
    leave: escapes,
  },
]

const drafting: readonly AuditedScreen[] = [
  {
    name: 'desk-editor',
    arrive: async ({ trader }) => {
      await trader.drafts('BUY', ric, 40_000)
      return trader
    },
  },
  {
    name: 'desk-quantity-refused',
    arrive: async ({ trader }) => {
      await quantity(trader).fill('16m')
      await quantity(trader).press('Enter')
      await expect(trader.page.locator('.size-quantity')).toContainText('20,000,000,000')
      return trader
    },
    leave: ({ trader }) => quantity(trader).fill('40000'),
  },
  {
    name: 'desk-price-conditions',
    arrive: async ({ trader }) => {
      await trader.button('advert.panel.open').click()
      const knockout = trader.page.getByRole('group', {
        name: trader.text('advert.panel.knockout'),
        exact: true,
      })
      await knockout.getByRole('switch').click()
      await expect(knockout.getByRole('textbox').first()).toBeEnabled()
      return trader
    },
  },
  {
    name: 'desk-advert-preferences',
    arrive: async ({ trader }) => {
      await toggles(trader, 'advertPreferences')
      await expect(trader.page.getByText(trader.text('advert.panel.decay')).first()).toBeVisible()
      return trader
    },
  },
  {
    name: 'desk-order',
    arrive: async ({ trader }) => {
      const field = (name: 'parent' | 'elsewhere'): Locator =>
        trader.page.getByRole('textbox', { name: trader.text(`advert.panel.${name}`), exact: true })
      await field('parent').fill('all')
      await field('elsewhere').fill('5,000')
      await field('elsewhere').press('Tab')
      await expect(trader.page.getByText(trader.text('advert.shares.invalid'))).toBeVisible()
      return trader
    },
    leave: async ({ trader }) => {
      const parent = { name: trader.text('advert.panel.parent'), exact: true }
      await trader.page.getByRole('textbox', parent).fill('100,000')
      await trader.page.getByRole('textbox', parent).press('Tab')
      await expect(trader.button('order.fill', { shares: '95,000' })).toBeVisible()
    },
  },
  {
    name: 'desk-path',
    arrive: async ({ trader }) => {
      await toggles(trader, 'pathPreferences')
      await expect(brokersChosen(trader, 4)).toBeVisible()
      return trader
    },
  },
  {
    name: 'desk-path-empty',
    arrive: async ({ trader }) => {
      await choosesNoBroker(trader)
      return trader
    },
  },
  {
    name: 'desk-no-broker',
    arrive: async ({ trader }) => {
      await quantity(trader).press('Enter')
      await expect(dialog(trader)).toContainText(trader.text('ADVERT-ERROR-011'))
      return trader
    },
    leave: async ({ trader }) => {
      await trader.button('common.ok').click()
      await expect(dialog(trader)).toBeHidden()
      for (let rank = 1; rank <= 4; rank += 1) {
        const name = trader.text('advert.panel.position', { rank })
        await trader.page.getByRole('combobox', { name, exact: true }).selectOption({ index: rank })
        await expect(brokersChosen(trader, rank)).toBeVisible()
      }
      await trader.button('advert.panel.close').click()
    },
  },
]

const sending: readonly AuditedScreen[] = [
  {
    name: 'desk-review-large',
    arrive: async ({ trader }) => {
      await quantity(trader).fill('4m')
      await quantity(trader).press('Enter')
      await expect(trader.page.getByLabel(trader.text('advert.retype'))).toBeFocused()
      return trader
    },
    leave: async ({ trader }) => {
      await trader.button('advert.review.back').click()
      await expect(dialog(trader)).toBeHidden()
      await quantity(trader).fill('40000')
    },
  },
  {
    name: 'desk-review',
    arrive: async ({ trader }) => {
      await quantity(trader).press('Enter')
      await expect(trader.button('advert.review.confirm.send')).toBeFocused()
      return trader
    },
  },
  {
    name: 'desk-sent',
    arrive: async ({ trader }) => {
      await trader.page.keyboard.press('Enter')
      await trader.sees(ric, 'advert.status.SENT')
      return trader
    },
  },
  {
    name: 'desk-orders',
    arrive: async ({ trader }) => {
      await trader.page.getByTitle(trader.text('orders.button.why')).click()
      await expect(dialog(trader).getByRole('row').nth(1)).toContainText('95,000')
      return trader
    },
    leave: escapes,
  },
  {
    name: 'desk-why-not',
    arrive: async ({ trader }) => {
      await trader.button('whyNot.open').click()
      await expect(trader.page.locator('.why-not-reasons li').first()).toBeVisible()
      return trader
    },
    leave: escapes,
  },
  {
    name: 'desk-edited',
    arrive: async ({ trader }) => {
      await quantity(trader).fill('45000')
      await quantity(trader).press('Tab')
      await expect(trader.page.getByText(trader.text('advert.editor.edited'))).toBeVisible()
      return trader
    },
    leave: ({ trader }) => trader.button('advert.editor.discard').click(),
  },
  {
    name: 'desk-cancel',
    arrive: async ({ trader }) => {
      await trader.button('advert.action.cancel').click()
      await expect(dialog(trader)).toContainText(trader.text('advert.cancel.body'))
      return trader
    },
    leave: escapes,
  },
  {
    name: 'desk-pause-all',
    arrive: async ({ trader }) => {
      await trader.page.keyboard.press('F9')
      await expect(dialog(trader)).toContainText(trader.text('all.question.pause', { count: 1 }))
      return trader
    },
    leave: escapes,
  },
  {
    name: 'desk-head',
    arrive: async ({ trader, product }) => {
      await namesDeskHead(product, 'on')
      await trader.page.reload()
      await trader.page.getByRole('link', { name: trader.text('header.desk'), exact: true }).click()
      await expect(trader.page.getByRole('table')).toContainText(ric)
      return trader
    },
  },
  {
    name: 'desk-head-sectors',
    arrive: async ({ trader }) => {
      const { page } = trader
      // The address names the view, so a radio is checked a moment after the click.
      await page.getByRole('radio', { name: trader.text('openInterest.by.sector'), exact: true }).click()
      await expect(page.getByRole('table')).toContainText(trader.text('openInterest.total'))
      return trader
    },
    leave: ({ trader }) =>
      trader.page.getByRole('radio', { name: trader.text('openInterest.by.trader'), exact: true }).click(),
  },
  {
    name: 'desk-head-pause',
    arrive: async ({ trader }) => {
      await trader.page.keyboard.press('F9')
      await expect(dialog(trader)).toContainText(trader.text('all.question.desk.pause', { count: 1 }))
      return trader
    },
    leave: async ({ trader, product }) => {
      await trader.page.keyboard.press('Escape')
      await namesDeskHead(product, 'off')
      await trader.page.getByRole('link', { name: trader.text('desk.back') }).click()
      await trader.page.reload()
      await trader.isAtDesk()
    },
  },
  {
    name: 'desk-paused',
    arrive: async ({ trader }) => {
      await trader.button('advert.action.pause').click()
      await trader.sees(ric, 'advert.status.PAUSED')
      return trader
    },
  },
]

const resume = '**/advert/resume-advert/**'

/** What a refusal on the way shows: the one of the network, and the one that lists the hours. */
const refused: readonly AuditedScreen[] = [
  {
    name: 'desk-error',
    arrive: async ({ trader }) => {
      await trader.page.route(resume, (route) => route.abort())
      await trader.button('advert.action.resume').click()
      await expect(dialog(trader)).toContainText(trader.text('ERR_NETWORK'))
      return trader
    },
    leave: async ({ trader }) => {
      await trader.button('common.ok').click()
      await trader.page.unroute(resume)
    },
  },
  {
    name: 'desk-outside-hours',
    arrive: async ({ trader }) => {
      // The demo is always open, so the response is replaced with one from a night in Tokyo.
      const variables = { exchange: 'XTKS', hours: '00:00 to 02:30, 03:30 to 06:30' }
      const body = { errorCode: 'PLATFORM-HOURS', message: '', variables }
      await trader.page.route(resume, (route) => route.fulfill({ status: 409, json: body }))
      await trader.button('advert.action.resume').click()
      await expect(dialog(trader)).toContainText(trader.text('outsideHours.closed'))
      return trader
    },
    leave: async ({ trader }) => {
      await trader.button('common.ok').click()
      await trader.page.unroute(resume)
    },
  },
]

/** The trader's desk, from the first search to a sent advert. */
export const deskScreens: readonly AuditedScreen[] = [...finding, ...drafting, ...sending, ...refused]
