import { readFile } from 'node:fs/promises'
import type { StaffGrant } from '@aitai/contract/codes.ts'
import type { TextKey } from '@aitai/messages/en.ts'
import { expect } from '@playwright/test'
import type { AuditedScreen, AuditSession } from '../audit-session.ts'
import {
  closesPopup,
  givesReason,
  goes,
  opens,
  opensPopup,
  opensRow,
  seesNoPopup,
  staffLeaves,
  staffOf,
} from './staff.ts'

const shippedEquities = new URL('../../../server/data/equities.csv', import.meta.url)

/** A popup that a button of the present page opens, and that is closed again. */
const popupOf = (
  name: string,
  button: TextKey,
  values?: Readonly<Record<string, string>>,
): AuditedScreen => ({
  name,
  arrive: (session) => opensPopup(staffOf(session), button, values),
  leave: closesPopup,
})

/** Confirms the open popup with a reason. */
async function confirms(session: AuditSession, button: TextKey): Promise<void> {
  const staff = staffOf(session)
  const dialog = staff.page.getByRole('dialog')
  await dialog.getByLabel(staff.text('operations.halt.reason'), { exact: true }).fill('Asked by its desk')
  await staff.button(button).last().click()
  await seesNoPopup(staff)
}

/** What support asks before it changes a user. */
const userPopups: readonly AuditedScreen[] = [
  {
    name: 'operations-user-change',
    arrive: async (session) => {
      const staff = await opens(session, 'support@aitai.example', '/operations/users')
      await opensRow(staff, 'twofactor@birch.example')
      return opensPopup(staff, 'operations.users.change')
    },
    leave: closesPopup,
  },
  popupOf('operations-user-unlock', 'operations.users.unlock'),
  popupOf('operations-user-desk-head', 'operations.users.makeDeskHead'),
  {
    name: 'operations-user-disable',
    arrive: (session) => opensPopup(staffOf(session), 'operations.users.disable'),
    leave: (session) => confirms(session, 'operations.users.disable.do'),
  },
  {
    name: 'operations-user-enable',
    arrive: (session) => opensPopup(staffOf(session), 'operations.users.enable'),
    leave: (session) => confirms(session, 'operations.users.enable.do'),
  },
]

const grantPopup = (name: string, change: 'grant' | 'revoke', grant: StaffGrant): AuditedScreen => ({
  name,
  arrive: (session) => {
    const staff = staffOf(session)
    const values = { grant: staff.text(`operations.grant.${grant}`) }
    return opensPopup(staff, `operations.users.${change}.named`, values)
  },
  leave: closesPopup,
})

/** What an administrator asks before changing staff: support, who is still signed in. */
const staffPopups: readonly AuditedScreen[] = [
  {
    name: 'operations-user-sign-out',
    arrive: async (session) => {
      const staff = await opens(session, 'administrator@aitai.example', '/operations/users')
      await opensRow(staff, 'support@aitai.example')
      return opensPopup(staff, 'operations.users.signOut')
    },
    leave: closesPopup,
  },
  grantPopup('operations-grant-question', 'grant', 'operations'),
  grantPopup('operations-revoke-question', 'revoke', 'support'),
]

const institutionPopups: readonly AuditedScreen[] = [
  {
    name: 'operations-institution-rename',
    arrive: async (session) => {
      const path = '/operations/institutions?name=Alder'
      const staff = await opens(session, 'operations@aitai.example', path)
      return opensPopup(staff, 'operations.firms.rename')
    },
    leave: closesPopup,
  },
  popupOf('operations-institution-disable', 'operations.users.disable'),
  popupOf('operations-new-institution', 'operations.firms.add'),
  {
    name: 'operations-unassign',
    arrive: (session) => {
      const name = 'Hinoki Securities'
      return opensPopup(staffOf(session), 'operations.unassign.named', { name })
    },
    leave: (session) => confirms(session, 'operations.unassign.do'),
  },
  {
    name: 'operations-assign',
    arrive: (session) => {
      const name = 'Hinoki Securities'
      return opensPopup(staffOf(session), 'operations.assign.named', { name })
    },
    leave: (session) => confirms(session, 'operations.assign.do'),
  },
  {
    name: 'operations-broker-change',
    arrive: async (session) => {
      const staff = await goes(session, '/operations/institutions?view=brokers&name=HIN')
      return opensPopup(staff, 'operations.brokers.change')
    },
    leave: closesPopup,
  },
  popupOf('operations-broker-disable', 'operations.users.disable'),
  popupOf('operations-new-broker', 'operations.brokers.add'),
]

/** What operations asks before reference data change, still signed in. */
const referencePopups: readonly AuditedScreen[] = [
  {
    name: 'operations-equities-question',
    arrive: async (session) => {
      const staff = await goes(session, '/operations/reference')
      const text = (await readFile(shippedEquities, 'utf8')).replace('2905.5', '2950')
      const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
      await staff.page.locator('input[type=file]').setInputFiles(file)
      return opensPopup(staff, 'operations.file.next')
    },
    leave: closesPopup,
  },
  {
    name: 'operations-hours-question',
    arrive: async (session) => {
      const staff = await goes(session, '/operations/reference?part=hours')
      const platform = staff.page.getByLabel(staff.text('operations.hours.platform'), { exact: true })
      await platform.fill('7:30-19:30')
      await platform.press('Enter')
      return opensPopup(staff, 'operations.hours.next')
    },
    leave: closesPopup,
  },
  {
    name: 'operations-venue-cancellation',
    arrive: async (session) => {
      const staff = await goes(session, '/operations/reference?part=venue')
      const name = staff.text('operations.setting.ratedEvents')
      await opensPopup(staff, 'operations.venue.changeNamed', { name })
      await staff.page.getByLabel(staff.text('operations.venue.newValue'), { exact: true }).fill('30')
      await confirms(session, 'operations.venue.do')
      const schedule = staff.page.getByRole('region', { name: staff.text('operations.venue.scheduled') })
      await schedule.getByRole('button').click()
      await expect(staff.page.getByRole('dialog')).toBeVisible()
      return staff
    },
    leave: async (session) => {
      await confirms(session, 'operations.venue.cancel')
      await staffLeaves(session)
    },
  },
]

/** An export that compliance requests, and the administrator rejects. */
const approvalPopups: readonly AuditedScreen[] = [
  {
    name: 'operations-export-question',
    arrive: async (session) => {
      const staff = await opens(session, 'compliance@aitai.example', '/operations/audit')
      return opensPopup(staff, 'operations.audit.export.next')
    },
    leave: async (session) => {
      await givesReason(staffOf(session), 'Inspection 2026-115 by the regulator')
      await staffOf(session).button('operations.audit.export.do').click()
      await seesNoPopup(staffOf(session))
      await staffLeaves(session)
    },
  },
  {
    name: 'operations-rejection-question',
    arrive: async (session) => {
      const staff = await opens(session, 'administrator@aitai.example', '/operations/approvals')
      // By what it shows: its name has more, which a longer language doubles elsewhere.
      await staff.page
        .getByRole('button')
        .filter({ hasText: staff.text('operations.approvals.reject') })
        .first()
        .click()
      await expect(staff.page.getByRole('dialog')).toBeVisible()
      return staff
    },
    leave: async (session) => {
      await confirms(session, 'operations.approvals.doReject')
      await staffLeaves(session)
    },
  },
]

/** Every question of the console that is not among its pages. */
export const consolePopupScreens: readonly AuditedScreen[] = [
  ...userPopups,
  ...staffPopups,
  ...institutionPopups,
  ...referencePopups,
  ...approvalPopups,
]
