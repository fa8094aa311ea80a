import { type ApiSession, callApi } from '@aitai/contract/api-client.ts'
import { modifyAdvert, pauseAdvert, resumeAdvert } from '@aitai/contract/routes/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { languages } from '@aitai/messages/texts.ts'
import { expect, type Locator, test } from '@playwright/test'
import { clockAt, clockWithJump, jumpSignal } from '../../support/clock.ts'
import { runOperatorCommand } from '../../support/operator-cli.ts'
import { Trader } from '../../support/people.ts'
import { feedEnvironment, QuoteFeed } from '../../support/quote-feed.ts'
import { type RunningServer, startServer } from '../../support/server.ts'
import {
  answerLocate,
  type ConnectedUser,
  generousRateLimits,
  type LocateAnswer,
  sessionOf,
  signInContra,
  submitAdvert,
  tradableSecurities,
  waitForOpenLocate,
} from '../../support/trading-api.ts'

/** How long a market may fail before live adverts in it end. */
const failing = 5 * 60_000
const settings = { ...generousRateLimits, ...feedEnvironment, ...clockWithJump(failing) } as const

let product: RunningServer
let contra: ConnectedUser
let equities: readonly Equity[]
let feed: QuoteFeed

test.beforeEach(async () => {
  product = await startServer(settings)
  contra = await signInContra(product.url, 'birch')
  equities = await tradableSecurities(contra)
  feed = new QuoteFeed(product.url, equities)
})
test.afterEach(async () => {
  await feed.ends()
  await contra.leaves()
  await product.stop()
})

type BellTitle = Parameters<Trader['text']>[0]
type Tab = 'notification.statusAlert' | 'notification.located'
const email = 'trader@alder.example'
/** Adverts expire an hour after they were sent. */
const hourly = { terms: { duration: '60' } } as const
const later = 61 * 60_000

/** One security for each event. */
function on(place: number): Equity {
  const found = equities[place]
  if (!found) throw new Error('too few securities')
  return found
}

const bellOf = (trader: Trader): Locator =>
  trader.page.getByRole('button', { name: new RegExp(trader.text('notification.unread', { count: '\\d+' })) })

/** The number of unread notifications. */
const unread = async (trader: Trader): Promise<number> =>
  Number(/\d+/.exec((await bellOf(trader).getAttribute('aria-label')) ?? '')?.[0])

async function opens(trader: Trader, tab: Tab): Promise<void> {
  const panel = trader.page.locator('.bell-panel')
  if (!(await panel.isVisible())) await bellOf(trader).click()
  await panel
    .getByRole('tab')
    .filter({ hasText: trader.text(tab) })
    .click()
}

const lineOn = ({ page }: Trader, place: number): Locator =>
  page.locator('.bell-line').filter({ hasText: on(place).ric })

/** The only line about a security, with its text and a 24-hour time. */
async function showsInBell(trader: Trader, place: number, title: BellTitle): Promise<void> {
  const line = lineOn(trader, place)
  await expect(line).toHaveCount(1)
  await expect(line).toContainText(trader.text(title))
  await expect(line.locator('time')).toHaveText(/^([01]\d|2[0-3]):[0-5]\d \S+$/)
}

/** What the trader does, and what a price does to one of the adverts. */
async function trades(session: ApiSession): Promise<void> {
  await submitAdvert(session, on(0), 'BUY', hourly)
  const paused = await submitAdvert(session, on(1), 'BUY', hourly)
  await callApi(session, pauseAdvert, { params: { id: paused.id } })
  await callApi(session, resumeAdvert, { params: { id: paused.id } })
  const sent = await submitAdvert(session, on(2), 'BUY', hourly)
  await callApi(session, modifyAdvert, { body: { ...sent, minimumQuantity: 30 } })
  const { closePrice, tickSize } = on(3)
  const knockout = { knockoutTriggerActivated: true, knockoutTrigger: closePrice + 10 * tickSize }
  await submitAdvert(session, on(3), 'BUY', { terms: { ...hourly.terms, ...knockout } })
  feed.moves(on(3), 12)
}

/** A contra is located in a security; both sides' answers, the trader's first. */
async function locates(
  session: ApiSession,
  place: number,
  own?: LocateAnswer,
  theirs?: LocateAnswer,
): Promise<void> {
  // Unanswered locates must still be open when the others have ended.
  const how = own && theirs ? hourly : {}
  await submitAdvert(session, on(place), 'BUY', how)
  await submitAdvert(contra, on(place), 'SELL', how)
  await waitForOpenLocate(session, on(place))
  if (own) await answerLocate(session, on(place), own)
  if (theirs) await answerLocate(contra, on(place), theirs)
}

/** Four locates that end, each read as it does, and two that nobody answers. */
async function isLocated(trader: Trader, session: ApiSession): Promise<void> {
  const reads = async (): Promise<void> => {
    await expect(trader.popup.locator('[data-outcome]')).toBeVisible()
    await trader.readsOutcome()
  }
  await locates(session, 4, 'accept', 'accept')
  await reads()
  await locates(session, 5, 'accept', 'decline')
  await reads()
  await locates(session, 6, 'decline', 'accept')
  await reads()
  await locates(session, 7)
  await runOperatorCommand(product, 'security', 'halt', on(7).ric, '--yes', '--reason', 'news are pending')
  await reads()
  await locates(session, 8, 'accept')
  await locates(session, 9)
}

