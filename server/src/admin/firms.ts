import { isDeepStrictEqual } from 'node:util'
import type { RequiredFactor } from '@aitai/contract/codes.ts'
import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { sizeLimitRange } from '@aitai/contract/routes/console/size-limit.ts'
import { toPrice, toYen, type Yen } from '@aitai/engine/model/price.ts'
import type { Selectable } from 'kysely'
import { introducePasskeys, requiredFactorIn } from '../accounts/second-factor/required-factor.ts'
import { markSessionsEnded } from '../accounts/session-rows.ts'
import { unlessTaken } from '../database/database-errors.ts'
import type { FirmTable } from '../database/schema.ts'
import { randomId } from '../random.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  cleanName,
  countReferenceChange,
  foldedName,
  isSameName,
  missingReason,
  optionalReason,
  recordAdminEvent,
} from './admin-context.ts'
import { findFirm, setRowActive, unknownFirm } from './brokers.ts'
import { serverOnOtherMachine } from './journal/journal-commands.ts'
import { deletePendingLogins, signOut } from './users/user-sign-out.ts'

interface NewFirm {
  readonly name: string
  /** Institutions of one group never match each other (docs/rules.md §3). */
  readonly affiliateGroup?: string
  /** Why, for the audit trail. */
  readonly reason?: string
}

const wrongGroup = adminRefusal(
  'INVALID',
  'An affiliate group needs a name of up to 100 characters.',
  'affiliateGroup',
)

/** Adds an institution. Refuses a name that exists. */
export async function addFirm(admin: AdminContext, request: NewFirm): Promise<AdminReply> {
  const name = cleanName(request.name)
  if (!name) return adminRefusal('INVALID', 'An institution needs a name of up to 100 characters.', 'name')
  const affiliateGroup = request.affiliateGroup === undefined ? null : cleanName(request.affiliateGroup)
  if (request.affiliateGroup !== undefined && !affiliateGroup) return wrongGroup
  const reason = optionalReason(request.reason)
  if (reason === null) return missingReason
  const firmId = randomId()
  const writing = admin.db.transaction().execute(async (trx) => {
    const firms = await trx.selectFrom('firm').select('name').execute()
    if (firms.some((firm) => isSameName(firm.name, name))) return false
    await trx
      .insertInto('firm')
      .values({ id: firmId, name, folded_name: foldedName(name), affiliate_group: affiliateGroup, active: 1 })
      .execute()
    const details = { name, affiliateGroup }
    await recordAdminEvent(trx, admin, { action: 'firmAdded', subject: firmId, reason, details })
    await countReferenceChange(trx)
    return true
  })
  const added = await unlessTaken(writing, false)
  if (!added) return adminRefusal('FIRM_EXISTS', `There is an institution named ${name} already.`)
  await admin.referenceChanged()
  return adminResult({ firmId, name, affiliateGroup })
}

/** An institution as it is listed. */
export interface PrintedFirm {
  readonly name: string
  readonly affiliateGroup: string | null
  readonly active: boolean
  /** Whole yen; null for none. */
  readonly largestNotional: Yen | null
  readonly largestLiveNotional: Yen | null
  readonly showsTraders: boolean
  /** Whether its order management systems answer locates (docs/rules.md §16). */
  readonly omsAnswers: boolean
  /** What its people have to sign in with. */
  readonly requiredFactor: RequiredFactor
  /** The short names of its brokers. */
  readonly brokers: readonly string[]
  /** The number of its active users. */
  readonly users: number
}

/** The institutions by name, with their brokers and the number of users. */
export async function listFirms({ db }: AdminContext): Promise<AdminReply> {
  const firms = await db.selectFrom('firm').selectAll().orderBy('name').execute()
  const enabled = await db
    .selectFrom('firm_broker')
    .innerJoin('broker', 'broker.id', 'firm_broker.broker_id')
    .select(['firm_id', 'short_name'])
    .orderBy('short_name')
    .execute()
  const people = await db.selectFrom('person').select('firm_id').where('active', '=', 1).execute()
  return adminResult(
    firms.map(
      ({ id, name, affiliate_group, active, ...row }): PrintedFirm => ({
        name,
        affiliateGroup: affiliate_group,
        active: active === 1,
        ...sizeLimitsShown(row),
        showsTraders: row.shows_traders === 1,
        omsAnswers: row.oms_answers === 1,
        requiredFactor: requiredFactorIn(row.required_factor),
        brokers: enabled.filter(({ firm_id }) => firm_id === id).map(({ short_name }) => short_name),
        users: people.filter(({ firm_id }) => firm_id === id).length,
      }),
    ),
  )
}

