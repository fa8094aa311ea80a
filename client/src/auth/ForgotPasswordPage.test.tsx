import { type Language, languages, textIn } from '@aitai/messages/texts.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { messagesTo, runAdminCommand } from '../../test/support/operator-commands.ts'
import { ownPassword, renderApp } from '../../test/support/render-app.tsx'

const fresh = 'nine herons over the Kanda river'
const { fetch: network } = globalThis

beforeAll(async () => void (await runAdminCommand('firm add', { name: 'Hazel' })), 60_000)
afterEach(() => {
  globalThis.fetch = network
})

type Key = Parameters<typeof textIn>[1]
const en = (key: Key, values = {}): string => textIn('En', key, values)
const patient = { timeout: 30_000 }

/** A separate user for each test, because the number of links per account is limited. */
async function account(name: string): Promise<string> {
  const email = `${name.toLowerCase()}@ginkgo.example`
  const user = { firstName: name, lastName: 'Sato', role: 'TRADER', firm: 'Hazel' } as const
  await runAdminCommand('user add', { email, password: ownPassword, ...user })
  return email
}

async function asksForLink(typed: string, language: Language = 'En') {
  const page = renderApp('/forget-password', language)
  await userEvent.type(await screen.findByLabelText(textIn(language, 'auth.email'), {}, patient), typed)
  await userEvent.click(screen.getByRole('button', { name: textIn(language, 'auth.forgotSend') }))
  return page
}

/** The token of a new link, from the mail. */
async function newToken(email: string): Promise<string> {
  const before = (await messagesTo(email)).length
  await network(`${location.origin}/api/password/forgot-password/${email}`)
  let mails: string[] = []
  await waitFor(async () => {
    mails = await messagesTo(email)
    expect(mails.length).toBeGreaterThan(before)
  }, patient)
  const token = /resetToken=([\w-]+)/.exec(mails.at(-1) ?? '')?.[1]
  if (!token) throw new Error(`the newest letter to ${email} has no link`)
  return token
}

const follows = (token: string, language: Language = 'En') =>
  renderApp(`/reset-password#resetToken=${token}`, language)

async function chooses(first: string, again = first): Promise<void> {
  for (const [key, typed] of [
    ['auth.newPassword', first],
    ['auth.confirmation', again],
  ] as const) {
    const field = await screen.findByLabelText(en(key), {}, patient)
    await userEvent.clear(field)
    await userEvent.type(field, typed)
  }
  await userEvent.click(screen.getByRole('button', { name: en('auth.setPassword') }))
}

const expectMails = (email: string, count: number) =>
  waitFor(async () => expect((await messagesTo(email)).length).toBe(count), patient)

/** The popup that leads back to the request form. */
async function leadsToAnother(title: Key, page: ReturnType<typeof renderApp>, language: Language = 'En') {
  const popup = await screen.findByRole('dialog', { name: textIn(language, title) }, patient)
  await userEvent.click(within(popup).getByRole('button', { name: textIn(language, 'auth.resetAgain') }))
  await screen.findByRole('heading', { name: textIn(language, 'auth.forgotTitle') }, patient)
  expect(page.path()).toBe('/forget-password')
}

test.each(languages)(
  'a popup names the address as it was entered, and OK leads to sign-in, in %s',
  async (language) => {
    const email = await account(`Forgetful${language}`)
    const typed = `Forgetful${language}@Ginkgo.example`
    const page = await asksForLink(` ${typed} `, language)

    const title = textIn(language, 'auth.forgotSentTitle')
    const popup = await screen.findByRole('dialog', { name: title }, patient)
    expect(popup.textContent).toContain(typed)
    await waitFor(async () => expect((await messagesTo(email)).length).toBe(1), patient)
    await userEvent.click(within(popup).getByRole('button', { name: textIn(language, 'common.ok') }))
    await screen.findByRole('heading', { name: textIn(language, 'auth.title') }, patient)
    expect(page.path()).toBe('/')
  },
)

