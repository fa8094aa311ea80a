import type { Command } from '@aitai/engine/commands.ts'
import type { Kysely } from 'kysely'
import type { AuditTable, Database, JournalTable, NotificationTable } from '../../database/schema.ts'
import { eventsOf } from '../../market/fold.ts'
import { journalRowsAfter } from '../../market/journal-chain.ts'
import { type ActorAffiliations, affiliationOf } from './audit-actors.ts'
import { redactAuditJson, redactAuditText, redactAuditValue } from './audit-redaction.ts'
import { auditEventsAfter } from './audit-trail.ts'

/** From a moment to before another, in milliseconds UTC. */
export interface Period {
  readonly from: number
  readonly to: number
}

/** One line of an export, whatever it tells of. */
export interface AuditRecord {
  /** What was asked in the market, what happened of it, who was told; or a deed outside the market. */
  readonly kind: 'command' | 'event' | 'notice' | 'deed'
  /** The entry of the journal, or of the audit trail for a deed. */
  readonly seq: number
  /** Its place among the records of its kind of that entry, from 1. */
  readonly part: number
  /** Milliseconds UTC. */
  readonly at: number
  readonly action: string
  /** A user's id, `staff:NAME` or `system`, with what and where they are. */
  readonly actor: string
  readonly actorRole: string
  readonly actorFirm: string
  /** What it was done to, or who was told. */
  readonly subject: string
  readonly subjectRole: string
  readonly subjectFirm: string
  readonly outcome: string
  readonly reason: string
  /** JSON, without secrets. */
  readonly details: string
  /** The entry's in the chain. */
  readonly hash: string
}

/**
 * Everything of a period in one order: the journal's, each command with its events and then with the notices
 * that it caused, by receiver; a deed stands before the first entry of the journal that is later than it. The
 * same period gives the same records.
 */
export async function* auditRecordsOf(
  db: Kysely<Database>,
  period: Period,
  people: ActorAffiliations,
): AsyncGenerator<AuditRecord> {
  const deeds = ended(deedsOf(db, period))
  const noticesOf = noticesBySeq(db)
  let deed = await deeds()
  for await (const row of journalOf(db, period)) {
    for (; deed && deed.at < row.at; deed = await deeds()) yield deedRecord(deed, people)
    yield* entryRecords(row, people)
    for (const [place, notice] of (await noticesOf(row.seq)).entries())
      yield noticeRecord(notice, place + 1, row.hash, period.to, people)
  }
  for (; deed; deed = await deeds()) yield deedRecord(deed, people)
}

/** A sequence as a function that gives one after the other, and null at its end. */
function ended<T>(source: AsyncGenerator<T>): () => Promise<T | null> {
  return async () => {
    const next = await source.next()
    return next.done ? null : next.value
  }
}

async function* journalOf(db: Kysely<Database>, { from, to }: Period): AsyncGenerator<JournalTable> {
  for await (const row of journalRowsAfter(db, (await firstSince(db, from)) - 1)) {
    if (row.at >= to) return
    yield row
  }
}

/**
 * The first entry of the journal that is not before a moment. Its times never go back, so that halving finds
 * it.
 */
