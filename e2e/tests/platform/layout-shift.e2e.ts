import { type Language, languages } from '@aitai/messages/texts.ts'
import { expect, type Page, test } from '@playwright/test'
import { type LayoutShift, layoutShiftsOf, noteLayoutShifts } from '../../support/layout-shifts.ts'
import { BrokerUser, Person, Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'

const product = serverForAllTests()

/** A fifth of what Lighthouse calls good: a line of text may change its length, a table may not move. */
const most = 0.02

/** Long enough for prices, the chart and texts to arrive. */
const settledMs = 2_000

/** How much of a page has moved since it was loaded. */
const movementOf = (shifts: readonly LayoutShift[]): number =>
  shifts.reduce((total, { score }) => total + score, 0)

/** Loads a page and expects nothing of it to move once it is there. */
async function expectStill(page: Page, path: string): Promise<void> {
  await page.goto(product.url + path)
  await page.waitForTimeout(settledMs)
  const shifts = await layoutShiftsOf(page)
  expect(movementOf(shifts), `${path} moved: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(most)
}

const userOf = { En: 'trader@alder.example', Jp: 'trader@birch.example' } as const

/** Opens a window in which movements are noted. */
const windowOf = (browser: Parameters<typeof Person.window>[0]['browser'], language: Language) =>
  ({ url: product.url, browser, language, prepare: noteLayoutShifts }) as const

test('a page that moves is noticed', async ({ browser }) => {
  const visitor = await Person.window({ ...windowOf(browser, 'En'), email: '' })
  await expectStill(visitor, '/')
  await visitor.evaluate(() => {
    document.body.style.paddingTop = '200px'
  })
  await expect.poll(async () => movementOf(await layoutShiftsOf(visitor))).toBeGreaterThan(most)
  await visitor.context().close()
})

for (const language of languages) {
  test(`nothing moves on a trader's pages when they are loaded, without IOIs and with some, ${language}`, async ({
    browser,
  }) => {
    const trader = await Trader.signsIn({ ...windowOf(browser, language), email: userOf[language] })
    const { page } = trader
    for (const path of ['/adverts-home', '/locates', '/profile/security', '/profile/preferences'])
      await expectStill(page, path)
    await page.goto(`${product.url}/adverts-home`)
    await trader.isAtDesk()
    for (const ric of ['7203.T', '6758.T', '9984.T']) await trader.advertises('BUY', ric, 100_000)
    await expectStill(page, '/adverts-home')
    await trader.leaves()
  })

  test(`nothing moves on the pages of a visitor and a broker when they are loaded, ${language}`, async ({
    browser,
  }) => {
    const visitor = await Person.window({ ...windowOf(browser, language), email: '' })
    for (const path of ['/', '/about-us', '/forget-password', '/verify-receipt', '/home'])
      await expectStill(visitor, path)
    await visitor.context().close()
    const email = 'broker@hinoki.example'
    const broker = await BrokerUser.signsIn({ ...windowOf(browser, language), email })
    for (const path of ['/brokers-home', '/profile/security']) await expectStill(broker.page, path)
    await broker.leaves()
  })

  test(`nothing moves on the pages of the console when they are loaded, ${language}`, async ({ browser }) => {
    const email = 'operations@aitai.example'
    const operator = new Person(await Person.window({ ...windowOf(browser, language), email }), language)
    await operator.signsIn(email)
    const links = operator.page.getByRole('navigation').getByRole('link')
    await expect(links.nth(4)).toBeVisible()
    const paths = await Promise.all((await links.all()).map((link) => link.getAttribute('href')))
    for (const path of paths) await expectStill(operator.page, path ?? '')
    await operator.leaves()
  })
}
