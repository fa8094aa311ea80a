import type { Role } from '@aitai/contract/codes.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { type AdminContext, type AdminRefusal, adminRefusal, isDemonstration } from '../admin-context.ts'
import type { AdminCommandArgs, AdminCommandName } from '../command-arguments.ts'
import { commandGrants, isOnAccounts, mayRunCommand, onlyReads } from '../command-grants.ts'
import { findUser } from '../users/users.ts'
import { decidingGrants, mostOpenApprovals } from './approval-rule.ts'
import {
  expireApprovals,
  matchKey,
  openApproval,
  readHolders,
  readStaff,
  takeGrantedView,
} from './approval-store.ts'
import { idsOf, withIds } from './approved-ids.ts'
import { notifyCompliance } from './break-glass-mail.ts'
import { chosenPasswordFault } from './guarded-accounts.ts'
import { guardOf } from './guarded-commands.ts'
import { operatorCredentialIssued, roleOfCredential } from './operator-identity.ts'
import { recordRefusedCommand } from './refused-commands.ts'

type Holders = Awaited<ReturnType<typeof readHolders>>
type Refused = { readonly refusal: AdminRefusal }

/** In which context a command runs, and with which arguments. */
interface Admitted<N extends AdminCommandName> {
  readonly admin: AdminContext
  readonly args: AdminCommandArgs<N>
}

/**
 * Decides whether an operator may run a command now: whether a grant allows it, and whether a second person has to
 * approve it first. Every command passes here, from the console and from the command line. Records each
 * refusal in the audit trail.
 */
export async function admitCommand<N extends AdminCommandName>(
  admin: AdminContext,
  name: N,
  args: AdminCommandArgs<N>,
): Promise<Admitted<N> | Refused> {
  const forbidden = await grantFault(admin, name, args)
  if (forbidden) {
    await recordRefusedCommand(admin, name, admin.userId === null ? 'CREDENTIAL_NEEDED' : 'FORBIDDEN')
    return forbidden
  }
  const fault = await newUserFault(admin, name, args)
  if (fault) return fault
  const guard = guardOf(name)
  if (!guard) return { admin, args }
  // Whoever may stop the server can do everything to its data. Without a running console no second person can approve.
  const examined = admin.running === null && !guard.breaksGlass ? null : await guard.examine(admin, args)
  if (examined === null) return { admin, args }
  if ('refusal' in examined) return examined
  const holders = await readHolders(admin.db)
  const unverified = await refuseUnverifiedName(admin, name, holders)
  if (unverified) return unverified
  const approverGrants = admin.running === null ? null : decidingGrants(admin.userId, holders, guard.deciders)
  const ids = await idsOf(admin, args)
  const key = await matchKey(admin.db, name, { ...withIds(examined.matched ?? args, ids), reason: undefined })
  return await admin.db.transaction().execute(async (trx) => {
    const at = admin.now()
    if (approverGrants !== null) await expireApprovals(trx, at)
    const approved =
      approverGrants !== null && guard.kind === 'VIEW'
        ? await takeGrantedView(trx, admin, key, { at, approverGrants })
        : null
    if (approverGrants === null || approved !== null) {
      const runBy = approved === null ? admin : { ...admin, approvedBy: approved.approvedBy }
      if (guard.breaksGlass) await notifyCompliance(trx, runBy, name)
      // What was approved is what is recorded, whatever reason was given now.
      return { admin: runBy, args: approved?.reason ? { ...args, reason: approved.reason } : args }
    }
    const { matched: _, stored = args, ...about } = examined
    const reason = 'reason' in args && typeof args.reason === 'string' ? args.reason.trim() : ''
    const opened = await openApproval(trx, admin, {
      command: name,
      args: { given: stored, ids },
      key,
      kind: guard.kind,
      ...about,
      reason,
    })
    return opened === null ? tooMany : waits(opened.id, opened.expires_at, guard.kind)
  })
}

/**
 * Whether a typed name could be that of somebody who then approves as a user, or who would need a second person under
 * the own name: once two people hold grants. The accounts of the demonstration are everybody's anyway.
 */
const isUnverifiedName = (admin: AdminContext, holders: Holders): boolean =>
  admin.userId === null && admin.running !== null && !isDemonstration(admin) && holders.length >= 2

/** Refuses a command, and records the refusal, where a typed name is not enough; null where it is. */
export async function refuseUnverifiedName(
  admin: AdminContext,
  name: AdminCommandName,
  holders: Holders,
): Promise<Refused | null> {
  if (!isUnverifiedName(admin, holders)) return null
  await recordRefusedCommand(admin, name, 'CREDENTIAL_NEEDED')
  return needsCredential
}

/** Why a user cannot be added like this while a server runs; null for any other command. */
async function newUserFault(admin: AdminContext, name: AdminCommandName, args: object) {
  if (name !== 'user add' || admin.running === null) return null
  return chosenPasswordFault(admin, args as AdminCommandArgs<'user add'>, await readHolders(admin.db))
}

const tooMany = adminRefusal(
  'APPROVAL_LIMIT',
  `You have ${mostOpenApprovals} open requests. Withdraw one (\`aitai reject\`), or wait until one is decided.`,
)

const then = {
  CHANGE: 'It is then carried out at once.',
  VIEW: 'Then run the same command again.',
} as const

function waits(id: string, expiresAt: number, kind: keyof typeof then): Refused {
  const until = isoTime(expiresAt)
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

const needsCredential = adminRefusal(
  'CREDENTIAL_NEEDED',
  'A typed name is not enough here: set OPERATOR_CREDENTIAL_FILE to the file of your credential ' +
    '(`aitai credential add --staff`). If nobody has one, stop the server: on its data a name is enough.',
)

/** Why this operator may not run a command; null if they may. */
export async function grantFault<N extends AdminCommandName>(
  admin: Pick<AdminContext, 'db' | 'userId' | 'running'>,
  name: N,
  args: AdminCommandArgs<N>,
): Promise<Refused | null> {
  const { db, userId, running } = admin
  if (userId === null) {
    if (running === null || commandGrants[name] === 'machine' || !(await operatorCredentialIssued(db)))
      return null
    return needsCredential
  }
  const staff = await readStaff(db, userId)
  const about = { role: await roleAbout({ db }, name, args), isReadOnly: onlyReads(name, args) }
  if (staff?.active && mayRunCommand(name, staff.grants, about)) return null
  return adminRefusal('FORBIDDEN', `None of your grants allows '${name}'.`)
}

/** The role of the user whom a command on accounts is about; undefined for one who does not exist. */
async function roleAbout({ db }: Pick<AdminContext, 'db'>, name: AdminCommandName, args: object) {
  if (!isOnAccounts(name)) return undefined
  if ('role' in args) return args.role as Role
  if ('users' in args) return 'staff' in args && args.staff === true ? 'STAFF' : 'TRADER'
  if ('id' in args) return await roleOfCredential(db, String(args.id))
  if (!('email' in args) || typeof args.email !== 'string') return undefined
  return (await findUser({ db }, args.email))?.role as Role | undefined
}
