import { isoTime, tokyoIsoTime } from '@aitai/engine/calendar/iso-times.ts'
import type { AuditRecord } from './audit-records.ts'

export type AuditFormat = 'csv' | 'json'

/** A file format for audit records. */
interface AuditFileFormat {
  readonly head: string
  line(record: AuditRecord): string
}

/** The time in UTC and in Tokyo. */
const times = (at: number) => ({
  at: isoTime(at),
  tokyo: tokyoIsoTime(at),
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

/** Characters that start a formula in a spreadsheet, also in full width as Japanese input methods write them. */
const formula = /^[=+\-@\t\r\n\0＝＋－＠]/

/** Formats a cell by RFC 4180, and prefixes text that a spreadsheet would run as a formula. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const row = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** Both formats contain the same fields in the same order. */
export const auditFileFormats: Readonly<Record<AuditFormat, AuditFileFormat>> = {
  csv: {
    head: byteOrderMark + row(columns),
    line(record) {
      const values = { ...record, ...times(record.at) }
      return row(columns.map((column) => values[column]))
    },
  },
  // One record per line, so that a file of any size can be streamed.
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
