import { render } from '@testing-library/react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { SessionEndPopup } from '../src/auth/SessionEndPopup.tsx'
import { routes } from '../src/routes.tsx'
import { createStore } from '../src/store.ts'
import { startTexts } from '../src/ui/text.ts'

export const password = 'correct-horse-aitai'

/** Opens the client at a place, as a browser would with what it has kept. */
export function open(path: string, language: 'En' | 'Jp' = 'En') {
  localStorage.setItem('display', JSON.stringify({ language }))
  startTexts(language)
  const store = createStore()
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const view = render(
    <Provider store={store}>
      <RouterProvider router={router} />
      <SessionEndPopup />
    </Provider>,
  )
  return { store, router, ...view, place: () => router.state.location.pathname }
}

/** A token of a new session, as another browser would get it. */
export async function tokenOf(email: string, secret = password): Promise<string> {
  const answer = await fetch('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: secret }),
  })
  const { token } = (await answer.json()) as { token: string }
  return token
}
