import type { Language } from '@aitai/messages/texts.ts'
import { type Browser, expect, type Locator } from '@playwright/test'
import { trackContext } from '../../e2e/support/browser-contexts.ts'
import { BrokerUser, Trader } from '../../e2e/support/people.ts'
import { windowSize } from './layout.ts'
import { RecordedWindow } from './recorded-window.ts'
import type { VideoTimeline } from './timeline.ts'

/** Who plays: those of the demonstration whose names a reader of the language would expect. */
export const participants = {
  En: { buyer: 'Alder', seller: 'Birch', search: 'toyo' },
  Jp: { buyer: 'Birch', seller: 'Cypress', search: 'とよた' },
} as const
export const ric = '7203.T'
export const security = { En: '7203.T - Toyota Motor', Jp: '7203.T - トヨタ自動車' } as const
export const shares = { buyer: '500000', seller: '300000', located: '300,000' } as const
/** Preferred by the buyer, among those that may execute. */
export const preferredBroker = 'Kaede Securities'

export interface RecordingSetup {
  readonly browser: Browser
  readonly url: string
  readonly language: Language
  /** Where the pictures of the windows are kept while the film is made. */
  readonly folder: string
}

export interface RecordedTrader {
  readonly trader: Trader
  readonly window: RecordedWindow
}

export interface RecordedBroker {
  readonly broker: BrokerUser
  readonly window: RecordedWindow
}

async function pageOf({ browser, language, url }: RecordingSetup) {
  const { width, height, density } = windowSize
  const context = await browser.newContext({
    locale: language === 'Jp' ? 'ja-JP' : 'en-GB',
    timezoneId: 'Asia/Tokyo',
    colorScheme: 'light',
    // Nothing moves by itself: what moves in the film is drawn for it.
    reducedMotion: 'reduce',
    viewport: { width, height },
    deviceScaleFactor: density,
  })
  trackContext(context)
  const page = await context.newPage()
  await page.goto(url)
  return page
}

export async function recordTrader(
  set: RecordingSetup,
  film: VideoTimeline,
  firm: string,
): Promise<RecordedTrader> {
  const page = await pageOf(set)
  const trader = new Trader(page, set.language)
  await trader.signsIn(`trader@${firm.toLowerCase()}.example`)
  await trader.isAtDesk()
  await expect(page.getByText(trader.text('advert.minimal.sentence'))).toBeVisible()
  const window = await RecordedWindow.of(film, page, set.folder)
  window.label = film.word('film.trader', { name: firm })
  await window.looks()
  return { trader, window }
}

export async function recordBroker(set: RecordingSetup, film: VideoTimeline): Promise<RecordedBroker> {
  const page = await pageOf(set)
  const broker = new BrokerUser(page, set.language)
  await broker.signsIn(`broker@${preferredBroker.split(' ')[0]?.toLowerCase()}.example`)
  await broker.isAtDesk()
  await expect(page.getByRole('dialog', { name: broker.text('agreement.matchTitle') })).toBeVisible()
  const window = await RecordedWindow.of(film, page, set.folder)
  window.label = film.word('film.broker', { name: preferredBroker })
  await window.looks()
  return { broker, window }
}

export const searchField = ({ trader }: RecordedTrader): Locator =>
  trader.page.getByRole('combobox', { name: trader.text('advert.search.label') }).first()
export const quantityField = ({ trader }: RecordedTrader): Locator =>
  trader.page.getByLabel(trader.text('advert.quantity'), { exact: true })
export const panelTab = (
  { trader }: RecordedTrader,
  panel: 'advertPreferences' | 'pathPreferences',
): Locator => trader.page.getByRole('tab', { name: trader.text(`advert.panel.${panel}`), exact: true })
