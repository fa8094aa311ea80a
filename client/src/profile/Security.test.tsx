import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { addAccount } from '../../test/support/accounts.ts'
import { runAdminCommand } from '../../test/support/operator-commands.ts'
import { newSessionToken, ownPassword as password, renderApp } from '../../test/support/render-app.tsx'
import { api } from '../shared/api/desk-api.ts'

// A desk, its socket and a server share the machine with the other tests.
configure({ asyncUtilTimeout: 10_000 })

const people = {
  words: 'security-words@alder.example',
  change: 'security-change@alder.example',
  signIns: 'security-doors@alder.example',
  broker: 'security@hinoki.example',
} as const
const own = 'seven-herons-over-the-moat'
const phone = '+447700900777'

beforeAll(async () => {
  const trader = { role: 'TRADER', firm: 'Alder' } as const
  await addAccount(people.words, trader)
  await addAccount(people.change, trader)
  await addAccount(people.signIns, trader)
  await addAccount(people.broker, { role: 'BROKER', broker: 'HIN' })
}, 60_000)

const user = userEvent.setup()
const labels = ['Existing password', 'New password', 'Confirm new password'] as const
const field = (label: (typeof labels)[number]) => screen.getByLabelText<HTMLInputElement>(label)
const errorTextOf = (label: (typeof labels)[number]): string => {
  const [, error = ''] = field(label).closest('.saltFormField')?.textContent?.split(label) ?? []
  return error
}
const changes = () => user.click(screen.getByRole('button', { name: 'Change password' }))

async function opens(email: string, path = '/profile/security', language: 'En' | 'Jp' = 'En') {
  localStorage.setItem('userToken', await newSessionToken(email))
  const page = renderApp(path, language)
  await screen.findByRole('heading', { level: 1 })
  const change = language === 'En' ? 'Change password' : 'パスワードを変更'
  if (path === '/profile/security') await screen.findByRole('button', { name: change })
  return page
}

async function types(old: string, next: string, again: string): Promise<void> {
  for (const [at, typed] of [old, next, again].entries()) {
    const input = field(labels[at] ?? 'New password')
    await user.clear(input)
    if (typed) await user.type(input, typed)
  }
}

test('all three fields are required, each shows its error, and the first has the focus', async () => {
  await opens(people.words)
  await changes()

  for (const label of labels) await waitFor(() => expect(errorTextOf(label)).toBe('This field is required'))
  expect(document.activeElement).toBe(field('Existing password'))
  await user.type(field('Existing password'), 'x')
  await waitFor(() => expect(errorTextOf('Existing password')).toBe(''))
})

test('a different confirmation is an error, revalidated with every change of either field', async () => {
  await opens(people.words)
  await types(password, own, `${own}!`)
  expect(errorTextOf('Confirm new password')).toBe('')
  await changes()
  await waitFor(() => expect(errorTextOf('Confirm new password')).toBe('password does not match'))

  await user.type(field('New password'), '!')
  await waitFor(() => expect(errorTextOf('Confirm new password')).toBe(''))
  await user.type(field('Confirm new password'), '?')
  await waitFor(() => expect(errorTextOf('Confirm new password')).toBe('password does not match'))
})

// spec: 8.account.1
test("the server's refusal is shown at the field it concerns until that field is changed", async () => {
  await opens(people.words)
  await types('not the password', own, own)
  await changes()
  await waitFor(() => expect(errorTextOf('Existing password')).toBe('Invalid existing password'))
  expect(document.activeElement).toBe(field('Existing password'))
  expect(field('New password').value).toBe(own)
  await user.type(field('Existing password'), '!')
  await waitFor(() => expect(errorTextOf('Existing password')).toBe(''))

  await types(password, 'alder-alder-alder', 'alder-alder-alder')
  await changes()
  await waitFor(() => expect(errorTextOf('New password')).toMatch(/^This password is too easy to guess/))
  await types(password, password, password)
  await changes()
  await waitFor(() => expect(errorTextOf('New password')).toMatch(/must differ from the existing one/))
  await types(password, 'short', 'short')
  await changes()
  await waitFor(() => expect(errorTextOf('New password')).toMatch(/from 12 to 128 characters/))
})

// spec: 8.account.1
test('errors are in Japanese on a Japanese page', async () => {
  await opens(people.words, '/profile/security', 'Jp')
  await user.type(screen.getByLabelText('現在のパスワード'), 'ちがう')
  await user.type(screen.getByLabelText('新しいパスワード'), own)
  await user.type(screen.getByLabelText('新しいパスワード（確認）'), own)
  await user.click(screen.getByRole('button', { name: 'パスワードを変更' }))
  await screen.findByText('現在のパスワードが正しくありません。', { exact: false })
})

// spec: 8.account.2
test('any other failure is shown above the form, and no entry is lost', async () => {
  await opens(people.words)
  await types(password, own, own)
  const whole = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    input instanceof Request && input.url.endsWith('/update-password')
      ? Promise.reject(new TypeError('cut'))
      : whole(input, init),
  )
  await changes()
  await screen.findByText('Network error. Please check your connection.')
  expect(field('Confirm new password').value).toBe(own)
})

