import type { TextKey } from '@aitai/messages/en.ts'
import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'
import { generousRateLimits, sessionOf, tradableSecurities } from '../../support/trading-api.ts'

const product = serverForAllTests(generousRateLimits)

const email = 'trader@alder.example'
const ric = '7203.T'
type Kind = 'advertising' | 'knockout' | 'limit'

const handle = (trader: Trader, kind: Kind): Locator =>
  trader.page.getByRole('slider', { name: trader.text(`advert.panel.${kind}`), exact: true })
const condition = (trader: Trader, kind: Kind): Locator =>
  trader.page.getByRole('group', { name: trader.text(`advert.panel.${kind}`), exact: true })
const field = (trader: Trader, kind: Kind): Locator => condition(trader, kind).getByRole('textbox').nth(0)
const levelOf = async (trader: Trader, kind: Kind): Promise<number> =>
  Number(await handle(trader, kind).getAttribute('aria-valuenow'))
const tickOf = (level: number): number => (level >= 3_000 ? 1 : 0.5)

for (const language of languages)
  test(`a trigger level is dragged in the chart and moved by keyboard, as the panel shows it, ${language}`, async ({
    browser,
  }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email, language })
    const { page } = trader
    await trader.drafts(language === 'En' ? 'BUY' : 'SELL', ric, 40_000)
    await trader.button('advert.panel.open').click()
    await condition(trader, 'advertising').getByRole('switch').click()
    await condition(trader, 'knockout').getByRole('switch').click()
    await expect(handle(trader, 'knockout')).toBeVisible()

    await test.step('dragging puts it onto a tick and into the field of the panel', async () => {
      const before = await levelOf(trader, 'knockout')
      const box = await handle(trader, 'knockout').boundingBox()
      if (!box) throw new Error('the handle has no place')
      const [x, y] = [box.x + box.width / 3, box.y + box.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      // Towards the price: a knockout of a buyer is above it, of a seller below.
      await page.mouse.move(x, y + (language === 'En' ? 25 : -25), { steps: 5 })
      await page.mouse.up()
      const after = await levelOf(trader, 'knockout')
      expect(Math.sign(after - before)).toBe(language === 'En' ? -1 : 1)
      expect((after * 10) % (tickOf(after) * 10)).toBe(0)
      await expect(field(trader, 'knockout')).toHaveValue(
        new RegExp(`^${after.toLocaleString('en').replace('.', '\\.')}(\\.0)?$`),
      )
    })

    await test.step('an arrow key moves it by a tick and says the price and its distance', async () => {
      const before = await levelOf(trader, 'advertising')
      await handle(trader, 'advertising').focus()
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => levelOf(trader, 'advertising')).toBe(before - tickOf(before))
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => levelOf(trader, 'advertising')).toBe(before + tickOf(before))
      const valueText = await handle(trader, 'advertising').getAttribute('aria-valuetext')
      expect(valueText).toMatch(
        language === 'En'
          ? /yen, [\d.]+ % (above|below) the previous close$/
          : /円、前日終値より[\d.]+%(上|下)$/,
      )
      await page.keyboard.press('Home')
      const [toyota] = (await tradableSecurities(await sessionOf(page, product.url))).filter(
        (each) => each.ric === ric,
      )
      await expect.poll(() => levelOf(trader, 'advertising')).toBe(toyota?.minPrice)
    })

    await test.step('what the canvas draws is in a table, and the line below compares the size', async () => {
      const table = page.getByRole('table', { name: trader.text('chart.table') })
      await expect(table.getByRole('row').nth(1)).toContainText(/\d/)
      const facts = page.getByRole('region', { name: trader.text('chart.title') })
      await expect(facts).toContainText(trader.text('chart.spread'))
      await expect(facts).toContainText(/%/)
    })
    await page.context().close()
  })

for (const language of languages)
  test(`the limit price is dragged in the chart and moved by keyboard, as the panel shows it and as it is sent, ${language}`, async ({
    browser,
  }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email, language })
    const { page } = trader
    const side = language === 'En' ? 'BUY' : 'SELL'
    await trader.drafts(side, ric, 40_000)
    await trader.button('advert.panel.open').click()
    await condition(trader, 'limit').getByRole('switch').click()
    await expect(handle(trader, 'limit')).toBeVisible()
    const shownInPanel = (level: number) =>
      new RegExp(`^${level.toLocaleString('en').replace('.', '\\.')}(\\.0)?$`)

    const before = await levelOf(trader, 'limit')
    const box = await handle(trader, 'limit').boundingBox()
    if (!box) throw new Error('the handle has no place')
    const [x, y] = [box.x + box.width / 3, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    // Beyond the price: the limit of a buyer is below it, of a seller above.
    await page.mouse.move(x, y + (side === 'BUY' ? 25 : -25), { steps: 5 })
    await page.mouse.up()
    const dragged = await levelOf(trader, 'limit')
    expect(Math.sign(dragged - before)).toBe(side === 'BUY' ? -1 : 1)
    expect((dragged * 10) % (tickOf(dragged) * 10)).toBe(0)
    await expect(field(trader, 'limit')).toHaveValue(shownInPanel(dragged))

    await handle(trader, 'limit').focus()
    await page.keyboard.press('ArrowUp')
    const up = dragged + tickOf(dragged)
    await expect.poll(() => levelOf(trader, 'limit')).toBe(up)
    await page.keyboard.press('PageDown')
    await expect.poll(() => levelOf(trader, 'limit')).toBeLessThan(up)
    const sent = await levelOf(trader, 'limit')
    await expect(field(trader, 'limit')).toHaveValue(shownInPanel(sent))
    const valueText = await handle(trader, 'limit').getAttribute('aria-valuetext')
    expect(valueText).toMatch(language === 'En' ? /yen/ : /円/)
    await trader.button('advert.action.review.send').click()
    const review = page.getByRole('dialog')
    await expect(review).toContainText(trader.text('advert.panel.limit'))
    await expect(review).toContainText(sent.toLocaleString('en'))
    await page.context().close()
  })

