import { readFile } from 'node:fs/promises'
import { callApi, signIn } from '@aitai/contract/api-client.ts'
import type { StaffGrant } from '@aitai/contract/codes.ts'
import { beginAuthenticator, confirmAuthenticator } from '@aitai/contract/routes/account.ts'
import { operationsApprovals } from '@aitai/contract/routes/console/approvals.ts'
import type { TextKey } from '@aitai/messages/en.ts'
import { expect } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { demoPassword } from '../../../server/src/admin/demo/demo-accounts.ts'
import { approveAsAdministrator } from '../../../server/test/support/console/demo-administrator.ts'
import { brokerNameIn } from '../../support/people.ts'
import { sessionOf } from '../../support/trading-api.ts'
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

/** Approves as the administrator what the user of staff has requested. */
async function administratorApproves(session: AuditSession): Promise<void> {
  const { url } = session.product
  const { open } = await callApi(await sessionOf(staffOf(session).page, url), operationsApprovals)
  for (const { id } of open) await approveAsAdministrator(url, id)
}

/** Adds an authenticator app for a user of the demonstration, with another client. */
async function addsApp({ product }: AuditSession, email: string): Promise<void> {
  const user = await signIn(product.url, email, demoPassword)
  const { key } = await callApi(user, beginAuthenticator, {
    body: { name: 'Work phone', password: demoPassword },
  })
  const otp = TOTP.generate({ secret: Secret.fromBase32(key) })
  await callApi(user, confirmAuthenticator, { body: { otp } })
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
  {
    name: 'operations-user-desk-head',
    arrive: (session) => opensPopup(staffOf(session), 'operations.users.makeDeskHead'),
    leave: async (session) => {
      await confirms(session, 'operations.users.deskHead.do')
      await administratorApproves(session)
    },
  },
  {
    name: 'operations-user-not-desk-head',
    arrive: (session) => opensPopup(staffOf(session), 'operations.users.notDeskHead'),
    leave: (session) => confirms(session, 'operations.users.notDeskHead.do'),
  },
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
  {
    name: 'operations-user-remove-factors',
    arrive: async (session) => {
      const staff = staffOf(session)
      await addsApp(session, 'trader@cypress.example')
      await opensRow(staff, 'trader@cypress.example')
      return opensPopup(staff, 'operations.users.removeFactors')
    },
    // The trader signs in without a code afterwards.
    leave: (session) => confirms(session, 'operations.users.removeFactors.do'),
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
      const staff = staffOf(session)
      return opensPopup(staff, 'operations.unassign.named', {
        name: brokerNameIn(staff.language, 'Hinoki Securities'),
      })
    },
    leave: (session) => confirms(session, 'operations.unassign.do'),
  },
  {
    name: 'operations-assign',
    arrive: (session) => {
      const staff = staffOf(session)
      return opensPopup(staff, 'operations.assign.named', {
        name: brokerNameIn(staff.language, 'Hinoki Securities'),
      })
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
      // Not what the administrator has approved for the screens of approvals, which would need no second person.
      const format = staff.page.getByLabel(staff.text('operations.audit.export.format'), { exact: true })
      await format.selectOption('json')
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
