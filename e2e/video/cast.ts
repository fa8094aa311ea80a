import type { Language } from '@aitai/messages/texts.ts'
import { type Browser, expect, type Locator } from '@playwright/test'
import { BrokerDesk, Trader } from '../people.ts'
import { opened } from '../windows.ts'
import type { Film } from './film.ts'
import { FilmedWindow } from './filmed-window.ts'
import { filmed } from './layout.ts'

/** Who plays: those of the demonstration whose names a reader of the language would expect. */
export const cast = {
  En: { buyer: 'Alder', seller: 'Birch', search: 'toyo' },
  Jp: { buyer: 'Birch', seller: 'Cypress', search: 'とよた' },
} as const
export const ric = '7203.T'
export const security = { En: '7203.T - Toyota Motor', Jp: '7203.T - トヨタ自動車' } as const
export const shares = { buyer: '500000', seller: '300000', located: '300,000' } as const
/** Preferred by the buyer, among those that may execute. */
export const favourite = 'Kaede Securities'

export interface Studio {
  readonly browser: Browser
  readonly url: string
  readonly language: Language
  /** Where the pictures of the windows are kept while the film is made. */
  readonly folder: string
}

export interface Actor {
  readonly trader: Trader
  readonly window: FilmedWindow
}

export interface Brokers {
  readonly broker: BrokerDesk
  readonly window: FilmedWindow
}

async function pageOf({ browser, language, url }: Studio) {
  const { width, height, density } = filmed
  const context = await browser.newContext({
    locale: language === 'Jp' ? 'ja-JP' : 'en-GB',
    timezoneId: 'Asia/Tokyo',
    colorScheme: 'light',
    // Nothing moves by itself: what moves in the film is drawn for it.
    reducedMotion: 'reduce',
    viewport: { width, height },
    deviceScaleFactor: density,
  })
  opened(context)
  const page = await context.newPage()
  await page.goto(url)
  return page
}

export async function actor(set: Studio, film: Film, firm: string): Promise<Actor> {
  const page = await pageOf(set)
  const trader = new Trader(page, set.language)
  await trader.signsIn(`trader@${firm.toLowerCase()}.example`)
  await trader.isAtDesk()
  await expect(page.getByText(trader.text('advert.minimal.sentence'))).toBeVisible()
  const window = await FilmedWindow.of(film, page, set.folder)
  window.label = film.word('film.trader', { name: firm })
  await window.looks()
  return { trader, window }
}

export async function brokerOf(set: Studio, film: Film): Promise<Brokers> {
  const page = await pageOf(set)
  const broker = new BrokerDesk(page, set.language)
  await broker.signsIn(`broker@${favourite.split(' ')[0]?.toLowerCase()}.example`)
  await broker.isAtDesk()
  await expect(page.getByRole('dialog', { name: broker.text('agreement.matchTitle') })).toBeVisible()
  const window = await FilmedWindow.of(film, page, set.folder)
  window.label = film.word('film.broker', { name: favourite })
  await window.looks()
  return { broker, window }
}

export const searchOf = ({ trader }: Actor): Locator =>
  trader.page.getByRole('combobox', { name: trader.text('advert.search.label') }).first()
export const quantityOf = ({ trader }: Actor): Locator =>
  trader.page.getByLabel(trader.text('advert.quantity'), { exact: true })
export const tabOf = ({ trader }: Actor, panel: 'advertPreferences' | 'pathPreferences'): Locator =>
  trader.page.getByRole('tab', { name: trader.text(`advert.panel.${panel}`), exact: true })
