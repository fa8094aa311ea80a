import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderApp } from '../../test/support/render-app.tsx'

// spec: 2.routes.18, 2.header.3, 4.other.3
test('the header marks the language of the page, and the other one is a click away', async () => {
  const page = renderApp('/about-us')
  expect((await screen.findByRole('link', { name: 'Aitai home' })).getAttribute('href')).toBe('/')
  expect(screen.getByRole('link', { name: /^About us/ }).getAttribute('href')).toBe('/about-us')
  const japanese = await screen.findByRole('button', { name: 'JP' })
  expect(screen.getByRole('button', { name: 'EN' }).getAttribute('aria-pressed')).toBe('true')
  expect(japanese.getAttribute('aria-pressed')).toBe('false')

  await userEvent.setup().click(japanese)
  expect(page.store.getState().settings.language).toBe('Jp')
})

// spec: 2.header.4
test('the active language has the colour of the specification', () => {
  const read = (file: string): string => readFileSync(join(import.meta.dirname, '../ui', file), 'utf8')
  expect(read('styles/tokens.css')).toContain('--language-active: #120f83;')
  const active = /button\[aria-pressed="true"\] \{([^}]*)\}/.exec(read('controls/language-switch.css'))?.[1]
  expect(active).toContain('background: var(--language-active)')
})
