import type { BrowserContext } from '@playwright/test'

const windows = new Set<BrowserContext>()

/** Remembers a window, so that it is closed when its test ends and does not slow the next one. */
export function trackContext(window: BrowserContext): void {
  windows.add(window)
  window.once('close', () => windows.delete(window))
}

/** Closes what a test left open, before its server stops. */
export async function closeContexts(): Promise<void> {
  await Promise.all([...windows].map((window) => window.close()))
}
