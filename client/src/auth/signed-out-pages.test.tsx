import { textIn } from '@aitai/messages/texts.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { password, renderApp, renderPage } from '../../test/support/render-app.tsx'
import { codeRequired } from '../shared/store/session.ts'

// spec: 2.routes.4, 2.login.3, 6.1
test('a forgotten password: the popup names the address, and its OK leads to the login page', async () => {
  const page = renderApp('/forget-password')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('E-mail'), 'nobody@alder.example')
  await user.click(screen.getByRole('button', { name: 'Send link' }))

  const popup = await screen.findByRole('dialog')
  expect(popup.textContent).toContain('E-mail sent')
  expect(popup.textContent).toContain('nobody@alder.example')
  await user.click(within(popup).getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(page.path()).toBe('/'))
})

// spec: 2.routes.5, 2.login.3, 4.reset.3, 5.passwords.5, 6.1, 8.account.5
test('an expired link shows no form but a way to request a new one, and its token leaves the address bar', async () => {
  const page = renderApp('/reset-password#resetToken=a-link-of-yesterday')
  const popup = await screen.findByRole('dialog')
  expect(popup.textContent).toContain('This link has expired')
  expect(screen.queryByLabelText('New password')).toBeNull()
  expect(page.router.state.location).toMatchObject({ search: '', hash: '' })

  await userEvent.setup().click(within(popup).getByRole('button', { name: 'Request a new link' }))
  await waitFor(() => expect(page.path()).toBe('/forget-password'))
})

// spec: 4.reset.4, 8.account.3, 8.account.5
test('a link that cannot be checked shows the network error and a way to request a new one', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('cut'))
  const page = renderApp('/reset-password#resetToken=a-link')

  const popup = await screen.findByRole('dialog')
  expect(popup.textContent).toContain('Network error.')
  await userEvent.setup().click(within(popup).getByRole('button', { name: 'Request a new link' }))
  await waitFor(() => expect(page.path()).toBe('/forget-password'))
})

// spec: 4.reset.1, 4.reset.2, 4.reset.5, 5.passwords.4, 8.account.6
test('with a valid link a password is set by typing it twice, is confirmed, and leads to the login page', async () => {
  const answers = { passwordResetTokenStatus: 'PASSWORD_TOKEN_OK' }
  const calls: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { url } = input as Request
    if (url.includes('/password/')) calls.push(url.replace(/.*\/password\//, ''))
    return Response.json(answers)
  })
  const page = renderApp('/reset-password#resetToken=a-link')
  const user = userEvent.setup()
  const submit = async () => user.click(screen.getByRole('button', { name: 'Set password' }))
  await screen.findByLabelText('New password')
  expect(calls).toEqual(['check-reset-token'])
  await submit()
  expect(await screen.findAllByText('This field is required')).toHaveLength(2)
  await user.type(screen.getByLabelText('New password'), 'a-password-of-my-own')
  await user.type(screen.getByLabelText('Confirm new password'), 'a-password-of-my-ow')
  await submit()
  await screen.findByText(textIn('En', 'PASSWORD_MISMATCH'))
  expect(calls).toHaveLength(1)
  await user.type(screen.getByLabelText('Confirm new password'), 'n')
  await submit()

  const popup = await screen.findByRole('dialog')
  expect(popup.textContent).toContain('Your new password has been set.')
  await user.click(within(popup).getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(page.path()).toBe('/'))
})

// spec: 2.routes.1, 5.passwords.6, 5.passwords.7
test('empty fields are reported, and the address must be an e-mail address', async () => {
  renderApp('/')
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Sign in' }))

  expect(await screen.findAllByText('This field is required')).toHaveLength(2)
  expect(screen.getByLabelText('E-mail').getAttribute('type')).toBe('email')
  expect(screen.getByLabelText('Password').getAttribute('placeholder')).toBe('At least 8 characters')
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
})

// spec: 8.login.2, 8.login.3, 8.login.4, 8.login.5, 8.shown.5
test.each([
  ['a message', { message: 'Maintenance until 09:00.' }, 'Maintenance until 09:00.'],
  ['an unknown code', { errorCode: 'NEW-001', message: 'Ask %s1.', variables: { who: 'Ken' } }, 'Ask Ken.'],
  [
    'a reason beside another code',
    { errorCode: 'NEW-001', reason: 'SESSION_REPLACED', message: 'no' },
    textIn('En', 'SESSION_REPLACED'),
  ],
  ['neither', {}, 'Could not log you in.'],
  ['nothing at all', null, 'Network error.\nPlease check your connection.'],
  ['no token although it was accepted', { user: null }, 'Could not log you in.', 200],
])('a refused sign-in with %s is explained', async (_, body, errors, status = 500) => {
  renderApp('/')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('E-mail'), 'broker@kaede.example')
  await user.type(screen.getByLabelText('Password'), password)
  const reply = vi.spyOn(globalThis, 'fetch')
  if (body) reply.mockResolvedValue(Response.json(body, { status }))
  else reply.mockRejectedValue(new TypeError('cut'))
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  expect((await screen.findByRole('alert')).textContent).toBe(errors)
})

