import { expect } from '@playwright/test'
import { Person } from '../../support/people.ts'
import type { AuditedScreen, AuditSession } from '../audit-session.ts'

/** A window without a session. */
async function newVisitor(session: AuditSession): Promise<Person> {
  await session.guest?.leaves()
  const who = session.as('')
  session.guest = new Person(await Person.window(who), who.language, who.words)
  await expect(session.guest.button('auth.signIn')).toBeVisible()
  return session.guest
}

const guestOf = ({ guest }: AuditSession): Person => {
  if (!guest) throw new Error('no guest page is open')
  return guest
}

/** Everything before the desk. */
export const signInScreens: readonly AuditedScreen[] = [
  { name: 'login', arrive: newVisitor },
  {
    name: 'login-empty',
    arrive: async (session) => {
      const guest = guestOf(session)
      await guest.button('auth.signIn').click()
      await expect(guest.page.getByText(guest.text('auth.required')).first()).toBeVisible()
      return guest
    },
  },
  {
    name: 'login-refused',
    arrive: async (session) => {
      const guest = guestOf(session)
      await guest.signsIn('nobody@alder.example')
      await expect(guest.page.getByText(guest.text('ACCESS_DENIED'))).toBeVisible()
      return guest
    },
  },
  {
    name: 'login-two-factor',
    arrive: async (session) => {
      const guest = await newVisitor(session)
      await guest.signsIn('twofactor@birch.example')
      await expect(guest.page.getByRole('dialog')).toBeVisible()
      return guest
    },
  },
  {
    name: 'login-two-factor-refused',
    arrive: async (session) => {
      const guest = guestOf(session)
      await guest.page.getByLabel(guest.text('auth.code'), { exact: true }).fill('000000')
      await guest.page.keyboard.press('Enter')
      await expect(guest.page.getByText(guest.text('2FA_CODE_INVALID')).first()).toBeVisible()
      return guest
    },
  },
  {
    name: 'first-login',
    arrive: async (session) => {
      const guest = await newVisitor(session)
      await guest.signsIn('newcomer@alder.example')
      await expect(guest.page).toHaveURL(/first-login$/)
      await expect(guest.button('auth.setPassword')).toBeVisible()
      return guest
    },
  },
  {
    name: 'first-login-refused',
    arrive: async (session) => {
      const guest = guestOf(session)
      await guest.page.getByLabel(guest.text('auth.newPassword'), { exact: true }).fill('aitai-aitai-aitai')
      await guest.page.getByLabel(guest.text('auth.confirmation'), { exact: true }).fill('aitai-aitai-aitai')
      await guest.button('auth.setPassword').click()
      await expect(guest.page.getByText(guest.text('PASSWORD_GUESSABLE'))).toBeVisible()
      return guest
    },
  },
  {
    name: 'loading-failed',
    arrive: async (session) => {
      const guest = await newVisitor(session)
      await guest.page.route('**/get-equities', (route) => route.abort())
      await guest.signsIn('trader@alder.example')
      await expect(guest.page.getByText(guest.text('auth.loadFailed'))).toBeVisible()
      return guest
    },
    leave: (session) => guestOf(session).leaves(),
  },
]
