import { cleanup, configure } from '@testing-library/react'
import { afterEach, inject, vi } from 'vitest'

declare const jsdom: { reconfigure(settings: { url: string }): void }
declare global {
  /** What Node provides, before the first file replaced it. */
  var providedByNode: { readonly Request: typeof Request; readonly fetch: typeof fetch } | undefined
}

// The files of a worker share one page and the libraries. Each starts like a new page: at the address of the
// shared server, with modules of the client that keep nothing of the file before.
jsdom.reconfigure({ url: inject('pageUrl') })
vi.resetModules()

// Node's fetch does not accept relative URLs, because there is no page.
globalThis.providedByNode ??= { Request: globalThis.Request, fetch: globalThis.fetch }
const { Request: NodeRequest, fetch: nodeFetch } = globalThis.providedByNode
const absolute = (input: RequestInfo | URL): RequestInfo | URL =>
  typeof input === 'string' ? new URL(input, location.href) : input
globalThis.Request = class extends NodeRequest {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(absolute(input), init)
  }
}
globalThis.fetch = (input, init) => nodeFetch(absolute(input), init)

// jsdom lacks these: screens query the colour scheme, and popups observe their size.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}))

// jsdom has no canvas, and prints an error when asked for one.
HTMLCanvasElement.prototype.getContext = () => null

// jsdom has no layout. Lists that render only visible rows need a height of their own and of their rows.
Object.defineProperties(HTMLElement.prototype, {
  clientHeight: { configurable: true, get: () => 800 },
  offsetHeight: { configurable: true, get: () => 28 },
})

// On a busy machine the grid ends the flash of a changed cell late, by a timer with a delay below zero. A browser takes
// it for none, and Node warns of it in the middle of other tests. A negative delay of our own is still reported.
const nodeTimeout = globalThis.setTimeout
const isLateFlash = (ms: number | undefined): boolean =>
  ms !== undefined && ms < 0 && new Error('who asks').stack?.includes('ag-grid') === true
globalThis.setTimeout = ((act: () => void, ms?: number, ...rest: unknown[]) =>
  nodeTimeout(act, isLateFlash(ms) ? 0 : ms, ...rest)) as typeof setTimeout

// The animation frames of jsdom come from one interval. A test that fakes timers while a frame is wanted would stop
// them for all later files of the worker.
const { setTimeout: realTimeout, clearTimeout: clearRealTimeout } = globalThis
const frameMs = 16
vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) =>
  realTimeout(() => callback(performance.now()), frameMs),
)
vi.stubGlobal('cancelAnimationFrame', (handle: number) => clearRealTimeout(handle))

// Preload all texts, so that screens render at once, in English unless a test says otherwise.
const { changeLanguage, loadAllTexts } = await import('../../src/ui/text/i18n.ts')
await loadAllTexts()

configure({
  // On a busy machine a page that is loaded on demand takes longer than a second.
  asyncUtilTimeout: 30_000,
  // By default, each poll that finds nothing prints the whole page into an error that nobody sees, which took a
  // fifth of a test's time. `screen.debug()` prints it where it is wanted.
  getElementError: (message) => new Error(message ?? 'not found'),
})

afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
  vi.useRealTimers()
  changeLanguage('En')
  localStorage.clear()
  sessionStorage.clear()
})