test('a changed password is confirmed, clears the form, and is valid at the next sign-in', async () => {
  await opens(people.change)
  await types(password, own, own)
  await changes()
  await screen.findByText(/^Your password has been changed/)
  for (const label of labels) expect(field(label).value).toBe('')

  await expect(newSessionToken(people.change, password)).rejects.toThrow('ACCESS_DENIED')
  expect(await newSessionToken(people.change, own)).toEqual(expect.any(String))
})

test('the security tab shows the phone, recent sign-ins and other sessions, and ends those', async () => {
  await expect(newSessionToken(people.signIns, 'not the password')).rejects.toThrow('ACCESS_DENIED')
  await opens(people.signIns)
  await screen.findByText(/^Two-factor authentication is off/)
  const tries = within(await screen.findByRole('table', { name: 'Sign-ins' })).getAllByRole('row')
  expect(
    tries.slice(1).map(({ children: [, result, network] }) => [result?.textContent, network?.textContent]),
  ).toEqual([
    ['Signed inthis session', 'same as this session'],
    ['Failed: wrong password', 'same as this session'],
  ])
  await screen.findByText('There are no other sessions, pending sign-ins or password reset links.')
})

test('several attempts of one millisecond are rows of their own', async () => {
  await expect(newSessionToken(people.signIns, 'not the password')).rejects.toThrow('ACCESS_DENIED')
  const whole = globalThis.fetch
  const errors = vi.spyOn(console, 'error')
  // As a server answers whose clock stood still between two attempts.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await whole(input, init)
    if (!(input instanceof Request) || !input.url.endsWith('/user/security')) return response
    const body = (await response.json()) as { signIns: object[] }
    const signIns = body.signIns.flatMap((each) => [each, each])
    return new Response(JSON.stringify({ ...body, signIns }), { headers: response.headers })
  })
  await opens(people.signIns)
  const rows = within(await screen.findByRole('table', { name: 'Sign-ins' })).getAllByRole('row')
  expect(rows.length).toBeGreaterThan(2)
  expect(errors.mock.calls.filter(([message]) => String(message).includes('same key'))).toEqual([])
})

test('a password reset link counts as open and ends with the other sessions', async () => {
  await fetch(`/api/password/forgot-password/${people.signIns}`)
  await opens(people.signIns)
  await user.click(await screen.findByRole('button', { name: 'Sign out other sessions' }))
  await screen.findByText('All other sessions, pending sign-ins and password reset links have been ended.')
})

test('the phone number for codes is masked except for its last two digits', async () => {
  await opens(people.signIns)
  const change = { phone, twoFactor: true, reason: 'asked for by the user' }
  await runAdminCommand('user change', { email: people.signIns, ...change })
  await user.click(screen.getByRole('link', { name: 'IOI counts' }))
  await user.click(screen.getByRole('link', { name: 'Security' }))
  const message = await screen.findByText(/^A code is sent by SMS/)
  expect(message.textContent).toContain(`${phone.slice(0, 3)}••••`)
  expect(message.textContent).not.toContain(phone.slice(3, 11))
})

test('a broker has the security tab only', async () => {
  await opens(people.broker)
  const tabs = () => within(screen.getByRole('navigation', { name: 'My Profile' })).getAllByRole('link')
  expect(tabs().map(({ textContent }) => textContent)).toEqual(['Security'])
})

test('a trader has three tabs, and seven counts that start at zero', async () => {
  await opens(people.words, '/profile')
  const tabs = within(screen.getByRole('navigation', { name: 'My Profile' })).getAllByRole('link')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['IOI counts', 'Preferences', 'Security'])
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    ...['Uploads', 'Cancels', 'Locates', 'Accepts', 'Declines', 'Timeouts', 'Trigger cancels'],
  ])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(Array(7).fill('0'))
})

test('the counts follow the actions of the trader without a reload', async () => {
  const { store } = await opens(people.words, '/profile/ioi-counts')
  const { data: equities = [] } = await store.dispatch(api.endpoints.getEquities.initiate())
  const securityId = equities.find(({ ric }) => ric === '9984.T')?.equityId ?? ''
  const { data: draft } = await store.dispatch(api.endpoints.createAdvert.initiate({ securityId }))
  if (!draft) throw new Error('there is no draft to send')
  const { error } = await store.dispatch(api.endpoints.submitAdvert.initiate(draft))
  expect(error).toBeUndefined()
  await store.dispatch(api.endpoints.cancelAdvert.initiate({ id: draft.id }))

  const countOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent
  await waitFor(() => expect([countOf('Uploads'), countOf('Cancels')]).toEqual(['1', '1']))
})

test('a user of a provider is offered nothing that needs a password', async () => {
  const reason = 'asked by its head of security'
  const email = 'own@walnut.example'
  await runAdminCommand('firm add', { name: 'Walnut' })
  await addAccount(email, { role: 'TRADER', firm: 'Walnut' })
  const token = await newSessionToken(email)
  const of = { firm: 'Walnut', issuer: 'https://login.walnut.example', domains: ['walnut.example'] }
  await runAdminCommand('sign-on set', { ...of, clientId: 'aitai', clientSecret: 'a-secret', reason })
  localStorage.setItem('userToken', String(token))
  renderApp('/profile/security')

  await screen.findByRole('heading', { name: 'Sign-in with your company’s account' })
  await screen.findByRole('heading', { name: 'Sign-ins' })
  for (const label of labels) expect(screen.queryByLabelText(label)).toBeNull()
  for (const name of ['Change password', 'Add passkey', 'Add authenticator app'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})
