import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TextKey } from '@aitai/messages/en.ts'
import { catalogues, defaultProductName, fill, type Language } from '@aitai/messages/texts.ts'
import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { demoPassword as password } from '../../server/src/admin/demo/demo-accounts.ts'
import { trackContext } from './browser-contexts.ts'

/** The brokers of the installation, with a name in each language. */
const listedBrokers: readonly { readonly name: Readonly<Record<Language, string>> }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../content/brokers.json'), 'utf8'),
)
export type Direction = 'BUY' | 'SELL'
export type Theme = 'light' | 'dark'

/** A broker's name as a user sees it. */
export const brokerNameIn = (language: Language, english: string): string =>
  listedBrokers.find(({ name }) => name.En === english)?.name[language] ?? english

/** A percentage as the screens show it. */
export const percentIn = (language: Language, digits: string): string =>
  language === 'Jp' ? `${digits}%` : `${digits} %`

/** The texts of a user's language, by key. */
export type Catalogue = (typeof catalogues)[Language]

export interface SignInOptions {
  readonly url: string
  readonly browser: Browser
  readonly email: string
  /** That of the demonstration accounts if omitted. */
  readonly password?: string
  readonly language: Language
  readonly theme?: Theme
  readonly viewport?: { readonly width: number; readonly height: number }
  /** A script that moves the clock of every page, where the server's is moved too (clock.ts). */
  readonly clock?: string
  /** Texts that replace those of the language (e2e/accessibility/pseudo-locale.ts). */
  readonly words?: Catalogue
  /** Prepares the window before its first page. */
  readonly prepare?: (window: BrowserContext) => Promise<unknown>
}

/** An invited user: the temporary password, and the one to choose. */
export interface InvitedUser {
  readonly email: string
  readonly temporary: string
  readonly own: string
  /** The name in the greeting. */
  readonly name: string
}

/** A user with their own browser window, who reads and presses what a person would. */
export class Person {
  readonly page: Page
  readonly language: Language
  readonly #words: Catalogue

  constructor(page: Page, language: Language, words: Catalogue = catalogues[language]) {
    this.page = page
    this.language = language
    this.#words = words
  }

  /** Opens a browser window in the user's language, at the login page. */
  static async window(who: SignInOptions): Promise<Page> {
    const { url, browser, language, theme = 'light', viewport, prepare, clock } = who
    const context = await browser.newContext({
      locale: language === 'Jp' ? 'ja-JP' : 'en-GB',
      timezoneId: language === 'Jp' ? 'Asia/Tokyo' : 'Europe/London',
      colorScheme: theme,
      viewport: viewport ?? { width: 1440, height: 900 },
    })
    trackContext(context)
    if (clock) await context.addInitScript({ content: clock })
    await prepare?.(context)
    const page = await context.newPage()
    // A policy violation is a console message, and a bug on any page.
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) throw new Error(message.text())
    })
    await page.goto(url)
    return page
  }

  text(key: TextKey, values?: Readonly<Record<string, string | number>>): string {
    return fill(this.#words[key], { product: defaultProductName, ...values })
  }

  button(key: TextKey, values?: Readonly<Record<string, string | number>>): Locator {
    return this.page.getByRole('button', { name: this.text(key, values), exact: true })
  }

  async signsIn(email: string, secret = password): Promise<void> {
    await this.page.getByLabel(this.text('auth.email')).fill(email)
    await this.page.getByLabel(this.text('auth.password'), { exact: true }).fill(secret)
    await this.page.keyboard.press('Enter')
  }

  /**
   * Signs in with a temporary password, sees the greeting, sets a password, and returns to the login page.
   */
  async setsFirstPassword({ email, temporary, own, name }: InvitedUser): Promise<void> {
    await this.signsIn(email, temporary)
    await expect(this.page).toHaveURL(/\/first-login$/)
    await expect(this.page.getByText(this.text('auth.welcome', { name }))).toBeVisible()
    await this.page.getByLabel(this.text('auth.newPassword'), { exact: true }).fill(own)
    await this.page.getByLabel(this.text('auth.confirmation'), { exact: true }).fill(own)
    await this.button('auth.setPassword').click()
    await expect(this.page.getByText(this.text('auth.passwordSet'))).toBeVisible()
  }

  async leaves(): Promise<void> {
    await this.page.context().close()
  }
}

export class Trader extends Person {
  static async signsIn(who: SignInOptions): Promise<Trader> {
    const trader = new Trader(await Person.window(who), who.language, who.words)
    await trader.signsIn(who.email, who.password)
    await trader.isAtDesk()
    return trader
  }

