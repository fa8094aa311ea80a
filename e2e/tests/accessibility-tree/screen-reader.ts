import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { currentIn, nodesIn, readTree, type TreeNode, textOf } from './accessibility-tree.ts'

const pollMs = 100
const findTimeoutMs = 60_000

/** A live region of the page, and what it contained when the tree was read last. */
type Regions = ReadonlyMap<string, string>

/**
 * What a screen reader knows of a window: the accessibility tree, and what live regions announce. An announcement is a
 * live region whose text has changed between two readings of the tree. One that appears with its text is announced if
 * it is an alert; of the polite ones screen readers announce only changes.
 */
export class ScreenReader {
  /** All that was announced and read, in order. */
  readonly transcript: string[] = []
  readonly page: Page
  readonly #session: CDPSession
  #regions: Regions = new Map()
  #announced: string[] = []

  private constructor(page: Page, session: CDPSession) {
    this.page = page
    this.#session = session
  }

  static async startsOn(page: Page): Promise<ScreenReader> {
    const session = await page.context().newCDPSession(page)
    await session.send('Accessibility.enable')
    return new ScreenReader(page, session)
  }

  /** Reads the tree, and notes what was announced since the last time. */
  async tree(): Promise<TreeNode> {
    const tree = await readTree(this.#session)
    const regions = liveRegionsIn(tree)
    for (const region of regions) {
      const text = textOf(region)
      const before = this.#regions.get(region.id)
      const isAlert = region.states.live === 'assertive'
      if (text === '' || text === before || (before === undefined && !isAlert)) continue
      this.#announced.push(text)
      this.transcript.push(`${isAlert ? '!' : '-'} ${text}`)
    }
    this.#regions = new Map(regions.map((region) => [region.id, textOf(region)]))
    return tree
  }

  /** Reads the tree until something is found in it. Throws if it never is. */
  async finds<Found>(what: string, find: (tree: TreeNode) => Found | undefined | false): Promise<Found> {
    const until = Date.now() + findTimeoutMs
    for (;;) {
      const found = find(await this.tree())
      if (found) return found
      if (Date.now() > until) throw new Error(`not in the accessibility tree: ${what}\n${this.#context()}`)
      await wait(pollMs)
    }
  }

  /** Waits for an announcement that contains all of these texts, and returns it. Earlier ones are forgotten. */
  hears(...texts: readonly string[]): Promise<string> {
    return this.finds(`an announcement of ${texts.join(', ')}`, () => {
      const at = this.#announced.findIndex((said) => texts.every((text) => said.includes(text)))
      const said = this.#announced[at]
      if (said !== undefined) this.#announced = this.#announced.slice(at + 1)
      return said
    })
  }

  /** What has the focus, as it is read. */
  async current(): Promise<TreeNode | undefined> {
    return currentIn(await this.tree())
  }

  #context(): string {
    return ['Last announced and read:', ...this.transcript.slice(-20)].join('\n')
  }
}

/** The outermost live regions. What is in one belongs to it. */
function liveRegionsIn(tree: TreeNode): readonly TreeNode[] {
  const isLive = ({ states }: TreeNode): boolean => states.live === 'polite' || states.live === 'assertive'
  return nodesIn(tree).filter((node) => isLive(node) && !isLive(node.ancestors.at(-1) ?? tree))
}
