import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  missingReason,
  recordAdminEvent,
} from '../admin-context.ts'
import { fileFault, type WrittenFile, writeNewFile } from '../new-file.ts'
import { readAffiliations } from './audit-actors.ts'
import { type AuditFormat, auditFileFormats } from './audit-export-format.ts'
import { type AuditRecord, auditRecordsOf, type Period } from './audit-records.ts'
import { type AuditSubject, auditSubjectIds, RelatedIds } from './audit-subject.ts'

export interface AuditExportRequest extends Pick<Period, 'from'>, AuditSubject {
  /** Milliseconds UTC; now if omitted. */
  readonly to?: number
  readonly reason: string
  readonly format: AuditFormat
  /** The absolute path of the file to create, on this machine. */
  readonly file: string
}

/** What the command prints as JSON. */
export interface AuditExportResult extends WrittenFile {
  readonly file: string
  readonly format: AuditFormat
  /** ISO times; the end is exclusive. */
  readonly from: string
  readonly to: string
  /**
   * Whether the period is over, so that the same export always gives the same bytes. Otherwise the export ends
   * at the time of the request.
   */
  readonly final: boolean
  readonly records: Readonly<Record<AuditRecord['kind'] | 'total', number>>
}

/** How long after its timestamp a row may still be written: a query times out after ten seconds. */
const settledMs = 15_000

/**
 * Writes all records of a period to a file: market commands, their events, the notifications with their
 * acknowledgements, and the audit events outside the market. The export shows staff the IOIs of users, so the
 * request and its reason are recorded in the audit trail before anything is read (docs/rules.md §15). The digest
 * of the file is recorded afterwards, so that the file can be verified.
 */
export async function exportAudit(admin: AdminContext, request: AuditExportRequest): Promise<AdminReply> {
  const { from, format, file } = request
  const subject = await auditSubjectIds(admin, request)
  if ('refusal' in subject) return subject
  const reason = cleanReason(request.reason)
  if (!reason) return missingReason
  const now = admin.now()
  const final = request.to !== undefined && request.to + settledMs <= now
  const to = Math.min(request.to ?? now, now)
  if (from >= to)
    return adminRefusal('INVALID', 'The period must begin before it ends, and before now.', 'from')
  const period = { from: isoTime(from), to: isoTime(to) }
  const about = { ...period, format, ...subject.about }
  await admin.db
    .transaction()
    .execute((trx) =>
      recordAdminEvent(trx, admin, { action: 'auditExportRequested', reason, details: about }),
    )

  // Wait for commands that are being written: they belong to the period.
  const { running } = admin
  if (running !== null && running !== 'elsewhere') await running.market.read(() => null)
  const records = { command: 0, event: 0, notification: 0, auditEvent: 0, total: 0 }
  try {
    const write = admin.fileWriter ?? writeNewFile
    const written = await write(file, linesOf(admin, { from, to }, subject.ids, format, records))
    const details = { ...about, ...written, records: records.total }
    await admin.db
      .transaction()
      .execute((trx) => recordAdminEvent(trx, admin, { action: 'auditExportWritten', reason, details }))
    return adminResult({ file, format, ...period, final, records, ...written } satisfies AuditExportResult)
  } catch (error) {
    const fault = fileFault(file, error)
    if (fault === null) throw error
    return adminRefusal('FILE', fault)
  }
}

async function* linesOf(
  { db }: AdminContext,
  period: Period,
  ids: readonly string[] | null,
  format: AuditFormat,
  counts: Record<AuditRecord['kind'] | 'total', number>,
): AsyncGenerator<string> {
  const form = auditFileFormats[format]
  const related = ids === null ? null : new RelatedIds(ids)
  yield form.head
  for await (const record of auditRecordsOf(db, period, await readAffiliations(db), related)) {
    counts[record.kind] += 1
    counts.total += 1
    yield form.line(record)
  }
}
