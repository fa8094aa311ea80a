import { type Language, languages } from '@aitai/messages/texts.ts'
import { type Browser, expect, type Locator, type Page, type Route, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'

const product = serverForEachTest()

const signsIn = (browser: Browser, language: Language): Promise<Trader> =>
  Trader.signsIn({ url: product.url, browser, email: 'trader@alder.example', language })
const searchOf = (trader: Trader): Locator =>
  trader.page.getByRole('combobox', { name: trader.text('advert.search.label') }).first()
const quantityOf = (trader: Trader): Locator =>
  trader.page.getByLabel(trader.text('advert.quantity'), { exact: true })
const review = (trader: Trader): Locator =>
  trader.page.getByRole('dialog', { name: trader.text('advert.review.send') })
const light = (trader: Trader, name: 'engine' | 'receiving'): Locator =>
  trader.page.locator(`[data-light=${name}]`)

/** One security, in every way in which a desk writes it. */
const writings = [
  ['とよた', '7203.T'],
  ['ﾄﾖﾀ', '7203.T'],
  ['ＴＯＹＯＴＡ', '7203.T'],
  ['７２０３', '7203.T'],
  ['130a', '130A.T'],
  ['mufg', '8306.T'],
] as const

/** Holds back the page's requests to an address until they are released. */
async function holds(page: Page, address: string) {
  const waiting: Route[] = []
  let isOpen = false
  await page.route(address, (route) => (isOpen ? route.continue() : void waiting.push(route)))
  return {
    waiting,
    letGo: async (): Promise<void> => {
      isOpen = true
      await Promise.all(waiting.splice(0).map((route) => route.continue()))
    },
  }
}

for (const language of languages) {
  test(`keys typed right after sign-in are not lost, however slowly the desk loads, ${language}`, async ({
    browser,
  }) => {
    const who = { url: product.url, browser, email: 'trader@alder.example', language }
    const trader = new Trader(await Trader.window(who), language)
    const { page } = trader
    const layout = await holds(page, '**/SignedInLayout*.js')
    const desk = await holds(page, '**/TraderHome*.js')
    const equities = await holds(page, '**/equity/get-equities')
    const list = await holds(page, '**/advert/advert-list')
    await trader.signsIn(who.email)
    await expect(page).toHaveURL(/adverts-home$/)
    await expect.poll(() => layout.waiting.length).toBe(1)
    // Until the form of the login page is gone, keys go to its fields.
    await expect(page.locator('input[type=password]')).toHaveCount(0)
    await page.keyboard.press(language === 'Jp' ? '/' : 'Control+k')
    await page.keyboard.type('toyota')
    await layout.letGo()
    await expect.poll(() => equities.waiting.length).toBe(1)
    await equities.waiting.shift()?.fulfill({ status: 503 })
    await trader.button('common.retry').click()
    await expect.poll(() => equities.waiting.length).toBe(1)
    await equities.letGo()
    await list.letGo()
    await expect(page.getByText(trader.text('connection.live'), { exact: true })).toBeVisible()
    await expect.poll(() => desk.waiting.length).toBe(1)
    await desk.letGo()
    await expect(searchOf(trader)).toBeFocused()

    await expect(searchOf(trader)).toHaveValue('toyota')
    await page.keyboard.type(' motor')
    await expect(page.getByRole('option', { name: '7203.T' })).toBeVisible()
    await expect(page.getByText(trader.text('advert.minimal.sentence'))).toBeVisible()
    await expect(searchOf(trader)).toBeFocused()
    await expect(searchOf(trader)).toHaveValue('toyota motor')
    await page.keyboard.press('Enter')
    await expect(quantityOf(trader)).toBeFocused()
    await trader.leaves()
  })

  // spec: 2.trader.3, 4.statuses.19, 9.14
  test(`a security is found in every spelling, and one with a live IOI is selected, ${language}`, {
    tag: language === 'Jp' ? [] : '@full',
  }, async ({ browser }) => {
    const trader = await signsIn(browser, language)
    const { page } = trader
    await expect(page.getByText(trader.text('advert.minimal.sentence'))).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(searchOf(trader)).toBeFocused()
    for (const [typed, ric] of writings) {
      await searchOf(trader).fill(typed)
      await expect(page.getByRole('option').first()).toContainText(ric)
      expect(await page.getByRole('option').count()).toBeLessThanOrEqual(10)
    }
    await searchOf(trader).fill('')
    await trader.advertises('BUY', '7203.T', 40_000)
    await trader.drafts('SELL', '6758.T', 10_000)
    await quantityOf(trader).press('Tab')

    await page.locator('.status-banner-advert').click()
    await page.keyboard.press('/')
    await page.keyboard.type('toyota motor')
    await expect(page.getByRole('option', { name: '7203.T' }).first()).toContainText(
      trader.text('advert.search.open'),
    )
    await page.keyboard.press('Enter')
    await expect(quantityOf(trader)).toHaveValue('40,000')
    await expect(trader.row('7203.T')).toHaveCount(1)
    await trader.leaves()
  })

  // spec: 5.editor.3, 5.editor.4
  test(`a size is typed in short form, visibly rounded to lots, reviewed, and warned about, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const trader = await signsIn(browser, language)
    const { page } = trader
    for (const ric of ['7203.T', '8306.T', '6758.T']) await trader.advertises('BUY', ric, 10_000)
    await trader.drafts('BUY', '9984.T', 100)
    await quantityOf(trader).fill('１，２３４')
    await quantityOf(trader).press('Tab')
    await expect(quantityOf(trader)).toHaveValue('1,200')
    const note = trader.text('advert.rounded.down', { shares: '1,200' })
    await expect(page.getByText(note).first()).toBeVisible()
    await typesInTheMiddle(trader)
    await quantityOf(trader).fill('1.5m')
    await quantityOf(trader).hover()
    await page.mouse.wheel(0, 400)
    await expect(quantityOf(trader)).toHaveValue('1.5m')
    const yen = page.getByLabel(trader.text('advert.jpy'), { exact: true })
    await expect(yen).not.toHaveValue('')
    // From the notional back to shares, in whole lots again.
    await yen.fill('3億')
    await yen.press('Tab')
    expect(Number((await quantityOf(trader).inputValue()).replaceAll(',', '')) % 100).toBe(0)

    await quantityOf(trader).fill('10k')
    await quantityOf(trader).press('Tab')
    await quantityOf(trader).fill('1.5m')
    await quantityOf(trader).press('Enter')
    await expect(review(trader)).toContainText('1,500,000')
    await expect(review(trader)).toContainText('JPY')
    await expect(review(trader)).toContainText('USD')
    const warning = trader.text('advert.review.large', { times: 'TIMES' }).replace('TIMES', '\\d+')
    await expect(review(trader)).toContainText(new RegExp(warning))
    await expect(review(trader)).toContainText(trader.text('review.none'))
    // Enter in the field opened the review and sent nothing.
    await page.keyboard.press('Escape')
    await expect(review(trader)).toBeHidden()
    await expect(trader.row('9984.T')).toContainText(trader.text('advert.status.UNSENT'))
    await trader.leaves()
  })

  // spec: 2.trader.33
  test(`the indicators reflect the own session, and "why not matching" is answered, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const trader = await signsIn(browser, language)
    await expect(light(trader, 'engine')).toContainText(trader.text('market.engine.on'))
    await expect(light(trader, 'receiving')).toContainText(trader.text('market.notReceiving'))
    await trader.advertises('BUY', '7203.T', 40_000)
    await expect(light(trader, 'receiving')).toContainText(trader.text('market.receiving.why'))

    await trader.button('whyNot.open').click()
    const reasons = trader.page.getByRole('region', { name: trader.text('whyNot.title') })
    await expect(reasons).toContainText(trader.text('whyNot.WAITING_FOR_CONTRA'))
    await trader.page.keyboard.press('Escape')
    await expect(reasons).toBeHidden()
    await expect(trader.button('whyNot.open')).toBeFocused()

    await trader.button('advert.action.pause').click()
    await trader.sees('7203.T', 'advert.status.PAUSED')
    await expect(light(trader, 'receiving')).toContainText(trader.text('market.notReceiving.nothingLive'))
    await trader.button('whyNot.open').press('Enter')
    await expect(reasons).toContainText(trader.text('whyNot.PAUSED'))
    await expect(reasons).not.toContainText(trader.text('whyNot.WAITING_FOR_CONTRA'))
    await trader.leaves()
  })
}

/** The caret stays where a character was inserted, decimals are accepted, and arrow keys change nothing. */
async function typesInTheMiddle(trader: Trader): Promise<void> {
  const { page } = trader
  await quantityOf(trader).fill('40,000.50')
  for (let i = 0; i < 6; i += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('12')
  await page.keyboard.press('ArrowUp')
  await expect(quantityOf(trader)).toHaveValue('40,12000.50')
  await quantityOf(trader).press('Tab')
  await expect(quantityOf(trader)).toHaveValue('4,012,000')
}
