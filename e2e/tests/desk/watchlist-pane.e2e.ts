import { callApi } from '@aitai/contract/api-client.ts'
import { getWatchlist, setWatchlist } from '@aitai/contract/routes/preferences.ts'
import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { expectAccessible, expectNoLayoutFaults } from '../../accessibility/checks.ts'
import { Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'
import { generousRateLimits, sessionOf, tradableSecurities } from '../../support/trading-api.ts'

const product = serverForAllTests(generousRateLimits)

const emails = { En: 'trader@alder.example', Jp: 'trader@birch.example' } as const

/** What every window shows of a watched security. */
const always = ['security', 'position', 'bid', 'ask', 'move', 'share'] as const
const everything = [
  ...(['security', 'position', 'bid', 'ask', 'mid', 'move'] as const),
  ...(['share', 'range', 'volume', 'adv'] as const),
] as const

const windows = [
  { width: 1280, height: 720, columns: always },
  { width: 1440, height: 900, columns: always },
  { width: 1799, height: 1000, columns: always },
  { width: 1800, height: 1000, columns: always },
  { width: 1920, height: 1080, columns: always },
  { width: 2560, height: 1440, columns: everything },
] as const

/** The width of the editor in a window of 1,280 pixels. */
const smallestEditor = 784
const rowHeight = 28

const partsOf = (trader: Trader) => ({
  pane: trader.page.locator('.desk-market'),
  body: trader.page.locator('.desk-market .watchlist-body'),
  headings: trader.page.locator('.watchlist-table thead th:visible'),
  rows: trader.page.locator('.watchlist-section tr'),
  handle: trader.page.getByRole('separator', { name: trader.text('watchlist.resize') }),
})

for (const language of languages)
  test(`the watchlist stays beside the IOIs, with bid, ask, change, volume and position, in every window, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const who = { url: product.url, browser, email: emails[language], language }
    const trader = await Trader.signsIn({ ...who, viewport: { width: 1280, height: 720 } })
    const { page } = trader
    await watches(trader, 30)
    const toggle = trader.button('watchlist.title')
    const { pane, body, headings, rows, handle } = partsOf(trader)

    await test.step('before the first draft, and with it', async () => {
      await expect(rows).toHaveCount(30)
      await expect(toggle).toHaveCount(0)
      await trader.drafts('BUY', '7203.T', 40_000)
      await expect(rows).toHaveCount(30)
    })
    await test.step('another draft moves nothing', async () => {
      const before = await boxOf(pane)
      await trader.drafts('SELL', '6758.T', 20_000)
      await expect(trader.row('6758.T')).toBeVisible()
      expect(await boxOf(pane)).toEqual(before)
    })
    for (const { width, height, columns } of windows)
      await test.step(`${width} by ${height}`, async () => {
        await page.setViewportSize({ width, height })
        const isWide = width >= 1800
        await expect(toggle).toHaveCount(isWide ? 0 : 1)
        await expect(headings).toHaveText(columns.map((column) => trader.text(`watchlist.${column}`)))
        await expect(rows.first()).toContainText(/\d/)
        // Nothing has to be scrolled sideways to be seen.
        const [edge, last] = [await boxOf(body), await boxOf(headings.last())]
        expect(last.x + last.width).toBeLessThanOrEqual(edge.x + edge.width)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
        expect(await body.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
        // A name has room for more than its code.
        expect((await boxOf(headings.first())).width).toBeGreaterThan(120)
        expect(await heightOf(page.locator('.advert-rows'))).toBeGreaterThanOrEqual(8 * rowHeight)
        expect((await boxOf(page.locator('.desk-editor'))).width).toBeGreaterThanOrEqual(smallestEditor - 1)
      })
    await test.step('it is closed by keyboard, which a reload keeps, and opened again', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      const before = await heightOf(page.locator('.advert-rows'))
      await toggle.focus()
      await page.keyboard.press('Enter')
      await expect(rows).toHaveCount(0)
      await expect(toggle).toBeFocused()
      expect(await heightOf(page.locator('.advert-rows'))).toBeGreaterThan(before + 4 * rowHeight)
      await page.reload()
      await expect(toggle).toHaveAttribute('aria-expanded', 'false')
      await expect(rows).toHaveCount(0)
      await toggle.focus()
      await page.keyboard.press('Enter')
      await expect(rows).toHaveCount(30)
    })
    await test.step('its height is changed by keyboard and mouse, which a reload keeps', async () => {
      const before = await heightOf(pane)
      await handle.focus()
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => heightOf(pane)).toBeLessThan(before)
      const { x, y, width } = await boxOf(handle)
      await page.mouse.move(x + width / 2, y + 4)
      await page.mouse.down()
      await page.mouse.move(x + width / 2, y - 40, { steps: 4 })
      await page.mouse.up()
      await expect.poll(() => heightOf(pane)).toBeGreaterThan(before)
      const dragged = await heightOf(pane)
      await page.reload()
      await expect(rows).toHaveCount(30)
      expect(Math.abs((await heightOf(pane)) - dragged)).toBeLessThan(10)
    })
    await test.step('a security is added from above the window’s end, and opened', async () => {
      const add = page.getByRole('combobox', { name: trader.text('watchlist.add') })
      await add.fill('9984')
      const match = page.getByRole('option', { name: /9984\.T/ }).first()
      await expect(match).toBeInViewport({ ratio: 1 })
      await match.click()
      await expect(rows.filter({ hasText: '9984.T' })).toHaveCount(1)
    })
    await trader.leaves()
  })

for (const theme of ['light', 'dark'] as const)
  test(`the third column and the pane pass the accessibility audit, ${theme}`, { tag: '@full' }, async ({
    browser,
  }) => {
    const language = theme === 'light' ? 'En' : 'Jp'
    const who = { url: product.url, browser, email: emails[language], language, theme } as const
    const trader = await Trader.signsIn({ ...who, viewport: { width: 1920, height: 1080 } })
    await watches(trader, 30)
    await trader.drafts('BUY', '8306.T', 40_000)
    await trader.page.emulateMedia({ reducedMotion: 'reduce' })
    for (const [width, height] of [
      [1920, 1080],
      [1800, 900],
      [1280, 720],
    ] as const)
      await test.step(`${width} by ${height}`, async () => {
        await trader.page.setViewportSize({ width, height })
        await expect(trader.page.locator('.watchlist-section tr')).toHaveCount(30)
        await expectAccessible(trader, `the desk at ${width}`)
        await expectNoLayoutFaults(trader, `the desk at ${width}`)
      })
    await trader.leaves()
  })

/** Stores so many securities as the trader's watchlist. */
async function watches(trader: Trader, count: number): Promise<void> {
  const api = await sessionOf(trader.page, product.url)
  const others = (await tradableSecurities(api)).filter(({ ric }) => ric !== '9984.T')
  const securityIds = others.slice(0, count).map(({ equityId }) => equityId)
  const { version } = await callApi(api, getWatchlist)
  await callApi(api, setWatchlist, { body: { securityIds, groups: [], version } })
  await trader.page.reload()
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('not on the screen')
  return box
}

const heightOf = async (element: Locator): Promise<number> => (await boxOf(element)).height
