import type { BrowserContext } from '@playwright/test'

const windows = new Set<BrowserContext>()

/** Remembers a window, so that none is left open when its story ends: it would take the next one's time. */
export function trackContext(window: BrowserContext): void {
  windows.add(window)
  window.once('close', () => windows.delete(window))
}

/** Closes what a story left open, before the server that it talks to is stopped. */
export async function closeContexts(): Promise<void> {
  await Promise.all([...windows].map((window) => window.close()))
}
