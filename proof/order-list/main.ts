import { strict as assert } from 'node:assert'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ApiSession, callApi } from '@aitai/contract/api-client.ts'
import { listLocateNotifications } from '@aitai/contract/routes/locates.ts'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { type Language, languages } from '@aitai/messages/texts.ts'
import { demoPassword } from '@aitai/server/admin/demo/demo-accounts.ts'
import { type Browser, chromium, type Page } from '@playwright/test'
import { installedBrowser } from '../../e2e/support/browser.ts'
import { Trader } from '../../e2e/support/people.ts'
import { startServer } from '../../e2e/support/server.ts'
import {
  generousRateLimits,
  sessionOf,
  signInContra,
  tradableSecurities,
} from '../../e2e/support/trading-api.ts'
import { droppedSeconds, ofTable, watchCountdowns, watchMachine } from '../bench/client/countdowns.ts'
import { percentilesOf, rounded } from '../bench/percentiles.ts'
import { raiseBudgets } from '../crash/crash-round.ts'
import { startGatewayProcess } from '../fix/gateway-process.ts'
import { compileCounterparty, QuickFixProcess } from '../fix/quickfix-process.ts'
import { Contras, fiveMinutes, type ListedOrder } from './contras.ts'
import { ListTrader } from './trader.ts'

/**
 * `node proof/order-list/main.ts [--pictures FOLDER]`: a trader pastes a list of 100 orders, 40 of them are located
 * within five minutes, three by FIX, and all are answered by keys, in each language. Prints keys and seconds for
 * each locate as JSON; fails if one that was on screen was not answered, or if a countdown did not show one of its
 * seconds although the machine had time for it. Needs a built client, a browser, g++ and Debian's package
 * libquickfix-dev.
 */
const { values } = parseArgs({ options: { pictures: { type: 'string' } } })
const listed = 100
const located = fiveMinutes.reduce((sum, { names }) => sum + names, 0)
const birch = 'BIRCH-OMS'
const widths = [1280, 1440, 1920, 2560] as const

const folder = mkdtempSync(join(tmpdir(), 'aitai-order-list-'))
const counterparty = compileCounterparty(folder)
const executablePath = installedBrowser()
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox'],
})
try {
  for (const language of languages) console.log(JSON.stringify(await tradeList(browser, language)))
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}

async function tradeList(browser: Browser, language: Language) {
  const empty = await startServer(generousRateLimits)
  await empty.halt()
  const location = { dataDir: empty.dataDir, databaseUrl: null }
  await raiseBudgets(location, tradingDay(Date.now()), { openLocatesPerTrader: 50 })
  const server = await startServer(generousRateLimits, empty)
  const gatewayFolder = join(folder, language)
  mkdirSync(gatewayFolder)
  const gateway = await startGatewayProcess({ AITAI_URL: server.url, FIX_DATA_DIR: gatewayFolder }, [
    '--demo',
  ])
  const quickFix = new QuickFixProcess(counterparty, {
    folder: gatewayFolder,
    version: 'FIX.4.4',
    port: gateway.port,
    password: demoPassword,
    compIds: [birch],
  })
  const machine = watchMachine()
  try {
    await quickFix.event(birch, 'logon')
    const contra = await signInContra(server.url, 'birch')
    const desk = await Trader.signsIn({ url: server.url, browser, email: 'trader@alder.example', language })
    const session = await sessionOf(desk.page, server.url)
    const orders = await listOf(session)
    const trader = new ListTrader(desk)
    const { keyboard } = trader

    const began = Date.now()
    await trader.paste(orders)
    await pictures(trader.page, language, 'preview')
    await trader.sendPasted(listed)
    const loading = { keys: keyboard.pressed, seconds: secondsSince(began) }

    const contras = new Contras(contra, { process: quickFix, compId: birch })
    const trading = contras.trade(orders.slice(0, located), fiveMinutes)
    keyboard.pressed = 0
    await trader.opensBlotter()
    const shownCountdowns = await watchCountdowns(trader.blotter, ofTable)
    await trader.answersUntil(located)
    await trading
    await contras.finish()
    const { countdowns, skips } = await shownCountdowns()
    const dropped = droppedSeconds(skips, machine.stalls)
    assert.ok(countdowns > 0, 'a countdown was shown')
    assert.equal(dropped.droppedSeconds, 0, `${dropped.droppedSeconds} seconds of countdowns were not shown`)
    const keysPerLocate = rounded(keyboard.pressed / located)
    const seconds = trader.answers.map(({ ric, at }) => (at - (contras.locatedAt.get(ric) ?? 0)) / 1_000)
    await expectNothingMissed(session, trader)
    await pictures(trader.blotter, language, 'outcomes')

    const more = orders.slice(located, located + 12)
    await contras.trade(more, [{ second: 0, names: more.length, by: 'desk' }])
    await Promise.all([
      pictures(trader.blotter, language, 'blotter'),
      pictures(trader.page, language, 'desk'),
    ])
    await contra.leaves()
    const secondsPerLocate = percentilesOf(seconds)
    return { language, listed, located, loading, keysPerLocate, secondsPerLocate, countdowns, ...dropped }
  } finally {
    await machine.stop()
    await quickFix.kill()
    await gateway.stop()
    await server.stop()
  }
}

/** The first 100 securities, each in whole lots of at least twice the platform's minimum. */
async function listOf(session: ApiSession): Promise<readonly ListedOrder[]> {
  const equities = (await tradableSecurities(session)).slice(0, listed)
  assert.equal(equities.length, listed)
  return equities.map((equity) => ({ equity, shares: Math.ceil(20_000_000 / equity.closePrice / 100) * 100 }))
}

/** Every locate has the answer that the trader gave, and none ended without one. */
async function expectNothingMissed(session: ApiSession, { answers }: ListTrader): Promise<void> {
  const all = await callApi(session, listLocateNotifications)
  const accepted = answers.filter(({ accepts }) => accepts).length
  const counted = (answer: string | null): number => all.filter((each) => each.answer === answer).length
  assert.equal(counted(null), 0, 'a locate that was on screen was missed')
  assert.deepEqual([counted('ACCEPT'), counted('DECLINE')], [accepted, located - accepted])
}

function secondsSince(began: number): number {
  return rounded((Date.now() - began) / 1_000)
}

/** A picture of the window in each width and theme, if pictures are wanted. */
async function pictures(page: Page, language: Language, name: string): Promise<void> {
  if (values.pictures === undefined) return
  const before = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of widths) {
      await page.setViewportSize({ width, height: Math.round((width * 9) / 16) })
      const path = join(values.pictures, `${name}-${width}-${colorScheme}-${language}.png`)
      await page.screenshot({ path })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(before)
}
