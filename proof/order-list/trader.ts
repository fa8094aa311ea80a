import { expect, type Locator, type Page } from '@playwright/test'
import type { Trader } from '../../e2e/support/people.ts'
import type { ListedOrder } from './contras.ts'
import { Keyboard } from './keyboard.ts'

/** Every eighth contra is declined. */
const declinedEvery = 8
/** From so many open locates on, the trader accepts all of them with one key. */
const manyAtOnce = 8
const longTimeout = { timeout: 60_000 } as const
/** The desk sends the rows of a file at the pace that the server allows each trader. */
const upload = { timeout: 300_000 } as const

/** One answer: which security, and when its row had it. */
export interface GivenAnswer {
  readonly ric: string
  readonly at: number
  readonly accepts: boolean
}

/**
 * A trader with a list of orders, who finds everything by the roles and names that a screen reader announces and
 * does everything by keys.
 */
export class ListTrader {
  readonly keyboard = new Keyboard()
  readonly answers: GivenAnswer[] = []
  readonly #trader: Trader
  #blotter: Page | null = null

  constructor(trader: Trader) {
    this.#trader = trader
  }

  get page(): Page {
    return this.#trader.page
  }

  get blotter(): Page {
    if (!this.#blotter) throw new Error('the table of locates has no window yet')
    return this.#blotter
  }

  /** Pastes the table that an order management system copied, and looks at the preview. */
  async paste(orders: readonly ListedOrder[]): Promise<void> {
    const { page } = this
    const rows = orders.map(({ equity: { ric }, shares }, i) => [
      ...[ric.replace('.T', ' JP'), 'BUY', shares.toLocaleString('en-US'), `LIST/${i + 1}`],
    ])
    const table = [['Ticker', 'Side', 'Ord Qty', 'Order Ref'], ...rows]
      .map((cells) => cells.join('\t'))
      .join('\r\n')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate((text) => navigator.clipboard.writeText(text), table)
    await this.keyboard.press(page, 'ControlOrMeta+v')
    await expect(this.#dialog).toContainText(
      this.#trader.text('upload.summary.ok', { count: orders.length }),
      longTimeout,
    )
  }

  /** Sends every row of the preview, and closes it. */
  async sendPasted(count: number): Promise<void> {
    const { page, keyboard } = this
    await keyboard.moveTo(page, this.#named('upload.upload', { count }), 'Shift+Tab')
    await keyboard.press(page, 'Enter')
    await expect(this.#dialog).toContainText(this.#trader.text('upload.done.sent', { count }), upload)
    await keyboard.press(page, 'Escape')
    await expect(this.#dialog).toBeHidden()
  }

  /** Once three contras are located, moves their table to a window of its own. */
  async opensBlotter(): Promise<void> {
    const { page, keyboard } = this
    const button = page.getByRole('button', { name: this.#trader.text('blotter.open') })
    await expect(button).toBeVisible(longTimeout)
    await keyboard.press(page, 'F8')
    const opens = page.waitForEvent('popup')
    await keyboard.moveTo(page, button)
    await keyboard.press(page, 'Enter')
    const blotter = await opens
    // The window is empty until its page is loaded.
    await blotter.waitForURL('**/locates')
    this.#blotter = blotter
  }

  /** Answers until so many contras have an answer: one by one, or all at once in a large burst. */
  async answersUntil(count: number): Promise<void> {
    while (this.answers.length < count) {
      await expect(this.questions.first()).toBeVisible({ timeout: 120_000 })
      if ((await this.questions.count()) >= manyAtOnce && this.answers.length % 2 === 0)
        await this.#answerAll()
      else await this.#answerCurrent()
    }
  }

  /** The rows of open locates that wait for an answer. */
  get questions(): Locator {
    const accept = this.blotter.getByRole('button', { name: this.#trader.text('locate.accept') })
    return this.blotter.getByRole('row').filter({ has: accept })
  }

  async #answerCurrent(): Promise<void> {
    const { blotter, keyboard } = this
    await keyboard.press(blotter, 'F8')
    // The keys are shown on the buttons that they press.
    const accept = blotter.getByRole('button', {
      name: new RegExp(`${this.#trader.text('locate.accept')}.*A$`),
    })
    await expect(accept).toHaveCount(1, longTimeout)
    const ric = await ricOf(this.questions.filter({ has: accept }).first())
    const accepts = (this.answers.length + 1) % declinedEvery !== 0
    await keyboard.press(blotter, accepts ? 'a' : 'd')
    await expect(this.questions.filter({ hasText: ric })).toHaveCount(0, longTimeout)
    this.answers.push({ ric, at: Date.now(), accepts })
  }

  async #answerAll(): Promise<void> {
    const { blotter, keyboard } = this
    await keyboard.press(blotter, 'F8')
    await keyboard.press(blotter, 'ControlOrMeta+a')
    const chosen = this.questions.and(blotter.locator('[aria-selected=true]'))
    const rics = await Promise.all((await chosen.all()).map(ricOf))
    await keyboard.press(blotter, 'a')
    for (const ric of rics) {
      await expect(this.questions.filter({ hasText: ric })).toHaveCount(0, longTimeout)
      this.answers.push({ ric, at: Date.now(), accepts: true })
    }
  }

  get #dialog(): Locator {
    return this.page.getByRole('dialog')
  }

  #named(...[key, values]: Parameters<Trader['text']>): Locator {
    return this.page.getByRole('button', { name: this.#trader.text(key, values), exact: true })
  }
}

const ricOf = async (row: Locator): Promise<string> =>
  /\d[\dA-Z]{3}\.T/.exec((await row.textContent()) ?? '')?.[0] ?? ''
