import { writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import type { Kysely, Transaction } from 'kysely'
import type { AuditTable, Database } from '../../database/schema.ts'
import {
  type AdminContext,
  type AdminRefusal,
  type AdminReply,
  adminRefusal,
  adminResult,
  recordAdminEvent,
} from '../admin-context.ts'
import { findBroker, findFirm } from '../brokers.ts'
import { findUser, unknownUser } from '../users/users.ts'
import type { Period } from './audit-records.ts'
import { redactAuditJson, redactAuditText } from './audit-redaction.ts'

interface AuditSearchRequest extends Period {
  readonly action?: string
  /** The e-mail or the id of a user, a name of the command line, or `system`. */
  readonly actor?: string
  /** The e-mail or the id of a user, an institution, a broker, or another id. */
  readonly subject?: string
  /** Only events with a lower number: the next page. */
  readonly before?: number
}

/** Who acted, or what was affected. */
interface PrintedParty {
  /** As stored. */
  readonly id: string
  /** Of a user, an institution or a broker; null for anything else. */
  readonly name: string | null
  /** The institution or broker of a user. */
  readonly firm: string | null
}

export interface PrintedAuditEvent {
  readonly seq: number
  readonly at: string
  readonly action: string
  readonly actor: PrintedParty
  readonly subject: PrintedParty
  readonly outcome: string
  readonly reason: string
  readonly details: unknown
  readonly hash: string
}

/** What the command prints as JSON. */
export interface AuditSearchResult {
  /** The newest first. */
  readonly events: readonly PrintedAuditEvent[]
  /** Where the next page begins (`before`); null if there is none. It may be the only thing that a page has. */
  readonly older: number | null
}

const pageLength = 100
const chunkLength = 1_000
/** Rows that one search examines. A rare event of a long period takes several, so that the others need not wait. */
const mostExamined = 20_000

/**
 * Finds audit events of a period: what was done outside the market, by whom and to whom. It shows no IOI and nobody who
 * met whom, for these are in the journal. The audit trail records who has searched for what.
 */
export async function searchAudit(admin: AdminContext, request: AuditSearchRequest): Promise<AdminReply> {
  const { from, to, action, before } = request
  if (from >= to) return adminRefusal('INVALID', 'The period must begin before it ends.', 'to')
  if (action !== undefined && !/^[A-Za-z]{1,60}$/.test(action))
    return adminRefusal('INVALID', 'An action is a word such as userDisabled.', 'action')
  const actor = await actorIds(admin, request.actor)
  if (actor && 'refusal' in actor) return actor
  const subject = await subjectIds(admin, request.subject)
  if (subject && 'refusal' in subject) return subject
  const isWanted = (row: AuditTable): boolean =>
    row.at >= from &&
    row.at < to &&
    (action === undefined || row.action === action) &&
    (actor === null || actor.ids.includes(row.actor)) &&
    (subject === null || subject.ids.includes(row.subject))
  const found = await newestWanted(admin.db, request, isWanted)
  const period = { from: isoTime(from), to: isoTime(to) }
  const searched = {
    ...period,
    ...(action === undefined ? {} : { action }),
    ...(actor === null ? {} : { actor: actor.ids[0] }),
    ...(subject === null ? {} : { subject: subject.ids[0] }),
    ...(before === undefined ? {} : { before }),
  }
  // Before anything is shown.
  await admin.db
    .transaction()
    .execute((trx) => recordAdminEvent(trx, admin, { action: 'auditSearched', details: searched }))
  const nameOf = await namesIn(admin.db, found.rows)
  const events = found.rows.map(
    (row): PrintedAuditEvent => ({
      seq: row.seq,
      at: isoTime(row.at),
      action: row.action,
      actor: nameOf(row.actor),
      subject: nameOf(row.subject),
      outcome: row.outcome,
      reason: redactAuditText(row.reason),
      details: JSON.parse(redactAuditJson(row.details)) as unknown,
      hash: row.hash,
    }),
  )
  return adminResult({ events, older: found.older } satisfies AuditSearchResult)
}

type Db = Kysely<Database> | Transaction<Database>

/** A page of the wanted rows, the newest first. Reads in chunks, because a search must not hold up a running server. */
async function newestWanted(
  db: Db,
  { from, to, before = Number.MAX_SAFE_INTEGER }: AuditSearchRequest,
  isWanted: (row: AuditTable) => boolean,
): Promise<{ readonly rows: readonly AuditTable[]; readonly older: number | null }> {
  // Their times may decrease a little, so a row between these two may still be of another time.
  const { first, last } = await db
    .selectFrom('audit')
    .select(({ fn }) => [fn.min('seq').as('first'), fn.max('seq').as('last')])
    .where('at', '>=', from)
    .where('at', '<', to)
    .executeTakeFirstOrThrow()
  if (first === null || last === null) return { rows: [], older: null }
  const rows: AuditTable[] = []
  let next = Math.min(before, Number(last) + 1)
  for (let examined = 0; examined < mostExamined; examined += chunkLength) {
    const chunk = await db
      .selectFrom('audit')
      .selectAll()
      .where('seq', '<', next)
      .where('seq', '>=', Number(first))
      .orderBy('seq', 'desc')
      .limit(chunkLength)
      .execute()
    for (const row of chunk) {
      if (isWanted(row)) rows.push(row)
      next = row.seq
      if (rows.length === pageLength) return { rows, older: next > Number(first) ? next : null }
    }
    if (chunk.length < chunkLength) return { rows, older: null }
  }
  return { rows, older: next }
}

interface Ids {
  /** The first is what the audit trail names. */
  readonly ids: readonly string[]
}

/** How the trail may name somebody who acted: by id, as staff on the console, or by a name of the command line. */
async function actorIds(
  admin: AdminContext,
  named: string | undefined,
): Promise<Ids | { readonly refusal: AdminRefusal } | null> {
  if (named === undefined) return null
  const user = await findUser(admin, named)
  if (user) return { ids: [user.id, `staff:${user.id}`] }
  if (named.includes('@')) return unknownUser(named)
  const name = named.trim().replace(/^staff:/, '')
  return { ids: [name, `staff:${name}`] }
}

async function subjectIds(
  admin: AdminContext,
  named: string | undefined,
): Promise<Ids | { readonly refusal: AdminRefusal } | null> {
  if (named === undefined) return null
  const found =
    (await findUser(admin, named)) ?? (await findFirm(admin, named)) ?? (await findBroker(admin, named))
  if (found) return { ids: [found.id] }
  return named.includes('@') ? unknownUser(named) : { ids: [named.trim()] }
}

/** Returns the names of what the rows name. Users who were erased have none any more. */
async function namesIn(db: Db, rows: readonly AuditTable[]): Promise<(stored: string) => PrintedParty> {
  const ids = [...new Set(rows.flatMap(({ actor, subject }) => [bare(actor), subject]))].filter(Boolean)
  if (ids.length === 0) return (stored) => ({ id: stored, name: null, firm: null })
  const people = await db
    .selectFrom('person')
    .leftJoin('firm', 'firm.id', 'person.firm_id')
    .leftJoin('broker', 'broker.id', 'person.broker_id')
    .select(['person.id', 'first_name', 'last_name', 'firm.name as firm', 'broker.name as broker'])
    .where('person.id', 'in', ids)
    .execute()
  const firms = await db.selectFrom('firm').select(['id', 'name']).where('id', 'in', ids).execute()
  const brokers = await db.selectFrom('broker').select(['id', 'name']).where('id', 'in', ids).execute()
  const named = new Map<string, Omit<PrintedParty, 'id'>>([
    ...[...firms, ...brokers].map(({ id, name }) => [id, { name, firm: null }] as const),
    ...people.map(
      ({ id, first_name, last_name, firm, broker }) =>
        [
          id,
          { name: writtenName({ firstName: first_name, lastName: last_name }) || null, firm: firm ?? broker },
        ] as const,
    ),
  ])
  return (stored) => ({
    id: redactAuditText(stored),
    ...(named.get(bare(stored)) ?? { name: null, firm: null }),
  })
}

const bare = (actor: string): string => actor.replace(/^staff:/, '')
