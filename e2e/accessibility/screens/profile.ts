import { expect } from '@playwright/test'
import { type Person, Trader } from '../../support/people.ts'
import type { AuditedScreen, AuditSession } from '../audit-session.ts'

/** A trader of another institution, with an empty day. */
async function another(cast: AuditSession): Promise<Person> {
  cast.guest = await Trader.signsIn(cast.as('trader@cypress.example'))
  return cast.guest
}

const guestOf = ({ guest }: AuditSession): Person => {
  if (!guest) throw new Error('nobody is at the profile')
  return guest
}

const opensTab = async (
  cast: AuditSession,
  tab: 'ioi-counts' | 'preferences' | 'security',
): Promise<Person> => {
  const guest = guestOf(cast)
  await guest.page.getByRole('link', { name: guest.text(`profile.tab.${tab}`), exact: true }).click()
  await expect(guest.page).toHaveURL(new RegExp(`/profile/${tab}$`))
  return guest
}

/** The three tabs of the profile, and the preferences form. */
export const profileScreens: readonly AuditedScreen[] = [
  {
    name: 'profile-counts',
    arrive: async (cast) => {
      const guest = await another(cast)
      await guest.page.goto(`${cast.product.url}/profile`)
      await expect(guest.page.getByText(guest.text('profile.counts.lead'))).toBeVisible()
      return guest
    },
  },
  {
    name: 'profile-preferences',
    arrive: async (cast) => {
      const guest = await opensTab(cast, 'preferences')
      await expect(guest.button('preferences.edit')).toBeVisible()
      return guest
    },
  },
  {
    name: 'profile-saved-conditions-form',
    arrive: async (cast) => {
      const guest = guestOf(cast)
      await guest.button('conditions.new').click()
      await expect(guest.button('conditions.save')).toBeVisible()
      return guest
    },
    leave: (cast) => guestOf(cast).button('preferences.cancel').click(),
  },
  {
    name: 'profile-preferences-form',
    arrive: async (cast) => {
      const guest = guestOf(cast)
      await guest.button('preferences.edit').click()
      await expect(guest.button('preferences.save')).toBeVisible()
      return guest
    },
  },
  {
    name: 'profile-preferences-faulty',
    arrive: async (cast) => {
      const guest = guestOf(cast)
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
    arrive: async (cast) => {
      const guest = guestOf(cast)
      await guest.page.getByRole('link', { name: guest.text('profile.tab.security'), exact: true }).click()
      await expect(guest.page.getByRole('dialog')).toContainText(guest.text('preferences.leaving.body'))
      return guest
    },
    leave: (cast) => guestOf(cast).button('advert.leaving.stay').click(),
  },
  {
    name: 'profile-preferences-saved',
    arrive: async (cast) => {
      const guest = guestOf(cast)
      await guest.page.locator('#preferences-indexRelativeOffset').fill('5')
      await guest.page.locator('[data-term=brokerIds]').selectOption({ index: 1 })
      await guest.button('preferences.save').click()
      await expect(guest.page.getByText(guest.text('preferences.saved'))).toBeVisible()
      return guest
    },
  },
  {
    name: 'profile-security',
    arrive: async (cast) => {
      const guest = await opensTab(cast, 'security')
      await expect(guest.page.getByRole('table')).toBeVisible()
      return guest
    },
  },
  {
    name: 'profile-security-refused',
    arrive: async (cast) => {
      const guest = guestOf(cast)
      for (const label of ['old', 'new', 'again'] as const)
        await guest.page
          .getByLabel(guest.text(`profile.password.${label}`), { exact: true })
          .fill(label === 'old' ? 'not the password' : 'seven-herons-over-the-moat')
      await guest.button('profile.password.save').click()
      await expect(guest.page.getByText(guest.text('PASSWORD_WRONG'))).toBeVisible()
      return guest
    },
    leave: (cast) => guestOf(cast).leaves(),
  },
]
