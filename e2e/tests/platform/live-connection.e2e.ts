import { join } from 'node:path'
import { type Language, languages } from '@aitai/messages/texts.ts'
import { type BrowserContext, expect, test } from '@playwright/test'
import { contraForEachTest } from '../../support/contra-desk.ts'
import { Trader } from '../../support/people.ts'
import { interceptSockets } from '../../support/socket-interceptor.ts'
import { answerLocate } from '../../support/trading-api.ts'

const { product, atDesk } = contraForEachTest()

for (const language of languages) {
  test(`a lost connection is shown at once and blocks nothing; on return, missed updates are listed, ${language}`, async ({
    browser,
  }) => {
    const { trader, contra, security, contraSells } = await atDesk(browser, language)
    const { page } = trader
    const way = await interceptSockets(page)
    await page.reload()
    await trader.isAtDesk()
    const lost = page.getByText(trader.text('connection.lost')).first()

    await test.step('shown with the next try and the age; the bell is marked', async () => {
      await way.cut()
      await expect(lost).toBeVisible()
      const [before = '', after = ''] = trader.text('connection.nextTry', { seconds: '#' }).split('#')
      await expect(page.getByText(new RegExp(`${before}([1-9]|10)${after}`))).toBeVisible()
      await expect(page.getByRole('button', { name: trader.text('notification.stale') })).toBeVisible()
    })
    await test.step('an advert is sent, and a contra located is answered, while it is down', async () => {
      await trader.advertises('SELL', '6758.T', 20_000)
      await contraSells()
      await trader.seesContraLocated('50,000')
      await trader.answers('d')
      await answerLocate(contra, security, 'decline')
      await trader.seesOutcome('locate.outcome.DECLINED')
      await trader.readsOutcome()
    })
    await test.step('"Try now" brings it back, and what came is listed by kind until it is read', async () => {
      way.restore()
      await trader.button('connection.retryNow').press('Enter')
      await trader.isAtDesk()
      const missedUpdates = page.getByRole('region', { name: trader.text('missedUpdates.title') })
      await expect(missedUpdates).toContainText(trader.text('notification.Connection Declined'))
      await expect(page.getByRole('button', { name: trader.text('notification.stale') })).toBeHidden()
      await missedUpdates.getByRole('button', { name: trader.text('common.ok') }).press('Enter')
      await expect(missedUpdates).toBeHidden()
    })
    await test.step('going offline is shown as such, and coming back restores the desk', async () => {
      await page.context().setOffline(true)
      await expect(page.getByText(trader.text('connection.offline')).first()).toBeVisible()
      await page.context().setOffline(false)
      await trader.isAtDesk()
      await expect(page.getByText(trader.text('missedUpdates.none'))).toBeVisible()
    })
  })
}

test('a source that stops answering is marked where it is shown, in both languages, and only there', {
  tag: '@full',
}, async ({ browser }) => {
  const { trader } = await atDesk(browser, 'En')
  const { page } = trader
  const sockets = await interceptSockets(page)
  await page.reload()
  await trader.isAtDesk()
  const inJapanese = new Trader(page, 'Jp')
  const list = page.locator('.desk-stale')
  const prices = page.locator('.market-stale')
  const age = (person: Trader, key: 'advert.list.stale' | 'market.stale') => {
    const [before, after] = person.text(key, { time: '|' }).split('|') as [string, string]
    return new RegExp(`^${before}\\d\\d:\\d\\d:\\d\\d.*${after}$`)
  }
  await page.route(/advert-list/, (route) => route.abort())
  await expect(list).toHaveText(age(trader, 'advert.list.stale'))
  await expect(prices).toBeHidden()
  await expect(page.getByText(trader.text('connection.live'), { exact: true })).toBeVisible()
  // Prices are pushed, and polled without a socket.
  await page.route(/get-quote/, (route) => route.abort())
  await sockets.cut()
  await expect(prices).toHaveText(age(trader, 'market.stale'))
  await page.getByRole('button', { name: trader.text('header.Jp'), exact: true }).click()
  await expect(prices).toHaveText(age(inJapanese, 'market.stale'))
  await expect(list).toHaveText(age(inJapanese, 'advert.list.stale'))
  // By the next poll, while the socket is still down.
  await page.unroute(/advert-list/)
  await page.unroute(/get-quote/)
  await expect(prices).toBeHidden()
  await expect(list).toBeHidden()
})

