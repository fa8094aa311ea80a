/*
 * All test files of the client run in parallel against ONE real server and its demonstration accounts
 * (`global-setup.ts`). Before you add a test:
 * - A sign-in ends the session of that account in every other file. Add an account of your own: `accounts.ts`.
 * - Adverts of one file can be located with those of another. Add institutions of your own: `test-market.ts`.
 * - Another configuration, or an empty database, needs a server of its own: `start-server.ts`, `moveToOwnServer`.
 * - Another time, or other prices, need a server in this process: `controlled-server.tsx`.
 */
import { signIn } from '@aitai/contract/api-client.ts'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { routes } from '../../src/app/routes.tsx'
import { SessionEndPopup } from '../../src/auth/SessionEndPopup.tsx'
import { createStore } from '../../src/shared/store/store.ts'
import { initTexts } from '../../src/ui/text/use-text.ts'

/** The password of the demonstration accounts. */
export const password = 'correct-horse-aitai'
/** The password of accounts that tests add, for which the published one is refused. */
export const ownPassword = 'lanterns over a quiet harbour'
const addedEmails = new Set<string>()

/** Remembers an account that a test file has added with `ownPassword`. */
export const noteAdded = (email: string): void => void addedEmails.add(email)

/**
 * Renders the client at a path, on the server that all test files share (see `global-setup.ts`), with further
 * popups above it if given.
 */
export function renderApp(path: string, language: 'En' | 'Jp' = 'En', popups: ReactNode = null) {
  localStorage.setItem('display', JSON.stringify({ language }))
  initTexts(language)
  const store = createStore()
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const view = render(
    <Provider store={store}>
      <RouterProvider router={router} />
      <SessionEndPopup />
      {popups}
    </Provider>,
  )
  return { store, router, ...view, path: () => router.state.location.pathname }
}

/** Renders the whole page as a browser does, including the popups that can cover any screen. */
export async function renderPage(language: 'En' | 'Jp' = 'En') {
  localStorage.setItem('display', JSON.stringify({ language }))
  initTexts(language)
  const { App } = await import('../../src/app/App.tsx')
  const store = createStore()
  const view = render(
    <Provider store={store}>
      <App />
    </Provider>,
  )
  return { ...view, store }
}

/** Signs in as another browser would; returns the token of the new session. */
export async function newSessionToken(
  email: string,
  secret = addedEmails.has(email) ? ownPassword : password,
): Promise<string> {
  const { token } = await signIn('', email, secret)
  return token
}