test('no request has the address or the token in its URL, where logs of proxies would hold them', async () => {
  const email = await account('Unlogged')
  const token = await newToken(email)
  const urls: string[] = []
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    urls.push(request.url)
    return network(request)
  }
  const page = await asksForLink(email)
  await screen.findByRole('dialog', { name: en('auth.forgotSentTitle') }, patient)
  page.unmount()
  // The request has invalidated this link, so the form is not shown.
  await leadsToAnother('auth.resetExpiredTitle', follows(token))

  for (const call of ['send-reset-link', 'check-reset-token'])
    expect(urls).toContain(`${location.origin}/api/password/${call}`)
  for (const secret of [token, email, encodeURIComponent(email), email.split('@')[0] ?? ''])
    expect(urls.join('\n').toLowerCase()).not.toContain(secret.toLowerCase())
})

test.each([
  ['the query, as the specification has it', '?resetToken='],
  ['the fragment', '#resetToken='],
])('a token in %s is used and leaves the address bar', async (_, separator) => {
  const email = await account(`In${separator === '?resetToken=' ? 'Query' : 'Fragment'}`)
  const page = renderApp(`/reset-password${separator}${await newToken(email)}`)

  await screen.findByLabelText(en('auth.newPassword'), {}, patient)
  expect(page.router.state.location).toMatchObject({ pathname: '/reset-password', search: '', hash: '' })
})

test('a second link that is opened in the same tab replaces the first', async () => {
  const [first, second] = [await account('SameTab'), await account('SameTabToo')]
  const page = follows(await newToken(first))
  const typed = await screen.findByLabelText(en('auth.newPassword'), {}, patient)
  await userEvent.type(typed, fresh)
  const token = await newToken(second)
  await act(() => page.router.navigate(`/reset-password#resetToken=${token}`))

  await waitFor(
    () => expect(screen.getByLabelText(en('auth.newPassword'))).toHaveProperty('value', ''),
    patient,
  )
  await chooses(fresh)
  await screen.findByRole('dialog', { name: en('auth.resetDoneTitle') }, patient)
  await expectMails(second, 2)
  expect((await messagesTo(first)).length).toBe(1)
})

test('an unknown address has the same reply', async () => {
  await asksForLink('nobody@ginkgo.example')

  const popup = await screen.findByRole('dialog', { name: en('auth.forgotSentTitle') }, patient)
  expect(popup.textContent).toContain(en('auth.forgotSent', { email: 'nobody@ginkgo.example' }))
})

test('nothing is sent without an address, and a network failure is reported', async () => {
  renderApp('/forget-password')
  await userEvent.click(await screen.findByRole('button', { name: en('auth.forgotSend') }, patient))
  await screen.findByText(en('auth.required'))
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'))
  await userEvent.type(screen.getByLabelText(en('auth.email')), 'rin@ginkgo.example')
  await userEvent.click(screen.getByRole('button', { name: en('auth.forgotSend') }))

  expect((await screen.findByRole('alert')).textContent).toBe(en('ERR_NETWORK'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a link sets a new password once; its token is removed from the address bar at once', async () => {
  const email = await account('Once')
  const token = await newToken(email)
  const page = follows(token)
  await screen.findByLabelText(en('auth.newPassword'), {}, patient)
  expect(page.router.state.location).toMatchObject({ pathname: '/reset-password', search: '', hash: '' })
  expect(document.body.innerHTML).not.toContain(token)

  await chooses('a long enough one', 'another one than that')
  await screen.findByText(en('PASSWORD_MISMATCH'))
  await chooses('short')
  await screen.findByText(en('PASSWORD_LENGTH', { min: 8, max: 128 }).split('8')[0] ?? '', { exact: false })
  await chooses('aitai-aitai-aitai')
  await screen.findByText(en('PASSWORD_GUESSABLE', { product: 'Aitai' }), {}, patient)
  await chooses(fresh)

  const done = await screen.findByRole('dialog', { name: en('auth.resetDoneTitle') }, patient)
  await userEvent.click(within(done).getByRole('button', { name: en('auth.signIn') }))
  await screen.findByRole('heading', { name: en('auth.title') }, patient)
  expect(page.path()).toBe('/')
  await userEvent.type(screen.getByLabelText(en('auth.email')), email)
  await userEvent.type(screen.getByLabelText(en('auth.password')), fresh)
  await userEvent.click(screen.getByRole('button', { name: en('auth.signIn') }))
  await waitFor(() => expect(page.path()).toBe('/adverts-home'), patient)

  page.unmount()
  localStorage.clear()
  await leadsToAnother('auth.resetExpiredTitle', follows(token))
})

// spec: 8.account.4
test.each(languages)('a link that a newer one has replaced has expired, in %s', async (language) => {
  const email = await account(`Twice${language}`)
  const older = await newToken(email)
  await newToken(email)

  const page = follows(older, language)
  await leadsToAnother('auth.resetExpiredTitle', page, language)
})

test('a link that is replaced while its form is open has expired too', async () => {
  const email = await account('Late')
  const token = await newToken(email)
  const page = follows(token)
  await screen.findByLabelText(en('auth.newPassword'), {}, patient)
  await newToken(email)
  await chooses(`${fresh}, again`)

  await leadsToAnother('auth.resetExpiredTitle', page)
})

// spec: 4.reset.3, 8.account.4
test('a missing and an invalid token have expired', async () => {
  const page = renderApp('/reset-password')
  await leadsToAnother('auth.resetExpiredTitle', page)
  page.unmount()

  await leadsToAnother('auth.resetExpiredTitle', follows('ioi_r_nobody_has_sent_this'))
})

test('without a network the link cannot be checked, which is reported', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('fetch failed'))
  const page = follows('ioi_r_whatever')

  expect((await screen.findByRole('alert', {}, patient)).textContent).toBe(en('auth.resetNoNetwork'))
  await leadsToAnother('auth.resetNoNetworkTitle', page)
})

