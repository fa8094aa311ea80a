import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { contraForEachTest } from '../../support/contra-desk.ts'
import { Trader } from '../../support/people.ts'
import { interceptSockets } from '../../support/socket-interceptor.ts'
import { answerLocate, submitAdvert, tradableSecurity } from '../../support/trading-api.ts'

const { product, atDesk } = contraForEachTest()

/**
 * What the page requested of the system: notifications, sounds, permission. Headless Chromium shows none of
 * it.
 */
interface SystemAlerts {
  readonly notifications: { title: string; body: string; tag: string; open: boolean; click(): void }[]
  readonly hertz: number[]
  permissions: number
  isInFront: boolean
  goes(where: 'in front' | 'behind'): void
  allows(): void
}
const systemAlerts = <T>(page: Page, read: (all: SystemAlerts) => T): Promise<T> =>
  page.evaluate(`(${read.toString()})(window.systemAlerts)`) as Promise<T>

const listening = (context: BrowserContext) =>
  context.addInitScript({ path: join(import.meta.dirname, '../../page/system-alerts.js') })

const openProfile = (trader: Trader) =>
  trader.page.getByRole('button', { name: trader.text('header.profile') }).click()

// spec: 4.locate.8
test('a contra located while the window is in the background raises a browser notification, and a click leads there', async ({
  browser,
}) => {
  const { trader, contraSells } = await atDesk(browser)
  const { page } = trader
  await listening(page.context())
  await page.reload()
  await trader.isAtDesk()
  await trader.sees('7203.T', 'advert.status.SENT')
  expect(await systemAlerts(page, (all) => all.permissions)).toBe(0)

  await openProfile(trader)
  await trader.button('alerts.desktop.allow').click()
  await expect(page.getByText(trader.text('alerts.desktop.granted'))).toBeVisible()
  await page.keyboard.press('Escape')
  await systemAlerts(page, (all) => all.goes('behind'))
  await contraSells()
  await trader.seesContraLocated('50,000')

  await expect.poll(() => systemAlerts(page, (all) => all.notifications.length)).toBe(1)
  const shown = await systemAlerts(
    page,
    (all) => `${all.notifications[0]?.title} ${all.notifications[0]?.body}`,
  )
  expect(shown).toContain(trader.text('alerts.desktop.title'))
  expect(shown).not.toMatch(/7203|Toyota|BUY|SELL/)
  await expect.poll(() => page.title()).toContain(`(1) ● ${trader.text('locate.title')}`)
  await systemAlerts(page, (all) => all.notifications[0]?.click())
  await expect(trader.popup.getByRole('heading')).toBeFocused()
  expect(await systemAlerts(page, (all) => all.notifications[0]?.open)).toBe(false)
})

test('located and declined sound different, and a muted desk stays silent after a reload', async ({
  browser,
}) => {
  const { trader, session, contra, security, contraSells } = await atDesk(browser)
  const { page } = trader
  await listening(page.context())
  await page.reload()
  await trader.isAtDesk()
  await expect(page.getByText(trader.text('alerts.locked'))).toBeVisible()
  await openProfile(trader)
  await expect(page.getByText(trader.text('alerts.locked'))).toBeHidden()
  for (const sound of ['located', 'accepted', 'declined'] as const)
    await trader.button(`alerts.test.${sound}`).click()
  const tried = await systemAlerts(page, (all) => all.hertz.splice(0).join(' '))
  await page.keyboard.press('Escape')

  await contraSells()
  await trader.seesContraLocated('50,000')
  await expect.poll(() => systemAlerts(page, (all) => all.hertz.length)).toBeGreaterThan(0)
  const located = await systemAlerts(page, (all) => all.hertz.splice(0).join(' '))
  await Promise.all([answerLocate(session, security, 'decline'), answerLocate(contra, security, 'decline')])
  await trader.seesOutcome('locate.outcome.DECLINED')
  await expect.poll(() => systemAlerts(page, (all) => all.hertz.length)).toBeGreaterThan(0)
  const declined = await systemAlerts(page, (all) => all.hertz.splice(0).join(' '))
  expect(declined).not.toBe(located)
  expect(tried).toContain(located)
  expect(tried).toContain(declined)

  await trader.readsOutcome()
  await openProfile(trader)
  const mute = page.getByRole('group', { name: trader.text('alerts.sound'), exact: true })
  await mute.getByRole('radio', { name: trader.text('alerts.off') }).click()
  await page.reload()
  await trader.isAtDesk()
  await openProfile(trader)
  await expect(mute.getByRole('radio', { name: trader.text('alerts.off') })).toBeChecked()
})

