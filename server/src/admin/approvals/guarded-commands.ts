import type { ApprovedCommand, ShownArgument } from '@aitai/contract/codes.ts'
import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { isHalted } from '@aitai/engine/market/halts.ts'
import { toYen, type Yen } from '@aitai/engine/model/price.ts'
import { requiredFactorIn } from '../../accounts/second-factor/required-factor.ts'
import { grantsOf } from '../../accounts/staff-grants.ts'
import { cleanName, missingReason } from '../admin-context.ts'
import { auditSubjectIds } from '../audit/audit-subject.ts'
import { findFirm, unknownFirm } from '../brokers.ts'
import type { AdminCommandName } from '../command-arguments.ts'
import { readMarketState } from '../journal/journal-commands.ts'
import { findRequestedUser } from '../users/user-changes.ts'
import { findUser, unknownUser } from '../users/users.ts'
import type { Deciders } from './approval-rule.ts'
import { type Examine, type Guard, given, shownOf } from './guard.ts'
import {
  examineAuthenticators,
  examineEnabling,
  examineNewUser,
  examineReset,
  examineUserChange,
} from './guarded-accounts.ts'
import {
  examineBrokerChange,
  examineProvider,
  examineProviderRemoval,
  examineStaffChange,
  factorShown,
  isWeakened,
} from './guarded-sign-in.ts'
import { examineVenue, examineVenueCancellation } from './guarded-venue.ts'

/**
 * Wider than the grants that may run the command: on a quiet day a venue has one person for operations, and an
 * administrator, who may not request to open the market, can approve it.
 */
const operationsOrAdministrator: Deciders = { grants: ['operations', 'administrator'] }
const complianceOrAdministrator: Deciders = { grants: ['compliance', 'administrator'] }
/**
 * Who decides who is who, and what shows IOIs. Where only the requester is an administrator and nobody is in
 * compliance, any colleague decides: otherwise an administrator could sign in as the one who approves everything
 * else, and the last one of both could export everything alone. The one who approves is shown nothing.
 */
const complianceOrColleague: Deciders = { ...complianceOrAdministrator, orAnybody: true }

type Guarded = { readonly [N in AdminCommandName & ApprovedCommand]: Guard<N> }

/** A change that is carried out once it is approved. */
const change = <N extends AdminCommandName>(deciders: Deciders, examine: Examine<N>): Guard<N> => ({
  kind: 'CHANGE',
  deciders,
  breaksGlass: false,
  examine,
})

/** The commands that need a second person (docs/decisions/0155-four-eyes.md). */
const guardedCommands: Guarded = {
  'platform open': change(operationsOrAdministrator, async (admin, { reason }) => {
    if (!cleanReason(reason)) return missingReason
    const isClosed = await readMarketState(admin, (state) => isHalted(state, { kind: 'PLATFORM' }))
    return isClosed ? { shown: [] } : null
  }),
  'firm change': change(operationsOrAdministrator, examineFirmChange),
  'broker change': change(operationsOrAdministrator, examineBrokerChange),
  'venue set': change(operationsOrAdministrator, examineVenue),
  'venue schedule': change(operationsOrAdministrator, examineVenueCancellation),
  'user grant': change(complianceOrColleague, (admin, args) => examineGrant(admin, args, true)),
  'user revoke': change(complianceOrColleague, (admin, args) => examineGrant(admin, args, false)),
  'user reset': change(complianceOrColleague, examineReset),
  'user authenticators': change(complianceOrColleague, examineAuthenticators),
  'user add': change(complianceOrColleague, examineNewUser),
  'user change': change(complianceOrColleague, examineUserChange),
  'user enable': change(complianceOrColleague, examineEnabling),
  'staff change': change(complianceOrColleague, examineStaffChange),
  'sign-on remove': change(complianceOrColleague, examineProviderRemoval),
  'sign-on set': {
    kind: 'VIEW',
    deciders: complianceOrColleague,
    breaksGlass: false,
    examine: examineProvider,
  },
  'credential add': {
    // Only its requester may read the secret.
    kind: 'VIEW',
    deciders: complianceOrColleague,
    breaksGlass: false,
    async examine(_, { firm, broker, users, note }) {
      return { shown: shownOf({ firm, broker, user: users.join(', '), note }) }
    },
  },
  'audit export': {
    kind: 'VIEW',
    deciders: complianceOrColleague,
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
    deciders: complianceOrColleague,
    breaksGlass: true,
    async examine(_, { a, b, at, reason }) {
      if (!cleanReason(reason)) return missingReason
      return { shown: shownOf({ advert: a, otherAdvert: b, at: at === undefined ? undefined : isoTime(at) }) }
    },
  },
  'advert list': {
    kind: 'VIEW',
    deciders: complianceOrColleague,
    breaksGlass: true,
    async examine(_, { firm, user, security, reason }) {
      if (!cleanReason(reason)) return missingReason
      return { shown: shownOf({ firm, user, security }) }
    },
  },
  'user export': {
    kind: 'VIEW',
    deciders: complianceOrColleague,
    breaksGlass: true,
    async examine(admin, args) {
      const found = await findRequestedUser(admin, args)
      if ('refusal' in found) return found
      return { subject: found.person.id, shown: shownOf({ user: found.person.email }) }
    },
  },
}

