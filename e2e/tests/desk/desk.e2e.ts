import { type ApiSession, callApi } from '@aitai/contract/api-client.ts'
import { advertList, createAdvert, pauseAdvert } from '@aitai/contract/routes/adverts.ts'
import type { TextKey } from '@aitai/messages/en.ts'
import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { runOperatorCommand } from '../../support/operator-cli.ts'
import { Trader } from '../../support/people.ts'
import { serverForEachTest } from '../../support/test-server.ts'
import { generousRateLimits, sessionOf, tradableSecurities } from '../../support/trading-api.ts'

const product = serverForEachTest(generousRateLimits)

const email = 'trader@alder.example'
const quantityOf = (trader: Trader): Locator =>
  trader.page.getByLabel(trader.text('advert.quantity'), { exact: true })
const light = (trader: Trader, name: 'engine' | 'receiving'): Locator =>
  trader.page.locator(`[data-light=${name}]`)
const market = (trader: Trader): Locator => trader.page.locator('.market-state')

/** Runs an operator's command on the running server. */
const operator = (...words: readonly string[]): Promise<void> =>
  runOperatorCommand(product, ...words, '--reason', 'requested by the exchange')

for (const language of languages) {
  test(`the desk shows its four states, and its banner what the market and an operator do, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email, language })
    // spec: 2.trader.1, 2.trader.5, 4.statuses.20
    await test.step('minimal, basic, advanced, history and back', () => goesThroughStates(trader))
    // spec: 2.trader.2, 4.indicator.3
    await test.step('sent, it counts down, and contras are looked for', () => counts(trader))
    await test.step('what an operator closes is shown closed, then open', () => heedsTheOperator(trader))
    await test.step('a halted security says so, and stops no other', async () => {
      await trader.drafts('SELL', '6758.T', 10_000)
      await expect(light(trader, 'engine')).toContainText(trader.text('whyNot.SECURITY_HALTED'))
      await expect(market(trader)).toHaveAttribute('data-market', 'open')
      await expect(light(trader, 'receiving')).toHaveAttribute('data-on', 'true')
    })
    await trader.leaves()
  })

  test(`edits survive a push, another IOI and the other language, and leaving asks, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email, language })
    const { page } = trader
    await trader.advertises('SELL', '6758.T', 10_000)
    await trader.advertises('BUY', '7203.T', 40_000)
    await staysInHand(trader)
    await edits(trader)
    await pauseInOtherTab(await sessionOf(page, product.url))
    await trader.sees('7203.T', 'advert.status.PAUSED')
    await expect(quantityOf(trader)).toHaveValue('50,000')

    await page.getByRole('listbox', { name: trader.text('advert.list.title') }).focus()
    await page.keyboard.press('End')
    await expect(quantityOf(trader)).toHaveValue('10,000')
    await page.keyboard.press('ArrowUp')
    await expect(quantityOf(trader)).toHaveValue('50,000')
    await expect(trader.row('7203.T')).toContainText(trader.text('advert.list.edited'))

    const other = new Trader(page, language === 'En' ? 'Jp' : 'En')
    await page
      .getByRole('button', { name: trader.text(`header.${other.language}`), exact: true })
      .press('Enter')
    await expect(quantityOf(other)).toHaveValue('50,000')
    await expect(page.getByText(other.text('advert.editor.edited')).first()).toBeVisible()
    await page.getByRole('button', { name: other.text(`header.${language}`), exact: true }).press('Enter')
    await leaves(trader)
  })
}

/**
 * Nothing was selected since the page was opened, and a newer IOI from another screen interrupts no typing.
 */
async function staysInHand(trader: Trader): Promise<void> {
  await trader.page.reload()
  await expect(quantityOf(trader)).toHaveValue('40,000')
  await quantityOf(trader).fill('')
  await trader.page.keyboard.type('6')
  const session = await sessionOf(trader.page, product.url)
  const mufg = (await tradableSecurities(session)).find(({ ric }) => ric === '8306.T')
  await callApi(session, createAdvert, { body: { securityId: mufg?.equityId ?? '' } })
  await expect(trader.row('8306.T')).toBeVisible()
  await trader.page.keyboard.type('0k')
  await expect(quantityOf(trader)).toHaveValue('60k')
}