async function firstSince(db: Kysely<Database>, from: number): Promise<number> {
  const { last } = await db
    .selectFrom('journal')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  let [low, high] = [1, (last ?? 0) + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await db.selectFrom('journal').select('at').where('seq', '=', middle).executeTakeFirst()
    if (row && row.at < from) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The deeds of a period in the trail's order. Their times may go back a little, so that none ends the search.
 */
async function* deedsOf(db: Kysely<Database>, { from, to }: Period): AsyncGenerator<AuditTable> {
  const { first, last } = await db
    .selectFrom('audit')
    .select(({ fn }) => [fn.min('seq').as('first'), fn.max('seq').as('last')])
    .where('at', '>=', from)
    .where('at', '<', to)
    .executeTakeFirstOrThrow()
  if (first === null || last === null) return
  for await (const row of auditEventsAfter(db, first - 1)) {
    if (row.seq > last) return
    if (row.at >= from && row.at < to) yield row
  }
}

/** Entries whose notices are read at once. */
const window = 500

/** The notices of an entry, by receiver. To be asked in order: the entries ahead are read with it. */
function noticesBySeq(db: Kysely<Database>): (seq: number) => Promise<readonly NotificationTable[]> {
  let read = new Map<number, NotificationTable[]>()
  let readTo = 0
  return async (seq) => {
    if (seq > readTo) {
      readTo = seq + window - 1
      const ahead = db.selectFrom('notice').selectAll().where('seq', '>=', seq).where('seq', '<=', readTo)
      const rows = await ahead.orderBy('seq').orderBy('user_id').orderBy('number').execute()
      read = Map.groupBy(rows, (row) => row.seq)
    }
    return read.get(seq) ?? []
  }
}

function* entryRecords(row: JournalTable, people: ActorAffiliations): Generator<AuditRecord> {
  const command = JSON.parse(row.command) as Command
  const actor = actorOf(command)
  const whole = { seq: row.seq, at: row.at, hash: row.hash, ...actedBy(actor, people) }
  const reason = 'reason' in command && 'by' in command ? command.reason : ''
  yield {
    ...whole,
    kind: 'command',
    part: 1,
    action: command.type,
    outcome: 'DONE',
    reason: redactAuditText(reason),
    details: redactAuditJson(row.command),
    ...doneTo(subjectOf(command), people),
  }
  for (const [place, event] of eventsOf({ events: redactAuditJson(row.events) }).entries())
    yield {
      ...whole,
      kind: 'event',
      part: place + 1,
      action: event.type,
      outcome: '',
      reason: '',
      details: JSON.stringify(event),
      ...doneTo(subjectOf(event), people),
    }
}

/**
 * A notice says whether it was acknowledged at the end of the period: what came later belongs to a later one.
 */
function noticeRecord(
  row: NotificationTable,
  part: number,
  hash: string,
  to: number,
  people: ActorAffiliations,
): AuditRecord {
  const isAcked = row.ack === 1 && (row.acked_at ?? 0) < to
  const { ack, visible, ...body } = JSON.parse(row.body) as Record<string, unknown>
  const ackedAt = isAcked ? row.acked_at : null
  return {
    kind: 'notice',
    seq: row.seq,
    part,
    at: row.at,
    action: row.message,
    ...actedBy('system', people),
    ...doneTo(row.user_id, people),
    outcome: isAcked ? 'ACKNOWLEDGED' : 'NOT_ACKNOWLEDGED',
    reason: '',
    hash,
    details: JSON.stringify({ ackedAt, ...(redactAuditValue(body) as object) }),
  }
}

const deedRecord = (row: AuditTable, people: ActorAffiliations): AuditRecord => ({
  kind: 'deed',
  seq: row.seq,
  part: 1,
  at: row.at,
  action: row.action,
  ...actedBy(row.actor, people),
  ...doneTo(row.subject, people),
  outcome: row.outcome,
  reason: redactAuditText(row.reason),
  details: redactAuditJson(row.details),
  hash: row.hash,
})

function actedBy(actor: string, people: ActorAffiliations) {
  const { role, firm } = affiliationOf(people, actor)
  return { actor: redactAuditText(actor), actorRole: role, actorFirm: firm }
}

function doneTo(subject: string, people: ActorAffiliations) {
  const { role, firm } = affiliationOf(people, subject)
  return { subject: redactAuditText(subject), subjectRole: role, subjectFirm: firm }
}

/** Who asked: a trader, a broker's user, an operator, or nobody, where time went by. */
function actorOf(command: Command): string {
  if ('traderId' in command) return command.traderId
  if ('brokerUserId' in command) return command.brokerUserId
  return 'by' in command ? `staff:${command.by}` : 'system'
}

/** What it is about, from what a command or event names. */
const named = ['advertId', 'locateId', 'agreementId', 'securityId', 'traderId'] as const

function subjectOf(about: object): string {
  if ('advertIds' in about) return (about.advertIds as readonly string[]).join(' ')
  const name = named.find((each) => each in about)
  return name === undefined ? '' : String((about as Record<string, unknown>)[name])
}
