import { languages } from '@aitai/messages/texts.ts'
import { type Browser, expect, test } from '@playwright/test'
import { runOperatorCommand } from '../../support/operator-cli.ts'
import { Trader } from '../../support/people.ts'
import { serverForAllTests } from '../../support/test-server.ts'
import { signInContra } from '../../support/trading-api.ts'
import { backdateSessions } from './session-age.ts'

const product = serverForAllTests()

const minutes = 60_000
const hours = 60 * minutes
const email = 'trader@alder.example'
type Language = (typeof languages)[number]

const signsIn = (browser: Browser, language: Language): Promise<Trader> =>
  Trader.signsIn({
    url: product.url,
    browser,
    email,
    language,
    prepare: (window) => window.clock.install(),
  })

const token = ({ page }: Trader) =>
  page.evaluate("localStorage.getItem('userToken')") as Promise<string | null>

/** Reads on the login page why the session has ended, and signs in again. */
async function readsWhyAndReturns(
  trader: Trader,
  title: 'auth.endedTitle' | 'auth.timedOutTitle',
  expected: 'SESSION_REPLACED' | 'SESSION_TIMED_OUT' | 'auth.previousSession',
): Promise<void> {
  const { page } = trader
  const popup = page.getByRole('dialog', { name: trader.text(title) })
  await expect(popup.getByRole('alert')).toHaveText(trader.text(expected))
  await expect(page).toHaveURL(`${product.url}/`)
  expect(await token(trader)).toBeNull()
  await popup.getByRole('button', { name: trader.text('auth.signInAgain') }).click()
  await expect(popup).toBeHidden()
  await trader.signsIn(email)
  await trader.isAtDesk()
}

/** Restarts the server with sessions that started earlier. */
const goesOnAfter = (by: number): Promise<void> => product.restart({}, () => backdateSessions(product, by))

async function isTimedOut(trader: Trader): Promise<void> {
  const { page } = trader
  const warning = page.locator('.session-ending')
  await expect(warning).toBeHidden()
  await goesOnAfter(11 * hours + 51 * minutes)
  const reply = page.waitForResponse('**/user/my-details')
  await page.clock.fastForward(15 * minutes)
  const { sessionEndsAt } = (await (await reply).json()) as { sessionEndsAt: number }
  expect(sessionEndsAt - Date.now()).toBeLessThan(10 * minutes)
  await expect(warning).toHaveAttribute('role', 'alert')
  await expect(warning).toHaveAttribute('title', trader.text('header.sessionEnds.why'))
  const zone = trader.language === 'Jp' ? 'Asia/Tokyo' : 'Europe/London'
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zone })
  await expect(warning).toContainText(clock.format(sessionEndsAt))
  await goesOnAfter(10 * minutes)
  // Not by a reload: a poll may have found the end before it, and what it shows would be gone.
  await page.clock.fastForward(15 * minutes)
}

// spec: 2.routes.7, 2.header.13, 4.notifications.17, 4.notifications.18, 4.notifications.21, 4.login.10
// spec: 4.login.11
for (const language of languages)
  test(`a session ends for a reason that is shown, wherever it was ended, ${language}`, {
    tag: '@full',
  }, async ({ browser }) => {
    const trader = await signsIn(browser, language)
    const { page } = trader

    await test.step('signed in elsewhere: at once', async () => {
      const otherClient = await signInContra(product.url, 'alder')
      await readsWhyAndReturns(trader, 'auth.endedTitle', 'SESSION_REPLACED')
      await otherClient.leaves()
    })
    await test.step('ended while nobody looked: at the next visit', async () => {
      await page.goto('about:blank')
      await runOperatorCommand(product, 'user', 'sessions', email, '--end', '--reason', 'a lost computer')
      await page.goto(product.url)
      await readsWhyAndReturns(trader, 'auth.endedTitle', 'auth.previousSession')
    })
    await test.step('after twelve hours: with a warning ten minutes before', async () => {
      await isTimedOut(trader)
      await readsWhyAndReturns(trader, 'auth.timedOutTitle', 'SESSION_TIMED_OUT')
    })
    await test.step('the own log-off in one tab is the end of all of them', async () => {
      const tab = new Trader(await page.context().newPage(), language)
      await tab.page.goto(product.url)
      await tab.isAtDesk()
      await page.getByRole('button', { name: trader.text('header.profile') }).click()
      await trader.button('header.logOff').click()
      for (const each of [trader, tab])
        await expect(each.page.getByRole('heading', { name: each.text('auth.loggedOutTitle') })).toBeVisible()
    })
  })
