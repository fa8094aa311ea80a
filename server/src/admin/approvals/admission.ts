import { type AdminContext, type AdminRefusal, adminRefusal } from '../admin-context.ts'
import type { AdminCommandArgs, AdminCommandName } from '../command-arguments.ts'
import { administratorForStaff, commandGrants, mayRunCommand, onlyLooks } from '../command-grants.ts'
import { findUser } from '../users/users.ts'
import { needsSecondPerson } from './approval-rule.ts'
import {
  expireApprovals,
  matchKey,
  openApproval,
  readHolders,
  readStaff,
  takeGrantedView,
} from './approval-store.ts'
import { tellCompliance } from './break-glass-mail.ts'
import { staffPasswordFault } from './guarded-accounts.ts'
import { guardOf } from './guarded-commands.ts'
import { hasOperatorCredential } from './operator-identity.ts'

type Refused = { readonly refusal: AdminRefusal }

/** In which context a command runs, and with which arguments. */
interface Admitted<N extends AdminCommandName> {
  readonly admin: AdminContext
  readonly args: AdminCommandArgs<N>
}

/**
 * Decides whether an operator may run a command now: whether a grant allows it, and whether a second person has to
 * approve it first. Every command passes here, from the console and from the
 * command line.
 */
export async function admitCommand<N extends AdminCommandName>(
  admin: AdminContext,
  name: N,
  args: AdminCommandArgs<N>,
): Promise<Admitted<N> | Refused> {
  const forbidden = await grantFault(admin, name, args)
  if (forbidden) return forbidden
  const fault = await newUserFault(admin, name, args)
  if (fault) return fault
  const guard = guardOf(name)
  if (!guard) return { admin, args }
  // Whoever may stop the server can do everything to its data. A second person at a console that does not run is none.
  const examined = admin.running === null && !guard.breaksGlass ? null : await guard.examine(admin, args)
  if (examined === null) return { admin, args }
  if ('refusal' in examined) return examined
  const isNeeded =
    admin.running !== null && needsSecondPerson(admin.userId, await readHolders(admin.db), guard.deciders)
  const key = await matchKey(admin.db, name, { ...(examined.matched ?? args), reason: undefined })
  return await admin.db.transaction().execute(async (trx) => {
    const at = admin.now()
    if (!isNeeded) {
      if (guard.breaksGlass) await tellCompliance(trx, admin, name)
      return { admin, args }
    }
    await expireApprovals(trx, at)
    const granted = guard.kind === 'VIEW' ? await takeGrantedView(trx, admin, key, at) : null
    if (granted !== null) {
      const approved = { ...admin, approvedBy: granted.approvedBy }
      if (guard.breaksGlass) await tellCompliance(trx, approved, name)
      // What was approved is what is recorded, whatever reason was given now.
      const reason = granted.reason === '' ? {} : { reason: granted.reason }
      return { admin: approved, args: { ...args, ...reason } }
    }
    const { matched: _, stored = args, ...about } = examined
    const reason = 'reason' in args && typeof args.reason === 'string' ? args.reason.trim() : ''
    const { id, expires_at } = await openApproval(trx, admin, {
      command: name,
      args: stored,
      key,
      kind: guard.kind,
      ...about,
      reason,
    })
    return waits(id, expires_at, guard.kind)
  })
}

/** Why a user cannot be added like this while a server runs; null for any other command. */
async function newUserFault(admin: AdminContext, name: AdminCommandName, args: object) {
  if (name !== 'user add' || admin.running === null) return null
  return staffPasswordFault(admin, args as AdminCommandArgs<'user add'>, await readHolders(admin.db))
}

const then = {
  CHANGE: 'It is then carried out at once.',
  VIEW: 'Then run the same command again.',
} as const

function waits(id: string, expiresAt: number, kind: keyof typeof then): Refused {
  const until = new Date(expiresAt).toISOString()
  return {
    refusal: {
      code: 'APPROVAL_NEEDED',
      message:
        `A second person has to approve this until ${until}, at the console or with \`aitai approve ${id}\`. ` +
        then[kind],
      approval: { id, expiresAt: until },
    },
  }
}

/** Why this operator may not run a command; null if they may. */
export async function grantFault<N extends AdminCommandName>(
  admin: Pick<AdminContext, 'db' | 'userId' | 'running'>,
  name: N,
  args: AdminCommandArgs<N>,
): Promise<Refused | null> {
  const { db, userId, running } = admin
  if (userId === null) {
    if (running === null || commandGrants[name] === 'machine' || !(await hasOperatorCredential(db)))
      return null
    return adminRefusal(
      'CREDENTIAL_NEEDED',
      'A typed name is not enough here: set OPERATOR_CREDENTIAL_FILE to the file of your credential ' +
        '(`aitai credential add --staff`).',
    )
  }
  const staff = await readStaff(db, userId)
  const about = { isAboutStaff: await isAboutStaff(db, name, args), isLook: onlyLooks(name, args) }
  if (staff?.active && mayRunCommand(name, staff.grants, about)) return null
  return adminRefusal('FORBIDDEN', `None of your grants allows '${name}'.`)
}

/** Whether a command is about a user of staff, or makes one. */
async function isAboutStaff(db: AdminContext['db'], name: AdminCommandName, args: object): Promise<boolean> {
  if (!administratorForStaff.includes(name)) return false
  if ('role' in args) return args.role === 'STAFF'
  if ('staff' in args) return args.staff === true
  if (!('email' in args) || typeof args.email !== 'string') return false
  return (await findUser({ db }, args.email))?.role === 'STAFF'
}
