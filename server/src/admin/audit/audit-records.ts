import type { Command } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import type { Kysely } from 'kysely'
import type { AuditTable, Database, JournalTable, NotificationTable } from '../../database/schema.ts'
import { eventsOf } from '../../market/fold.ts'
import { firstEntrySince, journalRowsAfter } from '../../market/journal-chain.ts'
import { type ActorAffiliations, affiliationOf } from './audit-actors.ts'
import { redactAuditJson, redactAuditText, redactAuditValue } from './audit-redaction.ts'
import type { RelatedIds } from './audit-subject.ts'
import { auditEventsAfter } from './audit-trail.ts'

/** A half-open interval [from, to), in milliseconds UTC. */
export interface Period {
  readonly from: number
  readonly to: number
}

/** One record of an export. */
export interface AuditRecord {
  /** A market command, one of its events, one of its notifications, or an audit event outside the market. */
  readonly kind: 'command' | 'event' | 'notification' | 'auditEvent'
  /** The entry's number in the journal, or in the audit trail for an audit event. */
  readonly seq: number
  /** The position among the entry's records of the same kind, from 1. */
  readonly part: number
  /** Milliseconds UTC. */
  readonly at: number
  readonly action: string
  /** A user's id, `staff:NAME` or `system`. */
  readonly actor: string
  readonly actorRole: string
  readonly actorFirm: string
  /** The object of the action, or the receiver of a notification. */
  readonly subject: string
  readonly subjectRole: string
  readonly subjectFirm: string
  readonly outcome: string
  readonly reason: string
  /** JSON, without secrets. */
  readonly details: string
  /** The entry's hash in its chain. */
  readonly hash: string
}

/**
 * All records of a period in a deterministic order: journal entries in sequence, each command followed by its
 * events and then its notifications by receiver; an audit event comes before the first later journal entry. With
 * `related`, only those that name one of its ids, and the commands that caused such events.
 */
export async function* auditRecordsOf(
  db: Kysely<Database>,
  period: Period,
  people: ActorAffiliations,
  related: RelatedIds | null = null,
): AsyncGenerator<AuditRecord> {
  const nextAuditEvent = nextOrNull(auditEventsOf(db, period))
  const notificationsOf = notificationsBySeq(db)
  const isWanted = (row: AuditTable): boolean =>
    !related ||
    related.has(row.actor) ||
    related.has(row.subject) ||
    related.areIn(JSON.parse(row.details) as Record<string, unknown>)
  let auditEvent = await nextAuditEvent()
  // What belongs to the subject may have begun before the period.
  for await (const row of journalOf(db, related ? { ...period, from: 0 } : period)) {
    const entry = parsedEntry(row, related)
    if (row.at < period.from) continue
    for (; auditEvent && auditEvent.at < row.at; auditEvent = await nextAuditEvent())
      if (isWanted(auditEvent)) yield auditEventRecord(auditEvent, people)
    yield* entryRecords(entry, people, related)
    for (const [index, notification] of (await notificationsOf(row.seq)).entries())
      if (!related || isAbout(related, notification))
        yield notificationRecord(notification, index + 1, row.hash, period.to, people)
  }
  for (; auditEvent; auditEvent = await nextAuditEvent())
    if (isWanted(auditEvent)) yield auditEventRecord(auditEvent, people)
}

const isAbout = (related: RelatedIds, { user_id, body }: NotificationTable): boolean =>
  related.has(user_id) || related.areIn(JSON.parse(body) as Record<string, unknown>)

interface ParsedEntry {
  readonly row: JournalTable
  readonly command: Command
  /** Without secrets. */
  readonly events: readonly Event[]
}

function parsedEntry(row: JournalTable, related: RelatedIds | null): ParsedEntry {
  const events = eventsOf({ events: redactAuditJson(row.events) })
  for (const event of events) related?.learn(event)
  return { row, command: JSON.parse(row.command) as Command, events }
}

/** Returns a function that returns the generator's next value, or null at its end. */
function nextOrNull<T>(source: AsyncGenerator<T>): () => Promise<T | null> {
  return async () => {
    const next = await source.next()
    return next.done ? null : next.value
  }
}

