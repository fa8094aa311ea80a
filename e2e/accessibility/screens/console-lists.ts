import { expect } from '@playwright/test'
import { Person } from '../../support/people.ts'
import type { AuditedScreen, AuditSession } from '../audit-session.ts'

const staffOf = ({ guest }: AuditSession): Person => {
  if (!guest) throw new Error('nobody of staff has signed in')
  return guest
}

/** Opens a page of the console as another user of staff. */
async function opens(cast: AuditSession, email: string, path: string): Promise<Person> {
  await cast.guest?.leaves()
  const who = cast.as(email)
  const staff = new Person(await Person.window(who), who.language, who.words)
  cast.guest = staff
  await staff.signsIn(email)
  await expect(staff.page.locator('.today-state')).toBeVisible()
  await staff.page.goto(`${cast.product.url}${path}`)
  return staff
}

const closesPopup = async (cast: AuditSession): Promise<void> => {
  const { page } = staffOf(cast)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** The console's users, institutions, brokers, outbox and ratings, and the questions before their actions. */
export const consoleListScreens: readonly AuditedScreen[] = [
  {
    name: 'operations-users',
    arrive: async (cast) => {
      const staff = await opens(cast, 'support@aitai.example', '/operations/users')
      await staff.page
        .getByRole('row')
        .filter({ hasText: 'twofactor@birch.example' })
        .getByRole('button')
        .click()
      await expect(staff.page.getByText(staff.text('operations.users.lastSignIn'))).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-user-question',
    arrive: async (cast) => {
      const staff = staffOf(cast)
      await staff.button('operations.users.reset').click()
      await expect(staff.page.getByRole('dialog')).toBeVisible()
      return staff
    },
    leave: closesPopup,
  },
  {
    name: 'operations-new-user',
    arrive: async (cast) => {
      const staff = staffOf(cast)
      await staff.button('operations.users.add').click()
      await expect(staff.page.getByRole('dialog')).toBeVisible()
      return staff
    },
    leave: closesPopup,
  },
  {
    name: 'operations-staff-grants',
    arrive: async (cast) => {
      const staff = await opens(cast, 'administrator@aitai.example', '/operations/users')
      await staff.page
        .getByRole('row')
        .filter({ hasText: 'compliance@aitai.example' })
        .getByRole('button')
        .click()
      await expect(staff.page.getByText(staff.text('operations.users.grants'), { exact: true })).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-institutions',
    arrive: async (cast) => {
      const staff = await opens(cast, 'operations@aitai.example', '/operations/institutions')
      await staff.page.getByRole('button', { name: 'Alder', exact: true }).click()
      await expect(staff.button('operations.firms.change')).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-institution-limits',
    arrive: async (cast) => {
      const staff = staffOf(cast)
      await staff.button('operations.firms.change').click()
      await expect(staff.page.getByRole('dialog')).toBeVisible()
      return staff
    },
    leave: closesPopup,
  },
  {
    name: 'operations-brokers',
    arrive: async (cast) => {
      const staff = staffOf(cast)
      await staff.page.goto(`${cast.product.url}/operations/institutions?view=brokers&name=HIN`)
      await expect(staff.button('operations.brokers.change')).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-outbox',
    arrive: async (cast) => {
      const staff = staffOf(cast)
      await staff.page.goto(`${cast.product.url}/operations/outbox`)
      await expect(staff.page.getByText(staff.text('operations.outbox.note'))).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-ratings',
    arrive: async (cast) => {
      const staff = await opens(cast, 'compliance@aitai.example', '/operations/ratings')
      await staff.page
        .getByRole('row')
        .filter({ hasText: 'trader@cypress.example' })
        .getByRole('button')
        .click()
      await expect(staff.page.getByText(staff.text('operations.ratings.next'))).toBeVisible()
      return staff
    },
    leave: async (cast) => {
      await staffOf(cast).leaves()
      cast.guest = null
    },
  },
]