test('heartbeats come from a worker, so that a hidden tab with throttled timers stays connected', {
  tag: '@full',
}, async ({ browser }) => {
  const { trader } = await atDesk(browser, 'En')
  const { page } = trader
  await page.addInitScript({ path: join(import.meta.dirname, '../../page/slow-timers.js') })
  const way = await interceptSockets(page)
  await page.reload()
  await trader.isAtDesk()
  expect(page.workers().length).toBeGreaterThan(0)
  const heartbeats = () => way.sent.filter((message) => /^\["\\n"\]$|^\n$/.test(message)).length
  // One every 10 seconds; on a busy machine the first is late.
  await expect.poll(heartbeats, { timeout: 60_000 }).toBeGreaterThan(0)
  expect(way.opened()).toBe(1)
})

/** Another tab of the same session. */
async function anotherTab(context: BrowserContext, language: Language): Promise<Trader> {
  const tab = new Trader(await context.newPage(), language)
  await tab.page.goto(product.url)
  await tab.isAtDesk()
  return tab
}

for (const language of languages)
  test(`tabs of one session stay in step: settings, more than three tabs, and logging off, ${language}`, async ({
    browser,
  }) => {
    const { trader: first } = await atDesk(browser, language)
    const context = first.page.context()
    const second = await anotherTab(context, language)

    await test.step('language and appearance chosen in one are chosen in the other', async () => {
      const other = new Trader(first.page, language === 'En' ? 'Jp' : 'En')
      await second.page
        .getByRole('button', { name: second.text(`header.${other.language}`), exact: true })
        .click()
      await other.isAtDesk()
      await second.page.getByRole('button', { name: other.text('header.toDark') }).click()
      await expect(first.page.locator('html')).toHaveAttribute('data-mode', 'dark')
      await second.page.getByRole('button', { name: other.text(`header.${language}`), exact: true }).click()
      await first.isAtDesk()
    })
    await test.step('of four the one behind rests, says so, and is live again when somebody asks', async () => {
      await anotherTab(context, language)
      const fourth = await anotherTab(context, language)
      await expect(first.page.getByText(first.text('connection.resting')).first()).toBeVisible()
      await first.button('connection.retryNow').click()
      await first.isAtDesk()
      await expect(second.page.getByText(second.text('connection.resting')).first()).toBeVisible()
      await fourth.isAtDesk()
    })
    await test.step('logging off in one ends all of them, as the own doing that it is', async () => {
      await first.page.getByRole('button', { name: first.text('header.profile') }).click()
      await first.button('header.logOff').click()
      for (const tab of context.pages()) {
        await expect(tab).toHaveURL(/\/home$/)
        await expect(tab.getByRole('alertdialog')).toBeHidden()
        await expect(tab.getByRole('dialog')).toBeHidden()
      }
    })
  })

for (const language of languages)
  test(`signing in elsewhere ends the session here, and the popup says why, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const { trader } = await atDesk(browser, language)
    const otherWindow = await Trader.signsIn({
      url: product.url,
      browser,
      email: 'trader@alder.example',
      language,
    })
    const popup = trader.page.getByRole('dialog', { name: trader.text('auth.endedTitle') })
    await expect(popup).toContainText(trader.text('SESSION_REPLACED'))
    await trader.page.keyboard.press('Enter')
    await expect(popup).toBeHidden()
    await expect(trader.page.getByLabel(trader.text('auth.email'))).toBeVisible()
    await otherWindow.isAtDesk()
  })
