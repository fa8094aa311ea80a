import type { Installation } from '@aitai/contract/schemas/installation.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addAccount, invitedUserToken } from '../../test/support/accounts.ts'
import { newSessionToken, password, renderApp } from '../../test/support/render-app.tsx'
import { installation } from '../ui/browser/installation.ts'

const signIn = async (email: string, secret = password): Promise<void> => {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('E-mail'), email)
  await user.type(screen.getByLabelText('Password'), secret)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

// spec: 2.routes.12, 2.routes.16, 6.2
test.each(['/adverts-home', '/brokers-home', '/first-login', '/no-such-place'])(
  'an anonymous user at %s is redirected to the login page',
  async (path) => {
    const page = renderApp(path)

    await screen.findByRole('heading', { name: 'Sign in' })
    expect(page.path()).toBe('/')
  },
)

// spec: 2.routes.8, 2.routes.13, 2.routes.15, 2.routes.17, 6.3, 6.8, 6.11
test('a broker who signs in reaches the broker home only', async () => {
  const page = renderApp('/')
  await signIn('broker@kaede.example')

  await waitFor(() => expect(page.path()).toBe('/brokers-home'))
  expect(localStorage.getItem('userToken')).toBe(page.store.getState().session.userToken)
  await page.router.navigate('/adverts-home')
  await waitFor(() => expect(page.path()).toBe('/brokers-home'))
})

// spec: 2.login.1
test('capital letters in the address do not matter', async () => {
  const page = renderApp('/')
  await signIn('Broker@Kaede.Example')

  await waitFor(() => expect(page.path()).toBe('/brokers-home'))
})

// spec: 2.routes.7, 2.routes.13, 6.5
test('a trader who returns with a token reaches the desk', async () => {
  await addAccount('guards@cypress.example', { role: 'TRADER', firm: 'Cypress' })
  localStorage.setItem('userToken', await newSessionToken('guards@cypress.example'))
  const page = renderApp('/brokers-home')

  await waitFor(() => expect(page.path()).toBe('/adverts-home'))
})

// spec: 2.routes.6, 2.routes.13
test('a new user sets a password before anything else', async () => {
  localStorage.setItem(
    'userToken',
    await invitedUserToken('guards-first-page@alder.example', { role: 'TRADER', firm: 'Alder' }),
  )
  const page = renderApp('/adverts-home')

  await screen.findByText('Set your own password', { exact: false })
  expect(page.path()).toBe('/first-login')
})

// spec: 2.routes.6, 5.passwords.8, 5.passwords.9
test('a first password is required twice, and is not sent until it is repeated correctly', async () => {
  localStorage.setItem(
    'userToken',
    await invitedUserToken('guards-first-password@alder.example', { role: 'TRADER', firm: 'Alder' }),
  )
  renderApp('/first-login')
  const user = userEvent.setup()
  const field = await screen.findByLabelText('New password')
  await waitFor(() => expect(document.activeElement).toBe(field))
  const sent = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => sent.mockRestore())
  await user.click(screen.getByRole('button', { name: 'Set password' }))
  expect(await screen.findAllByText('This field is required')).toHaveLength(2)

  await user.type(screen.getByLabelText('New password'), 'a-password-of-my-own')
  await user.type(screen.getByLabelText('Confirm new password'), 'another-of-my-own')
  await waitFor(() => expect(screen.queryByText('This field is required')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Set password' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Confirm new password')))
  expect(screen.queryByText('The passwords do not match.')).toBeNull()
  expect(sent).not.toHaveBeenCalled()
})

// spec: 2.routes.14, 3.2, 7.account.10
test('setting the first password logs out, and the login page asks to sign in with it', async () => {
  localStorage.setItem(
    'userToken',
    await invitedUserToken('guards-first-setup@alder.example', { role: 'TRADER', firm: 'Alder' }),
  )
  const page = renderApp('/first-login')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('New password'), 'a-password-of-my-own')
  await user.type(screen.getByLabelText('Confirm new password'), 'a-password-of-my-own')
  // A refusal is shown, and the user stays (docs/decisions/0112-refused-first-password.md).
  const refused = vi.spyOn(globalThis, 'fetch')
  refused.mockResolvedValueOnce(
    Response.json({ errorCode: 'ABC', message: 'Not this one.' }, { status: 500 }),
  )
  await user.click(screen.getByRole('button', { name: 'Set password' }))
  await screen.findByText('Not this one.')
  expect(page.path()).toBe('/first-login')
  refused.mockRestore()
  await user.click(screen.getByRole('button', { name: 'Set password' }))

  await screen.findByText('Your password has been set. Please sign in.')
  expect(page.path()).toBe('/')
  expect(page.store.getState().session.lastAction).toBe('firstSetupSuccess')
  expect(localStorage.getItem('userToken')).toBeNull()
})

test('wrong credentials are refused with a message, and the address stays', async () => {
  renderApp('/')
  const form = (await screen.findByLabelText('E-mail')).closest('form')
  // The room for a refusal is below all fields, and there before it, so that no field moves.
  const below = form?.lastElementChild
  expect(below?.className).toBe('entry-refusal')
  await signIn('broker@kaede.example', 'not the password')

  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Please check your credentials, contact support if it persists.')
  expect(form?.lastElementChild).toBe(below)
  expect(below?.contains(alert)).toBe(true)
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'broker@kaede.example')
})

test('the refusal is in Japanese on a Japanese page', async () => {
  renderApp('/', 'Jp')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('メールアドレス'), 'broker@momiji.example')
  await user.type(screen.getByLabelText('パスワード'), 'ちがう')
  await user.click(screen.getByRole('button', { name: 'ログイン' }))

  expect((await screen.findByRole('alert')).textContent).toContain('メールアドレスとパスワード')
})

