import { expect } from '@playwright/test'
import type { AuditedScreen } from '../audit-session.ts'
import {
  givesReason,
  goes,
  opens,
  opensPopup,
  seesNoPopup,
  seesPopup,
  staffLeaves,
  staffOf,
} from './staff.ts'

const operationsEmail = 'operations@aitai.example'
const complianceEmail = 'compliance@aitai.example'
const administratorEmail = 'administrator@aitai.example'

/** The operators' console: the day, what is halted, and the questions before a halt and its end. */
const haltScreens: readonly AuditedScreen[] = [
  {
    name: 'operations-today',
    arrive: (session) => opens(session, operationsEmail, '/operations'),
  },
  {
    name: 'operations-halt-question',
    arrive: async (session) => {
      const staff = await goes(session, '/operations/halts')
      await staff.page.getByLabel(staff.text('operations.halt.ric'), { exact: true }).fill('9984.T')
      await givesReason(staff, 'Asked by the exchange')
      await expect(staff.button('operations.halt.next')).not.toHaveAttribute('aria-disabled', 'true')
      return opensPopup(staff, 'operations.halt.next')
    },
  },
  {
    name: 'operations-halted',
    arrive: async (session) => {
      const staff = staffOf(session)
      await staff.button('operations.halt.do.SECURITY').click()
      await expect(staff.page.getByRole('rowheader', { name: '9984.T' })).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-resume-question',
    arrive: (session) => opensPopup(staffOf(session), 'operations.resume.named', { name: '9984.T' }),
    leave: async (session) => {
      const staff = staffOf(session)
      const dialog = staff.page.getByRole('dialog')
      await dialog.getByLabel(staff.text('operations.halt.reason'), { exact: true }).fill('Normal again')
      await staff.button('operations.resume.do.SECURITY').click()
      await seesNoPopup(staff)
      await staffLeaves(session)
    },
  },
]

/** What compliance has on the console. */
const complianceScreens: readonly AuditedScreen[] = [
  {
    name: 'operations-audit',
    arrive: async (session) => {
      const staff = await opens(session, complianceEmail, '/operations/audit')
      await staff.button('operations.audit.do').click()
      await staff.page.getByRole('row').nth(1).getByRole('button').click()
      await expect(staff.page.locator('.audit-details')).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-surveillance',
    arrive: async (session) => {
      const staff = await goes(session, '/operations/surveillance')
      await givesReason(staff, 'The alert of this morning')
      await staff.button('operations.surveillance.do').click()
      await expect(staff.button('operations.surveillance.close')).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-policy-reports',
    arrive: async (session) => {
      const staff = await goes(session, '/operations/policy-reports')
      await expect(staff.page.locator('.console-part')).toBeVisible()
      return staff
    },
    leave: staffLeaves,
  },
]

/** What waits for a second person: an export that compliance requested, as the administrator sees it. */
const approvalScreens: readonly AuditedScreen[] = [
  {
    name: 'operations-export-waits',
    arrive: async (session) => {
      const staff = await opens(session, complianceEmail, '/operations/audit')
      await staff.button('operations.audit.export.next').click()
      await givesReason(staff, 'Inspection 2026-114 by the regulator')
      await staff.button('operations.audit.export.do').click()
      await seesNoPopup(staff)
      return staff
    },
    leave: staffLeaves,
  },
  {
    name: 'operations-approvals',
    arrive: async (session) => {
      const staff = await opens(session, administratorEmail, '/operations/approvals')
      await expect(staff.page.getByRole('rowheader').first()).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-approval-question',
    arrive: async (session) => {
      const staff = staffOf(session)
      // By what it shows: its name has more, which a longer language doubles elsewhere.
      await staff.page
        .getByRole('button')
        .filter({ hasText: staff.text('operations.approvals.approve') })
        .first()
        .click()
      await seesPopup(staff)
      return staff
    },
  },
  {
    name: 'operations-approved',
    arrive: async (session) => {
      const staff = staffOf(session)
      await staff.button('operations.approvals.do').click()
      await seesNoPopup(staff)
      return staff
    },
    leave: staffLeaves,
  },
]

/** Reference data as operations sees it. */
const referenceScreens: readonly AuditedScreen[] = [
  {
    name: 'operations-reference-preview',
    arrive: async (session) => {
      const staff = await opens(session, operationsEmail, '/operations/reference')
      const { page } = staff
      const buffer = Buffer.from('ric,name\n7203.T,Toyota\n')
      await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
      await expect(page.locator('.file-failure')).toBeVisible()
      return staff
    },
  },
  ...(['equities', 'holidays', 'hours', 'venue'] as const).map(
    (part): AuditedScreen => ({
      name: `operations-reference-${part}`,
      arrive: async (session) => {
        const staff = await goes(session, `/operations/reference?part=${part}`)
        await expect(staff.page.locator('.console-part').first()).toBeVisible()
        return staff
      },
    }),
  ),
  {
    name: 'operations-venue-question',
    arrive: (session) => {
      const staff = staffOf(session)
      const name = staff.text('operations.setting.ratedEvents')
      return opensPopup(staff, 'operations.venue.changeNamed', { name })
    },
    leave: async (session) => {
      await staffOf(session).button('operations.cancel').click()
      await staffLeaves(session)
    },
  },
]

export const operationsScreens: readonly AuditedScreen[] = [
  ...haltScreens,
  ...complianceScreens,
  ...referenceScreens,
  ...approvalScreens,
]
