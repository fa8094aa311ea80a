import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { installedBrowser } from '../../../e2e/support/browser.ts'
import { Trader } from '../../../e2e/support/people.ts'
import { startServer } from '../../../e2e/support/server.ts'
import { percentilesOf, rounded } from '../percentiles.ts'
import { createBusyDay, unlimitedRates } from './busy-day.ts'

/**
 * `node history.main.ts ADVERTS OPENINGS`: the history of a day in real Chromium on the real server, as JSON.
 * Every measurement has a new browser with an empty cache.
 */
const [adverts = 2_000, openings = 9] = process.argv.slice(2).map(Number)
const email = 'trader@alder.example'
const password = 'correct-horse-aitai'

/** The duration of scrolling, one notch of the wheel after another. */
const scrollingMs = 4_000
const notch = 100

const probes = join(import.meta.dirname, 'page-probes.js')

interface Frames {
  readonly times: readonly number[]
  readonly gaps: number
}

type Measured = Readonly<Record<string, number>>

async function inFreshBrowser<T>(url: string, measure: (page: Page, trader: Trader) => Promise<T>) {
  const executablePath = installedBrowser()
  const browser: Browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  })
  try {
    const trader = await Trader.signsIn({ url, browser, email, language: 'En' })
    await trader.page.evaluate(readFileSync(probes, 'utf8'))
    // Ready once the list of the day is loaded and drawn.
    await trader.page.getByRole('button', { name: trader.text('history.open'), exact: true }).waitFor()
    await trader.page.getByRole('option').first().waitFor()
    return await measure(trader.page, trader)
  } finally {
    await browser.close()
  }
}

const press = (page: Page, trader: Trader): Promise<number> =>
  page.evaluate<number>(`firstPaint(${JSON.stringify(trader.text('history.open'))})`)

/** Clicked as soon as the page is ready, while the table's code is still loading. */
const atOnce = (page: Page, trader: Trader): Promise<number> => press(page, trader)

/** Clicked after the table's code was loaded in an idle moment; then a second time. */
async function later(page: Page, trader: Trader): Promise<{ first: number; again: number }> {
  await page.evaluate('codeOfTable()')
  const first = await press(page, trader)
  await trader.page.getByRole('button', { name: trader.text('history.close') }).click()
  await trader.page.getByRole('button', { name: trader.text('history.open'), exact: true }).waitFor()
  const again = await press(page, trader)
  return { first, again }
}

/** Scrolls the rows down and half way up again. */
async function scrolling(page: Page, trader: Trader): Promise<Measured> {
  await page.getByRole('button', { name: trader.text('history.open'), exact: true }).click()
  await page.locator('.history-table .ag-row').first().hover()
  await page.evaluate('watchFrames()')
  const until = Date.now() + scrollingMs
  while (Date.now() < until) await page.mouse.wheel(0, until - Date.now() < scrollingMs / 3 ? -notch : notch)
  const { times, gaps } = await page.evaluate<Frames>('framesWatched()')
  const spans = times.slice(1).map((time, i) => time - (times[i] ?? time))
  const took = (times.at(-1) ?? 0) - (times[0] ?? 0)
  const top = await page.locator('.history-table .ag-grid-viewport').evaluate((box) => box.scrollTop)
  const { p50, p95, longest } = percentilesOf(spans)
  return {
    framesPerSecond: rounded((spans.length / took) * 1_000),
    frameP50: p50,
    frameP95: p95,
    frameLongest: longest,
    framesWithGaps: gaps,
    scrolledTo: Math.round(top),
  }
}

const server = await startServer(unlimitedRates)
try {
  await createBusyDay(server.url, email, password, adverts)
  const hurried: number[] = []
  const opened: { first: number; again: number }[] = []
  for (let n = 0; n < openings; n += 1) {
    hurried.push(await inFreshBrowser(server.url, atOnce))
    opened.push(await inFreshBrowser(server.url, later))
  }
  const scrolled: Measured[] = []
  for (let n = 0; n < 3; n += 1) scrolled.push(await inFreshBrowser(server.url, scrolling))
  const first = percentilesOf(opened.map((each) => each.first))
  const again = percentilesOf(opened.map((each) => each.again))
  console.log(JSON.stringify({ adverts, openings, first, again, atOnce: percentilesOf(hurried), scrolled }))
} finally {
  await server.stop()
}
