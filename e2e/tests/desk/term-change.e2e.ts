import { type ApiSession, callApi } from '@aitai/contract/api-client.ts'
import { advertList } from '@aitai/contract/routes/adverts.ts'
import { getTraderDefaults, saveConditions } from '@aitai/contract/routes/preferences.ts'
import { userBrokersList } from '@aitai/contract/routes/reference.ts'
import type { TextKey } from '@aitai/messages/en.ts'
import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import { generousRateLimits, sessionOf, submitAdvert, tradableSecurities } from '../../support/trading-api.ts'
import { historyRows } from './history-table.ts'

const product = serverForEachTest(generousRateLimits)

const count = 20

for (const language of languages) {
  test(`a term and saved conditions are applied to a list of ${count} by keys alone, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const who = { url: product.url, browser, email: 'trader@alder.example', language } as const
    const trader = await Trader.signsIn(who)
    const api = await sessionOf(trader.page, product.url)
    const limited = await sendsList(api)
    await savesConditions(api)
    await trader.page.reload()

    await test.step('all are selected, and the review says who loses the time priority', () =>
      changesMinimum(trader, api))
    await test.step('saved conditions are refused for one and change the others', () =>
      appliesConditions(trader, api, limited))
    await trader.leaves()
  })
}

/** Sends IOIs in as many securities; the first has a limit above the knockout of the saved conditions. */
async function sendsList(api: ApiSession): Promise<string> {
  const securities = (await tradableSecurities(api)).slice(0, count)
  for (const [i, security] of securities.entries()) {
    const terms = i === 0 ? { limitPrice: Math.floor(security.closePrice * 0.11) * 10 } : {}
    await submitAdvert(api, security, 'BUY', { terms })
  }
  return securities[0]?.ric ?? ''
}

async function savesConditions(api: ApiSession): Promise<void> {
  const defaults = await callApi(api, getTraderDefaults)
  const priceConditions = { ...defaults.priceConditions, knockoutTriggerStatus: true }
  const advertPreferences = {
    ...defaults.advertPreferences,
    credibilityHurdle: 41,
    transactionType: 'CASH_SWAP',
  } as const
  const [broker] = await callApi(api, userBrokersList)
  const pathPreferences = { ranked: false, brokers: [{ id: broker?.brokerID ?? '' }] }
  const conditions = { priceConditions, advertPreferences, pathPreferences }
  const body = { name: '小型株', replaces: null, conditions }
  await callApi(api, saveConditions, { body })
}

async function changesMinimum(trader: Trader, api: ApiSession): Promise<void> {
  const { page } = trader
  await tabsTo(trader, page.getByRole('button', { name: trader.text('history.open'), exact: true }))
  await page.keyboard.press('Enter')
  await expect(historyRows(trader).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: trader.text('history.title') })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+A')
  const popup = await opensChange(trader)
  await expect(popup.getByRole('listitem')).toHaveCount(count)
  await chooses(trader, popup, 'advert.minimum')
  await tabsTo(trader, popup.getByRole('slider'))
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowRight')
  await expect(popup).toContainText(
    trader.text('history.change.summary', { changes: count, same: 0, out: 0 }),
  )
  await expect(popup).toContainText(trader.text('history.change.priority', { count }))
  await confirms(trader, count, { done: count, same: 0, refused: 0 })
  const now = await callApi(api, advertList)
  expect(now.map(({ minimumQuantity }) => minimumQuantity)).toEqual(Array(count).fill(30))
}

async function appliesConditions(trader: Trader, api: ApiSession, limited: string): Promise<void> {
  // The focus is back on the button, and the rows are still selected.
  await expect(changeButton(trader)).toBeFocused()
  const popup = await opensChange(trader)
  await chooses(trader, popup, 'conditions.title')
  await confirms(trader, count, { done: count - 1, same: 0, refused: 1 }, async (result) => {
    await expect(result.locator('[data-outcome=refused]')).toHaveCount(1)
    const refused = result.getByRole('listitem').filter({ hasText: limited })
    await expect(refused).toContainText(`${trader.text('LIMIT-ORDER')} LIMIT-ORDER`)
  })
  const now = await callApi(api, advertList)
  expect(now.filter(({ transactionType }) => transactionType === 'CASH_SWAP')).toHaveLength(count - 1)
}

const changeButton = (trader: Trader): Locator => trader.button('history.action.change', { count })

async function opensChange(trader: Trader): Promise<Locator> {
  await tabsTo(trader, changeButton(trader))
  await trader.page.keyboard.press('Enter')
  const popup = trader.page.getByRole('dialog', { name: trader.text('history.change.title', { count }) })
  await expect(popup.getByLabel(trader.text('history.change.term'), { exact: true })).toBeFocused()
  return popup
}

/** By the arrow keys, as in any list of the browser. */
async function chooses(trader: Trader, popup: Locator, term: TextKey): Promise<void> {
  const choice = popup.getByLabel(trader.text('history.change.term'), { exact: true })
  const chosen = trader.text(term)
  const isChosen = async (): Promise<boolean> =>
    (await choice.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)) === chosen
  const options = await choice.getByRole('option').count()
  for (let steps = 0; steps < options && !(await isChosen()); steps += 1)
    await trader.page.keyboard.press('ArrowDown')
  expect(await isChosen()).toBe(true)
}

/** Confirms the review, reads the result, and closes it. */
async function confirms(
  trader: Trader,
  changes: number,
  result: { readonly done: number; readonly same: number; readonly refused: number },
  reads: (result: Locator) => Promise<void> = async () => undefined,
): Promise<void> {
  await tabsTo(trader, trader.button('history.change.confirm', { count: changes }))
  await trader.page.keyboard.press('Enter')
  const over = trader.page.getByRole('dialog', { name: trader.text('history.result.title') })
  await expect(over).toContainText(trader.text('history.change.result', result))
  await reads(over)
  await expect(trader.button('common.ok')).toBeFocused()
  await trader.page.keyboard.press('Enter')
  await expect(trader.page.getByRole('dialog')).toHaveCount(0)
}

async function tabsTo(trader: Trader, wanted: Locator): Promise<void> {
  const isThere = () => wanted.evaluate((element) => element === element.ownerDocument.activeElement)
  for (let stops = 0; stops < 60 && !(await isThere()); stops += 1) await trader.page.keyboard.press('Tab')
  await expect(wanted).toBeFocused()
}
