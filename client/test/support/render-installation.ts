import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installationElement } from '@aitai/contract/codes.ts'
import type { Installation } from '@aitai/contract/schemas/installation.ts'
import type { Language } from '@aitai/messages/language.ts'
import { onTestFinished, vi } from 'vitest'

const content = <T>(file: string): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../content', file), 'utf8')) as T

/** The default configuration of the platform. */
export const shippedInstallation: Installation = {
  brand: content('brand.json'),
  brokers: content('brokers.json'),
  aboutUrl: { En: null, Jp: null },
  loginRedirect: false,
}

/**
 * Opens the client in a page into which the server has written the configuration of an installation. The client
 * reads it once, so each call loads the client again.
 */
export async function renderInstallation(installed: Installation, path: string, language: Language = 'En') {
  document.getElementById(installationElement)?.remove()
  const data = document.createElement('script')
  data.type = 'application/json'
  data.id = installationElement
  data.textContent = JSON.stringify(installed)
  document.head.append(data)
  vi.resetModules()
  onTestFinished(() => data.remove())
  const { renderApp } = await import('./render-app.tsx')
  return renderApp(path, language)
}

/** Mocks the media queries of the browser until the test has finished. */
export function stubMediaQueries(...matching: readonly string[]): void {
  const before = globalThis.matchMedia
  globalThis.matchMedia = (query) => ({ ...before(query), matches: matching.includes(query) })
  onTestFinished(() => {
    globalThis.matchMedia = before
  })
}

export const reducedMotionQuery = '(prefers-reduced-motion: reduce)'
export const phoneWidthQuery = '(max-width: 599px)'
