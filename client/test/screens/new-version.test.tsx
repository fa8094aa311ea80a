import { languages, textIn } from '@aitai/messages/texts.ts'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../../../server/test/support/test-server.ts'
import { accountsApi } from '../../src/shared/api/accounts-api.ts'
import { pageServer } from '../support/controlled-server.tsx'
import { renderPage } from '../support/render-app.tsx'

/** Opens the page of a server whose client has this version, and waits until the page knows the version. */
async function open(version: string, language: 'En' | 'Jp') {
  const server = await pageServer({ WEB_VERSION: version })
  await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'], ...server })
  const page = await renderPage(language)
  const isKnown = () => accountsApi.endpoints.webVersion.select()(page.store.getState()).isSuccess
  await vi.waitFor(() => expect(isKnown()).toBe(true), { timeout: 30_000 })
  // The popup is loaded on demand.
  await act(() => vi.dynamicImportSettled())
  return page
}

// spec: 1.11, 4.other.5, 8.account.8, 9.1
test.each(languages)(
  'a newer client on the server asks to refresh, and OK reloads, in %s',
  async (language) => {
    await open('0.2.1', language)
    const popup = await screen.findByRole('dialog', { name: textIn(language, 'version.title') })
    expect(popup.textContent).toContain(textIn(language, 'version.lead'))
    expect(textIn('En', 'version.title')).toBe('New version available, please refresh')
    // jsdom cannot load a page.
    const { location: before } = globalThis
    const reload = vi.fn()
    vi.stubGlobal('location', Object.create(location, { reload: { value: reload } }))
    popup.querySelector('button')?.click()
    vi.stubGlobal('location', before)

    expect(reload).toHaveBeenCalledOnce()
  },
)

// spec: 9.1
test('a client of the same version is asked nothing', async () => {
  const page = await open('0.2.0', 'En')
  await screen.findByRole('heading', { name: textIn('En', 'auth.title') })

  expect(screen.queryByRole('dialog')).toBeNull()
  page.unmount()
})