// spec: 2.login.2, 3.2, 6.12
test('a user with two-factor enters a code, and the temporary token is stored for this page only', async () => {
  const page = renderApp('/')
  await signIn('twofactor@birch.example')

  await screen.findByRole('dialog')
  expect(page.store.getState().session.requires2FA).toBe(true)
  expect(screen.getByLabelText('Code').getAttribute('autocomplete')).toBe('one-time-code')
  expect(sessionStorage.getItem('2FaToken')).toEqual(expect.any(String))
  expect(localStorage.getItem('userToken')).toBeNull()
})

// spec: 4.login.7, 4.login.10
test('an expired token is deleted, and the reason is shown', async () => {
  localStorage.setItem('userToken', 'a-token-of-yesterday')
  const page = renderApp('/brokers-home')

  await screen.findByText('You have been logged out from your previous session.', { exact: false })
  expect(page.path()).toBe('/')
  expect(localStorage.getItem('userToken')).toBeNull()
})

// spec: 4.notifications.21, 4.login.11
test('a session that is replaced by another sign-in ends here with its reason', async () => {
  localStorage.setItem('userToken', await newSessionToken('broker@tsubaki.example'))
  const page = renderApp('/brokers-home')
  await waitFor(() => expect(page.store.getState().connection.state).toBe('live'))

  await newSessionToken('broker@tsubaki.example')

  await screen.findByText('because your account was signed in elsewhere', { exact: false })
  expect(page.path()).toBe('/')
})

// spec: 2.routes.11, 2.routes.20, 4.login.9, 8.session.3
test('logging off leads to the logged-out page and deletes the token', async () => {
  localStorage.setItem('userToken', await newSessionToken('broker@kuromatsu.example'))
  const page = renderApp('/brokers-home')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /Profile and settings$/ }))
  await user.click(screen.getByRole('button', { name: 'Log Off' }))

  await screen.findByText('Logged off')
  expect(screen.getByRole('status').textContent).toBe('You have logged off.')
  expect(page.path()).toBe('/home')
  expect(localStorage.getItem('userToken')).toBeNull()
})

/** Configuration of an installation for one test. */
function set(changed: Partial<Installation>): void {
  const before = { ...installation }
  Object.assign(installation, changed)
  onTestFinished(() => void Object.assign(installation, before))
}

const aboutPages = { En: `${location.origin}/#about-en`, Jp: `${location.origin}/#about-ja` }

// spec: 2.routes.2
test('with the flag the login page redirects by language, and signing in remains possible', async () => {
  set({ loginRedirect: true, aboutUrl: aboutPages })
  renderApp('/', 'Jp')
  await waitFor(() => expect(location.hash).toBe('#about-ja'))
  expect(screen.queryByRole('heading', { name: 'ログイン' })).toBeNull()
  cleanup()

  renderApp('/?sign-in')
  await screen.findByRole('heading', { name: 'Sign in' })
})

// spec: 2.routes.3
test.each(['En', 'Jp'] as const)("the about page redirects to the owner's address, %s", async (language) => {
  set({ aboutUrl: aboutPages })
  location.hash = ''
  renderApp('/about-us', language)

  await waitFor(() => expect(location.href).toBe(aboutPages[language]))
})

// spec: 1.9
test('on a phone the desk says that it needs a larger window', async () => {
  const { matchMedia } = window
  vi.stubGlobal('matchMedia', (query: string) => ({ ...matchMedia(query), matches: query.includes('599px') }))
  onTestFinished(() => void vi.stubGlobal('matchMedia', matchMedia))
  localStorage.setItem('userToken', await newSessionToken('broker@momiji.example'))
  renderApp('/brokers-home')

  await screen.findByRole('heading', { name: 'Please use a larger window or screen' })
  expect(document.querySelector<HTMLElement>('.desk-page')?.hidden).toBe(true)
})

// spec: 4.login.5, 4.login.6
test.each([
  ['/equity/get-equities', 'equities@cypress.example', '/adverts-home'],
  ['/advert/advert-list', 'adverts@cypress.example', '/adverts-home'],
  ['/broker/user-brokers-list', 'brokers@cypress.example', '/adverts-home'],
  ['/connection-agreement/broker-user-execution-listing', 'broker@momiji.example', '/brokers-home'],
])(
  'without %s there is neither header nor socket, and a button tries again',
  async (address, email, home) => {
    if (home === '/adverts-home') await addAccount(email, { role: 'TRADER', firm: 'Cypress' })
    localStorage.setItem('userToken', await newSessionToken(email))
    const { fetch: network } = globalThis
    const cut = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation((input, init) =>
        (input as Request).url.includes(address)
          ? Promise.reject(new TypeError('cut'))
          : network(input, init),
      )
    const page = renderApp(home)
    await screen.findByText('Your desk could not be loaded')
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
    expect(screen.queryByRole('button', { name: /Profile and settings$/ })).toBeNull()
    expect(page.store.getState().connection.state).toBe('idle')

    cut.mockRestore()
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('button', { name: /Profile and settings$/ })
    await waitFor(() => expect(page.store.getState().connection.state).toBe('live'))
    expect(page.path()).toBe(home)
  },
)

// spec: 4.login.10
test('user details that cannot be fetched remove the token, and the reason is shown', async () => {
  localStorage.setItem('userToken', await newSessionToken('broker@momiji.example'))
  const cut = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('cut'))
  onTestFinished(() => cut.mockRestore())
  const page = renderApp('/brokers-home')

  await screen.findByText('You have been logged out from your previous session.', { exact: false })
  expect(page.path()).toBe('/')
  expect(localStorage.getItem('userToken')).toBeNull()
})