type FirmSizes = Pick<Selectable<FirmTable>, 'largest_notional' | 'largest_live_notional'>

/** The size limits in whole yen; null for none. */
const sizeLimitsShown = (row: FirmSizes) => ({
  largestNotional: row.largest_notional === null ? null : toYen(row.largest_notional),
  largestLiveNotional: row.largest_live_notional === null ? null : toYen(row.largest_live_notional),
})

interface FirmChange {
  /** The institution, by its name. */
  readonly firm: string
  readonly reason: string
  /** Whole yen; null for no limit; unchanged if omitted (docs/rules.md §22). */
  readonly largestNotional?: Yen | null
  readonly largestLiveNotional?: Yen | null
  /** Whether brokers see the names and phones of its traders under an agreement; unchanged if omitted. */
  readonly showsTraders?: boolean
  /** Whether locates may be answered by its order management systems (docs/rules.md §16); unchanged if omitted. */
  readonly omsAnswers?: boolean
  /** Institutions of one group never match each other (docs/rules.md §3); null for none; unchanged if omitted. */
  readonly affiliateGroup?: string | null
  /** What its people have to sign in with; unchanged if omitted (docs/decisions/0153-required-passkeys.md). */
  readonly requiredFactor?: RequiredFactor
}

/** What is wrong with size limits, or null. */
function sizeLimitsFault({ largestNotional: one, largestLiveNotional: all }: FirmLimits): string | null {
  const { lowest, highest } = sizeLimitRange
  for (const limit of [one, all])
    if (limit !== null && !(Number.isSafeInteger(limit) && limit >= lowest && limit <= highest))
      return `A size limit is from JPY ${lowest} to JPY ${highest}.`
  return one !== null && all !== null && all < one
    ? 'The limit on all live adverts together must not be below that on one advert.'
    : null
}

type FirmSettings = FirmLimits &
  Required<Pick<FirmChange, 'showsTraders' | 'omsAnswers' | 'affiliateGroup' | 'requiredFactor'>>
type FirmLimits = Required<Pick<FirmChange, 'largestNotional' | 'largestLiveNotional'>>

/**
 * Changes the size limits of an institution, which apply at once to whatever is sent, changed or resumed, whether
 * brokers see its traders, its affiliate group, whether its order management systems answer, and what its people sign
 * in with; the last two apply from the next sign-in.
 */
