import type { Language } from '@aitai/messages/texts.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished } from 'vitest'
import type { TestServerOptions } from '../../../server/test/support/test-server.ts'
import type { TestUser } from '../../../server/test/support/test-user.ts'
import { ErrorPopup } from '../../src/app/popups/ErrorPopup.tsx'
import { settingChosen } from '../../src/shared/store/settings.ts'
import { changeLanguage } from '../../src/ui/text/use-text.ts'
import { renderApp } from './render-app.tsx'
import { freePort } from './start-server.ts'

declare const jsdom: { reconfigure(settings: { url: string }): void }

type Env = NonNullable<TestServerOptions['env']>

/**
 * Moves the tested page to a free address, and returns the settings of a server there. The server runs in this
 * process (`server/test/support/test-server.ts`), with a clock and a market that the test controls.
 */
export async function pageServer(env: Env = {}): Promise<{ readonly env: Env }> {
  const url = `http://localhost:${await freePort()}`
  jsdom.reconfigure({ url })
  return { env: { PORT: new URL(url).port, PUBLIC_URL: url, ...env } }
}

export type Page = ReturnType<typeof renderApp>

/** Opens the client as another tab of the session of a user who is signed in already. */
export async function openAs(user: TestUser, path = '/adverts-home', language: Language = 'En') {
  localStorage.setItem('userToken', user.token ?? '')
  const page = renderApp(path, language, <ErrorPopup />)
  await waitFor(() => expect(page.store.getState().connection.state).toBe('live'))
  return page
}

/** Switches the language as the header does, without another request. */
export const switchLanguage = ({ store }: Page, language: Language): void =>
  act(() => {
    store.dispatch(settingChosen({ language }))
    changeLanguage(language)
  })

/** Lets a test do something before the first request to this path reaches the server, or replace it or its reply. */
export function onRequest(
  path: string,
  react: (request: Request, send: typeof fetch) => Promise<Response>,
): void {
  const { fetch: network } = globalThis
  let isDone = false
  globalThis.fetch = (input, init) => {
    if (isDone || !(input instanceof Request) || !input.url.includes(path)) return network(input, init)
    isDone = true
    return react(input, network)
  }
  onTestFinished(() => {
    globalThis.fetch = network
  })
}

/** Changes something on the server just before the first request to this path: the screen is outdated by then. */
export const beforeRequest = (path: string, change: () => Promise<unknown>): void =>
  onRequest(path, async (request, send) => {
    await change()
    return send(request)
  })

/** Selects an advert in the list by its RIC. */
export async function selectAdvert(ric: string): Promise<void> {
  const security = await screen.findByText(ric, { selector: '.advert-security b' })
  act(() => security.click())
}
