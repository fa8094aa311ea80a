import { readFile } from 'node:fs/promises'
import type { TextKey } from '@aitai/messages/en.ts'
import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { formatExactYen, formatYen } from '../../../client/src/ui/format/amounts.ts'
import { clockAt, jumpSignal } from '../../support/clock.ts'
import { BrokerUser, brokerNameIn, type Person, Trader } from '../../support/people.ts'
import { feedEnvironment, sendQuotes } from '../../support/quote-feed.ts'
import { type RunningServer, startServer } from '../../support/server.ts'
import { generousRateLimits } from '../../support/trading-api.ts'

const ric = '7203.T'
/** After these, reversion is known 5 minutes after the locate, and not yet after 15. */
const jumpMs = 8 * 60_000
const everyMs = 500

interface Prices {
  readonly bid: number
  readonly ask: number
  readonly last: number
  readonly volume: number
}

/** A feed handler that sends one security at the prices of the test. */
class KnownMarket {
  readonly #url: string
  readonly #beat: NodeJS.Timeout
  #prices: Prices
  #ahead: number

  constructor(url: string, prices: Prices, ahead: number) {
    this.#url = url
    this.#prices = prices
    this.#ahead = ahead
    this.#beat = setInterval(() => void this.#send().catch(() => null), everyMs)
  }

  /** Resolves when the server has the prices. */
  async shows(prices: Prices): Promise<void> {
    this.#prices = prices
    await this.#send()
  }

