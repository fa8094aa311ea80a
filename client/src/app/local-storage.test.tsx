import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { addAccount } from '../../test/support/accounts.ts'
import { newSessionToken, renderPage } from '../../test/support/render-app.tsx'
import { loadColumnLayouts, saveColumnLayouts } from '../history/grid/column-layout.ts'
import { sessionEnded } from '../shared/store/session.ts'
import { settingChosen } from '../shared/store/settings.ts'

const email = 'local-storage@cypress.example'
const layout = { width: 90, flex: null, hide: false, sort: null, sortIndex: null }

beforeAll(() => addAccount(email, { role: 'TRADER', firm: 'Cypress' }), 60_000)

const stored = (): string => JSON.stringify(Object.entries(localStorage))

test("local storage holds no user's address, and each user's settings and columns stay theirs", async () => {
  localStorage.setItem('userToken', await newSessionToken(email))
  const first = await renderPage()
  await screen.findByRole('button', { name: /Profile and settings$/ })
  first.store.dispatch(settingChosen({ mode: 'dark' }))
  saveColumnLayouts(email, [{ colId: 'shareQuantity', ...layout }])
  await waitFor(() => expect(stored().match(/dark/g)).toHaveLength(2))
  first.store.dispatch(sessionEnded('LOGGED_OUT'))
  await waitFor(() => expect(localStorage.getItem('userToken')).toBeNull())

  expect(stored()).not.toMatch(/local-storage|cypress|@/i)
  expect(Object.keys(localStorage).filter((key) => key.includes(':'))).toEqual([
    expect.stringMatching(/^display:[0-9a-f]{32}$/),
    expect.stringMatching(/^history:[0-9a-f]{32}$/),
  ])
  expect(loadColumnLayouts(email)).toHaveLength(1)
  expect(loadColumnLayouts('somebody-else@cypress.example')).toBeNull()

  first.unmount()
  localStorage.setItem('userToken', await newSessionToken(email))
  const second = await renderPage()
  expect(second.store.getState().settings.mode).toBe('system')
  await waitFor(() => expect(second.store.getState().settings.mode).toBe('dark'))
})
