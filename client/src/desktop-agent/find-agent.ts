import type { DesktopAgent } from '@finos/fdc3'

/** How long an agent that has opened this window may take to answer, in milliseconds. */
const answerMs = 5_000

/**
 * Returns the desktop agent in which this window runs, or null in a plain browser, where nothing is loaded or called:
 * an agent either is there before the page, or has opened the window (FDC3 2.2).
 */
export async function findDesktopAgent(): Promise<DesktopAgent | null> {
  if (!('fdc3' in window) && !window.opener) return null
  const { getAgent } = await import('@finos/fdc3')
  try {
    return await getAgent({ timeoutMs: answerMs, channelSelector: false, intentResolver: false })
  } catch {
    // Opened by a window that is no agent.
    return null
  }
}
