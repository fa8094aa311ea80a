import { languages, textIn } from '@aitai/messages/texts.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { codeAt, wrongCodeAt } from '../../../server/test/accounts/authenticator-app.ts'
import { startTestServer, type TestServer } from '../../../server/test/support/test-server.ts'
import { password } from '../../../server/test/support/test-user.ts'
import { press } from '../support/advert-editor.ts'
import { pageServer, switchLanguage } from '../support/controlled-server.tsx'
import { renderApp } from '../support/render-app.tsx'

type Key = Parameters<typeof textIn>[1]
const fill = async (key: Key, value: string): Promise<void> =>
  void fireEvent.change(await screen.findByLabelText(textIn('En', key)), { target: { value } })
const shows = (key: Key, values: Record<string, string | number> = {}) =>
  screen.findByText(textIn('En', key, values), { exact: false })

const email = 'app@alder.example'
const phone = '+815012345678'
const step = 30_000

async function signsIn(): Promise<void> {
  await fill('auth.email', email)
  await fill('auth.password', password)
  await press('auth.signIn')
}

/** Adds an authenticator app in the profile. Returns its key and the recovery codes that were shown. */
async function addsApp(desk: TestServer): Promise<{ key: string; codes: string[] }> {
  await press('profile.app.add')
  await fill('profile.app.name', 'Work phone')
  const popup = await screen.findByRole('dialog')
  const current = within(popup).getByLabelText(textIn('En', 'profile.app.password'))
  fireEvent.change(current, { target: { value: 'not the password' } })
  await press('profile.app.next')
  await waitFor(() => expect(popup.textContent).toContain(textIn('En', 'PASSWORD_WRONG')))
  fireEvent.change(current, { target: { value: password } })
  await press('profile.app.next')

  const qr = await screen.findByRole('img', { name: textIn('En', 'profile.app.qr') })
  expect(qr.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(1_000)
  const link = screen.getByRole('link', { name: textIn('En', 'profile.app.open') }).getAttribute('href') ?? ''
  const key = new URL(link).searchParams.get('secret') ?? ''
  expect(screen.getByText(key.match(/.{4}/g)?.join(' ') ?? '')).toBeTruthy()
  const field = screen.getByLabelText(textIn('En', 'profile.app.code'))
  expect(field.getAttribute('autocomplete')).toBe('one-time-code')
  await fill('profile.app.code', '12345')
  await press('profile.app.confirm')
  await shows('auth.codeShape')
  await fill('profile.app.code', wrongCodeAt(key, desk.clock.now()))
  await press('profile.app.confirm')
  await shows('AUTHENTICATOR_CODE')
  await fill('profile.app.code', codeAt(key, desk.clock.now()))
  await press('profile.app.confirm')
  await shows('profile.recovery.shown')
  const codes = [...document.querySelectorAll('.profile-codes code')].map(({ textContent }) => textContent)
  expect(codes).toHaveLength(10)
  // Escape does not close what is shown only once.
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await press('profile.recovery.stored')
  await shows('profile.app.done')
  return { key, codes }
}

test('a user adds an authenticator app, signs in with it, by SMS or with a recovery code, and removes it', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: ['Hinoki'], ...(await pageServer()) })
  await desk.addUser({ email, role: 'TRADER', firm: 'Alder' })
  localStorage.setItem('userToken', (await desk.person(email).signsIn()).token ?? '')
  const page = renderApp('/profile/security')
  await shows('profile.second.off')
  const { key, codes } = await addsApp(desk)
  await shows('profile.recovery.left', { count: 10 })
  const table = screen.getByRole('table', { name: textIn('En', 'profile.app.title') })
  expect(within(table).getByRole('row', { name: /^Work phone .* never/ })).toBeTruthy()
  for (const language of languages.toReversed()) {
    switchLanguage(page, language)
    await screen.findByText(textIn(language, 'profile.second.app'))
  }

  page.unmount()
  localStorage.clear()
  const change = { email, phone, twoFactor: true, reason: 'wishes codes' }
  const { runAdminCommand } = await import('../../../server/src/admin/commands.ts')
  await runAdminCommand({ ...desk.admin, db: desk.app.database }, 'user change', change)
  const login = renderApp('/')
  await signsIn()
  await shows('auth.codeLead.APP')
  expect(screen.queryByRole('button', { name: textIn('En', 'auth.newCode') })).toBeNull()
  await press('auth.use.SMS')
  await shows('2FA_CODE_SENT')
  expect(await desk.newestMessage(phone)).toMatch(/\d{6}/)
  await press('auth.use.RECOVERY_CODE')
  await fill('auth.recoveryCode', 'ABCD')
  await press('auth.submitCode')
  await shows('auth.recoveryCodeShape')
  await press('auth.use.APP')
  desk.clock.advance(step)
  await fill('auth.code', wrongCodeAt(key, desk.clock.now()))
  await press('auth.submitCode')
  await shows('auth.codeAgain.APP')
  const full = [...codeAt(key, desk.clock.now())]
    .map((c) => String.fromCodePoint(0xff10 + Number(c)))
    .join('')
  await fill('auth.code', full)
  await press('auth.submitCode')
  await waitFor(() => expect(login.path()).toBe('/adverts-home'))

  login.unmount()
  localStorage.clear()
  const recovery = renderApp('/')
  await signsIn()
  await press('auth.use.RECOVERY_CODE')
  await fill('auth.recoveryCode', codes[0]?.toLowerCase() ?? '')
  await press('auth.submitCode')
  await waitFor(() => expect(recovery.path()).toBe('/adverts-home'))
  await recovery.router.navigate('/profile/security')
  await shows('profile.recovery.left', { count: 9 })

  fireEvent.click(await screen.findByRole('button', { name: 'Remove Work phone' }))
  await shows('profile.app.removeToSms')
  const popup = await screen.findByRole('dialog')
  fireEvent.change(within(popup).getByLabelText(textIn('En', 'profile.app.password')), {
    target: { value: password },
  })
  fireEvent.click(within(popup).getByRole('button', { name: textIn('En', 'profile.app.remove') }))
  await shows('profile.app.none')
  await shows('profile.recovery.left', { count: 0 })
}, 60_000)
