import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { dateOfDay, startOfTradingDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Limits } from '@aitai/engine/model/limits.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { foldJournal } from '../../market/fold.ts'
import {
  type Activity,
  type FailureKind,
  type FirmActivity,
  failuresOf,
} from '../../market/surveillance/day-activity.ts'
import { readDayActivity } from '../../market/surveillance/journal-activity.ts'
import {
  failuresPerLocate,
  type ProbingSign,
  probingSigns,
  type UsedUpBudget,
  usedUpBudgets,
  type WatchedBudget,
} from '../../market/surveillance/probing-signs.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  missingReason,
} from '../admin-context.ts'
import { notifyOfSurveillance } from '../approvals/break-glass-mail.ts'
import { submitToJournal } from './journal-commands.ts'

interface SurveillanceRequest {
  /** The trading day, in days since 1970-01-01 in Tokyo; today if omitted. */
  readonly day?: number
  /** Stored permanently in the journal, with the operator. */
  readonly reason: string
}

/** The figures of an institution or a trader on the day (docs/operations/surveillance.md). */
export interface PrintedActivity {
  /** Locates that ended on the day. */
  readonly locates: number
  /** Those that were withdrawn without fault of a side. */
  readonly withdrawn: number
  readonly failures: Readonly<Record<FailureKind | 'total', number>>
  /** Rounded to two decimals; null without locates. */
  readonly failuresPerLocate: number | null
  readonly securitiesLocated: number
  /** By RIC, the most first. */
  readonly sizesTried: readonly { readonly security: string; readonly sizes: number }[]
  /** Adverts cancelled within a minute that were never located. */
  readonly quickCancels: number
}

/**
 * The RIC of the security, the e-mail of the trader or the name of the other institution; null for all securities. The
 * count is of failures or of withdrawn locates.
 */
export interface PrintedBudget {
  readonly budget: WatchedBudget
  readonly of: string | null
  readonly count: number
}

export type PrintedSign =
  | Exclude<ProbingSign, { sign: 'SIZES' | 'BUDGET' }>
  | { readonly sign: 'SIZES'; readonly security: string; readonly sizes: number }
  | ({ readonly sign: 'BUDGET' } & PrintedBudget)

export interface PrintedInstitution extends PrintedActivity {
  readonly institution: string
  /** Why it looks like probing; empty if it does not. */
  readonly signs: readonly PrintedSign[]
  readonly budgetsUsedUp: readonly PrintedBudget[]
  readonly traders: readonly ({ readonly trader: string } & PrintedActivity)[]
}

/** What the command prints as JSON. */
export interface SurveillanceReport {
  /** An ISO date in Tokyo. */
  readonly date: string
  readonly by: string
  readonly reason: string
  /** Those that look like probing first, then by failures; without those that did nothing. */
  readonly institutions: readonly PrintedInstitution[]
}

/**
 * Shows what each institution and trader did on one trading day, and which institutions look like probing
 * (docs/rules.md §21). The answer shows users' locates to staff, so the request and its reason are written to the
 * journal before anything is read (docs/rules.md §15), and the others of compliance are informed.
 */
export async function viewSurveillance(
  admin: AdminContext,
  request: SurveillanceRequest,
): Promise<AdminReply> {
  const { by } = admin
  const reason = cleanReason(request.reason)
  const today = tradingDay(admin.now())
  const day = request.day ?? today
  if (!reason) return missingReason
  if (day > today) return adminRefusal('INVALID', 'That day is in the future.', 'day')

  const date = dateOfDay(day)
  const refusal = await submitToJournal(admin, { type: 'viewSurveillance', date, by, reason })
  if (refusal) return { refusal }
  // After the journal, which the mail refers to, and before anything is read.
  await admin.db.transaction().execute((trx) => notifyOfSurveillance(trx, admin))

  const { db } = admin
  const { state } = await foldJournal(db, startOfTradingDay(day + 1) - 1)
  const activity = await readDayActivity(db, day)
  const names = await readNames(db)
  const institutions = [...activity]
    .map(([id, firm]) => printed(id, firm, state.limits, names))
    .sort(byConcern)
  return adminResult({ date, by, reason, institutions } satisfies SurveillanceReport)
}

type NameOf = (id: string) => string

/** The names of institutions, users (e-mail) and securities (RIC), all by id. */
async function readNames(db: Kysely<Database>): Promise<NameOf> {
  const firms = await db.selectFrom('firm').select(['id', 'name']).execute()
  const people = await db.selectFrom('person').select(['id', 'email as name']).execute()
  const equities = await db.selectFrom('equity').select(['id', 'ric as name']).execute()
  const names = new Map([...firms, ...people, ...equities].map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? id
}

function printed(id: string, firm: FirmActivity, limits: Limits, nameOf: NameOf): PrintedInstitution {
  const traders = [...firm.traders].map(([traderId, trader]) => ({
    trader: nameOf(traderId),
    ...printedActivity(trader, nameOf),
  }))
  return {
    institution: nameOf(id),
    signs: probingSigns(firm, limits).map((sign) => printedSign(sign, nameOf)),
    ...printedActivity(firm, nameOf),
    budgetsUsedUp: usedUpBudgets(firm, limits).map((used) => printedBudget(used, nameOf)),
    traders: traders.sort((a, b) => b.failures.total - a.failures.total || compare(a.trader, b.trader)),
  }
}

function printedActivity(activity: Activity, nameOf: NameOf): PrintedActivity {
  const share = failuresPerLocate(activity)
  const sizes = [...activity.sizes].map(([id, count]) => ({ security: nameOf(id), sizes: count }))
  return {
    locates: activity.locates,
    withdrawn: activity.withdrawn,
    failures: { total: failuresOf(activity), ...activity.failures },
    failuresPerLocate: share === null ? null : Math.round(share * 100) / 100,
    securitiesLocated: activity.securities.size,
    sizesTried: sizes.sort((a, b) => b.sizes - a.sizes || compare(a.security, b.security)),
    quickCancels: activity.quickCancels,
  }
}

function printedSign(sign: ProbingSign, nameOf: NameOf): PrintedSign {
  if (sign.sign === 'SIZES') return { sign: 'SIZES', security: nameOf(sign.securityId), sizes: sign.sizes }
  if (sign.sign !== 'BUDGET') return sign
  return { sign: 'BUDGET', ...printedBudget(sign, nameOf) }
}

const printedBudget = ({ budget, id, count }: UsedUpBudget, nameOf: NameOf): PrintedBudget => ({
  budget,
  of: id === null ? null : nameOf(id),
  count,
})

const byConcern = (a: PrintedInstitution, b: PrintedInstitution): number =>
  Number(b.signs.length > 0) - Number(a.signs.length > 0) ||
  b.failures.total - a.failures.total ||
  compare(a.institution, b.institution)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