test('three tabs of one session show one locate: answered in one, all have its answer and its outcome', async ({
  browser,
}) => {
  const { trader, contra, security, contraSells } = await atDesk(browser, 'Jp')
  const tabs = [trader]
  for (let i = 0; i < 2; i += 1) {
    const tab = new Trader(await trader.page.context().newPage(), 'Jp')
    await tab.page.goto(product.url)
    await tab.isAtDesk()
    tabs.push(tab)
  }
  await contraSells()
  await Promise.all(tabs.map((tab) => tab.seesContraLocated('50,000')))
  const [first, second, third] = tabs as [Trader, Trader, Trader]
  await third.page.reload()
  await third.seesContraLocated('50,000')
  const left = async (tab: Trader) => Number(await tab.popup.locator('.countdown-number').textContent())
  // Read between two readings of the other, so that a slow machine does not make them differ.
  const [before, between, after] = [await left(first), await left(third), await left(first)]
  expect(between).toBeLessThanOrEqual(before + 1)
  expect(between).toBeGreaterThanOrEqual(after - 1)

  await first.answers('d')
  await expect(second.popup).toContainText(second.text('locate.waiting.declined'))
  await expect(third.popup).toContainText(third.text('locate.waiting.declined'))
  await answerLocate(contra, security, 'accept')
  await Promise.all(tabs.map((tab) => tab.seesOutcome('locate.outcome.DECLINED')))
  await second.readsOutcome()
  await Promise.all(tabs.map((tab) => tab.seesNoPopup()))
})

test('a locate missed during a disconnection is reported on return and stays in the bell; one that the contra let lapse offers Resume', {
  tag: '@full',
}, async ({ browser }) => {
  const { trader, session, contra, contraSells } = await atDesk(browser)
  const { page } = trader
  const way = await interceptSockets(page)
  await page.reload()
  await trader.isAtDesk()
  const other = await tradableSecurity(session, '6758.T')
  await submitAdvert(session, other, 'BUY')
  await submitAdvert(contra, other, 'SELL')
  await trader.seesContraLocated('50,000')
  await trader.answers('a')
  await way.cut()
  await expect(page.getByText(trader.text('connection.lost')).first()).toBeVisible()
  await contraSells()
  // The list of locates is polled while the socket is down.
  await trader.seesContraLocated('50,000')
  await trader.seesOutcome('locate.outcome.CONTRA_TIMEOUT', 45_000)
  await trader.popup.getByRole('button', { name: trader.text('locate.resume'), exact: true }).press('Enter')
  await expect(trader.popup).toContainText(trader.text('locate.resumed'))
  await trader.popup.getByRole('button', { name: trader.text('locate.read'), exact: true }).press('Enter')
  await trader.seesNoPopup()

  way.restore()
  await trader.button('connection.retryNow').click()
  const missedUpdates = page.getByRole('region', { name: trader.text('missedUpdates.title') })
  await expect(missedUpdates.getByRole('listitem').first()).toHaveText(
    `${trader.text('missedUpdates.missed')}1`,
  )
  await page.reload()
  await trader.isAtDesk()
  await bell(trader).click()
  await page.getByRole('tab', { name: trader.text('notification.located') }).click()
  await expect(page.getByText(trader.text('notification.missed'), { exact: true })).toBeVisible()
})

/** The bell, whatever its count. */
const bell = (trader: Trader) =>
  trader.page.getByRole('button', {
    name: new RegExp(trader.text('notification.unread', { count: '\\d+' })),
  })