async function* journalOf(db: Kysely<Database>, { from, to }: Period): AsyncGenerator<JournalTable> {
  for await (const row of journalRowsAfter(db, (await firstEntrySince(db, from)) - 1)) {
    if (row.at >= to) return
    yield row
  }
}

/** The audit events of a period in sequence. Their times may decrease a little, so all rows are examined. */
async function* auditEventsOf(db: Kysely<Database>, { from, to }: Period): AsyncGenerator<AuditTable> {
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

/** Journal entries whose notifications are read at once. */
const window = 500

/** Returns a function for the notifications of an entry, by receiver. Call it in ascending order: it reads ahead. */
function notificationsBySeq(db: Kysely<Database>): (seq: number) => Promise<readonly NotificationTable[]> {
  let read = new Map<number, NotificationTable[]>()
  let readTo = 0
  return async (seq) => {
    if (seq > readTo) {
      readTo = seq + window - 1
      const ahead = db
        .selectFrom('notification')
        .selectAll()
        .where('seq', '>=', seq)
        .where('seq', '<=', readTo)
      const rows = await ahead.orderBy('seq').orderBy('user_id').orderBy('number').execute()
      read = Map.groupBy(rows, (row) => row.seq)
    }
    return read.get(seq) ?? []
  }
}

function* entryRecords(
  { row, command, events }: ParsedEntry,
  people: ActorAffiliations,
  related: RelatedIds | null,
): Generator<AuditRecord> {
  const isWanted = (about: Command | Event): boolean => !related || related.areIn(about)
  if (!isWanted(command) && !events.some(isWanted)) return
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
    ...subjectFields(subjectOf(command), people),
  }
  for (const [index, event] of events.entries())
    if (isWanted(event))
      yield {
        ...whole,
        kind: 'event',
        part: index + 1,
        action: event.type,
        outcome: '',
        reason: '',
        details: JSON.stringify(event),
        ...subjectFields(subjectOf(event), people),
      }
}

/** The acknowledgement counts only if it came before the end of the period. */
function notificationRecord(
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
    kind: 'notification',
    seq: row.seq,
    part,
    at: row.at,
    action: row.message,
    ...actedBy('system', people),
    ...subjectFields(row.user_id, people),
    outcome: isAcked ? 'ACKNOWLEDGED' : 'NOT_ACKNOWLEDGED',
    reason: '',
    hash,
    details: JSON.stringify({ ackedAt, ...(redactAuditValue(body) as object) }),
  }
}

const auditEventRecord = (row: AuditTable, people: ActorAffiliations): AuditRecord => ({
  kind: 'auditEvent',
  seq: row.seq,
  part: 1,
  at: row.at,
  action: row.action,
  ...actedBy(row.actor, people),
  ...subjectFields(row.subject, people),
  outcome: row.outcome,
  reason: redactAuditText(row.reason),
  details: redactAuditJson(row.details),
  hash: row.hash,
})

function actedBy(actor: string, people: ActorAffiliations) {
  const { role, firm } = affiliationOf(people, actor)
  return { actor: redactAuditText(actor), actorRole: role, actorFirm: firm }
}

function subjectFields(subject: string, people: ActorAffiliations) {
  const { role, firm } = affiliationOf(people, subject)
  return { subject: redactAuditText(subject), subjectRole: role, subjectFirm: firm }
}

/** The issuer of a command: a trader, a broker's user, an operator, or 'system' for the clock. */
function actorOf(command: Command): string {
  if ('traderId' in command) return command.traderId
  if ('brokerUserId' in command) return command.brokerUserId
  return 'by' in command ? `staff:${command.by}` : 'system'
}

/** The fields that name the subject of a command or event, in order of precedence. */
const subjectIdFields = ['advertId', 'locateId', 'agreementId', 'securityId', 'traderId'] as const

function subjectOf(about: object): string {
  if ('advertIds' in about) return (about.advertIds as readonly string[]).join(' ')
  const name = subjectIdFields.find((field) => field in about)
  return name === undefined ? '' : String((about as Record<string, unknown>)[name])
}
