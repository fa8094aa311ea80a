import type { BrowserContext, Page } from '@playwright/test'

/** Something on a page that moved without a press of a key or a pointer before it. */
export interface LayoutShift {
  /** The share of the window that moved, times the share of the window by which it moved. */
  readonly score: number
  /** What moved, as tags with their classes. */
  readonly moved: readonly string[]
}

declare global {
  interface Window {
    layoutShifts?: LayoutShift[]
  }
}

/** Chromium's entry for a layout shift, which TypeScript does not know. */
interface LayoutShiftEntry extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node?: Node | null }[]
}

/** Notes from now on what moves on the pages of a window. */
export const noteLayoutShifts = (window: BrowserContext): Promise<unknown> =>
  window.addInitScript(() => {
    const shifts: LayoutShift[] = []
    const nameOf = (node: Node | null | undefined): string =>
      node instanceof Element ? `${node.localName}.${node.className}` : (node?.textContent ?? '')
    globalThis.window.layoutShifts = shifts
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShiftEntry[])
        if (!hadRecentInput) shifts.push({ score: value, moved: sources.map(({ node }) => nameOf(node)) })
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** What has moved on a page since it was loaded. */
export async function layoutShiftsOf(page: Page): Promise<readonly LayoutShift[]> {
  const shifts = await page.evaluate(() => window.layoutShifts)
  if (!shifts) throw new Error('nothing noted what moved')
  return shifts
}