async function readsAlerts(trader: Trader): Promise<void> {
  await opens(trader, 'notification.statusAlert')
  await showsInBell(trader, 0, 'notification.ADVERT_SUBMITTED')
  // The newer notification about a security has replaced the older one.
  await showsInBell(trader, 1, 'notification.USER_RESUMED_ADVERT')
  await showsInBell(trader, 2, 'notification.ADVERT_UPDATED')
  await showsInBell(trader, 3, 'notification.CANCEL_TRIGGER')
  await showsInBell(trader, 8, 'notification.USER_ACCEPTED_LOCATE')
  // With nothing more to show, the click alone acknowledges it.
  const before = await unread(trader)
  await lineOn(trader, 3).getByRole('button').click()
  await expect(lineOn(trader, 3)).toHaveAttribute('data-unread', 'false')
  await expect.poll(() => unread(trader)).toBe(before - 1)
}

async function readsLocates(trader: Trader): Promise<void> {
  await opens(trader, 'notification.located')
  await showsInBell(trader, 4, 'notification.Contra Connection Accepted!')
  await showsInBell(trader, 5, 'notification.Contra Connection Declined')
  await showsInBell(trader, 6, 'notification.Connection Declined')
  await showsInBell(trader, 7, 'notification.LOCATE_ERROR')
  await showsInBell(trader, 9, 'notification.Contra Located')
}

/** A notification with details is acknowledged by its own button. */
async function acknowledges(trader: Trader, place: number): Promise<void> {
  const line = lineOn(trader, place)
  await line.getByRole('button').first().click()
  await expect(line).toHaveAttribute('data-unread', 'true')
  await line.getByRole('button', { name: trader.text('notification.acknowledge'), exact: true }).click()
  await expect(line).toHaveAttribute('data-unread', 'false')
}

/** An hour later every session has timed out and open adverts have expired. */
async function comesBackLater(trader: Trader): Promise<void> {
  await feed.ends()
  // Leave the page before that: an open one may or may not receive the end before it reloads.
  await trader.page.goto('about:blank')
  await product.halt()
  const { server } = clockAt(new Date(Date.now() + later).toISOString())
  product = await startServer({ ...settings, ...server }, product)
  feed = new QuoteFeed(product.url, equities, later)
  await trader.page.goto(product.url)
  await trader.button('auth.signInAgain').click()
  await trader.signsIn(email)
  await trader.isAtDesk()
  await opens(trader, 'notification.statusAlert')
  await showsInBell(trader, 0, 'notification.Advertisement expired')
  await opens(trader, 'notification.located')
  // At the deadline no server held a fresh quote, so nobody is blamed for the locate.
  for (const place of [8, 9]) await showsInBell(trader, place, 'notification.LOCATE_ERROR')
}

// spec: 2.header.8, 2.header.9, 4.notifications.1, 4.notifications.2, 4.notifications.3
// spec: 4.notifications.4, 4.notifications.5, 4.notifications.6, 4.notifications.7
// spec: 4.notifications.9, 4.notifications.10, 4.notifications.11, 4.notifications.12, 4.notifications.13
// spec: 4.notifications.14, 4.notifications.15, 4.notifications.20
for (const language of languages)
  test(`the bell describes every event and keeps it until it is read, ${language}`, { tag: '@full' }, async ({
    browser,
  }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email, language })
    const session = await sessionOf(trader.page, product.url)
    await trades(session)
    await isLocated(trader, session)
    await test.step('what the trader did and what a price did are status alerts', () => readsAlerts(trader))
    await test.step('locates have a tab of their own', () => readsLocates(trader))
    await test.step('a line is shown whole before it is acknowledged', () => acknowledges(trader, 9))
    await test.step('adverts that expired during the absence are shown on return', () =>
      comesBackLater(trader))
  })

/** The exchange halts a security, and five minutes pass. */
async function fails(place: number): Promise<void> {
  await feed.halts(on(place))
  feed.jumps(failing)
  product.signal(jumpSignal)
}

// spec: 4.notifications.16
for (const language of languages)
  test(`an IOI ended by its market is shown with the market error, and a click reads it, ${language}`, async ({
    browser,
  }) => {
    const trader = await Trader.signsIn({ url: product.url, browser, email, language })
    await submitAdvert(await sessionOf(trader.page, product.url), on(0), 'BUY', hourly)
    await fails(0)
    await opens(trader, 'notification.statusAlert')
    await showsInBell(trader, 0, 'notification.MARKET_ERROR')
    await expect(lineOn(trader, 0)).toContainText(trader.text('MARKET-ERROR-004'))
    await lineOn(trader, 0).getByRole('button').click()
    await expect(lineOn(trader, 0)).toHaveAttribute('data-unread', 'false')
  })
