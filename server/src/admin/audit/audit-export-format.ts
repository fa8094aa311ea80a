import type { AuditRecord } from './audit-records.ts'

export type AuditFormat = 'csv' | 'json'

/** How a file of records is written: what it begins with, then each record. */
export interface AuditFileFormat {
  readonly head: string
  line(record: AuditRecord): string
}

const japanMs = 9 * 60 * 60_000

/** The same moment for people who compare with UTC and for those who compare with the exchange's day. */
const times = (at: number) => ({
  at: new Date(at).toISOString(),
  tokyo: new Date(at + japanMs).toISOString().replace('Z', '+09:00'),
})

const columns = [
  'kind',
  'seq',
  'part',
  'at',
  'tokyo',
  'action',
  'actor',
  'actorRole',
  'actorFirm',
  'subject',
  'subjectRole',
  'subjectFirm',
  'outcome',
  'reason',
  'details',
  'hash',
] as const

const byteOrderMark = '\uFEFF'

/**
 * What a spreadsheet would take for a formula, also in full width, as an input method of Japan writes it
 * (quality 2.5). Numbers are not touched.
 */
const formula = /^[=+\-@\t\r\n\0＝＋－＠]/

/** A cell as RFC 4180 writes it, which no spreadsheet takes for a formula. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const row = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** Both forms hold the same records with the same names in the same order. */
export const auditFileFormats: Readonly<Record<AuditFormat, AuditFileFormat>> = {
  csv: {
    head: byteOrderMark + row(columns),
    line(record) {
      const values = { ...record, ...times(record.at) }
      return row(columns.map((column) => values[column]))
    },
  },
  // A record to a line: it can be read from a file of any size.
  json: {
    head: '',
    line({ details, ...record }) {
      const values = { ...record, ...times(record.at) }
      const parts = columns.map((column) =>
        column === 'details' ? `"details":${details}` : `"${column}":${JSON.stringify(values[column])}`,
      )
      return `{${parts.join(',')}}\n`
    },
  },
}