for (const language of languages)
  test(`five days, candles and TOPIX are chosen by keyboard, remembered, and move nothing around them, ${language}`, async ({
    browser,
  }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email, language })
    const { page } = trader
    await trader.drafts('BUY', ric, 40_000)
    const plot = page.locator('.price-chart')
    const option = (name: TextKey): Locator =>
      page.getByRole('radio', { name: trader.text(name), exact: true })
    const table = (name: TextKey): Locator =>
      page.getByRole('table', { name: trader.text(name), exact: true })
    await expect(table('chart.table')).toBeAttached()
    const before = await plot.boundingBox()

    await option('chart.days.1').focus()
    await page.keyboard.press('ArrowRight')
    await expect(option('chart.days.5')).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await expect(option('chart.style.candles')).toBeChecked()

    const days = table('chart.table.days')
    await expect(
      days.getByRole('columnheader', { name: trader.text('chart.high'), exact: true }),
    ).toBeAttached()
    // More than four whole days of two hours each, in a market that never closes.
    await expect(async () => expect(await days.getByRole('row').count()).toBeGreaterThan(4 * 12)).toPass()
    expect(await plot.boundingBox()).toEqual(before)

    await plot.hover({ position: { x: 120, y: 60 } })
    await expect(page.locator('.chart-readout')).toContainText(
      language === 'En'
        ? /^[A-Z][a-z]{2} \d+ [A-Z][a-z]{2} \d\d:[03]0 O [\d,.]+ H/
        : /^\d+\/\d+\(.\) \d\d:[03]0 始[\d,.]+ 高/,
    )

    await page.getByRole('button', { name: trader.text('chart.vsIndex'), exact: true }).press('Enter')
    await expect(page.locator('.chart-readout')).toContainText(/TOPIX [+−]?\d+\.\d\d ?%/)
    const ofIndex = days.getByRole('columnheader', { name: trader.text('chart.index'), exact: true })
    await expect(ofIndex).toBeAttached()
    await expect(days.getByRole('row').nth(20).getByRole('cell').last()).toHaveText(/^[+−]?\d+\.\d\d ?%$/)
    expect(await plot.boundingBox()).toEqual(before)

    await page.reload()
    await trader.drafts('SELL', ric, 10_000)
    await expect(table('chart.table.days')).toBeAttached()
    await expect(option('chart.style.candles')).toBeChecked()
    await expect(ofIndex).toBeAttached()
    await page.context().close()
  })

test('a day of a market that never closes is drawn in the time that is printed, prices move, and the theme follows', async ({
  browser,
}) => {
  const trader = await Trader.signsIn({ url: product.url, browser, email, language: 'En' })
  const { page } = trader
  await page.addInitScript(() => {
    // The time in which the canvas is filled, from the first call that draws.
    const { fillRect } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillRect = function draw(...box) {
      performance.mark('drawn')
      fillRect.apply(this, box)
    }
  })
  await page.reload()
  await trader.drafts('BUY', ric, 40_000)
  const chart = page.locator('.price-chart canvas').first()
  await expect(chart).toBeVisible()
  const milliseconds = await page.evaluate(async () => {
    const { dataset } = document.documentElement
    const before = dataset.mode
    const times: number[] = []
    for (const mode of ['dark', 'light', 'dark', 'light']) {
      dataset.mode = mode
      const start = performance.now()
      // The chart draws again in the microtasks that follow.
      await new Promise((resolve) => setTimeout(resolve))
      times.push((performance.getEntriesByName('drawn').at(-1)?.startTime ?? start) - start)
    }
    if (before !== undefined) dataset.mode = before
    return times
  })
  console.log(`the chart of a day was drawn in ${milliseconds.map((each) => each.toFixed(1)).join(', ')} ms`)
  const mid = page.locator('.market-mid dd')
  const first = await mid.textContent()
  await expect(mid).not.toHaveText(first ?? '')
  await page.context().close()
})