/** A new size, the other direction and the smallest minimum, all by keyboard. */
async function edits(trader: Trader): Promise<void> {
  const { page } = trader
  await quantityOf(trader).fill('５０，０５０')
  await quantityOf(trader).press('Tab')
  await expect(quantityOf(trader)).toHaveValue('50,000')
  const rounded = trader.text('advert.rounded.down', { shares: '50,000' })
  await expect(page.getByText(rounded).first()).toBeVisible()
  await page.getByRole('radio', { name: trader.text('common.BUY') }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: trader.text('common.SELL') })).toBeChecked()
  await page.getByRole('button', { name: trader.text('advert.panel.advertPreferences') }).press('Enter')
  const minimum = page.getByRole('slider', { name: trader.text('advert.minimum') })
  await minimum.press('End')
  await expect(minimum).toHaveValue('75')
  await minimum.press('Home')
  await expect(minimum).toHaveValue('10')
  await expect(minimum).toHaveAttribute('aria-valuetext', /5,000/)
}

async function pauseInOtherTab(session: ApiSession): Promise<void> {
  const list = await callApi(session, advertList)
  const advert = list.find(({ securityName }) => securityName.startsWith('7203.T'))
  await callApi(session, pauseAdvert, { params: { id: advert?.id ?? '' } })
}

/** Closing the tab asks; logging off asks, and happens only when confirmed. */
async function leaves(trader: Trader): Promise<void> {
  const { page } = trader
  const dialogOpened = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await dialogOpened
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()

  const popup = page.getByRole('dialog', { name: trader.text('advert.leaving.title') })
  const logOff = async (): Promise<void> => {
    await page.getByRole('button', { name: trader.text('header.profile') }).press('Enter')
    await trader.button('header.logOff').press('Enter')
    await expect(popup).toContainText(trader.text('advert.leaving.body', { count: 1 }))
  }
  await logOff()
  await expect(trader.button('advert.leaving.stay')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(popup).toBeHidden()
  await expect(quantityOf(trader)).toHaveValue('50,000')
  await logOff()
  await trader.button('advert.leaving.leave').press('Enter')
  await expect(page).toHaveURL(/\/home$/)
}

/** By keyboard only. */
async function goesThroughStates(trader: Trader): Promise<void> {
  const { page } = trader
  const shows = (state: string) => expect(page.locator('.adverts-home')).toHaveAttribute('data-state', state)
  const press = (key: TextKey) =>
    page
      .getByRole('button', { name: trader.text(key), exact: true })
      .first()
      .press('Enter')
  await shows('minimal')
  await trader.drafts('BUY', '7203.T', 40_000)
  await shows('basic')
  await expect(page.getByRole('timer')).toContainText('--:--:--')
  await press('advert.panel.open')
  await shows('advanced')
  await press('advert.panel.close')
  await shows('basic')
  await press('history.open')
  await shows('history')
  await press('history.close')
  await shows('basic')
  await expect(page.locator('.advert-rows .advert-row')).toHaveCount(8)
}

async function counts(trader: Trader): Promise<void> {
  await trader.advertises('BUY', '7203.T', 40_000)
  await expect(trader.page.getByRole('timer')).toContainText(/0[012]:\d\d:\d\d/)
  await expect(market(trader)).toHaveAttribute('data-market', 'open')
  await expect(light(trader, 'engine')).toHaveAttribute('data-on', 'true')
  await expect(light(trader, 'receiving')).toHaveAttribute('data-on', 'true')
}

async function heedsTheOperator(trader: Trader): Promise<void> {
  await operator('platform', 'close', '--yes')
  await expect(market(trader)).toHaveAttribute('data-market', 'closed')
  const [closedText = ''] = trader.text('market.closedByOperator', { ranges: '|', zone: '' }).split('|')
  await expect(market(trader)).toContainText(closedText)
  await expect(light(trader, 'engine')).toContainText(trader.text('market.engine.off'))
  await expect(light(trader, 'engine')).toContainText(trader.text('whyNot.PLATFORM_CLOSED'))
  await expect(light(trader, 'receiving')).toContainText(trader.text('market.notReceiving.halted'))
  await operator('platform', 'open')
  await operator('security', 'halt', '6758.T', '--yes')
  await expect(light(trader, 'engine')).toContainText(trader.text('market.engine.on'))
  await expect(market(trader)).toHaveAttribute('data-market', 'open')
}