  /** Resolves when the server's clock has jumped too: until then it refuses quotes from the future. */
  async jumps(by: number): Promise<void> {
    this.#ahead += by
    await expect(() => this.#send()).toPass()
  }

  #send(): Promise<unknown> {
    const time = new Date(Date.now() + this.#ahead).toISOString()
    return sendQuotes(this.#url, { quotes: [{ ric, time, ...this.#prices }] })
  }

  ends(): void {
    clearInterval(this.#beat)
  }
}

/** 10:00 in Tokyo. */
const clock = (): ReturnType<typeof clockAt> => clockAt('2026-11-18T01:00:00Z', jumpMs)
let product: RunningServer
let market: KnownMarket
let pageClock: string
test.beforeEach(async () => {
  const { server, page, ahead } = clock()
  pageClock = page
  product = await startServer({ ...generousRateLimits, ...feedEnvironment, ...server })
  market = new KnownMarket(product.url, { bid: 2_999, ask: 3_001, last: 3_000, volume: 100_000 }, ahead)
})
test.afterEach(async () => {
  market.ends()
  await product.stop()
})

/** Reports one part of the execution in the popup of the row. */
async function reports(broker: BrokerUser, shares: string, price: string): Promise<void> {
  const row = broker.page.getByRole('row').filter({ hasText: ric })
  await row.locator('.agreement-execution').first().click()
  const popup = broker.page.getByRole('dialog', { name: broker.text('agreement.executed.title') })
  const field = (key: TextKey): Locator => popup.getByLabel(broker.text(key), { exact: true })
  await field('agreement.executed.quantity').fill(shares)
  await field('agreement.executed.price').fill(price)
  await popup.getByRole('button', { name: broker.text('agreement.executed.report'), exact: true }).click()
  await expect(popup).toBeHidden()
}

/** The figure of a name, with its note. */
const figure = (trader: Trader, name: TextKey): Locator =>
  trader.page
    .locator('.cost-figures > div')
    .filter({ has: trader.page.getByText(trader.text(name), { exact: true }) })

/** The figures of the first agreement, by their headers. */
async function agreementRow({ page }: Person): Promise<Readonly<Record<string, string>>> {
  const table = page.locator('#cost-table table')
  const names = await table.locator('thead .cost-line').allTextContents()
  const cells = await table.locator('tbody tr').first().locator('.cost-line').allTextContents()
  return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']))
}

async function opensCosts(trader: Trader): Promise<void> {
  await trader.page.locator('.profile-name').click()
  await trader.page.getByRole('link', { name: trader.text('costs.title') }).click()
  await expect(trader.page.getByRole('heading', { name: trader.text('costs.title') })).toBeVisible()
}

/** The exported file, as a program reads it. */
async function exportedRow(trader: Trader): Promise<Readonly<Record<string, string>>> {
  const downloading = trader.page.waitForEvent('download')
  await trader.button('costs.export').click()
  const downloaded = await downloading
  expect(downloaded.suggestedFilename()).toBe('aitai-tca-2026-11-18.csv')
  const file = await readFile(await downloaded.path(), 'utf8')
  const [names = [], cells = []] = file
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .map((line) => line.split(','))
  return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']))
}

/*
 * BUY 50,000 with the mid at 3,000. 10,000 shares trade at 3,010, and 30,000 are located at 3,001 × 3,005, mid 3,003.
 * The broker executes 18,000 at 3,002 and 12,000 at 3,007: 30,000 at 3,004. The mid then falls to 2,997.
 * Half-spread 2 yen: 2 / 3,000 = 6.67 bp, 2 × 30,000 = 60,000 yen. Against arrival −4 / 3,000 = −13.33 bp, against the
 * VWAP of 3,010 6 / 3,000 = 20 bp. Reversion after five minutes 6 / 3,000 = 20 bp.
 */
for (const language of languages)
  test(`a broker reports an execution in two parts, both sides see it, and the costs of the day are known, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const who = { url: product.url, browser, clock: pageClock }
    const buyer = await Trader.signsIn({ ...who, email: 'trader@alder.example', language })
    const seller = await Trader.signsIn({ ...who, email: 'trader@birch.example', language: 'En' })
    await market.shows({ bid: 2_999, ask: 3_001, last: 3_000, volume: 100_000 })
    await buyer.advertises('BUY', ric, 50_000)
    await market.shows({ bid: 3_001, ask: 3_005, last: 3_010, volume: 110_000 })
    await seller.advertises('SELL', ric, 30_000)
    for (const trader of [buyer, seller]) await trader.answers('a')
    const { broker: name } = await buyer.handedTo()
    for (const trader of [buyer, seller]) await trader.readsOutcome()
    await market.shows({ bid: 2_996, ask: 2_998, last: 2_997, volume: 110_000 })

    await test.step('the broker reports both parts, and each side sees them', async () => {
      const email = `broker@${name.split(' ')[0]?.toLowerCase()}.example`
      const broker = await BrokerUser.signsIn({ ...who, email, language })
      await broker.readsMatch()
      await reports(broker, '18000', '3002')
      await reports(broker, '12000', '3007')
      await expect(broker.page.getByRole('row').filter({ hasText: ric })).toContainText('3,004.000')
      for (const trader of [buyer, seller]) {
        const executed = { quantity: '30,000', located: '30,000', price: '3,004.000' }
        await expect(trader.page.locator('.executed-note')).toContainText(
          trader.text('notification.executed', executed),
        )
      }
    })

    product.signal(jumpSignal)
    await market.jumps(jumpMs)
    const bp = (value: string): string => buyer.text('costs.bp', { bp: value })

    await test.step("the buyer's page has the figures of the day", async () => {
      await opensCosts(buyer)
      await expect(figure(buyer, 'costs.saved')).toContainText(formatExactYen(60_000, language))
      await expect(figure(buyer, 'costs.saved')).toContainText(bp('+6.7'))
      await expect(figure(buyer, 'costs.value')).toContainText(formatYen(90_120_000, language))
      await expect(figure(buyer, 'costs.againstArrival')).toContainText(bp('−13.3'))
      await expect(figure(buyer, 'costs.againstVwap')).toContainText(bp('+20.0'))
      await expect(figure(buyer, 'costs.acceptance')).toContainText('100')
      expect(await agreementRow(buyer)).toMatchObject({
        [buyer.text('costs.column.located')]: '30,000',
        [buyer.text('costs.column.shareLocated')]: language === 'Jp' ? '60%' : '60 %',
        [buyer.text('costs.column.executed')]: '30,000',
        [buyer.text('costs.column.saved')]: '60,000',
        [buyer.text('costs.column.halfSpread')]: '+6.7',
        [buyer.text('costs.column.againstArrival')]: '−13.3',
        [buyer.text('costs.column.againstVwap')]: '+20.0',
        [buyer.text('costs.column.after5')]: '+20.0',
        [buyer.text('costs.column.after15')]: '–',
        [buyer.text('costs.column.price')]: '3,004.000',
        [buyer.text('costs.column.arrival')]: '3,000.000',
        [buyer.text('costs.column.mid')]: '3,003.000',
        [buyer.text('costs.column.vwap')]: '3,010.000',
        [buyer.text('costs.column.broker')]: brokerNameIn(language, name),
      })
      await buyer.page.getByRole('tab', { name: buyer.text('costs.by.broker') }).click()
      await expect(buyer.page.locator('#cost-table tfoot')).toContainText('60,000')
    })

    await test.step('the file has them in full', async () => {
      expect(await exportedRow(buyer)).toMatchObject({
        [buyer.text('costs.column.day')]: '2026-11-18',
        [buyer.text('costs.column.executed')]: '30000',
        [buyer.text('costs.column.shareExecuted')]: '60',
        [buyer.text('costs.column.saved')]: '60000',
        [buyer.text('costs.column.halfSpread')]: '6.67',
        [buyer.text('costs.column.againstArrival')]: '-13.33',
        [buyer.text('costs.column.againstVwap')]: '20',
        [buyer.text('costs.column.after5')]: '20',
        [buyer.text('costs.column.after15')]: '',
        [buyer.text('costs.column.price')]: '3004',
        [buyer.text('costs.column.mid')]: '3003',
        [buyer.text('costs.column.value')]: '90120000',
      })
    })

    await test.step('the other side has its own', async () => {
      await opensCosts(seller)
      // Sent at the mid of the locate: 1 / 3,003 = 3.33 bp in its favour, 2 / 3,003 = 6.66 bp.
      await expect(figure(seller, 'costs.againstArrival')).toContainText('+3.3 bp')
      await expect(figure(seller, 'costs.saved')).toContainText('+6.7 bp')
      expect(await agreementRow(seller)).toMatchObject({ '5 min': '−20.0', '% of IOI executed': '100 %' })
    })
  })
