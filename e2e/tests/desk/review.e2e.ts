import { type Language, languages } from '@aitai/messages/texts.ts'
import { type Browser, expect, type Locator, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'
import { generousRateLimits, sessionOf, submitAdvert, tradableSecurities } from '../../support/trading-api.ts'

const product = serverForAllTests(generousRateLimits)

const emails = { En: 'trader@alder.example', Jp: 'trader@birch.example' } as const
const ric = '7203.T'
const review = ({ page }: Trader): Locator => page.getByRole('dialog')
const field = (trader: Trader, name: 'advert.quantity' | 'advert.jpy' | 'advert.usd'): Locator =>
  trader.page.getByLabel(trader.text(name), { exact: true })

/** How often this page has sent or changed an advert. */
function sendings({ page }: Trader): () => number {
  let count = 0
  page.on('request', (request) => {
    if (/\/advert\/(submit|modify)-advert$/.test(request.url())) count += 1
  })
  return () => count
}

const signsIn = (browser: Browser, language: Language): Promise<Trader> =>
  Trader.signsIn({ url: product.url, browser, email: emails[language], language })

for (const language of languages) {
  // spec: 2.trader.8, 4.statuses.12
  test(`an advert is reviewed before it is sent, and sent once, ${language}`, {
    tag: language === 'En' ? '@main' : '@full',
  }, async ({ browser }) => {
    const trader = await signsIn(browser, language)
    const sent = sendings(trader)
    await test.step('a held Enter in a field opens the review and sends nothing', () => holdsEnter(trader))
    expect(sent()).toBe(0)
    await test.step('the review has both notionals of the editor', () => readsNotionals(trader))
    await test.step('a double click sends once', () => clicksTwice(trader))
    expect(sent()).toBe(1)
    await test.step('an update marks what is changed, with what it was', () => updates(trader))
    await test.step('a size that may be a slip of the finger is pointed out', () => slips(trader))
    await trader.leaves()
  })
}

async function holdsEnter(trader: Trader): Promise<void> {
  const { page } = trader
  await trader.drafts('BUY', ric, 40_000)
  await field(trader, 'advert.quantity').focus()
  const confirm = trader.button('advert.review.confirm.send')
  // Repeated keydown events without keyup simulate a held key.
  await expect(async () => {
    await page.keyboard.down('Enter')
    await expect(confirm).toBeFocused({ timeout: 50 })
  }).toPass({ intervals: [30] })
  for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(confirm).toBeVisible()
}

/** Prices keep moving, in the editor and in the review. */
async function readsNotionals(trader: Trader): Promise<void> {
  await expect(async () => {
    const [shown, jpy, usd] = await Promise.all([
      review(trader).textContent(),
      field(trader, 'advert.jpy').inputValue(),
      field(trader, 'advert.usd').inputValue(),
    ])
    expect(shown).toContain(`JPY ${jpy}`)
    expect(shown).toContain(`USD ${usd}`)
    expect(shown).toContain('40,000')
  }).toPass()
}

async function clicksTwice(trader: Trader): Promise<void> {
  await trader.button('advert.review.confirm.send').dblclick()
  await expect(review(trader)).toBeHidden()
  await trader.sees(ric, 'advert.status.SENT')
}

async function updates(trader: Trader): Promise<void> {
  const { page } = trader
  await field(trader, 'advert.quantity').fill('30000')
  await page.keyboard.press('Enter')
  const changed = review(trader).locator('[data-changed]')
  const was = (value: string): string => trader.text('advert.review.was', { value })
  const shares = trader.text('common.shares')
  await expect(
    changed.filter({ has: page.getByText(trader.text('advert.quantity'), { exact: true }) }),
  ).toContainText(was(`40,000 ${shares}`))
  await expect(changed.filter({ hasText: trader.text('advert.review.notional') })).toContainText('JPY')
  await expect(changed.filter({ hasText: trader.text('advert.duration') })).toHaveCount(0)
  await expect(trader.button('advert.review.confirm.update')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(review(trader)).toBeHidden()
  await expect(trader.row(ric)).toContainText('30,000')
}

/** Three small adverts establish the usual size. */
async function slips(trader: Trader): Promise<void> {
  const session = await sessionOf(trader.page, product.url)
  const cheap = (await tradableSecurities(session)).sort((a, b) => a.minPrice - b.minPrice)
  for (const equity of cheap.filter((each) => each.ric !== ric).slice(0, 3)) {
    await submitAdvert(session, equity, 'BUY')
    await expect(trader.row(equity.ric)).toBeVisible()
  }
  const [before = ''] = trader.text('advert.review.large', { times: '#' }).split('#')
  await trader.row(ric).click()
  await field(trader, 'advert.quantity').fill('900000')
  await trader.page.keyboard.press('Enter')
  await expect(review(trader)).toContainText(before)
  await trader.page.keyboard.press('Escape')
}
