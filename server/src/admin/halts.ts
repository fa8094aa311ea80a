import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { isHalted } from '@aitai/engine/market/halts.ts'
import type { HaltKind, HaltTarget } from '@aitai/engine/model/state.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import {
  type AdminContext,
  type AdminRefusal,
  type AdminReply,
  adminRefusal,
  adminResult,
  missingReason,
} from './admin-context.ts'
import { findFirm, unknownFirm } from './brokers.ts'
import { readMarketState, submitToJournal } from './journal/journal-commands.ts'
import { userNames } from './users/user-names.ts'

/** An institution by its name, or a security by its RIC: exactly one of them. */
interface NamedTarget {
  readonly firm?: string
  readonly security?: string
}

interface WithReason {
  readonly reason: string
}

/** What halting and resuming print as JSON. */
export interface HaltResult {
  readonly what: HaltKind
  /** Of the institution or the security; null for the platform. */
  readonly name: string | null
  readonly halted: boolean
  /** False if it was so already. */
  readonly changed: boolean
  readonly by: string
  readonly reason: string
}

/** A halt as it is listed. */
export interface PrintedHalt {
  readonly what: HaltKind
  readonly name: string | null
  /** An ISO time. */
  readonly since: string
  /** The name of a signed-in user, or the one that was given at the command line. */
  readonly by: string
  /** Whether that is a user: a name at the command line is what somebody typed. */
  readonly isUser: boolean
  readonly reason: string
}

/** The target of a halt, with its display name. */
interface DisplayedTarget {
  readonly target: HaltTarget
  readonly name: string | null
}

export const openPlatform = (admin: AdminContext, { reason }: WithReason): Promise<AdminReply> =>
  setHalted(admin, { target: { kind: 'PLATFORM' }, name: null }, false, reason)

export const closePlatform = (admin: AdminContext, { reason }: WithReason): Promise<AdminReply> =>
  setHalted(admin, { target: { kind: 'PLATFORM' }, name: null }, true, reason)

export const haltTarget = (admin: AdminContext, request: NamedTarget & WithReason): Promise<AdminReply> =>
  setTargetHalted(admin, request, true)

export const resumeTarget = (admin: AdminContext, request: NamedTarget & WithReason): Promise<AdminReply> =>
  setTargetHalted(admin, request, false)

async function setTargetHalted(
  admin: AdminContext,
  request: NamedTarget & WithReason,
  halted: boolean,
): Promise<AdminReply> {
  const { firm, security, reason } = request
  if ((firm === undefined) === (security === undefined))
    return adminRefusal('INVALID', 'Name one institution or one security.')
  const target =
    firm === undefined ? await securityNamed(admin, security ?? '') : await firmNamed(admin, firm)
  return 'refusal' in target ? target : await setHalted(admin, target, halted, reason)
}

async function firmNamed(
  admin: AdminContext,
  name: string,
): Promise<DisplayedTarget | { refusal: AdminRefusal }> {
  const firm = await findFirm(admin, name)
  if (!firm) return unknownFirm(name)
  return { target: { kind: 'FIRM', firmId: firm.id }, name: firm.name }
}

/** Includes securities that are no longer listed, in which adverts may still exist. */
export async function securityNamed(
  { db }: AdminContext,
  given: string,
): Promise<DisplayedTarget | { refusal: AdminRefusal }> {
  const ric = given.normalize('NFKC').trim().toUpperCase()
  const equities = await db.selectFrom('equity').select(['id', 'ric']).execute()
  const equity = equities.find((each) => each.ric.toUpperCase() === ric)
  if (!equity) return adminRefusal('SECURITY_UNKNOWN', `There is no security ${given}.`)
  return { target: { kind: 'SECURITY', securityId: equity.id }, name: equity.ric }
}

/**
 * Halts or resumes through the journal, with operator and reason. Takes effect with the next command and
 * survives a restart. If it is so already, nothing is written and `changed` is false.
 */
async function setHalted(
  admin: AdminContext,
  { target, name }: DisplayedTarget,
  halted: boolean,
  given: string,
): Promise<AdminReply> {
  const reason = cleanReason(given)
  if (!reason) return missingReason
  const { by } = admin
  const changed = (await readMarketState(admin, (state) => isHalted(state, target))) !== halted
  const refusal = await submitToJournal(admin, { type: 'changeHalt', target, halted, by, reason })
  if (refusal) return { refusal }
  return adminResult({ what: target.kind, name, halted, changed, by, reason } satisfies HaltResult)
}

/** The current halts, the newest first. Times in ISO. */
export async function listHalts(admin: AdminContext): Promise<AdminReply> {
  const halted = await readMarketState(admin, ({ halts }): HaltTarget[] => [
    ...(halts.platform ? [{ kind: 'PLATFORM' } as const] : []),
    ...[...halts.firms].map((firmId) => ({ kind: 'FIRM', firmId }) as const),
    ...[...halts.securities].map((securityId) => ({ kind: 'SECURITY', securityId }) as const),
  ])
  const names = await namesIn(admin.db)
  const changes = await newestHaltChanges(admin.db, halted)
  const users = await userNames(
    admin.db,
    changes.map(({ by }) => by),
  )
  return adminResult(
    changes.map(
      ({ target, at, by, reason }): PrintedHalt => ({
        what: target.kind,
        name: names.get(keyOf(target)) ?? null,
        since: isoTime(at),
        by: users.get(by) ?? by,
        isUser: users.has(by),
        reason,
      }),
    ),
  )
}

const keyOf = (target: HaltTarget): string => {
  switch (target.kind) {
    case 'PLATFORM':
      return 'PLATFORM'
    case 'FIRM':
      return `FIRM ${target.firmId}`
    case 'SECURITY':
      return `SECURITY ${target.securityId}`
  }
}

async function namesIn(db: Kysely<Database>): Promise<ReadonlyMap<string, string>> {
  const firms = await db.selectFrom('firm').select(['id', 'name']).execute()
  const equities = await db.selectFrom('equity').select(['id', 'ric']).execute()
  return new Map([
    ...firms.map(({ id, name }) => [keyOf({ kind: 'FIRM', firmId: id }), name] as const),
    ...equities.map(({ id, ric }) => [keyOf({ kind: 'SECURITY', securityId: id }), ric] as const),
  ])
}

interface HaltChange {
  readonly target: HaltTarget
  readonly at: number
  readonly by: string
  readonly reason: string
}

const pageSize = 100
/** Matches only such commands: quotes inside a JSON value are escaped. */
const haltChangePattern = '%"type":"changeHalt"%'

/** The newest change of the halt of each target. Reads backwards, since a halt is seldom old. */
async function newestHaltChanges(
  db: Kysely<Database>,
  halted: readonly HaltTarget[],
): Promise<readonly HaltChange[]> {
  const wanted = new Set(halted.map(keyOf))
  const found: HaltChange[] = []
  let before = Number.MAX_SAFE_INTEGER
  while (wanted.size > 0) {
    const rows = await db
      .selectFrom('journal')
      .select(['seq', 'at', 'command'])
      .where('command', 'like', haltChangePattern)
      .where('seq', '<', before)
      .orderBy('seq', 'desc')
      .limit(pageSize)
      .execute()
    for (const { seq, at, command } of rows) {
      before = seq
      const { target, by, reason } = JSON.parse(command) as HaltChange
      if (wanted.delete(keyOf(target))) found.push({ target, at, by, reason })
    }
    if (rows.length === 0) throw new Error('the journal has no command for a current halt')
  }
  return found
}
