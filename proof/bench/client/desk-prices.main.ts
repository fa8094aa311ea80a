import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { installedBrowser } from '../../../e2e/support/browser.ts'
import { Trader } from '../../../e2e/support/people.ts'
import { type RunningServer, startServer } from '../../../e2e/support/server.ts'
import {
  generousRateLimits,
  sessionOf,
  signInContra,
  submitAdvert,
  tradableSecurities,
} from '../../../e2e/support/trading-api.ts'
import { raiseBudgets } from '../../crash/crash-round.ts'
import { percentilesOf, rounded } from '../percentiles.ts'
import { droppedSeconds, ofList, watchCountdowns, watchMachine } from './countdowns.ts'

/**
 * `node desk-prices.main.ts ADVERTS SECONDS LOCATES`: what a desk with live IOIs and moving prices costs the computer
 * that shows it, then with open locates too, in real Chromium on the real server, as JSON. Processor time is in
 * percent of one core. Of the countdowns, `droppedSeconds` were not shown, and `droppedByMachine` neither, because the
 * machine stalled.
 */
const [adverts = 100, seconds = 30, locates = 30] = process.argv.slice(2).map(Number)
/** Of the 30 for which a locate is open, some pass until all are on the screen. */
const secondsWithLocates = 20
/** Redraws of the chart that are timed. */
const draws = 20

type Processes = { processInfo: { type: string; cpuTime: number }[] }

/** The processor seconds of all processes of a type, or of the whole browser. */
async function cpuSeconds(system: CDPSession, type?: string): Promise<number> {
  const { processInfo } = (await system.send('SystemInfo.getProcessInfo')) as Processes
  return processInfo
    .filter((each) => type === undefined || each.type === type)
    .reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

/** The seconds that the page's main thread was busy. */
async function taskSeconds(page: CDPSession): Promise<number> {
  const { metrics } = await page.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

/** The load of a screen that nobody touches, and how often its prices have changed. */
async function loadOf(browser: Browser, page: Page, ofSeconds = seconds) {
  const [system, ofPage] = [await browser.newBrowserCDPSession(), await page.context().newCDPSession(page)]
  await ofPage.send('Performance.enable')
  const read = async () => ({
    renderer: await cpuSeconds(system, 'renderer'),
    graphics: await cpuSeconds(system, 'GPU'),
    browser: await cpuSeconds(system),
    mainThread: await taskSeconds(ofPage),
    at: performance.now(),
  })
  const before = await read()
  const pushes = countMarketPushes(page)
  await page.waitForTimeout(ofSeconds * 1_000)
  const after = await read()
  const percent = (name: 'renderer' | 'graphics' | 'browser' | 'mainThread'): number =>
    rounded(((after[name] - before[name]) / (after.at - before.at)) * 100_000)
  return {
    renderer: percent('renderer'),
    mainThread: percent('mainThread'),
    graphics: percent('graphics'),
    browser: percent('browser'),
    pushesPerSecond: rounded((pushes() / (after.at - before.at)) * 1_000),
  }
}

/** Counts the changes of the mid that is shown, which prove that prices move. */
function countMarketPushes(page: Page): () => number {
  let count = 0
  page.on('console', (message) => {
    if (message.text() === 'price') count += 1
  })
  return () => count
}

/** Says in the console when the mid or a value in the list has changed. */
const watchPrices = `new MutationObserver(() => console.log('price'))
  .observe(document.querySelector('.market-mid dd'), { childList: true, subtree: true, characterData: true })`

/** Redraws the whole chart and returns how long each took until the canvas was filled, in milliseconds. */
const drawChart = `(async () => {
  const { fillRect } = CanvasRenderingContext2D.prototype
  let drawn = 0
  CanvasRenderingContext2D.prototype.fillRect = function draw(...box) {
    fillRect.apply(this, box)
    drawn = performance.now()
  }
  const times = []
  const { dataset } = document.documentElement
  for (let i = 0; i < ${draws}; i += 1) {
    dataset.mode = dataset.mode === 'dark' ? 'light' : 'dark'
    const start = performance.now()
    await new Promise((resolve) => setTimeout(resolve))
    times.push(drawn - start)
  }
  CanvasRenderingContext2D.prototype.fillRect = fillRect
  return times
})()`

/** A server on which a trader may have so many open locates at once. */
async function serverForManyLocates(): Promise<RunningServer> {
  const first = await startServer(generousRateLimits)
  await first.halt()
  const location = { dataDir: first.dataDir, databaseUrl: null }
  await raiseBudgets(location, tradingDay(Date.now()), { openLocatesPerTrader: 50 })
  return startServer(generousRateLimits, first)
}

const server = await serverForManyLocates()
const executablePath = installedBrowser()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
})
try {
  const who = { url: server.url, browser, email: 'trader@alder.example', language: 'En' } as const
  const trader = await Trader.signsIn(who)
  const { page } = trader
  const caller = await sessionOf(page, server.url)
  const securities = (await tradableSecurities(caller)).slice(0, adverts)
  for (const [i, equity] of securities.entries()) await submitAdvert(caller, equity, i % 2 ? 'SELL' : 'BUY')
  await page.getByRole('option').first().click()
  await page.locator('.price-chart canvas').first().waitFor()
  const chart = percentilesOf(await page.evaluate<number[]>(drawChart))
  await page.evaluate(watchPrices)
  const desk = await loadOf(browser, page)
  await page.getByRole('button', { name: trader.text('history.open'), exact: true }).click()
  await page.locator('.history-table .ag-row').first().waitFor()
  const { pushesPerSecond: _, ...history } = await loadOf(browser, page)
  await page.goto(`${server.url}/adverts-home`)
  await page.getByRole('option').first().click()
  await page.locator('.price-chart canvas').first().waitFor()

  const contra = await signInContra(server.url, 'birch')
  const traded = securities.slice(0, locates)
  await Promise.all(traded.map((equity, i) => submitAdvert(contra, equity, i % 2 ? 'BUY' : 'SELL')))
  await page
    .locator('.locate-row[data-phase=question]')
    .nth(locates - 1)
    .waitFor()
  const machine = watchMachine()
  const shownCountdowns = await watchCountdowns(page, ofList)
  const { pushesPerSecond: __, ...load } = await loadOf(browser, page, secondsWithLocates)
  const { countdowns, skips } = await shownCountdowns()
  const located = { ...load, countdowns, ...droppedSeconds(skips, machine.stalls) }
  await machine.stop()
  await contra.leaves()
  console.log(JSON.stringify({ adverts: securities.length, seconds, chart, desk, history, located }))
} finally {
  await browser.close()
  await server.stop()
}
