import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { loadAllTexts } from '../../src/ui/text/i18n.ts'

// Node's fetch does not accept relative URLs, because there is no page.
const { Request: NodeRequest, fetch: nodeFetch } = globalThis
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

// jsdom has no layout. Lists that render only visible rows need a height of their own and of their rows.
Object.defineProperties(HTMLElement.prototype, {
  clientHeight: { configurable: true, get: () => 800 },
  offsetHeight: { configurable: true, get: () => 28 },
})

// Preload all texts, so that screens render at once.
await loadAllTexts()

// On a busy machine a page that is loaded on demand takes longer than a second.
configure({ asyncUtilTimeout: 15_000 })

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
