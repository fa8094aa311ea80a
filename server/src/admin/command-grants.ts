import { type Role, type StaffGrant, staffGrants } from '@aitai/contract/codes.ts'
import { mayManage } from '@aitai/contract/routes/audiences.ts'
import type { AdminCommandName } from './command-arguments.ts'

/** Who may run a command: users with one of these grants, or the machine itself, so that its jobs need no person. */
type MayRun = readonly StaffGrant[] | 'machine' | 'accounts'

const anyGrant: MayRun = staffGrants
const operations: MayRun = ['operations']
const compliance: MayRun = ['compliance']
const administrator: MayRun = ['administrator']
/** Those who manage users: `mayManage` says which of them, here and at the console. */
const accounts: MayRun = 'accounts'

/**
 * One table for the command line and for the console (docs/decisions/0155-four-eyes.md). What jobs of the machine run
 * shows nobody's data: checks, signatures, and a backup, which is as readable as the data itself.
 */
export const commandGrants: Readonly<Record<AdminCommandName, MayRun>> = {
  'firm add': operations,
  'firm list': anyGrant,
  'firm change': operations,
  'firm rename': operations,
  'firm disable': operations,
  'firm enable': operations,
  'broker add': operations,
  'broker list': anyGrant,
  'broker change': operations,
  'broker assign': operations,
  'broker unassign': operations,
  'broker disable': operations,
  'broker enable': operations,
  'user add': accounts,
  'user list': anyGrant,
  'user show': anyGrant,
  'user export': compliance,
  'user erase': accounts,
  'user disable': accounts,
  'user enable': accounts,
  'user reset': accounts,
  'user unlock': accounts,
  'user sessions': accounts,
  'user authenticators': accounts,
  'user change': accounts,
  'user grant': administrator,
  'user revoke': administrator,
  'sign-on set': administrator,
  'sign-on list': anyGrant,
  'sign-on remove': administrator,
  'staff show': anyGrant,
  'staff change': administrator,
  'credential add': accounts,
  'credential list': anyGrant,
  'credential revoke': accounts,
  'platform open': operations,
  'platform close': operations,
  halt: operations,
  resume: operations,
  halts: anyGrant,
  impact: anyGrant,
  'rating show': compliance,
  // Its texts hold codes and temporary passwords.
  outbox: ['operations', 'support', 'administrator'],
  'policy-reports': anyGrant,
  'equities import': operations,
  'holidays import': operations,
  'holidays list': anyGrant,
  'hours set': operations,
  'hours show': anyGrant,
  'venue show': anyGrant,
  'venue set': operations,
  'venue schedule': operations,
  status: 'machine',
  'replay verify': 'machine',
  'advert list': ['operations', 'support', 'compliance'],
  'advert cancel': operations,
  'audit export': compliance,
  'audit search': compliance,
  'audit verify': 'machine',
  'evidence head': 'machine',
  'evidence keys': 'machine',
  backup: 'machine',
  'after-restore': administrator,
  'secret rotate': administrator,
  'secret lost': administrator,
  doctor: 'machine',
  'explain match': ['support', 'compliance'],
  surveillance: compliance,
  approvals: anyGrant,
  approve: anyGrant,
  reject: anyGrant,
}

/** Whether a command is one of those on users and their credentials, of which a user's role decides. */
export const isOnAccounts = (name: AdminCommandName): boolean => commandGrants[name] === 'accounts'

interface AboutCommand {
  /** The role of the user whom a command on accounts is about; undefined if there is none. */
  readonly role?: Role | undefined
  /** Whether it only reads, where the same command also changes something or shows texts. */
  readonly isReadOnly?: boolean
}

/** Whether somebody with these grants may run a command. */
export function mayRunCommand(
  name: AdminCommandName,
  grants: readonly StaffGrant[],
  { role, isReadOnly = false }: AboutCommand = {},
): boolean {
  const allowed = commandGrants[name]
  if (allowed === 'machine' || isReadOnly) return grants.length > 0
  if (allowed !== 'accounts') return grants.some((grant) => allowed.includes(grant))
  // That a user does not exist is shown to everybody who manages any users.
  const roles: readonly Role[] = role === undefined ? ['STAFF', 'TRADER'] : [role]
  return roles.some((each) => mayManage(grants, each))
}

/** Whether a command with these arguments shows what any user of staff may see. */
export function onlyReads(name: AdminCommandName, args: object): boolean {
  if (name === 'user sessions') return !('end' in args && args.end === true)
  if (name === 'user authenticators') return !('remove' in args && args.remove === true)
  if (name === 'venue schedule') return !('cancel' in args)
  return name === 'outbox' && 'unsent' in args && args.unsent === true
}
