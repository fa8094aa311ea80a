import { expect, type Page } from '@playwright/test'
import { find, focusedIn, isNode, type Name, nodesIn, type TreeNode, textOf } from './accessibility-tree.ts'
import { ScreenReader } from './screen-reader.ts'

/** More than any page has stops of Tab. */
const maxStops = 150

/**
 * The keys that operate a role, as screen readers teach them (ARIA Authoring Practices). All other keys must be
 * announced by the page.
 */
const keysOf: Readonly<Record<string, string>> = {
  button: 'Enter',
  link: 'Enter',
  checkbox: 'Space',
  switch: 'Space',
}

/**
 * Somebody who perceives a window by its accessibility tree alone and acts by keys: Tab, those of the roles, and those
 * that the page announces.
 */
export class ScreenReaderUser {
  readonly reader: ScreenReader

  private constructor(reader: ScreenReader) {
    this.reader = reader
  }

  static async at(page: Page): Promise<ScreenReaderUser> {
    return new ScreenReaderUser(await ScreenReader.startsOn(page))
  }

  async press(key: string): Promise<void> {
    this.reader.transcript.push(`> ${key}`)
    await this.reader.page.keyboard.press(key)
  }

  async types(text: string): Promise<void> {
    await this.reader.page.keyboard.type(text)
  }

  /** Moves to a control by Tab, or by Shift and Tab if it is before what has the focus. */
  async goesTo(role: string, name: Name): Promise<TreeNode> {
    const key = await this.reader.finds(`${role} ${name}`, (tree) => {
      const order = nodesIn(tree)
      const target = order.findIndex((node) => isNode(node, role, name))
      const focused = focusedIn(tree)
      return target >= 0 && (focused && target < order.indexOf(focused) ? 'Shift+Tab' : 'Tab')
    })
    for (let stops = 0; stops < maxStops; stops += 1) {
      const focused = focusedIn(await this.reader.tree())
      if (focused && isNode(focused, role, name)) {
        this.reader.transcript.push(`${focused.role} ${focused.name}`)
        return focused
      }
      await this.press(key)
      await this.#standsOnSomethingNamed()
    }
    throw new Error(`Tab does not lead to ${role} ${name}`)
  }

  /** Goes to a control and operates it. */
  async operates(role: string, name: Name): Promise<TreeNode> {
    const control = await this.goesTo(role, name)
    await this.press(keysOf[role] ?? 'Enter')
    return control
  }

  /** Moves through a list or a grid by arrows, until it is at what is wanted. */
  async choosesIn(key: 'ArrowDown' | 'ArrowUp', isWanted: (node: TreeNode) => boolean): Promise<TreeNode> {
    for (let steps = 0; steps < maxStops; steps += 1) {
      const current = await this.reader.current()
      if (current && isWanted(current)) {
        this.reader.transcript.push(`${current.role} ${textOf(current)}`)
        return current
      }
      await this.press(key)
    }
    throw new Error(`${key} leads to nothing that is wanted`)
  }

  /** The dialog with this title. */
  dialog(name: Name, role: 'dialog' | 'alertdialog' = 'dialog'): Promise<TreeNode> {
    return this.reader.finds(`${role} ${name}`, (tree) => find(tree, role, name))
  }

  /** Waits until something is no longer in the tree. */
  async waitsUntilGone(role: string, name?: Name): Promise<void> {
    await this.reader.finds(`no ${role} ${name}`, (tree) => !find(tree, role, name))
  }

  /** Every stop of Tab says what it is. */
  async #standsOnSomethingNamed(): Promise<void> {
    const stop = focusedIn(await this.reader.tree())
    if (!stop || stop.role === 'RootWebArea') return
    expect(stop.name, `a stop of Tab with the role ${stop.role} has no name`).not.toBe('')
  }
}
