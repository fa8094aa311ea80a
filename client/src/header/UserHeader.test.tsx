import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { newSessionToken, renderApp } from '../../test/support/render-app.tsx'
import { renderInstallation, shippedInstallation } from '../../test/support/render-installation.ts'
import { moveToOwnServer } from '../../test/support/start-server.ts'
import { accountsApi } from '../shared/api/accounts-api.ts'
import { intervals } from '../shared/intervals.ts'
import { changeLanguage } from '../ui/text/use-text.ts'

moveToOwnServer()

const waiting = { timeout: 30_000 }

/** A desk whose header is there and whose socket is live. */
async function atDesk(email: string, language: 'En' | 'Jp' = 'En') {
  localStorage.setItem('userToken', await newSessionToken(email))
  const page = renderApp('/profile/security', language)
  await waitFor(() => expect(page.store.getState().connection.state).toBe('live'), waiting)
  return page
}

const trader = 'trader@alder.example'
const broker = 'broker@hinoki.example'
const profile = () => screen.findByRole('button', { name: /Profile and settings$/ }, waiting)

// spec: 2.header.1, 2.header.2
test('the logo links to /, disconnects the live socket and hides the user header', async () => {
  const page = await atDesk(trader)
  const header = screen.getByRole('banner')
  const states: string[] = []
  page.store.subscribe(() => states.push(page.store.getState().connection.state))
  const positions: string[] = []
  page.router.subscribe(({ location }) => positions.push(location.pathname))

  const logo = within(header).getByRole('link', { name: 'Aitai home' })
  expect(logo.getAttribute('href')).toBe('/')
  await userEvent.click(logo)

  await waitFor(() => expect(states).toContain('idle'), waiting)
  expect(header.isConnected).toBe(false)
  expect(positions[0]).toBe('/')
  // The start page of a signed-in user is their own home: there everything is loaded again.
  await waitFor(() => expect(page.path()).toBe('/adverts-home'), waiting)
  await waitFor(() => expect(page.store.getState().connection.state).toBe('live'), waiting)
})

// spec: 2.header.3
test('the header has an about-us link to another tab, and Jp and En buttons with the active one marked', async () => {
  const page = await atDesk(trader)
  const header = within(screen.getByRole('banner'))
  const about = header.getByRole('link', { name: /About us/ })
  expect([about.getAttribute('href'), about.getAttribute('target')]).toEqual(['/about-us', '_blank'])
  expect(about.getAttribute('rel')).toContain('noopener')

  const marked = () =>
    ['EN', 'JP'].map((name) => header.getByRole('button', { name }).getAttribute('aria-pressed'))
  expect(marked()).toEqual(['true', 'false'])
  await userEvent.click(header.getByRole('button', { name: 'JP' }))
  expect(page.store.getState().settings.language).toBe('Jp')
  act(() => changeLanguage('Jp'))
  expect(marked()).toEqual(['false', 'true'])
})

// spec: 2.header.10, 6.6
test('stars are for traders only', async () => {
  await atDesk(broker)
  expect(screen.queryByRole('button', { name: /Credibility rating/ })).toBeNull()
})

// spec: 2.header.11
test.each([
  [
    'En',
    'Credibility rating 60 of 100, 3 of 5 stars: how it is calculated',
    'How it is calculated',
    'No event yet: 20 (counted as 60)',
  ],
  ['Jp', '信頼度レーティング 60/100（星3/5）の算出根拠', '算出根拠', '実績なし：20件（60点換算）'],
] as const)('behind the stars is what makes the rating, in %s', async (language, name, title, missing) => {
  await atDesk(trader, language)
  await userEvent.click(screen.getByRole('button', { name }))

  const table = await screen.findByRole('table', { name: title }, waiting)
  const row = within(table).getByText(missing).closest('tr')
  expect([...(row?.cells ?? [])].map(({ textContent }) => textContent).slice(1)).toEqual([
    ...['60', '210', '12,600'],
  ])
  const next = [...document.querySelectorAll('.rating-next dd')].map(({ textContent }) => textContent)
  expect(next).toEqual(['64 +4', '55 −5', '54 −6'])
})

// spec: 2.header.12
test('the profile dropdown leads to My Profile, and offers language, Contact Account Manager and Log Off', async () => {
  const page = await atDesk(trader)
  await userEvent.click(await profile())
  const panel = within(screen.getByRole('region', { name: 'Profile and settings' }))
  for (const name of ['English', 'Japanese']) expect(panel.getByRole('radio', { name })).toBeTruthy()
  for (const name of ['Contact Account Manager', 'Log Off'])
    expect(panel.getByRole('button', { name })).toBeTruthy()

  await userEvent.click(panel.getByRole('link', { name: 'My Profile' }))
  await waitFor(() => expect(page.path()).toBe('/profile/ioi-counts'), waiting)
  expect(screen.queryByRole('region', { name: 'Profile and settings' })).toBeNull()
})

async function asksForAccountManager(): Promise<HTMLElement> {
  await userEvent.click(await profile())
  await userEvent.click(screen.getByRole('button', { name: 'Contact Account Manager' }))
  return within(await screen.findByRole('dialog', {}, waiting)).findByRole('alert', {}, waiting)
}

// spec: 7.account.9
test('a contact request is confirmed; too many requests show when the next one is possible', async () => {
  await atDesk(broker)
  for (let times = 1; times <= 3; times += 1) {
    expect((await asksForAccountManager()).textContent).toBe('We will contact you shortly.')
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }

  expect((await asksForAccountManager()).textContent).toMatch(/You can send another one in \d+ minutes\./)
})

test('a contact request that fails shows an error and the e-mail address', async () => {
  await atDesk(trader)
  const ways = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('the network is down'))
  expect((await asksForAccountManager()).textContent).toBe(
    'Your request could not be sent. Please try again. Network error.\nPlease check your connection.',
  )
  ways.mockRestore()
  const otherwise = screen.getByRole('link', { name: /You can also e-mail us/ })
  expect(otherwise.getAttribute('href')).toMatch(/^mailto:.+@/)
})

// spec: 2.header.13, 7.account.5, 9.3
test('the header refreshes user details every 15 minutes while a user token is stored', async () => {
  expect(intervals.userDetailsPoll).toBe(900_000)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const page = await atDesk(broker)
  const fetchSpy = vi.spyOn(globalThis, 'fetch')
  const details = () =>
    fetchSpy.mock.calls.filter(([input]) => (input as Request).url.endsWith('/user/my-details')).length
  const answered = () =>
    accountsApi.endpoints.myDetails.select()(page.store.getState()).fulfilledTimeStamp ?? 0
  expect(details()).toBe(0)

  for (const times of [1, 2]) {
    const before = answered()
    await act(() => vi.advanceTimersByTimeAsync(intervals.userDetailsPoll))
    // The next 15 minutes begin with the answer.
    await vi.waitFor(() => expect(answered()).toBeGreaterThan(before), waiting)
    expect(details()).toBe(times)
  }
  fetchSpy.mockRestore()
  page.unmount()
})

test("a broker's header has the Japanese name of the broker in Japanese", async () => {
  localStorage.setItem('userToken', await newSessionToken(broker))
  await renderInstallation(shippedInstallation, '/brokers-home', 'Jp')
  await screen.findByRole('button', { name: /檜証券 プロフィールと設定$/ }, waiting)
})
