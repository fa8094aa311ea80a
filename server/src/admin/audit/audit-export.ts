import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  cleanReason,
  missingReason,
  recordAdminEvent,
} from '../admin-context.ts'
import { fileFault, type WrittenFile, writeNewFile } from '../new-file.ts'
import { readAffiliations } from './audit-actors.ts'
import { type AuditFormat, auditFileFormats } from './audit-export-format.ts'
import { type AuditRecord, auditRecordsOf, type Period } from './audit-records.ts'

export interface AuditExportRequest extends Period {
  readonly reason: string
  readonly format: AuditFormat
  /** The whole path of the file to be made, on this machine. */
  readonly file: string
}

/** What the command prints as JSON. */
export interface AuditExportResult extends WrittenFile {
  readonly file: string
  readonly format: AuditFormat
  /** ISO times; the end is not included. */
  readonly from: string
  readonly to: string
  /**
   * Whether the period is over: then the same export gives the same bytes for ever. Else it ends at the
   * moment of asking, and more will come.
   */
  readonly final: boolean
  readonly records: Readonly<Record<AuditRecord['kind'] | 'total', number>>
}

/** How long a write can be on its way after its moment was taken: a query is given up after ten seconds. */
const settledMs = 15_000

/**
 * Writes everything of a period into a file: what was asked in the market, what came of it, who was told and
 * whether it was acknowledged, and every deed outside the market (quality R17). It shows staff the IOIs of
 * others, so who asks and why is in the audit trail before anything is read (rules 15); when it is done, what
 * was written is in the trail, too, so that a file can be held against it.
 */
export async function exportAudit(office: AdminContext, asked: AuditExportRequest): Promise<AdminReply> {
  const { from, format, file } = asked
  const reason = cleanReason(asked.reason)
  if (!reason) return missingReason
  const now = office.now()
  const final = asked.to + settledMs <= now
  const to = Math.min(asked.to, now)
  if (from >= to) return adminRefusal('INVALID', 'The period must begin before it ends, and before now.')
  const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  const about = { ...period, format }
  await office.db
    .transaction()
    .execute((trx) => recordAdminEvent(trx, office, { action: 'auditExportAsked', reason, details: about }))

  // What was decided before this moment and is being written now belongs to the period.
  const { running } = office
  if (running !== null && running !== 'elsewhere') await running.matchmaking.read(() => null)
  const records = { command: 0, event: 0, notice: 0, deed: 0, total: 0 }
  try {
    const written = await writeNewFile(file, linesOf(office, { from, to }, format, records))
    const details = { ...about, ...written, records: records.total }
    await office.db
      .transaction()
      .execute((trx) => recordAdminEvent(trx, office, { action: 'auditExportWritten', reason, details }))
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
  format: AuditFormat,
  counts: Record<AuditRecord['kind'] | 'total', number>,
): AsyncGenerator<string> {
  const form = auditFileFormats[format]
  yield form.head
  for await (const record of auditRecordsOf(db, period, await readAffiliations(db))) {
    counts[record.kind] += 1
    counts.total += 1
    yield form.line(record)
  }
}
