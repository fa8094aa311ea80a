import { type Language, languages } from '@aitai/messages/texts.ts'
import { type Browser, expect, type Locator, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'

const product = serverForEachTest()

const signsIn = (browser: Browser, language: Language, email = 'trader@alder.example') =>
  Trader.signsIn({ url: product.url, browser, email, language })

/** Presses Tab until the element has the focus. */
async function tabsTo({ page }: Trader, place: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await page.locator(':focus').and(place).count()) > 0) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${String(place)}`)
}

async function drafts(trader: Trader, ric: string, shares: string): Promise<void> {
  const { page } = trader
  const search = page.getByRole('combobox', { name: trader.text('advert.search.label') }).first()
  await expect(search).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(search).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.type(ric)
  await page.getByRole('option', { name: ric }).first().waitFor()
  await page.keyboard.press('Enter')
  await expect(quantityOf(trader)).toBeFocused()
  await page.keyboard.press('Control+a')
  // The side before the quantity: a new IOI has none.
  await page.keyboard.type(`B ${shares}`)
}

const quantityOf = (trader: Trader): Locator =>
  trader.page.getByLabel(trader.text('advert.quantity'), { exact: true })
const tab = (trader: Trader, panel: 'priceConditions' | 'advertPreferences' | 'pathPreferences'): Locator =>
  trader.page.getByRole('tab', { name: trader.text(`advert.panel.${panel}`), exact: true })
const condition = (trader: Trader, kind: 'advertising' | 'knockout' | 'indexRelative'): Locator =>
  trader.page.getByRole('group', { name: trader.text(`advert.panel.${kind}`), exact: true })
const place = (trader: Trader, rank: number): Locator =>
  trader.page.getByRole('combobox', { name: trader.text('advert.panel.position', { rank }), exact: true })
const ranked = (trader: Trader, rank: number): Locator =>
  trader.page.getByRole('combobox', { name: trader.text('advert.path.rank', { rank }), exact: true })
const chosen = async (positions: Locator): Promise<string> =>
  (await positions.locator('option:checked').textContent()) ?? ''

async function opensPanel(trader: Trader): Promise<void> {
  await tabsTo(trader, trader.button('advert.panel.open'))
  await trader.page.keyboard.press('Enter')
  await expect(tab(trader, 'priceConditions')).toHaveAttribute('aria-selected', 'true')
  await tabsTo(trader, tab(trader, 'priceConditions'), 'Shift+Tab')
}

for (const language of languages) {
  // spec: 2.trader.6, 2.trader.7, 5.editor.6, 5.editor.13
  test(`all conditions of an advert are set without a mouse, ${language}`, { tag: '@full' }, async ({
    browser,
  }) => {
    const trader = await signsIn(browser, language)
    const { page } = trader
    await drafts(trader, '7203.T', '40000')
    await opensPanel(trader)

    await setsKnockout(trader)
    await seesOrderRefused(trader)
    await keepsAcrossLanguages(trader)

    await tabsTo(trader, tab(trader, 'priceConditions'), 'Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await expect(tab(trader, 'advertPreferences')).toBeFocused()
    await setsPreferences(trader)
    await tabsTo(trader, tab(trader, 'advertPreferences'), 'Shift+Tab')
    await page.keyboard.press('End')
    await expect(tab(trader, 'pathPreferences')).toBeFocused()
    await ranksBrokers(trader)

    await sends(trader)
    await trader.sees('7203.T', 'advert.status.SENT')
    await page.reload()
    await trader.isAtDesk()
    await opensPanel(trader)
    await expect(condition(trader, 'knockout').getByRole('switch')).toBeChecked()
    await expect(condition(trader, 'knockout').getByRole('textbox').nth(1)).toHaveValue('9.50')
  })

  // spec: 5.editor.17, 5.editor.18
  test(`an advert without a broker is not sent, and closing the error leads to the brokers, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const trader = await signsIn(browser, language)
    const { page } = trader
    await drafts(trader, '6758.T', '10000')
    await opensPanel(trader)
    await page.keyboard.press('End')
    for (let left = 4; left > 0; left -= 1) {
      await tabsTo(trader, place(trader, 1))
      await page.keyboard.press('Home')
      await expect(
        page.getByText(trader.text('advert.path.count', { count: left - 1, max: 4 })),
      ).toBeVisible()
    }
    await tabsTo(trader, trader.button('advert.panel.close'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await tabsTo(trader, quantityOf(trader), 'Shift+Tab')
    await page.keyboard.press('Enter')

    const popup = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expect(popup).toContainText(trader.text('ADVERT-ERROR-011'))
    await page.keyboard.press('Escape')
    await expect(popup).toBeHidden()
    await expect(tab(trader, 'pathPreferences')).toHaveAttribute('aria-selected', 'true')
    await expect(place(trader, 1)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText(trader.text('advert.path.count', { count: 1, max: 4 }))).toBeVisible()
  })
}

/**
 * The level follows the offset, on the tick; a level outside the limits is reported before anything is sent.
 */
async function setsKnockout(trader: Trader): Promise<void> {
  const { page } = trader
  const knockout = condition(trader, 'knockout')
  const [level, offset] = [knockout.getByRole('textbox').nth(0), knockout.getByRole('textbox').nth(1)]
  await expect(level).toBeDisabled()
  await tabsTo(trader, knockout.getByRole('switch'))
  await page.keyboard.press('Space')
  await expect(level).toBeEnabled()
  await expect(offset).toHaveValue('5.00')
  await tabsTo(trader, level)
  await page.keyboard.type('99999')
  await page.keyboard.press('Tab')
  await expect(knockout.getByText(outsideLimits(trader))).toBeVisible()
  await expect(offset).toBeFocused()
  // Far from the price, which moves while the test goes on.
  await page.keyboard.type('9.5')
  await page.keyboard.press('Tab')
  await expect(knockout.getByText(outsideLimits(trader))).toBeHidden()
  await expect(offset).toHaveValue('9.50')
  expect(await level.inputValue()).toMatch(/^\d{1,3}(,\d{3})*(\.\d)?$/)
}