  async isAtDesk(): Promise<void> {
    await expect(this.page).toHaveURL(/\/adverts-home$/)
    // The desk is a separate chunk that may load after the header.
    await expect(this.page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(this.page.getByText(this.text('connection.live'), { exact: true })).toBeVisible()
  }

  /** Search, quantity, review, send: by keyboard only. */
  async advertises(direction: Direction, ric: string, shares: number): Promise<void> {
    await this.drafts(direction, ric, shares)
    await this.sends(ric)
  }

  /** Reviews the IOI whose quantity is on screen, and sends it. */
  async sends(ric: string): Promise<void> {
    await this.sendsSelected()
    await expect(this.row(ric)).toBeVisible()
  }

  /** The same where the list may have other IOIs in the security. */
  async sendsSelected(): Promise<void> {
    await this.page.getByLabel(this.text('advert.quantity'), { exact: true }).press('Enter')
    // The button receives the focus after the time in which its text can be read.
    await expect(this.button('advert.review.confirm.send')).toBeFocused()
    await this.page.keyboard.press('Enter')
    await expect(this.button('advert.review.confirm.send')).toBeHidden()
  }

  async drafts(direction: Direction, ric: string, shares: number): Promise<void> {
    await this.page
      .getByRole('combobox', { name: this.text('advert.search.label') })
      .first()
      .fill(ric)
    await this.page.getByRole('option', { name: ric }).first().waitFor()
    await this.page.keyboard.press('Enter')
    const quantity = this.page.getByLabel(this.text('advert.quantity'), { exact: true })
    await expect(quantity).toBeFocused()
    await this.page.getByRole('radio', { name: this.text(`common.${direction}`) }).click()
    await quantity.fill(String(shares))
  }

  row(ric: string): Locator {
    const list = this.page.getByRole('listbox', { name: this.text('advert.list.title') })
    return list.getByRole('option').filter({ hasText: ric })
  }

  async sees(ric: string, status: TextKey): Promise<void> {
    await expect(this.row(ric)).toContainText(this.text(status))
  }

  get popup(): Locator {
    return this.page.getByRole('alertdialog')
  }

  async seesContraLocated(shares: string): Promise<void> {
    await expect(this.popup).toContainText(this.text('locate.title'))
    await expect(this.popup).toContainText(shares)
  }

  async seesNoPopup(): Promise<void> {
    await expect(this.popup).toBeHidden()
  }

  /** Presses F8 and then the key, repeatedly, because the popup is inert at first. */
  async answers(key: 'a' | 'd'): Promise<void> {
    await expect(this.popup).toBeVisible()
    const answered = this.popup.locator('.locate-waiting').or(this.popup.locator('[data-outcome]'))
    await expect(async () => {
      await this.page.keyboard.press('F8')
      await this.page.keyboard.press(key)
      await expect(answered).toBeVisible({ timeout: 500 })
    }).toPass()
  }

  async seesOutcome(outcome: TextKey, within = 30_000): Promise<void> {
    await expect(this.popup).toContainText(this.text(outcome), { timeout: within })
  }

  /** The executing broker and the user's own password, as the popup shows them. */
  async handedTo(): Promise<{ broker: string; password: string }> {
    await this.seesOutcome('locate.outcome.ACCEPTED')
    const shown = (await this.popup.locator('.handover-broker').textContent()) ?? ''
    const broker = listedBrokers.find(({ name }) => name[this.language] === shown)?.name.En ?? shown
    const secret = (await this.popup.locator('.handover-password code').textContent()) ?? ''
    return { broker, password: secret }
  }

  async readsOutcome(): Promise<void> {
    await this.popup.getByRole('button', { name: this.text('locate.read'), exact: true }).click()
    await this.seesNoPopup()
  }
}

export class BrokerUser extends Person {
  static async signsIn(who: SignInOptions): Promise<BrokerUser> {
    const broker = new BrokerUser(await Person.window(who), who.language, who.words)
    await broker.signsIn(who.email)
    await broker.isAtDesk()
    return broker
  }

  async isAtDesk(): Promise<void> {
    await expect(this.page).toHaveURL(/\/brokers-home$/)
  }

  async readsMatch(): Promise<void> {
    const popup = this.page.getByRole('dialog', { name: this.text('agreement.matchTitle') })
    await expect(popup).toBeVisible()
    await popup.getByRole('button', { name: this.text('common.ok'), exact: true }).click()
    await expect(popup).toBeHidden()
  }

  async confirms(
    side: 'agreement.confirmBuy' | 'agreement.confirmSell',
    institution: string,
    security: string,
  ) {
    await this.page.getByRole('button', { name: this.text(side, { institution, security }) }).click()
    const undo = side === 'agreement.confirmBuy' ? 'agreement.undoBuy' : 'agreement.undoSell'
    await expect(
      this.page.getByRole('button', { name: this.text(undo, { institution, security }) }),
    ).toBeVisible()
  }
}