test('of two tabs only one plays the sound and shows the browser notification, and none while one is in front', {
  tag: '@full',
}, async ({ browser }) => {
  const { trader, security, session, contra, contraSells } = await atDesk(browser, 'Jp')
  const context = trader.page.context()
  await listening(context)
  const tabs = [trader, new Trader(await context.newPage(), 'Jp')]
  for (const { page } of tabs) {
    await page.goto(product.url)
    await page.getByText(trader.text('connection.live'), { exact: true }).waitFor()
    await page.locator('body').press('Shift')
    // The browser reports these events when the system shows the page.
    await systemAlerts(page, (all) => all.goes('behind'))
  }
  const [front] = tabs as [Trader, Trader]
  await systemAlerts(front.page, (all) => all.allows())
  await systemAlerts(front.page, (all) => all.goes('in front'))
  const alertCounts = async (what: 'notifications' | 'hertz') =>
    (
      await Promise.all(
        tabs.map(({ page }) => systemAlerts(page, (all) => [all.notifications.length, all.hertz.length])),
      )
    ).map(([notifications, hertz]) => (what === 'notifications' ? notifications : hertz)) as number[]
  const sum = async (what: 'notifications' | 'hertz') => (await alertCounts(what)).reduce((a, b) => a + b)

  await contraSells()
  await Promise.all(tabs.map((tab) => tab.seesContraLocated('50,000')))
  await expect.poll(() => sum('hertz')).toBeGreaterThan(0)
  expect((await alertCounts('hertz')).filter((count) => count > 0)).toHaveLength(1)
  expect(await sum('notifications')).toBe(0)
  await Promise.all([answerLocate(session, security, 'decline'), answerLocate(contra, security, 'decline')])
  await front.seesOutcome('locate.outcome.DECLINED')
  await front.readsOutcome()

  await systemAlerts(front.page, (all) => all.goes('behind'))
  const other = await tradableSecurity(session, '6758.T')
  await submitAdvert(session, other, 'BUY')
  await submitAdvert(contra, other, 'SELL')
  await Promise.all(tabs.map((tab) => tab.seesContraLocated('50,000')))
  await expect.poll(() => sum('notifications')).toBe(1)
  await front.answers('d')
  await expect
    .poll(async () => {
      const open = tabs.map(({ page }) =>
        systemAlerts(page, (all) => all.notifications.filter((each) => each.open).length),
      )
      return (await Promise.all(open)).reduce((a, b) => a + b)
    })
    .toBe(0)
  expect(await sum('notifications')).toBe(1)
})

for (const language of ['En', 'Jp'] as const)
  test(`? opens the lists of shortcuts and terms, and single-key shortcuts can be switched off, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const { trader, contraSells } = await atDesk(browser, language)
    const { page } = trader
    const list = page.getByRole('dialog', { name: trader.text('keys.title') })
    await page.keyboard.press('Escape')
    // The day begins in the search, where `?` is a character.
    await page.locator('main').press('?')
    await expect(list).toContainText(trader.text('keys.does.accept'))
    for (const part of ['history', 'upload', 'editor', 'bell'] as const)
      await expect(list).toContainText(trader.text(`keys.title.${part}`))
    await list.getByRole('tab', { selected: true }).press('ArrowRight')
    await expect(list).toContainText(trader.text('term.means.residual'))
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()

    await openProfile(trader)
    const single = page.getByRole('group', { name: trader.text('alerts.singleKeys') })
    await single.getByRole('radio', { name: trader.text('alerts.singleKeys.off') }).click()
    await page.reload()
    await trader.isAtDesk()
    await contraSells()
    await trader.seesContraLocated('50,000')
    await page.locator('body').press('?')
    await page.locator('body').press('/')
    await page.locator('body').press('F8')
    await expect(list).toBeHidden()
    await expect(page.locator('body')).toBeFocused()
    await page.keyboard.press('Shift+F8')
    await expect(trader.popup.getByRole('heading')).toBeFocused()
    await expect(trader.popup.locator('.locate-decline')).toHaveAttribute('aria-disabled', 'false')
    await page.keyboard.press('d')
    await expect(trader.popup).toContainText(trader.text('locate.waiting.declined'))
  })