// spec: 8.2fa.2, 8.2fa.3, 8.2fa.4, 8.2fa.5
test('the code popup shows what the last attempt has led to, and nothing of an earlier one', async () => {
  const page = renderApp('/')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('E-mail'), 'twofactor@birch.example')
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  const popup = within(await screen.findByRole('dialog'))
  const errors = () => popup.getAllByRole('alert').map(({ textContent }) => textContent)

  const cut = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('cut'))
  await user.click(popup.getByRole('button', { name: 'Request new code' }))
  await popup.findByRole('alert')
  expect(errors()).toEqual(['Failed to send OTP, try again.'])

  cut.mockRestore()
  await user.type(popup.getByLabelText('Code'), '000000')
  await user.click(popup.getByRole('button', { name: 'Submit' }))
  await popup.findByText('Invalid 2FA code or timed out, login again.', { exact: false })
  expect(errors()).toHaveLength(1)
  expect(errors()[0]).toContain('If you mistyped it, correct it here')

  act(() => void page.store.dispatch(codeRequired('a-token-of-yesterday')))
  await user.click(popup.getByRole('button', { name: 'Submit' }))
  await popup.findByText('User not authenticated')
  expect(errors()).toHaveLength(1)
  await user.click(popup.getByRole('button', { name: 'Request new code' }))
  await waitFor(() => expect(errors()).toEqual(['User not authenticated']))
})

// spec: 1.5
test.each([
  ['En', 'No investment advice, no custody of assets, no solicitation.'],
  ['Jp', '投資助言、資産の預かり、勧誘は行いません。'],
] as const)('visitors see what the company does not do, in %s', async (language, words) => {
  renderApp('/', language)
  await screen.findByText(words, { exact: false })
})

// spec: 1.6
test('the login page is in English and Japanese, and a click changes between them', async () => {
  await renderPage()
  const title = () => screen.getByRole('heading', { level: 1 }).textContent
  const choice = async (name: 'EN' | 'JP') => userEvent.click(await screen.findByRole('button', { name }))
  await choice('JP')
  await waitFor(() => expect(title()).toBe('ログイン'))
  await choice('EN')
  await waitFor(() => expect(title()).toBe('Sign in'))
})

// spec: 2.routes.1, 2.login.2, 3.2, 4.login.8, 5.passwords.10, 9.22
test('the two-factor popup has a field and three buttons, and closing it clears the code', async () => {
  const page = renderApp('/')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('E-mail'), 'twofactor@birch.example')
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  const popup = within(await screen.findByRole('dialog'))
  expect(popup.getByLabelText('Code').getAttribute('placeholder')).toBe('6 digit OTP code')
  for (const name of ['Submit', 'Request new code']) popup.getByRole('button', { name })
  await user.type(popup.getByLabelText('Code'), '12345')
  await user.click(popup.getByRole('button', { name: 'Submit' }))
  await popup.findByText('The code has 6 digits.')

  await user.click(popup.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.store.getState().session.requires2FA).toBe(false)
  expect(sessionStorage.getItem('2FaToken')).toBeNull()
})

// spec: 8.session.1
test('an unreachable server is reported with the support contact', async () => {
  renderApp('/')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('E-mail'), 'broker@kaede.example')
  await user.type(screen.getByLabelText('Password'), password)
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('<html>Bad gateway</html>', { status: 502 }))
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  expect((await screen.findByRole('alert')).textContent).toContain('contact@aitai.example')
})

test('a confirmation at the provider returns to the page that asked for it', async () => {
  sessionStorage.setItem('providerAttempt', 'the-token-of-this-tab')
  sessionStorage.setItem('providerReturn', '/about-us')
  const sent: unknown[] = []
  const whole = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (!(input instanceof Request) || !input.url.endsWith('/user/confirm/provider'))
      return whole(input, init)
    sent.push(await input.clone().json())
    return Response.json({ status: 'OK' })
  })
  const page = renderApp('/sign-in/provider?code=a-code&state=a-state')

  await waitFor(() => expect(page.path()).toBe('/about-us'))
  expect(sent).toEqual([{ attempt: 'the-token-of-this-tab', query: 'code=a-code&state=a-state' }])
  expect(sessionStorage.getItem('providerAttempt')).toBeNull()
  expect(sessionStorage.getItem('providerReturn')).toBeNull()
})

test('a confirmation at the provider that failed says so, and how to go back', async () => {
  sessionStorage.setItem('providerReturn', '/about-us')
  const page = renderApp('/sign-in/provider?error=access_denied')

  // Nobody is signed in: the server refuses it.
  await screen.findByRole('heading', { name: 'Confirm that it is you' })
  const back = await screen.findByRole('link', { name: 'Back to where you were' })
  expect(back.getAttribute('href')).toBe('/about-us')
  expect(page.path()).toBe('/sign-in/provider')
})