/** How a command is guarded; null for one that somebody may run alone. */
export const guardOf = <N extends AdminCommandName>(name: N): Guard<N> | null =>
  name in guardedCommands
    ? (guardedCommands[name as AdminCommandName & ApprovedCommand] as unknown as Guard<N>)
    : null

/** Every guarded command with who decides. */
export const guardedDeciders = Object.entries(guardedCommands).map(([name, { deciders }]) => ({
  name: name as ApprovedCommand,
  deciders,
}))

/**
 * Only a limit that is lifted or raised needs a second person, an easier sign-in, traders' names for brokers, and
 * leaving an affiliate group, whose institutions never meet each other: what is stricter protects.
 */
async function examineFirmChange(
  ...[admin, args]: Parameters<Examine<'firm change'>>
): ReturnType<Examine<'firm change'>> {
  const { largestNotional: one, largestLiveNotional: all, requiredFactor } = args
  const guarded = [one, all, requiredFactor, args.affiliateGroup, args.showsTraders]
  if (guarded.every((given) => given === undefined)) return null
  const firm = await findFirm(admin, args.firm)
  if (!firm) return unknownFirm(args.firm)
  if (!cleanReason(args.reason)) return missingReason
  const row = await admin.db
    .selectFrom('firm')
    .select(['largest_notional', 'largest_live_notional', 'required_factor', 'affiliate_group'])
    .select('shows_traders')
    .where('id', '=', firm.id)
    .executeTakeFirstOrThrow()
  const now = {
    one: row.largest_notional === null ? null : toYen(row.largest_notional),
    all: row.largest_live_notional === null ? null : toYen(row.largest_live_notional),
    factor: requiredFactorIn(row.required_factor),
  }
  const isEasier = isWeakened(now.factor, requiredFactor)
  const group = cleanGroup(args.affiliateGroup)
  const isLeaving = row.affiliate_group !== null && group !== undefined && group !== row.affiliate_group
  const isShowing = args.showsTraders === true && row.shows_traders !== 1
  if (!isRaised(now.one, one) && !isRaised(now.all, all) && !isEasier && !isLeaving && !isShowing) return null
  const { reason: _, firm: __, ...rest } = args
  const limits = { largestNotional: undefined, largestLiveNotional: undefined }
  const unlisted = { ...limits, requiredFactor: undefined, affiliateGroup: undefined }
  return {
    subject: firm.id,
    shown: [
      ...shownOf({ firm: firm.name }),
      ...(one === undefined ? [] : [shownLimit('largestNotionalNow', now.one)]),
      ...shownOf({ ...rest, ...unlisted }),
      ...(one === undefined ? [] : [shownLimit('largestNotional', one)]),
      ...(all === undefined ? [] : [shownLimit('largestLiveNotionalNow', now.all)]),
      ...(all === undefined ? [] : [shownLimit('largestLiveNotional', all)]),
      ...shownOf({ ...(isLeaving ? { affiliateGroupNow: row.affiliate_group } : {}), affiliateGroup: group }),
      ...(isEasier ? factorShown : shownOf({ requiredFactor })),
    ],
  }
}

/** A group as it is stored; undefined for none that is given, and for one that the command refuses. */
const cleanGroup = (given: string | null | undefined): string | null | undefined =>
  given == null ? given : (cleanName(given) ?? undefined)

const isRaised = (now: Yen | null, then: Yen | null | undefined): boolean =>
  then !== undefined && now !== null && (then === null || then > now)

const shownLimit = (name: ShownArgument['name'], yen: Yen | null): ShownArgument => ({
  name,
  value: yen === null ? '' : String(yen),
})

/** A grant that somebody has already, or has not, changes nothing. */
async function examineGrant(
  admin: Parameters<Examine<'user grant'>>[0],
  { email, grant, reason }: Parameters<Examine<'user grant'>>[1],
  isAdded: boolean,
): ReturnType<Examine<'user grant'>> {
  const user = await findUser(admin, email)
  if (!user) return unknownUser(email)
  if (!cleanReason(reason)) return missingReason
  // The command refuses it.
  if (user.role !== 'STAFF') return null
  const has = (await grantsOf(admin.db, user.id)).includes(grant)
  if (has === isAdded) return null
  return { subject: user.id, shown: shownOf({ user: user.email, grant }) }
}