/** The text of TRIGGER-LEVEL up to its numbers. */
const outsideLimits = (trader: Trader): RegExp =>
  new RegExp(trader.text('TRIGGER-LEVEL', { min: '#', max: '#' }).split('#')[0]?.trim() ?? '')

/** A buyer's advertising trigger above its knockout is reported at the field, and Enter leads there. */
async function seesOrderRefused(trader: Trader): Promise<void> {
  const { page } = trader
  const knockout = await condition(trader, 'knockout').getByRole('textbox').nth(0).inputValue()
  const advertising = condition(trader, 'advertising')
  await tabsTo(trader, advertising.getByRole('switch'), 'Shift+Tab')
  await page.keyboard.press('Space')
  await tabsTo(trader, advertising.getByRole('textbox').nth(0))
  await page.keyboard.type(knockout)
  await page.keyboard.press('Enter')
  await expect(page.getByText(trader.text('TRIGGER-ORDER'))).toBeVisible()
  await expect(condition(trader, 'knockout').getByRole('textbox').nth(0)).toBeFocused()
  await expect(page.getByRole('dialog')).toBeHidden()
  await tabsTo(trader, advertising.getByRole('switch'), 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(page.getByText(trader.text('TRIGGER-ORDER'))).toBeHidden()
  await expect(advertising.getByRole('textbox').nth(1)).toHaveValue('0.00')
}

/** Unsent changes survive switching the language twice. */
async function keepsAcrossLanguages(trader: Trader): Promise<void> {
  const { page } = trader
  const field = page.locator('#term-knockoutTrigger')
  const level = await field.inputValue()
  const isMine = trader.language === 'Jp' ? 'ja' : 'en'
  for (const to of [isMine === 'ja' ? 'EN' : 'JP', isMine === 'ja' ? 'JP' : 'EN']) {
    await page.getByRole('button', { name: to, exact: true }).first().focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', to === 'JP' ? 'ja' : 'en')
    await expect(field).toHaveValue(level)
  }
  await condition(trader, 'knockout').getByRole('switch').focus()
}

async function setsPreferences(trader: Trader): Promise<void> {
  const { page } = trader
  const gfd = page.getByRole('radio', { name: trader.text('advert.duration.END_OF_DAY') })
  const group = page.getByRole('group', { name: trader.text('advert.duration'), exact: true })
  await tabsTo(trader, group.getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowRight')
  await expect(gfd).toBeChecked()
  const decay = page.getByRole('switch', { name: trader.text('advert.panel.decay') })
  await tabsTo(trader, decay)
  await page.keyboard.press('Space')
  await expect(decay).toBeChecked()
}

/** Ranks appear only when ranked; moving a broker moves its rank; choosing a chosen broker swaps the two. */
async function ranksBrokers(trader: Trader): Promise<void> {
  const { page } = trader
  await expect(ranked(trader, 1)).toHaveCount(0)
  const [first, second, third] = await Promise.all([1, 2, 3].map((rank) => chosen(place(trader, rank))))
  await tabsTo(trader, page.getByRole('switch', { name: trader.text('advert.path.ranked') }))
  await page.keyboard.press('Space')
  const down = (broker: string | undefined): Locator =>
    trader
      .button('advert.path.down')
      .or(page.getByRole('button', { name: trader.text('advert.path.down', { broker: broker ?? '' }) }))
  await tabsTo(trader, down(first))
  await page.keyboard.press('Enter')
  await expect(down(first)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => chosen(ranked(trader, 3))).toBe(first)
  expect(await chosen(ranked(trader, 1))).toBe(second)

  await tabsTo(trader, ranked(trader, 1), 'Shift+Tab')
  // Japanese text comes from an input method and not from key presses, which are what a list reads.
  if (trader.language === 'En') await page.keyboard.type((third ?? '').slice(0, 3))
  else await ranked(trader, 1).selectOption({ label: third ?? '' })
  await expect.poll(() => chosen(ranked(trader, 1))).toBe(third)
  expect(await chosen(ranked(trader, 2))).toBe(second)
}

async function sends(trader: Trader): Promise<void> {
  const { page } = trader
  await tabsTo(trader, trader.button('advert.action.review.send'))
  await page.keyboard.press('Enter')
  await expect(trader.button('advert.review.confirm.send')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(trader.button('advert.review.confirm.send')).toBeHidden()
}

test('the residual of a completed advert becomes a new draft with the same settings', {
  tag: '@full',
}, async ({ browser }) => {
  const buyer = await signsIn(browser, 'En')
  const seller = await signsIn(browser, 'Jp', 'trader@birch.example')
  await buyer.advertises('BUY', '7203.T', 40_000)
  await seller.advertises('SELL', '7203.T', 30_000)
  await buyer.answers('a')
  await seller.answers('a')
  await buyer.handedTo()
  await buyer.readsOutcome()
  await buyer.sees('7203.T', 'advert.status.COMPLETED')

  await tabsTo(buyer, buyer.button('advert.panel.residual'))
  await buyer.page.keyboard.press('Enter')
  await expect(quantityOf(buyer)).toHaveValue('10,000')
  await expect(buyer.row('7203.T')).toHaveCount(2)
  await expect(buyer.row('7203.T').first()).toContainText(buyer.text('advert.status.UNSENT'))
})
