import type { ApprovedCommand, ShownArgument, StaffGrant } from '@aitai/contract/codes.ts'
import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { isHalted } from '@aitai/engine/market/halts.ts'
import { toYen } from '@aitai/engine/model/price.ts'
import { grantsOf } from '../../accounts/staff-grants.ts'
import { type AdminContext, type AdminRefusal, missingReason } from '../admin-context.ts'
import { auditSubjectIds } from '../audit/audit-subject.ts'
import { findFirm, unknownFirm } from '../brokers.ts'
import type { AdminCommandArgs, AdminCommandName } from '../command-arguments.ts'
import { readMarketState } from '../journal/journal-commands.ts'
import { findUser, unknownUser } from '../users/users.ts'

/** What a second person is to know before a command runs. */
interface Examined {
  /** What the second person reads. */
  readonly shown: readonly ShownArgument[]
  /** The affected object in the audit trail. */
  readonly subject?: string
  /** What makes a request the same as another one, if not all arguments but the reason. */
  readonly matched?: object
  /** What is stored of the arguments until somebody decides, if not all: a view is run with those given then. */
  readonly stored?: object
}

interface GuardedCommand<N extends AdminCommandName> {
  /** A change is carried out once it is approved; a view is then fetched by whoever asked, once. */
  readonly kind: 'CHANGE' | 'VIEW'
  /** The grants of which the second person needs one. */
  readonly seconds: readonly StaffGrant[]
  /** Whether it shows IOIs of users, of which compliance is told each time. */
  readonly breaksGlass: boolean
  /** Refuses what the command would refuse anyway; null if these arguments need no second person. */
  examine(
    admin: AdminContext,
    args: AdminCommandArgs<N>,
  ): Promise<Examined | { readonly refusal: AdminRefusal } | null>
}

/**
 * A second person for each command has a grant that may run it too, or the one beside it: a venue has few people, and
 * an administrator who opens nothing alone may still look over a shoulder.
 */
const operationsOrAdministrator: readonly StaffGrant[] = ['operations', 'administrator']
const complianceOrAdministrator: readonly StaffGrant[] = ['compliance', 'administrator']

type Guarded = { readonly [N in AdminCommandName & ApprovedCommand]: GuardedCommand<N> }

/** The commands that need a second person (docs/decisions/0155-four-eyes.md). */
const guardedCommands: Guarded = {
  'platform open': {
    kind: 'CHANGE',
    seconds: operationsOrAdministrator,
    breaksGlass: false,
    async examine(admin, { reason }) {
      if (!cleanReason(reason)) return missingReason
      const isClosed = await readMarketState(admin, (state) => isHalted(state, { kind: 'PLATFORM' }))
      return isClosed ? { shown: [] } : null
    },
  },
  'firm change': {
    kind: 'CHANGE',
    seconds: operationsOrAdministrator,
    breaksGlass: false,
    examine: examineFirmChange,
  },
  'user grant': {
    kind: 'CHANGE',
    seconds: complianceOrAdministrator,
    breaksGlass: false,
    examine: (admin, args) => examineGrant(admin, args, true),
  },
  'user revoke': {
    kind: 'CHANGE',
    seconds: complianceOrAdministrator,
    breaksGlass: false,
    examine: (admin, args) => examineGrant(admin, args, false),
  },
  'credential add': {
    // Only its requester may read the secret.
    kind: 'VIEW',
    seconds: complianceOrAdministrator,
    breaksGlass: false,
    async examine(_, { staff, users, note }) {
      if (!staff) return null
      return { shown: shownOf({ user: users.join(', '), note }) }
    },
  },
  'sign-on set': {
    // Whoever set it alone could sign in as everybody else of staff. Its requester alone has the secret, which is not
    // stored until then.
    kind: 'VIEW',
    seconds: complianceOrAdministrator,
    breaksGlass: false,
    async examine(_, { staff, clientSecret: __, ...rest }) {
      if (!staff) return null
      const { issuer, clientId, domains, othersAllowed = false, addressesTrusted = false } = rest
      const values = { issuer, clientId, domains: domains.join(', '), othersAllowed, addressesTrusted }
      return { shown: shownOf(values), matched: values, stored: { ...rest, staff, clientSecret: '' } }
    },
  },
  'audit export': {
    kind: 'VIEW',
    seconds: complianceOrAdministrator,
    breaksGlass: true,
    async examine(admin, { from, to, format, advert, user, firm, reason }) {
      if (!cleanReason(reason)) return missingReason
      const subject = await auditSubjectIds(admin, { ...given({ advert, user, firm }) })
      if ('refusal' in subject) return subject
      const period = { from: isoTime(from), to: to === undefined ? undefined : isoTime(to) }
      // Not the file: with each call it is another temporary one.
      const matched = { from, to, format, advert, user, firm }
      return { shown: shownOf({ ...period, advert, user, firm, format }), matched }
    },
  },
  'explain match': {
    kind: 'VIEW',
    seconds: complianceOrAdministrator,
    breaksGlass: true,
    async examine(_, { a, b, at, reason }) {
      if (!cleanReason(reason)) return missingReason
      return { shown: shownOf({ advert: a, otherAdvert: b, at: at === undefined ? undefined : isoTime(at) }) }
    },
  },
  'advert list': {
    kind: 'VIEW',
    seconds: complianceOrAdministrator,
    breaksGlass: true,
    async examine(_, { firm, user, security, reason }) {
      if (!cleanReason(reason)) return missingReason
      return { shown: shownOf({ firm, user, security }) }
    },
  },
}

