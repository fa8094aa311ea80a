import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installationElement } from '@aitai/contract/codes.ts'
import type { Installation } from '@aitai/contract/schemas/installation.ts'
import type { Language } from '@aitai/messages/language.ts'
import { vi } from 'vitest'

const content = <T>(file: string): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../content', file), 'utf8')) as T

/** What comes with the product. */
export const shippedInstallation: Installation = {
  brand: content('brand.json'),
  brokers: content('brokers.json'),
  aboutUrl: { En: null, Jp: null },
  loginRedirect: false,
}

/**
 * Opens the client in the page of an installation, where the server has written what it is. The client reads
 * that once, so each page has a client of its own.
 */
export async function renderInstallation(installed: Installation, path: string, language: Language = 'En') {
  document.getElementById(installationElement)?.remove()
  const data = document.createElement('script')
  data.type = 'application/json'
  data.id = installationElement
  data.textContent = JSON.stringify(installed)
  document.head.append(data)
  vi.resetModules()
  const { renderApp } = await import('./render-app.tsx')
  return renderApp(path, language)
}

/** What the browser says of its window and system from now on; gives what puts it back. */
export function stubMediaQueries(...matching: readonly string[]): () => void {
  const before = globalThis.matchMedia
  globalThis.matchMedia = (query) => ({ ...before(query), matches: matching.includes(query) })
  return () => {
    globalThis.matchMedia = before
  }
}

export const reducedMotionQuery = '(prefers-reduced-motion: reduce)'
export const phoneWidthQuery = '(max-width: 599px)'
