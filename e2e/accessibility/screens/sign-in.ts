import { expect } from '@playwright/test'
import { Person } from '../../support/people.ts'
import type { AuditedScreen, AuditSession } from '../audit-session.ts'

/** A window without a session. */
async function anew(cast: AuditSession): Promise<Person> {
  await cast.guest?.leaves()
  const who = cast.as('')
  cast.guest = new Person(await Person.window(who), who.language, who.words)
  await expect(cast.guest.button('auth.signIn')).toBeVisible()
  return cast.guest
}

const guestOf = ({ guest }: AuditSession): Person => {
  if (!guest) throw new Error('no guest page is open')
  return guest
}

/** Everything before the desk. */
export const signInScreens: readonly AuditedScreen[] = [
  { name: 'login', arrive: anew },
  {
    name: 'login-empty',
    arrive: async (cast) => {
      const guest = guestOf(cast)
      await guest.button('auth.signIn').click()
      await expect(guest.page.getByText(guest.text('auth.required')).first()).toBeVisible()
      return guest
    },
  },
  {
    name: 'login-refused',
    arrive: async (cast) => {
      const guest = guestOf(cast)
      await guest.signsIn('nobody@alder.example')
      await expect(guest.page.getByText(guest.text('ACCESS_DENIED'))).toBeVisible()
      return guest
    },
  },
  {
    name: 'login-two-factor',
    arrive: async (cast) => {
      const guest = await anew(cast)
      await guest.signsIn('twofactor@birch.example')
      await expect(guest.page.getByRole('dialog')).toBeVisible()
      return guest
    },
  },
  {
    name: 'login-two-factor-refused',
    arrive: async (cast) => {
      const guest = guestOf(cast)
      await guest.page.getByLabel(guest.text('auth.code'), { exact: true }).fill('000000')
      await guest.page.keyboard.press('Enter')
      await expect(guest.page.getByText(guest.text('2FA_CODE_INVALID')).first()).toBeVisible()
      return guest
    },
  },
  {
    name: 'first-login',
    arrive: async (cast) => {
      const guest = await anew(cast)
      await guest.signsIn('newcomer@alder.example')
      await expect(guest.page).toHaveURL(/first-login$/)
      await expect(guest.button('auth.setPassword')).toBeVisible()
      return guest
    },
  },
  {
    name: 'first-login-refused',
    arrive: async (cast) => {
      const guest = guestOf(cast)
      await guest.page.getByLabel(guest.text('auth.newPassword'), { exact: true }).fill('aitai-aitai-aitai')
      await guest.page.getByLabel(guest.text('auth.confirmation'), { exact: true }).fill('aitai-aitai-aitai')
      await guest.button('auth.setPassword').click()
      await expect(guest.page.getByText(guest.text('PASSWORD_GUESSABLE'))).toBeVisible()
      return guest
    },
  },
  {
    name: 'loading-failed',
    arrive: async (cast) => {
      const guest = await anew(cast)
      await guest.page.route('**/get-equities', (route) => route.abort())
      await guest.signsIn('trader@alder.example')
      await expect(guest.page.getByText(guest.text('auth.loadFailed'))).toBeVisible()
      return guest
    },
    leave: (cast) => guestOf(cast).leaves(),
  },
]