/** How a command is guarded; null for one that somebody may run alone. */
export const guardOf = <N extends AdminCommandName>(name: N): GuardedCommand<N> | null =>
  name in guardedCommands
    ? (guardedCommands[name as AdminCommandName & ApprovedCommand] as unknown as GuardedCommand<N>)
    : null

/** Every guarded command with the grants of its second person. */
export const guardedSeconds = Object.entries(guardedCommands).map(([name, { seconds }]) => ({
  name: name as ApprovedCommand,
  seconds,
}))

/** Only a limit that is lifted or raised needs a second person: a lower one protects. */
async function examineFirmChange(
  admin: AdminContext,
  args: AdminCommandArgs<'firm change'>,
): ReturnType<GuardedCommand<'firm change'>['examine']> {
  const { largestNotional: one, largestLiveNotional: all } = args
  if (one === undefined && all === undefined) return null
  const firm = await findFirm(admin, args.firm)
  if (!firm) return unknownFirm(args.firm)
  if (!cleanReason(args.reason)) return missingReason
  const row = await admin.db
    .selectFrom('firm')
    .select(['largest_notional', 'largest_live_notional'])
    .where('id', '=', firm.id)
    .executeTakeFirstOrThrow()
  const now = {
    one: row.largest_notional === null ? null : toYen(row.largest_notional),
    all: row.largest_live_notional === null ? null : toYen(row.largest_live_notional),
  }
  if (!isRaised(now.one, one) && !isRaised(now.all, all)) return null
  const { reason: _, firm: __, ...rest } = args
  return {
    subject: firm.id,
    shown: [
      ...shownOf({ firm: firm.name }),
      ...(one === undefined ? [] : [shownLimit('largestNotionalNow', now.one)]),
      ...shownOf({ ...rest, largestNotional: undefined, largestLiveNotional: undefined }),
      ...(one === undefined ? [] : [shownLimit('largestNotional', one)]),
      ...(all === undefined ? [] : [shownLimit('largestLiveNotionalNow', now.all)]),
      ...(all === undefined ? [] : [shownLimit('largestLiveNotional', all)]),
    ],
  }
}

const isRaised = (now: number | null, then: number | null | undefined): boolean =>
  then !== undefined && now !== null && (then === null || then > now)

const shownLimit = (name: ShownArgument['name'], yen: number | null): ShownArgument => ({
  name,
  value: yen === null ? '' : String(yen),
})

/** A grant that somebody has already, or has not, changes nothing. */
async function examineGrant(
  admin: AdminContext,
  { email, grant, reason }: AdminCommandArgs<'user grant'>,
  isAdded: boolean,
): ReturnType<GuardedCommand<'user grant'>['examine']> {
  const user = await findUser(admin, email)
  if (!user) return unknownUser(email)
  if (!cleanReason(reason)) return missingReason
  // The command refuses it.
  if (user.role !== 'STAFF') return null
  const has = (await grantsOf(admin.db, user.id)).includes(grant)
  if (has === isAdded) return null
  return { subject: user.id, shown: shownOf({ user: user.email, grant }) }
}

const isoTime = (at: number): string => new Date(at).toISOString()

const given = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never

/** The arguments that were given, in this order. An empty value stands for none. */
const shownOf = (
  values: {
    readonly [Name in ShownArgument['name']]?: string | number | boolean | null | undefined
  },
): readonly ShownArgument[] =>
  Object.entries(given(values)).map(([name, value]) => ({
    name: name as ShownArgument['name'],
    value: value === null ? '' : String(value),
  }))