/** The domain of any address leads to a provider. Returns the paths that were called since. */
function leadToProvider(passwordAllowed: boolean): readonly string[] {
  const called: string[] = []
  globalThis.fetch = async (input, init) => {
    if (!(input instanceof Request)) return await network(input, init)
    called.push(new URL(input.url).pathname)
    if (!input.url.endsWith('/login/provider/begin')) return await network(input, init)
    const redirect = { url: 'https://login.alder.example/authorize', attempt: 'of-this-tab' }
    return Response.json({ redirect, passwordAllowed })
  }
  return called
}

test.each(languages)(
  'an address whose domain leads to a provider is led there, and no link is requested, in %s',
  async (language) => {
    const called = leadToProvider(false)
    await asksForLink('nobody@alder.example', language)
    await screen.findByText(textIn(language, 'auth.forgotProvider'), {}, patient)
    screen.getByRole('button', { name: textIn(language, 'auth.provider') })
    expect(called).toContain('/api/login/provider/begin')
    expect(called).not.toContain('/api/password/send-reset-link')

    globalThis.fetch = network
    await userEvent.type(screen.getByLabelText(textIn(language, 'auth.email')), '.jp')
    await userEvent.click(screen.getByRole('button', { name: textIn(language, 'auth.forgotSend') }))
    await screen.findByRole('dialog', { name: textIn(language, 'auth.forgotSentTitle') }, patient)
    expect(screen.queryByText(textIn(language, 'auth.forgotProvider'))).toBeNull()
  },
)

test('where a password is allowed beside the provider, a link is sent', async () => {
  leadToProvider(true)
  const email = await account('Both')
  await asksForLink(email)
  await screen.findByRole('dialog', { name: en('auth.forgotSentTitle') }, patient)
  await expectMails(email, 1)
})

test('the login page offers a forgotten password only where there may be one', async () => {
  for (const passwordAllowed of [false, true]) {
    leadToProvider(passwordAllowed)
    const page = renderApp('/')
    await screen.findByRole('link', { name: en('auth.forgot') }, patient)
    await userEvent.type(screen.getByLabelText(en('auth.email')), 'nobody@alder.example')
    await userEvent.tab()
    await screen.findByRole('button', { name: en('auth.provider') }, patient)
    expect(screen.queryByRole('link', { name: en('auth.forgot') })).toBeNull()
    expect(screen.queryByLabelText(en('auth.password'))).toBeNull()

    const usePassword = screen.queryByRole('button', { name: en('auth.usePassword') })
    expect(usePassword !== null).toBe(passwordAllowed)
    if (usePassword) {
      await userEvent.click(usePassword)
      expect(document.activeElement).toBe(screen.getByLabelText(en('auth.password')))
      screen.getByRole('link', { name: en('auth.forgot') })
      screen.getByRole('button', { name: en('auth.signIn') })
    }
    page.unmount()
  }
})
