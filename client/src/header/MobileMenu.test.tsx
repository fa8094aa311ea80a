import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { newSessionToken, renderApp } from '../../test/support/render-app.tsx'
import { moveToOwnServer } from '../../test/support/start-server.ts'

moveToOwnServer()
beforeAll(() => {
  // A window of the width of a phone.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})

const waiting = { timeout: 30_000 }
const desktopOnly = 'Please use a larger window or screen'

async function onPhone(email: string, path: string) {
  localStorage.setItem('userToken', await newSessionToken(email))
  const page = renderApp(path)
  await screen.findByRole('button', { name: 'Open the menu' }, waiting)
  return page
}

const isDimmed = (): boolean => document.querySelector('.mobile-menu-dim') !== null

// spec: 1.9, 2.header.5, 2.header.6, 2.header.7, 3.3, 4.other.1, 4.other.2
test('on a phone a hamburger toggles a menu with an EN/JP switch, and the page is dimmed while it is open', async () => {
  const page = await onPhone('trader@alder.example', '/profile/security')
  expect(isDimmed()).toBe(false)
  expect(screen.queryByRole('button', { name: 'JP' })).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Open the menu' }))
  expect(isDimmed()).toBe(true)
  expect(screen.getByRole('button', { name: 'JP' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Close the menu' }))
  expect(isDimmed()).toBe(false)

  await userEvent.click(screen.getByRole('button', { name: 'Open the menu' }))
  await userEvent.click(screen.getByRole('button', { name: 'JP' }))
  expect(isDimmed()).toBe(false)
  expect(page.store.getState().settings.language).toBe('Jp')
})

test('a press on the dimmed page and Escape close the menu, which is not open on the next page', async () => {
  const page = await onPhone('trader@alder.example', '/profile/security')
  const opens = () => userEvent.click(screen.getByRole('button', { name: 'Open the menu' }))
  await opens()
  const dim = document.querySelector('.mobile-menu-dim')
  if (dim) await userEvent.pointer({ target: dim, keys: '[MouseLeft]' })
  expect(isDimmed()).toBe(false)
  await opens()
  await userEvent.keyboard('{Escape}')
  expect(isDimmed()).toBe(false)

  await opens()
  page.unmount()
  expect(page.store.getState().mobileMenu).toBe(false)
})

test("a trader's menu has the rating and its calculation; bell, profile and connection stay outside it", async () => {
  await onPhone('trader@alder.example', '/profile/security')
  for (const name of [/unread in notifications/, /Profile and settings$/])
    expect(screen.getByRole('button', { name })).toBeTruthy()
  await screen.findByText('Connected', {}, waiting)

  await userEvent.click(screen.getByRole('button', { name: 'Open the menu' }))
  await userEvent.click(screen.getByRole('button', { name: /^Credibility rating 60 of 100/ }))
  expect(await screen.findByRole('table', { name: 'How it is calculated' }, waiting)).toBeTruthy()
  expect(screen.getByRole('link', { name: /About us/ })).toBeTruthy()
})

test.each([
  ['trader@birch.example', '/adverts-home', 'desk-page'],
  ['broker@kaede.example', '/brokers-home', 'desktop-only'],
])('below the breakpoint %s sees a request for a larger window at %s, and no desk', async (...given) => {
  const [email, path, main] = given
  await onPhone(email, path)

  await screen.findByRole('heading', { name: desktopOnly }, waiting)
  expect(screen.getAllByRole('main').map(({ className }) => className)).toEqual([main])
  // A trader sees what is live and can pause all of it.
  expect(screen.queryAllByRole('button', { name: 'Pause all' })).toHaveLength(main === 'desk-page' ? 1 : 0)
  expect(screen.queryByRole('combobox')).toBeNull()
  // The bell works there too.
  await userEvent.click(screen.getByRole('button', { name: /unread in notifications/ }))
  expect(screen.getAllByRole('tab')).toHaveLength(2)
})

test('the profile is usable on a phone, and so are sign-in, about and the password pages', async () => {
  const own = await onPhone('trader@birch.example', '/profile/security')
  await waitFor(() =>
    expect(within(screen.getByRole('main')).getByRole('heading', { level: 1 })).toBeTruthy(),
  )
  expect(screen.queryByText(desktopOnly)).toBeNull()
  own.unmount()
  localStorage.clear()

  for (const path of ['/', '/about-us', '/forget-password', '/reset-password#resetToken=x', '/home']) {
    const page = renderApp(path)
    await screen.findByRole('main', {}, waiting)
    expect(screen.queryByText(desktopOnly), path).toBeNull()
    page.unmount()
  }
})
