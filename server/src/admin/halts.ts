import { isHalted } from '@aitai/engine/market/halts.ts'
import type { Switch } from '@aitai/engine/state/state.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import {
  type AdminContext,
  type AdminRefusal,
  type AdminReply,
  adminRefusal,
  adminResult,
  cleanReason,
  missingReason,
} from './admin-context.ts'
import { findFirm } from './brokers.ts'
import { readMarketState, submitToJournal } from './journal/journal-commands.ts'

/** An institution by its name, or a security by its RIC: exactly one of them. */
export interface HaltTarget {
  readonly firm?: string
  readonly security?: string
}

interface Why {
  readonly reason: string
}

/** A switch, and how people call what it halts. */
interface Named {
  readonly which: Switch
  readonly name: string | null
}

export const openPlatform = (office: AdminContext, { reason }: Why): Promise<AdminReply> =>
  turned(office, { which: { kind: 'PLATFORM' }, name: null }, false, reason)

export const closePlatform = (office: AdminContext, { reason }: Why): Promise<AdminReply> =>
  turned(office, { which: { kind: 'PLATFORM' }, name: null }, true, reason)

export const haltTarget = (office: AdminContext, asked: HaltTarget & Why): Promise<AdminReply> =>
  turnedFor(office, asked, true)

export const resumeTarget = (office: AdminContext, asked: HaltTarget & Why): Promise<AdminReply> =>
  turnedFor(office, asked, false)

async function turnedFor(
  office: AdminContext,
  asked: HaltTarget & Why,
  halted: boolean,
): Promise<AdminReply> {
  const { firm, security, reason } = asked
  if ((firm === undefined) === (security === undefined))
    return adminRefusal('INVALID', 'Name one institution or one security.')
  const named =
    firm === undefined ? await securityNamed(office, security ?? '') : await firmNamed(office, firm)
  return 'refusal' in named ? named : await turned(office, named, halted, reason)
}

async function firmNamed(office: AdminContext, name: string): Promise<Named | { refusal: AdminRefusal }> {
  const firm = await findFirm(office, name)
  if (!firm) return adminRefusal('FIRM_UNKNOWN', `There is no institution named ${name}.`)
  return { which: { kind: 'FIRM', firmId: firm.id }, name: firm.name }
}

/** Also one that is no longer listed: adverts in it may still be there. */
async function securityNamed(
  { db }: AdminContext,
  given: string,
): Promise<Named | { refusal: AdminRefusal }> {
  const ric = given.normalize('NFKC').trim().toUpperCase()
  const equities = await db.selectFrom('equity').select(['id', 'ric']).execute()
  const equity = equities.find((each) => each.ric.toUpperCase() === ric)
  if (!equity) return adminRefusal('SECURITY_UNKNOWN', `There is no security ${given}.`)
  return { which: { kind: 'SECURITY', securityId: equity.id }, name: equity.ric }
}

/**
 * Turns a switch through the journal, with who and why (decision 14). It holds from the next command on, for
 * everybody, and after a restart. Turned that way already, nothing is written and `changed` is false.
 */
async function turned(
  office: AdminContext,
  { which, name }: Named,
  halted: boolean,
  given: string,
): Promise<AdminReply> {
  const reason = cleanReason(given)
  if (!reason) return missingReason
  const { by } = office
  const changed = (await readMarketState(office, (state) => isHalted(state, which))) !== halted
  const refusal = await submitToJournal(office, { type: 'turnSwitch', switch: which, halted, by, reason })
  return refusal ? { refusal } : adminResult({ what: which.kind, name, halted, changed, by, reason })
}

/** What is halted now, the newest first. Times in ISO. */
export async function listHalts(office: AdminContext): Promise<AdminReply> {
  const halted = await readMarketState(office, ({ halts }): Switch[] => [
    ...(halts.platform ? [{ kind: 'PLATFORM' } as const] : []),
    ...[...halts.firms].map((firmId) => ({ kind: 'FIRM', firmId }) as const),
    ...[...halts.securities].map((securityId) => ({ kind: 'SECURITY', securityId }) as const),
  ])
  const names = await namesIn(office.db)
  const turns = await turnsOf(office.db, halted)
  return adminResult(
    turns.map(({ which, at, by, reason }) => ({
      what: which.kind,
      name: names.get(keyOf(which)) ?? null,
      since: new Date(at).toISOString(),
      by,
      reason,
    })),
  )
}

const keyOf = (which: Switch): string => {
  switch (which.kind) {
    case 'PLATFORM':
      return 'PLATFORM'
    case 'FIRM':
      return `FIRM ${which.firmId}`
    case 'SECURITY':
      return `SECURITY ${which.securityId}`
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

interface Turn {
  readonly which: Switch
  readonly at: number
  readonly by: string
  readonly reason: string
}

const turnsAtOnce = 100
/** Stands so in the text of such a command alone: quotes inside a value are written with a backslash. */
const turnsOnly = '%"type":"turnSwitch"%'

/** The newest turn of each of these switches. Read backwards, since a halt is seldom old. */
async function turnsOf(db: Kysely<Database>, halted: readonly Switch[]): Promise<readonly Turn[]> {
  const wanted = new Set(halted.map(keyOf))
  const found: Turn[] = []
  let before = Number.MAX_SAFE_INTEGER
  while (wanted.size > 0) {
    const rows = await db
      .selectFrom('journal')
      .select(['seq', 'at', 'command'])
      .where('command', 'like', turnsOnly)
      .where('seq', '<', before)
      .orderBy('seq', 'desc')
      .limit(turnsAtOnce)
      .execute()
    for (const { seq, at, command } of rows) {
      before = seq
      const { switch: which, by, reason } = JSON.parse(command) as Omit<Turn, 'which'> & { switch: Switch }
      if (wanted.delete(keyOf(which))) found.push({ which, at, by, reason })
    }
    if (rows.length === 0) throw new Error('the journal does not say who halted what is halted')
  }
  return found
}
