import { type Role, type StaffGrant, staffGrants } from '../codes.ts'

/** Callers by the credentials that they present: the columns of the role matrix. */
export const subjects = [
  'anonymous',
  'twoFactor',
  'firstLogin',
  'firstPasskey',
  'trader',
  'deskHead',
  'broker',
  'omsTrader',
  'omsBroker',
  'staff',
  ...staffGrants,
  'feed',
] as const
export type Subject = (typeof subjects)[number]

/** Staff without a grant, and with each. */
const everyStaff = ['staff', ...staffGrants] as const

const everyDesk = ['trader', 'deskHead', 'broker'] as const

/**
 * The subjects that may make the calls of each audience. Authorization, the API documents and the test of
 * every route are derived from this table, so that they cannot disagree.
 *
 * `twoFactor` accepts the temporary token of a sign-in that waits for its code. `firstLogin` also accepts a
 * session that must set its password or add a passkey first, `onlyFirstLogin` only one of a first password.
 * `firstPasskey` is who may add a passkey: everybody at a desk, and a session that can do nothing else. `member` is everyone with a
 * home screen, so not staff. A user of staff is one subject for each grant, and `staff` without any. `deskHead` is a
 * trader who may also act on the adverts of colleagues (docs/rules.md §15). An order management system (`omsTrader`,
 * `omsBroker`) makes the calls of its user, except those of an account and of a desk head. `console` is staff
 * with any grant, `accounts` those who manage users: `mayManage` says which of them. `feed` is the venue's own source of prices.
 */
export const audiences = {
  anyone: subjects,
  twoFactor: ['twoFactor'],
  firstLogin: ['firstLogin', 'firstPasskey', ...everyDesk, 'omsTrader', 'omsBroker', ...everyStaff],
  onlyFirstLogin: ['firstLogin'],
  firstPasskey: ['firstPasskey', ...everyDesk, ...everyStaff],
  signedIn: [...everyDesk, ...everyStaff],
  member: ['trader', 'deskHead', 'broker', 'omsTrader', 'omsBroker'],
  trader: ['trader', 'deskHead', 'omsTrader'],
  deskHead: ['deskHead'],
  broker: ['broker', 'omsBroker'],
  console: staffGrants,
  operations: ['operations'],
  compliance: ['compliance'],
  accounts: ['support', 'administrator'],
  administrator: ['administrator'],
  feed: ['feed'],
} as const satisfies Record<string, readonly Subject[]>
export type Audience = keyof typeof audiences

/** Whether a subject may make the calls of an audience. */
export const mayCall = (audience: Audience, subject: Subject): boolean =>
  (audiences[audience] as readonly Subject[]).includes(subject)

/** Whether somebody with these grants manages users of a role: support does, and an administrator those of staff. */
export const mayManage = (grants: readonly StaffGrant[], role: Role): boolean =>
  grants.includes(role === 'STAFF' ? 'administrator' : 'support')
