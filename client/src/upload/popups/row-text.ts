import { contradiction } from '@aitai/contract/bulk-file/pasted-table.ts'
import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { formatHourRange, formatPrice, zoneName } from '../../ui/format/format.ts'
import { exchangeNameIn } from '../../ui/text/i18n.ts'
import { type FailureDescription, useFailureText, useLanguage, useText } from '../../ui/text/use-text.ts'
import type { UploadSource } from '../upload-state.ts'
import { useHeaderNames } from './pasted-columns.tsx'

const closes: readonly string[] = ['closeThen', 'closeNow']

const outsideHours: readonly string[] = ['ERR-012', 'RESTORE-ERR-03', 'PLATFORM-HOURS']

/** Returns the error text of a row, prefixed with its line and ric. */
export function useRowErrorText(): (row: ResultRow, origin: UploadSource) => string {
  const text = useText()
  const reasonOf = useSendFailureText()
  const at = useRowMessage()
  const headerName = useHeaderNames()
  return (row, origin) => {
    if (row.errorCode === null) return at(row, origin, text('upload.row.notOk'))
    const { header, value = '' } = row.errorMap
    if (isContradiction(origin, header, value))
      return at(row, origin, text('upload.row.sign', { value: String(value) }))
    const given = Object.entries(row.errorMap).map(([name, value]) => {
      if (name === 'header') return [name, headerName(String(value ?? ''), origin)]
      if (closes.includes(name) && typeof value === 'number')
        return [name, formatPrice(value, Number.isInteger(value) ? 1 : 0.1)]
      return [name, value ?? '']
    })
    return at(row, origin, reasonOf({ errorCode: row.errorCode, variables: Object.fromEntries(given) }))
  }
}

/** Whether the quantity of a pasted row is negative beside a buy. */
const isContradiction = (origin: UploadSource, header: unknown, value: string | number): boolean =>
  origin.kind === 'pasted' &&
  origin.table !== null &&
  header === 'shareQuantity' &&
  String(value).startsWith(contradiction)

/** Returns the text of why a row was not sent, with hours in local time. */
export function useSendFailureText(): (failure: FailureDescription) => string {
  const text = useText()
  const language = useLanguage()
  const failureText = useFailureText()
  const now = serverClock.now()
  return (failure) => {
    const { errorCode, variables = {} } = failure
    // ERR-001 also covers a missing value and a missing header, which have texts of their own.
    const { header, value } = variables
    if (errorCode === 'ERR-001' && value === '') return text('upload.row.noValue', { header: header ?? '' })
    if (errorCode === 'ERR-001' && header === '') return text('upload.row.noHeader', { value: value ?? '' })
    if (errorCode === 'ERR-013') {
      const [fields, headers] = [Number(variables.fields), Number(variables.headers)]
      const key = fields < headers ? 'upload.row.missingCells' : 'upload.row.extraCells'
      return text(key, { fields, headers, count: Math.abs(headers - fields) })
    }
    if (!outsideHours.includes(errorCode)) return failureText(failure)
    const ranges = String(variables.hours ?? '')
    const hours = ranges
      .replace(/\d\d:\d\d to \d\d:\d\d/g, (range) => formatHourRange(range, now, language))
      .replaceAll(', ', text('outsideHours.separator'))
    const exchange = exchangeNameIn(language, String(variables.exchange ?? ''))
    return text('upload.row.hours', { hours, exchange, zone: zoneName(now, language) })
  }
}

/** Prefixes a message with the line and RIC of its row; a restored row has no line. */
export function useRowMessage() {
  const text = useText()
  return ({ line, ric }: Pick<ResultRow, 'line' | 'ric'>, { kind }: UploadSource, reason: string): string => {
    if (kind === 'restored') return text('upload.row.restored', { ric, reason })
    return ric.trim() === ''
      ? text('upload.row.atLine', { line, reason })
      : text('upload.row.at', { line, ric, reason })
  }
}