export async function changeFirm(admin: AdminContext, request: FirmChange): Promise<AdminReply> {
  if (
    request.largestNotional === undefined &&
    request.largestLiveNotional === undefined &&
    request.showsTraders === undefined &&
    request.omsAnswers === undefined &&
    request.affiliateGroup === undefined &&
    request.requiredFactor === undefined
  )
    return adminRefusal('INVALID', 'No change is given.')
  const firm = await findFirm(admin, request.firm)
  if (!firm) return unknownFirm(request.firm)
  const reason = cleanReason(request.reason)
  if (!reason) return missingReason
  const group = request.affiliateGroup == null ? null : cleanName(request.affiliateGroup)
  if (request.affiliateGroup != null && group === null) return wrongGroup
  const outcome = await admin.db.transaction().execute(async (trx) => {
    // Locks the row on PostgreSQL, so that another operator's change of another setting is not undone.
    const row = await trx
      .updateTable('firm')
      .set((columns) => ({ name: columns.ref('name') }))
      .where('id', '=', firm.id)
      .returning([
        'largest_notional',
        'largest_live_notional',
        'shows_traders',
        'oms_answers',
        'affiliate_group',
        'required_factor',
      ])
      .executeTakeFirstOrThrow()
    const before: FirmSettings = {
      ...sizeLimitsShown(row),
      showsTraders: row.shows_traders === 1,
      omsAnswers: row.oms_answers === 1,
      affiliateGroup: row.affiliate_group,
      requiredFactor: requiredFactorIn(row.required_factor),
    }
    const after: FirmSettings = {
      showsTraders: request.showsTraders ?? before.showsTraders,
      omsAnswers: request.omsAnswers ?? before.omsAnswers,
      affiliateGroup: request.affiliateGroup === undefined ? before.affiliateGroup : group,
      requiredFactor: request.requiredFactor ?? before.requiredFactor,
      largestNotional:
        request.largestNotional === undefined ? before.largestNotional : request.largestNotional,
      largestLiveNotional:
        request.largestLiveNotional === undefined ? before.largestLiveNotional : request.largestLiveNotional,
    }
    const fault = sizeLimitsFault(after)
    if (fault) return adminRefusal('INVALID', fault, 'limit')
    const changed = !isDeepStrictEqual(before, after)
    if (changed) {
      await trx
        .updateTable('firm')
        .set({
          largest_notional: after.largestNotional === null ? null : toPrice(after.largestNotional),
          largest_live_notional:
            after.largestLiveNotional === null ? null : toPrice(after.largestLiveNotional),
          shows_traders: Number(after.showsTraders),
          oms_answers: Number(after.omsAnswers),
          affiliate_group: after.affiliateGroup,
          required_factor: after.requiredFactor,
        })
        .where('id', '=', firm.id)
        .execute()
      if (before.requiredFactor !== after.requiredFactor && after.requiredFactor === 'passkey')
        await introducePasskeys(trx, { firm_id: firm.id }, admin.now())
      const details = { before, after }
      await recordAdminEvent(trx, admin, { action: 'firmChanged', subject: firm.id, reason, details })
      await countReferenceChange(trx)
    }
    return { after, changed }
  })
  if ('refusal' in outcome) return outcome
  await admin.referenceChanged()
  return adminResult({ firm: firm.name, ...outcome.after, changed: outcome.changed })
}

interface FirmRequest {
  /** The institution, by its name. */
  readonly firm: string
  readonly reason: string
}

/**
 * Disables an institution at once: its users cannot sign in, their adverts are paused, and it may use no broker,
 * so that its open locates cannot become agreements. Repeating the command completes one that failed halfway.
 */
export async function disableFirm(admin: AdminContext, request: FirmRequest): Promise<AdminReply> {
  if (admin.running === 'elsewhere') return { refusal: serverOnOtherMachine }
  const outcome = await setActive(admin, request, false)
  if ('refusal' in outcome) return outcome
  const { firm, changed } = outcome
  // Disable the brokers first, so that no agreement arises while the users are signed out.
  await admin.referenceChanged()
  const people = await admin.db
    .selectFrom('person')
    .select(['id', 'role'])
    .where('firm_id', '=', firm.id)
    .execute()
  const left = await signOut(admin, people)
  if ('refusal' in left) return left
  return adminResult({ firm: firm.name, active: false, changed, sessionsEnded: left.ended })
}

/** Enables an institution again, with the brokers it had. */
export async function enableFirm(admin: AdminContext, request: FirmRequest): Promise<AdminReply> {
  const outcome = await setActive(admin, request, true)
  if ('refusal' in outcome) return outcome
  await admin.referenceChanged()
  return adminResult({ firm: outcome.firm.name, active: true, changed: outcome.changed })
}

/** Sets whether an institution is active, and cancels pending log-ins and reset links of its users. */
async function setActive(admin: AdminContext, request: FirmRequest, active: boolean) {
  const firm = await findFirm(admin, request.firm)
  if (!firm) return unknownFirm(request.firm)
  const reason = cleanReason(request.reason)
  if (!reason) return missingReason
  const changed = await admin.db.transaction().execute(async (trx) => {
    const people = await trx.selectFrom('person').select('id').where('firm_id', '=', firm.id).execute()
    const userIds = people.map(({ id }) => id)
    await deletePendingLogins(trx, userIds)
    if (!(await setRowActive(trx, 'firm', firm.id, active))) return false
    // A session opened while the institution was disabled must not become valid now.
    if (active) for (const id of userIds) await markSessionsEnded(trx, id, null, 'LOGGED_OUT', admin.now())
    const action = active ? 'firmEnabled' : 'firmDisabled'
    await recordAdminEvent(trx, admin, { action, subject: firm.id, reason })
    await countReferenceChange(trx)
    return true
  })
  return { firm, changed }
}
