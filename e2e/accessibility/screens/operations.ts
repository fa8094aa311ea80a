import { expect } from '@playwright/test'
import { Person } from '../../support/people.ts'
import type { AuditedScreen, AuditSession } from '../audit-session.ts'

const email = 'operations@aitai.example'

const staffOf = ({ guest }: AuditSession): Person => {
  if (!guest) throw new Error('nobody of staff has signed in')
  return guest
}

/** The operators' console: the day, what is halted, and the questions before a halt and its end. */
const haltScreens: readonly AuditedScreen[] = [
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

const complianceEmail = 'compliance@aitai.example'
const administratorEmail = 'administrator@aitai.example'

/** A part of reference data. */
const referenceScreen = (part: 'equities' | 'holidays' | 'hours' | 'venue'): AuditedScreen => ({
  name: `operations-reference-${part}`,
  arrive: async (cast) => {
    const staff = staffOf(cast)
    await staff.page.goto(`${cast.product.url}/operations/reference?part=${part}`)
    await expect(staff.page.locator('.console-part').first()).toBeVisible()
    return staff
  },
})

/** What compliance has on the console. */
const complianceScreens: readonly AuditedScreen[] = [
  {
    name: 'operations-audit',
    arrive: async (cast) => {
      const who = cast.as(complianceEmail)
      cast.guest = new Person(await Person.window(who), who.language, who.words)
      await cast.guest.signsIn(complianceEmail)
      const { page } = cast.guest
      await expect(page.locator('.today-state')).toBeVisible()
      await page.goto(`${cast.product.url}/operations/audit`)
      await cast.guest.button('operations.audit.do').click()
      await page.getByRole('row').nth(1).getByRole('button').click()
      await expect(page.locator('.audit-details')).toBeVisible()
      return cast.guest
    },
  },
  {
    name: 'operations-surveillance',
    arrive: async (cast) => {
      const staff = staffOf(cast)
      const { page } = staff
      await page.goto(`${cast.product.url}/operations/surveillance`)
      await page
        .getByLabel(staff.text('operations.halt.reason'), { exact: true })
        .fill('The alert of this morning')
      await staff.button('operations.surveillance.do').click()
      await expect(staff.button('operations.surveillance.close')).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-policy-reports',
    arrive: async (cast) => {
      const staff = staffOf(cast)
      await staff.page.goto(`${cast.product.url}/operations/policy-reports`)
      await expect(staff.page.locator('.console-part')).toBeVisible()
      return staff
    },
    leave: async (cast) => {
      await staffOf(cast).leaves()
      cast.guest = null
    },
  },
]

/** What waits for a second person: an export that compliance asked for, as the administrator sees it. */
const approvalScreens: readonly AuditedScreen[] = [
  {
    name: 'operations-export-waits',
    arrive: async (cast) => {
      const who = cast.as(complianceEmail)
      cast.guest = new Person(await Person.window(who), who.language, who.words)
      await cast.guest.signsIn(complianceEmail)
      const { page } = cast.guest
      await expect(page.locator('.today-state')).toBeVisible()
      await page.goto(`${cast.product.url}/operations/audit`)
      await cast.guest.button('operations.audit.export.next').click()
      await page
        .getByLabel(cast.guest.text('operations.halt.reason'), { exact: true })
        .fill('Inspection 2026-114 by the regulator')
      await cast.guest.button('operations.audit.export.do').click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      return cast.guest
    },
    leave: async (cast) => {
      await staffOf(cast).leaves()
      cast.guest = null
    },
  },
  {
    name: 'operations-approvals',
    arrive: async (cast) => {
      const who = cast.as(administratorEmail)
      cast.guest = new Person(await Person.window(who), who.language, who.words)
      await cast.guest.signsIn(administratorEmail)
      const { page } = cast.guest
      await expect(page.locator('.today-state')).toBeVisible()
      await page.goto(`${cast.product.url}/operations/approvals`)
      await expect(page.getByRole('rowheader').first()).toBeVisible()
      return cast.guest
    },
  },
  {
    name: 'operations-approval-question',
    arrive: async (cast) => {
      const staff = staffOf(cast)
      // By what it shows: its name has more, which a longer language doubles elsewhere.
      await staff.page
        .getByRole('button')
        .filter({ hasText: staff.text('operations.approvals.approve') })
        .first()
        .click()
      await expect(staff.page.getByRole('dialog')).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-approved',
    arrive: async (cast) => {
      const staff = staffOf(cast)
      await staff.button('operations.approvals.do').click()
      await expect(staff.page.getByRole('dialog')).toHaveCount(0)
      return staff
    },
    leave: async (cast) => {
      await staffOf(cast).leaves()
      cast.guest = null
    },
  },
]

/** Reference data as operations sees it. */
const referenceScreens: readonly AuditedScreen[] = [
  {
    name: 'operations-reference-preview',
    arrive: async (cast) => {
      const who = cast.as(email)
      cast.guest = new Person(await Person.window(who), who.language, who.words)
      await cast.guest.signsIn(email)
      const { page } = cast.guest
      await expect(page.locator('.today-state')).toBeVisible()
      await page.goto(`${cast.product.url}/operations/reference`)
      const buffer = Buffer.from('ric,name\n7203.T,Toyota\n')
      await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
      await expect(page.locator('.file-failure')).toBeVisible()
      return cast.guest
    },
  },
  ...(['equities', 'holidays', 'hours', 'venue'] as const).map(referenceScreen),
  {
    name: 'operations-venue-question',
    arrive: async (cast) => {
      const staff = staffOf(cast)
      const name = staff.text('operations.setting.ratedEvents')
      await staff.button('operations.venue.changeNamed', { name }).click()
      await expect(staff.page.getByRole('dialog')).toBeVisible()
      return staff
    },
    leave: async (cast) => {
      const staff = staffOf(cast)
      await staff.button('operations.cancel').click()
      await staff.leaves()
      cast.guest = null
    },
  },
]

export const operationsScreens: readonly AuditedScreen[] = [
  ...haltScreens,
  ...complianceScreens,
  ...referenceScreens,
  ...approvalScreens,
]
