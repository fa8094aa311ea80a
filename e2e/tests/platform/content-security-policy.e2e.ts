import { readFileSync } from 'node:fs'
import { languages } from '@aitai/messages/texts.ts'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { BrokerUser, Person, Trader } from '../../support/people.ts'
import { policyReportCount } from '../../support/policy-reports.ts'
import { serverForAllTests } from '../../support/test-server.ts'

const product = serverForAllTests()

/** Records policy violations of windows, and their requests to other origins. */
const watching = (violations: string[]) => async (window: BrowserContext) => {
  await window.exposeFunction('policyReport', (report: string) => void violations.push(report))
  await window.addInitScript({ path: `${import.meta.dirname}/../../page/policy-listener.js` })
  window.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text())
  })
  window.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (/^https?:$/.test(protocol) && origin !== product.url) violations.push(`asked ${request.url()}`)
  })
}

const settles = (page: Page): Promise<void> => page.waitForLoadState('networkidle')

/** The public pages, and a popup above one of them. */
async function readsPublicPages(person: Person): Promise<void> {
  const { page } = person
  for (const path of ['/', '/about-us', '/home', '/reset-password?resetToken=none', '/forget-password']) {
    await page.goto(product.url + path)
    await settles(page)
  }
  await page.getByLabel(person.text('auth.email')).fill('nobody@alder.example')
  await person.button('auth.forgotSend').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await person.button('common.ok').click()
  await expect(page).toHaveURL(`${product.url}/`)
}

/** The desk with its review, the history table, the menus of the header, and the profile. */
async function worksAtDesk(trader: Trader): Promise<void> {
  const { page } = trader
  await trader.advertises('BUY', '7203.T', 10_000)
  await trader.button('history.open').click()
  await expect(page.locator('.history-table .ag-row').first()).toBeVisible()
  await page.locator('.dropdown-trigger:has(.bell-count)').click()
  await expect(page.locator('.bell-panel')).toBeVisible()
  await page.keyboard.press('Escape')
  for (const tab of ['ioi-counts', 'preferences', 'security']) {
    await page.goto(`${product.url}/profile/${tab}`)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await settles(page)
  }
}

for (const language of languages)
  test(`no page violates the content policy, and none calls another origin, ${language}`, async ({
    browser,
  }) => {
    const violations: string[] = []
    const visit = { url: product.url, browser, language, prepare: watching(violations) }
    const visitor = new Person(await Person.window({ ...visit, email: '' }), language)
    await test.step('pages before sign-in', () => readsPublicPages(visitor))
    await visitor.leaves()
    await test.step('a desk', async () => {
      const email = language === 'En' ? 'trader@alder.example' : 'trader@birch.example'
      await worksAtDesk(await Trader.signsIn({ ...visit, email }))
    })
    await test.step("a broker's home", async () => {
      const broker = await BrokerUser.signsIn({ ...visit, email: 'broker@hinoki.example' })
      await expect(broker.page.getByRole('heading', { level: 1 })).toBeAttached()
      await settles(broker.page)
    })

    expect(violations).toEqual([])
    expect(await policyReportCount(product.url)).toBe(0)
  })

test('an inline script or style, another origin, and eval are each blocked and reported', async ({
  browser,
}) => {
  const violations: string[] = []
  const window = await browser.newContext()
  await watching(violations)(window)
  const page = await window.newPage()
  await page.goto(product.url)
  await page.evaluate(readFileSync(`${import.meta.dirname}/../../page/policy-violations.js`, 'utf8'))

  for (const forbidden of [
    'script-src-elem',
    'style-src-elem',
    'img-src',
    'connect-src',
    'script-src ',
    'asked ',
  ])
    await expect.poll(() => violations.some((each) => each.startsWith(forbidden)), forbidden).toBe(true)
  expect(await page.evaluate('window.ran ?? false')).toBe(false)
  await expect.poll(() => policyReportCount(product.url)).toBeGreaterThanOrEqual(5)
  await window.close()
})
