import { expect } from '@playwright/test'
import type { AuditedScreen } from '../audit-session.ts'
import { closesPopup, goes, opens, opensPopup, opensRow, staffLeaves, staffOf } from './staff.ts'

/** The console's users, institutions, brokers, outbox and ratings, and the questions before their actions. */
export const consoleListScreens: readonly AuditedScreen[] = [
  {
    name: 'operations-users',
    arrive: async (session) => {
      const staff = await opens(session, 'support@aitai.example', '/operations/users')
      await opensRow(staff, 'twofactor@birch.example')
      await expect(staff.page.getByText(staff.text('operations.users.lastSignIn'))).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-user-question',
    arrive: (session) => opensPopup(staffOf(session), 'operations.users.reset'),
    leave: closesPopup,
  },
  {
    name: 'operations-new-user',
    arrive: (session) => opensPopup(staffOf(session), 'operations.users.add'),
    leave: closesPopup,
  },
  {
    name: 'operations-staff-grants',
    arrive: async (session) => {
      const staff = await opens(session, 'administrator@aitai.example', '/operations/users')
      await opensRow(staff, 'compliance@aitai.example')
      await expect(staff.page.getByText(staff.text('operations.users.grants'), { exact: true })).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-institutions',
    arrive: async (session) => {
      const staff = await opens(session, 'operations@aitai.example', '/operations/institutions')
      await staff.page.getByRole('button', { name: 'Alder', exact: true }).click()
      await expect(staff.button('operations.firms.change')).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-institution-limits',
    arrive: (session) => opensPopup(staffOf(session), 'operations.firms.change'),
    leave: closesPopup,
  },
  {
    name: 'operations-brokers',
    arrive: async (session) => {
      const staff = await goes(session, '/operations/institutions?view=brokers&name=HIN')
      await expect(staff.button('operations.brokers.change')).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-outbox',
    arrive: async (session) => {
      const staff = await goes(session, '/operations/outbox')
      await expect(staff.page.getByText(staff.text('operations.outbox.note'))).toBeVisible()
      return staff
    },
  },
  {
    name: 'operations-ratings',
    arrive: async (session) => {
      const staff = await opens(session, 'compliance@aitai.example', '/operations/ratings')
      await opensRow(staff, 'trader@cypress.example')
      await expect(staff.page.getByText(staff.text('operations.ratings.next'))).toBeVisible()
      return staff
    },
    leave: staffLeaves,
  },
]
