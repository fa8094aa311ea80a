import { expect } from '@playwright/test'
import { type Person, Trader } from '../../support/people.ts'
import type { AuditedScreen, AuditSession } from '../audit-session.ts'

/** A trader of another institution, with an empty day. */
async function another(session: AuditSession): Promise<Person> {
  session.guest = await Trader.signsIn(session.as('trader@cypress.example'))
  return session.guest
}

const guestOf = ({ guest }: AuditSession): Person => {
  if (!guest) throw new Error('nobody is at the profile')
  return guest
}

const opensTab = async (
  session: AuditSession,
  tab: 'ioi-counts' | 'preferences' | 'security',
): Promise<Person> => {
  const guest = guestOf(session)
  await guest.page.getByRole('link', { name: guest.text(`profile.tab.${tab}`), exact: true }).click()
  await expect(guest.page).toHaveURL(new RegExp(`/profile/${tab}$`))
  return guest
}

/** The three tabs of the profile, and the preferences form. */
export const profileScreens: readonly AuditedScreen[] = [
  {
    name: 'profile-counts',
    arrive: async (session) => {
      const guest = await another(session)
      await guest.page.goto(`${session.product.url}/profile`)
      await expect(guest.page.getByText(guest.text('profile.counts.lead'))).toBeVisible()
      return guest
    },
  },
  {
    name: 'profile-preferences',
    arrive: async (session) => {
      const guest = await opensTab(session, 'preferences')
      await expect(guest.button('preferences.edit')).toBeVisible()
      return guest
    },
  },
  {
    name: 'profile-saved-conditions-form',
    arrive: async (session) => {
      const guest = guestOf(session)
      await guest.button('conditions.new').click()
      await expect(guest.button('conditions.save')).toBeVisible()
      return guest
    },
    leave: (session) => guestOf(session).button('preferences.cancel').click(),
  },
  {
    name: 'profile-preferences-form',
    arrive: async (session) => {
      const guest = guestOf(session)
      await guest.button('preferences.edit').click()
      await expect(guest.button('preferences.save')).toBeVisible()
      return guest
    },
  },
  {
    name: 'profile-preferences-faulty',
    arrive: async (session) => {
      const guest = guestOf(session)
      const { page } = guest
      await page.getByRole('switch', { name: guest.text('advert.panel.indexRelative') }).click()
      await page.locator('#preferences-indexRelativeOffset').fill('9')
      await guest.button('preferences.save').click()
      await expect(page.getByText(guest.text('field.max', { max: 7 }))).toBeVisible()
      await expect(page.getByText(guest.text('field.required'))).toBeVisible()
      return guest
    },
  },
  {
    name: 'profile-preferences-leaving',
    arrive: async (session) => {
      const guest = guestOf(session)
      await guest.page.getByRole('link', { name: guest.text('profile.tab.security'), exact: true }).click()
      await expect(guest.page.getByRole('dialog')).toContainText(guest.text('preferences.leaving.body'))
      return guest
    },
    leave: (session) => guestOf(session).button('advert.leaving.stay').click(),
  },
  {
    name: 'profile-preferences-saved',
    arrive: async (session) => {
      const guest = guestOf(session)
      await guest.page.locator('#preferences-indexRelativeOffset').fill('5')
      await guest.page.locator('[data-term=brokerIds]').selectOption({ index: 1 })
      await guest.button('preferences.save').click()
      await expect(guest.page.getByText(guest.text('preferences.saved'))).toBeVisible()
      return guest
    },
  },
  {
    name: 'profile-security',
    arrive: async (session) => {
      const guest = await opensTab(session, 'security')
      await expect(guest.page.getByRole('table')).toBeVisible()
      return guest
    },
  },
  {
    name: 'profile-security-refused',
    arrive: async (session) => {
      const guest = guestOf(session)
      for (const label of ['old', 'new', 'again'] as const)
        await guest.page
          .getByLabel(guest.text(`profile.password.${label}`), { exact: true })
          .fill(label === 'old' ? 'not the password' : 'seven-herons-over-the-moat')
      await guest.button('profile.password.save').click()
      await expect(guest.page.getByText(guest.text('PASSWORD_WRONG'))).toBeVisible()
      return guest
    },
    leave: (session) => guestOf(session).leaves(),
  },
]
