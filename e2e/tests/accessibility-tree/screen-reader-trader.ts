import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { expect, type Page } from '@playwright/test'
import type { Person } from '../../support/people.ts'
import { cellsOf, find, findAll, type TreeNode, textOf } from './accessibility-tree.ts'
import { ScreenReaderUser } from './screen-reader-user.ts'

type Text = Person['text']
type Answer = 'accept' | 'decline'

const letterOf = { accept: 'A', decline: 'D' } as const
const secondsIn = (text: string): number => Number(/\d+/.exec(text)?.[0])

/** The key that a text names, such as F8 or Ctrl+V. */
function keyIn(text: string): string {
  const [key] = /(?:Ctrl|Shift)\+\w+|F\d+/.exec(text) ?? []
  if (key === undefined) throw new Error(`no key in “${text}”`)
  return key.replace('Ctrl', 'ControlOrMeta')
}

/** A trader of a list of orders at the desk and at the table of locates, by the accessibility tree alone. */
export class ScreenReaderTrader {
  readonly desk: ScreenReaderUser
  readonly #text: Text
  /** The window of the table of locates. */
  #table: ScreenReaderUser | null = null

  constructor(desk: ScreenReaderUser, text: Text) {
    this.desk = desk
    this.#text = text
  }

  get table(): ScreenReaderUser {
    if (!this.#table) throw new Error('the table of locates is not open')
    return this.#table
  }

  async signsIn(email: string, password: string): Promise<void> {
    const { desk } = this
    await desk.goesTo('textbox', this.#text('auth.email'))
    await desk.types(email)
    await desk.goesTo('textbox', this.#text('auth.password'))
    await desk.types(password)
    await desk.operates('button', this.#text('auth.signIn'))
    await desk.reader.finds('the desk', (tree) => find(tree, 'heading', this.#text('advert.desk')))
  }

  /** Pastes what is on the clipboard by the key that the desk names, and returns the rows that are rejected. */
  async pastes(ready: number, rejected: number): Promise<readonly TreeNode[]> {
    const { desk } = this
    const upload = this.#text('upload.action')
    const { description } = await desk.reader.finds(upload, (tree) => find(tree, 'button', upload))
    await desk.press(keyIn(description))
    const dialog = await desk.dialog(this.#text('upload.summary.title'))
    expect(textOf(dialog)).toContain(this.#text('upload.summary.ok', { count: ready }))
    expect(textOf(dialog)).toContain(this.#text('upload.summary.bad', { count: rejected }))
    return findAll(dialog, 'row').filter((row) => find(row, 'image', this.#text('upload.row.notOk')))
  }

  async sendsPasted(count: number): Promise<void> {
    const { desk } = this
    await desk.operates('button', this.#text('upload.upload', { count }))
    const dialog = await desk.dialog(this.#text('upload.done.title'))
    expect(textOf(dialog)).toContain(this.#text('upload.done.sent', { count }))
    await desk.press('Escape')
    await desk.waitsUntilGone('dialog')
  }

  /** Hears of a located contra, goes to the popup by the key that is announced, and returns the security. */
  async goesToContra(located: readonly Equity[]): Promise<Equity> {
    const { desk } = this
    const said = await desk.reader.hears(this.#text('common.BUY'), '10,000')
    const announced = located.find(({ ric }) => said.includes(ric))
    if (!announced) throw new Error(`no security of the list: ${said}`)
    await desk.press(keyIn(said))
    const popup = await desk.dialog(this.#text('locate.title'), 'alertdialog')
    for (const fact of [announced.ric, '10,000', this.#text('locate.mid')])
      expect(textOf(popup)).toContain(fact)
    await desk.reader.finds('the focus in the popup', (tree) =>
      find(tree, 'alertdialog')?.children.some((child) => find(child, 'heading')?.states.focused),
    )
    return announced
  }

  /** The seconds that are left as the popup's timer says them, and again once they are fewer. */
  async readsCountdown(): Promise<readonly [number, number]> {
    const left = (tree: TreeNode): number => {
      const popup = find(tree, 'alertdialog')
      return secondsIn(popup ? textOf(find(popup, 'timer') ?? popup) : '')
    }
    const before = await this.desk.reader.finds('a countdown', (tree) => left(tree))
    const after = await this.desk.reader.finds('a countdown that goes on', (tree) => {
      const now = left(tree)
      return now < before && now
    })
    return [before, after]
  }

  /** Accepts the contra in the popup by the key of its button, and hears of the next one. */
  async acceptsInPopup({ ric }: Equity): Promise<void> {
    const { desk } = this
    const key = await desk.reader.finds('a button that takes a key to accept', (tree) => {
      const popup = find(tree, 'alertdialog')
      const accept = popup && find(popup, 'button', new RegExp(`^${this.#text('locate.accept')}`))
      return accept?.states.disabled !== true && accept?.keys[0]
    })
    await desk.press(key.toLowerCase())
    await desk.reader.finds('the answer in the list', (tree) =>
      findAll(tree, 'option')
        .filter((option) => textOf(option).includes(ric))
        .some((option) => textOf(option).includes(this.#text('locate.waiting.accepted'))),
    )
  }

  /** Moves the table of locates to a window of its own. */
  async opensTable(): Promise<void> {
    const { desk } = this
    const opens = desk.reader.page.waitForEvent('popup')
    await desk.operates('button', this.#text('blotter.open'))
    const page: Page = await opens
    await page.waitForURL('**/locates')
    this.#table = await ScreenReaderUser.at(page)
    const said = await this.table.reader.hears(this.#text('common.BUY'))
    await this.table.press(keyIn(said))
  }

  /** Answers the current row of the table by the key that its button announces. */
  async answersCurrent(answer: Answer): Promise<string> {
    const { table } = this
    const row = await table.reader.finds(`a current row to ${answer}`, (tree) => {
      const current = this.#currentRow(tree)
      return current && this.#takes(current, answer) && current
    })
    const { ric, seconds } = await this.#reads(row)
    expect(seconds).toBeGreaterThan(0)
    await table.press(letterOf[answer].toLowerCase())
    await this.#seesAnswer(ric, answer)
    return ric
  }

  /** Chooses so many of the open rows, the current one first, and answers all of them with one key. */
  async answersChosen(count: number, open: number, answer: Answer): Promise<readonly string[]> {
    const { table } = this
    await this.#waitsForRows(open, answer)
    await table.reader.finds('a current row that takes an answer', (tree) => {
      const current = this.#currentRow(tree)
      return current && this.#takes(current, answer)
    })
    await table.press('Space')
    for (let more = 1; more < count; more += 1) await table.press('Shift+ArrowDown')
    return this.#answersSelected(count, answer)
  }

  /** Chooses all open rows and answers them with one key. */
  async answersRest(count: number, answer: Answer): Promise<readonly string[]> {
    const { table } = this
    await this.#waitsForRows(count, answer)
    await table.press('ControlOrMeta+a')
    return this.#answersSelected(count, answer)
  }

  /** Until so many rows can be answered: one that has just appeared or moved cannot be chosen. */
  async #waitsForRows(count: number, answer: Answer): Promise<void> {
    await this.table.reader.finds(`${count} rows that take an answer`, (tree) => {
      const buttons = this.#rows(tree).flatMap((row) => this.#button(row, answer) ?? [])
      return buttons.length === count && buttons.every(({ states }) => states.disabled !== true)
    })
  }

  async #answersSelected(count: number, answer: Answer): Promise<readonly string[]> {
    const { table } = this
    const rows = await table.reader.finds(`${count} chosen rows`, (tree) => {
      const chosen = this.#rows(tree).filter(({ states }) => states.selected === true)
      return chosen.length === count && chosen
    })
    await table.reader.hears(this.#text('blotter.chosen', { count }))
    const rics = await Promise.all(rows.map(async (row) => (await this.#reads(row)).ric))
    await table.press(letterOf[answer].toLowerCase())
    for (const ric of rics) await this.#seesAnswer(ric, answer)
    return rics
  }

  /** The cells of the row of a security, by their columns, once it has ended in this way. */
  async readsOutcome(ric: string, outcome: Parameters<Text>[0]): Promise<Readonly<Record<string, string>>> {
    const state = this.#text('blotter.column.state')
    const rowOf = (tree: TreeNode): TreeNode | undefined => this.#rowOf(tree, ric)
    await this.table.reader.finds(`the outcome of ${ric}`, (tree) => {
      const cells = this.#cells(tree, rowOf(tree))
      return cells?.[state]?.includes(this.#text(outcome))
    })
    const tree = await this.table.reader.tree()
    return this.#cells(tree, rowOf(tree)) ?? {}
  }

  /** Closes the window of the table, and all outcomes at the desk. */
  async closesOutcomes(key: string, count: number): Promise<void> {
    const { desk, table } = this
    const closes = table.reader.page.waitForEvent('close')
    await table.goesTo('button', this.#text('blotter.closeWindow'))
    // The window closes while the key is still down.
    await table.press('Enter').catch(() => undefined)
    await closes
    await desk.press(key)
    await desk.operates('button', this.#text('locate.closeAll', { count }))
    await desk.waitsUntilGone('alertdialog')
  }

  /** Goes to the list of IOIs and in it, by arrows, to the first one that is wanted. */
  async choosesIoi(isWanted: (text: string) => boolean): Promise<string> {
    const { desk } = this
    await desk.goesTo('listbox', this.#text('advert.list.title'))
    await desk.press('Home')
    const option = await desk.choosesIn(
      'ArrowDown',
      (node) => node.role === 'option' && isWanted(textOf(node)),
    )
    return textOf(option)
  }

  /** Cancels the chosen IOI. */
  async cancels(ric: string): Promise<void> {
    const { desk } = this
    await desk.operates('button', this.#text('advert.action.cancel'))
    const dialog = await desk.dialog(this.#text('advert.cancel.title'))
    expect(textOf(dialog)).toContain(ric)
    await desk.operates('button', this.#text('advert.cancel.confirm'))
    await desk.reader.hears(this.#text('advert.cancelled', { security: ric }))
    await desk.waitsUntilGone('dialog')
  }

  /** Changes the limit price of the chosen IOI to one that depends on it, and returns both. */
  async changesLimit(ric: string, to: (was: number) => number): Promise<readonly [number, number]> {
    const { desk } = this
    await desk.operates('button', this.#text('advert.panel.open'))
    const toggle = await desk.goesTo('switch', this.#text('advert.panel.limit'))
    expect(String(toggle.states.checked)).toBe('true')
    await desk.press('Tab')
    const field = await desk.reader.current()
    expect(field?.role).toBe('textbox')
    expect(field?.ancestors.some(({ name }) => name === this.#text('advert.panel.limit'))).toBe(true)
    const was = Number(field?.value.replaceAll(',', ''))
    await desk.types(String(to(was)))
    await desk.press('Enter')
    const review = await desk.dialog(this.#text('advert.review.update'))
    expect(textOf(review)).toContain(to(was).toLocaleString('en-US'))
    const confirm = this.#text('advert.review.confirm.update')
    await desk.reader.finds('the button to confirm with the focus', (tree) => {
      const button = find(tree, 'button', confirm)
      return button?.states.focused === true && button.states.disabled !== true
    })
    await desk.press('Enter')
    await desk.reader.hears(this.#text('advert.updated', { security: ric }))
    await desk.waitsUntilGone('dialog')
    return [was, to(was)]
  }

  /** The orders of the day as their list says, by RIC. */
  async readsOrders(count: number): Promise<readonly Readonly<Record<string, string>>[]> {
    const { desk } = this
    const [title = ''] = this.#text('orders.button', { done: '', count: '', left: '' }).split(' ')
    await desk.operates('button', new RegExp(`^${title} \\d+/${count}`))
    const dialog = await desk.dialog(this.#text('orders.title'))
    const table = find(dialog, 'table')
    if (!table) throw new Error('the orders are no table')
    const rows = findAll(table, 'row').slice(1)
    await desk.press('Escape')
    await desk.waitsUntilGone('dialog')
    return rows.map((row) => cellsOf(table, row))
  }

  async logsOff(): Promise<void> {
    const { desk } = this
    await desk.operates('button', new RegExp(this.#text('header.profile')))
    await desk.operates('button', this.#text('header.logOff'))
    await desk.reader.finds('the page after logging off', (tree) =>
      find(tree, 'heading', this.#text('auth.loggedOutTitle')),
    )
  }

  #rows(tree: TreeNode): readonly TreeNode[] {
    const grid = find(tree, 'grid', this.#text('blotter.title'))
    return grid ? findAll(grid, 'row').filter((row) => !find(row, 'columnheader')) : []
  }

  #rowOf(tree: TreeNode, ric: string): TreeNode | undefined {
    return this.#rows(tree).find((row) => textOf(row).includes(ric))
  }

  /** The row that the focused grid names as current. */
  #currentRow(tree: TreeNode): TreeNode | undefined {
    const grid = find(tree, 'grid', this.#text('blotter.title'))
    if (grid?.states.focused !== true) return undefined
    return this.#rows(tree).find(({ id }) => id === grid.activeDescendant)
  }

  #button(row: TreeNode, answer: Answer): TreeNode | undefined {
    return find(row, 'button', new RegExp(`^${this.#text(`locate.${answer}`)}`))
  }

  /** Whether a row says that its key answers it now. */
  #takes(row: TreeNode, answer: Answer): boolean {
    const button = this.#button(row, answer)
    return button?.states.disabled !== true && button?.keys.includes(letterOf[answer]) === true
  }

  #cells(tree: TreeNode, row: TreeNode | undefined): Readonly<Record<string, string>> | undefined {
    const grid = find(tree, 'grid', this.#text('blotter.title'))
    return grid && row && cellsOf(grid, row)
  }

  async #reads(row: TreeNode): Promise<{ readonly ric: string; readonly seconds: number }> {
    const cells = this.#cells(await this.table.reader.tree(), row) ?? {}
    const [ric = ''] = cells[this.#text('blotter.column.security')]?.split(' ') ?? []
    const state = cells[this.#text('blotter.column.state')] ?? ''
    return { ric, seconds: secondsIn(state.replaceAll(ric, '')) }
  }

  async #seesAnswer(ric: string, answer: Answer): Promise<void> {
    const given = this.#text(answer === 'accept' ? 'locate.waiting.accepted' : 'locate.waiting.declined')
    await this.table.reader.finds(`${ric}: ${given}`, (tree) => {
      const cells = this.#cells(tree, this.#rowOf(tree, ric))
      return cells?.[this.#text('blotter.column.state')]?.includes(given)
    })
  }
}
