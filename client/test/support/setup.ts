import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { loadAllTexts } from '../../src/ui/text/i18n.ts'

// Node's fetch knows no page that an address could be relative to.
const { Request: NodeRequest, fetch: nodeFetch } = globalThis
const absolute = (input: RequestInfo | URL): RequestInfo | URL =>
  typeof input === 'string' ? new URL(input, location.href) : input
globalThis.Request = class extends NodeRequest {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(absolute(input), init)
  }
}
globalThis.fetch = (input, init) => nodeFetch(absolute(input), init)

// What jsdom has not: the screens ask the system for its theme, and popups watch their own size.
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

// Screens are drawn at once, with all their texts.
await loadAllTexts()

// On a busy machine a page that is loaded on demand takes longer than a second.
configure({ asyncUtilTimeout: 15_000 })

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
