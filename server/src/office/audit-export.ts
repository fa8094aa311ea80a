import { fileFault, type Written, writeNewFile } from './audit-file.ts'
import { type AuditFormat, forms } from './audit-format.ts'
import { peopleOf } from './audit-people.ts'
import { type AuditRecord, type Period, recordsOf } from './audit-records.ts'
import { cleanReason, done, noReason, type Office, type OfficeAnswer, recordDeed, refused } from './office.ts'

export interface ExportAsked extends Period {
  readonly reason: string
  readonly format: AuditFormat
  /** The whole path of the file to be made, on this machine. */
  readonly file: string
}

/** What the command prints as JSON. */
export interface AuditExported extends Written {
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
export async function exportAudit(office: Office, asked: ExportAsked): Promise<OfficeAnswer> {
  const { from, format, file } = asked
  const reason = cleanReason(asked.reason)
  if (!reason) return noReason
  const now = office.now()
  const final = asked.to + settledMs <= now
  const to = Math.min(asked.to, now)
  if (from >= to) return refused('INVALID', 'The period must begin before it ends, and before now.')
  const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  const about = { ...period, format }
  await office.db
    .transaction()
    .execute((trx) => recordDeed(trx, office, { action: 'auditExportAsked', reason, details: about }))

  // What was decided before this moment and is being written now belongs to the period.
  const { running } = office
  if (running !== null && running !== 'elsewhere') await running.matchmaking.read(() => null)
  const records = { command: 0, event: 0, notice: 0, deed: 0, total: 0 }
  try {
    const written = await writeNewFile(file, linesOf(office, { from, to }, format, records))
    const details = { ...about, ...written, records: records.total }
    await office.db
      .transaction()
      .execute((trx) => recordDeed(trx, office, { action: 'auditExportWritten', reason, details }))
    return done({ file, format, ...period, final, records, ...written } satisfies AuditExported)
  } catch (error) {
    const fault = fileFault(file, error)
    if (fault === null) throw error
    return refused('FILE', fault)
  }
}

async function* linesOf(
  { db }: Office,
  period: Period,
  format: AuditFormat,
  counts: Record<AuditRecord['kind'] | 'total', number>,
): AsyncGenerator<string> {
  const form = forms[format]
  yield form.head
  for await (const record of recordsOf(db, period, await peopleOf(db))) {
    counts[record.kind] += 1
    counts.total += 1
    yield form.line(record)
  }
}
