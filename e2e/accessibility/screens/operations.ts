import { expect } from '@playwright/test'
import { Person } from '../../support/people.ts'
import type { AuditedScreen, AuditSession } from '../audit-session.ts'

const email = 'operations@aitai.example'

const staffOf = ({ guest }: AuditSession): Person => {
  if (!guest) throw new Error('nobody of staff has signed in')
  return guest
}

/** The operators' console: the day, what is halted, and the questions before a halt and its end. */
export const operationsScreens: readonly AuditedScreen[] = [
  {
    name: 'operations-today',
    arrive: async (cast) => {
      await cast.guest?.leaves()
      const who = cast.as(email)
      cast.guest = new Person(await Person.window(who), who.language, who.words)
      await cast.guest.signsIn(email)
      await expect(cast.guest.page.locator('.today-state')).toBeVisible()
      return cast.guest
    },
  },
  {
    name: 'operations-halt-question',
    arrive: async (cast) => {
      const staff = staffOf(cast)
      const { page } = staff
      await page.goto(`${cast.product.url}/operations/halts`)
      await page.getByLabel(staff.text('operations.halt.ric'), { exact: true }).fill('9984.T')
      await page
        .getByLabel(staff.text('operations.halt.reason'), { exact: true })
        .fill('Asked by the exchange')
      await expect(staff.button('operations.halt.next')).not.toHaveAttribute('aria-disabled', 'true')
      await staff.button('operations.halt.next').click()
      await expect(page.getByRole('dialog')).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-halted',
    arrive: async (cast) => {
      const staff = staffOf(cast)
      await staff.button('operations.halt.do.SECURITY').click()
      await expect(staff.page.getByRole('rowheader', { name: '9984.T' })).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-resume-question',
    arrive: async (cast) => {
      const staff = staffOf(cast)
      await staff.button('operations.resume.named', { name: '9984.T' }).click()
      await expect(staff.page.getByRole('dialog')).toBeVisible()
      return staff
    },
    leave: async (cast) => {
      const staff = staffOf(cast)
      const { page } = staff
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(staff.text('operations.halt.reason'), { exact: true }).fill('Normal again')
      await staff.button('operations.resume.do.SECURITY').click()
      await expect(dialog).toHaveCount(0)
      await staff.leaves()
      cast.guest = null
    },
  },
]
