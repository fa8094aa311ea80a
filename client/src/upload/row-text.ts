import type { ResultRow } from '@aitai/contract/upload.ts'
import { exchangeIn } from '@aitai/messages/texts.ts'
import { formatHourRange, formatNumber, zoneName } from '../ui/format.ts'
import { useFailureText, useLanguage, useText } from '../ui/text.ts'
import type { Origin } from './flow.ts'

/** Quantities have thousands separators; a percentage stays as it was typed (specification 5). */
const quantities: readonly string[] = ['shareQuantity', 'minimumShareQuantity']

const outsideHours: readonly string[] = ['ERR-012', 'RESTORE-ERR-03', 'PLATFORM-HOURS']

/** Why a row is not OK, by its code, with its line and ric before it (specification 5). */
export function useRowText(): (row: ResultRow, origin: Origin) => string {
  const text = useText()
  const language = useLanguage()
  const failureText = useFailureText()
  const now = Date.now()

  /** 'HH:MM to HH:MM' in UTC become hours of this place (specification 8). */
  const localHours = (hours: string): string =>
    hours.replace(/\d\d:\d\d to \d\d:\d\d/g, (range) => formatHourRange(range, now))

  const reasonOf = ({ errorCode, errorMap }: ResultRow): string => {
    if (errorCode === null) return text('upload.row.notOk')
    const given = Object.entries(errorMap).map(([name, value]) => {
      const shown = quantities.includes(name) && Number.isFinite(value) ? formatNumber(Number(value)) : value
      return [name, String(shown ?? '')]
    })
    const variables = Object.fromEntries(given) as Record<string, string>
    if (!outsideHours.includes(errorCode)) return failureText({ errorCode, variables })
    const values = { hours: localHours(variables.hours ?? ''), zone: zoneName(now, language) }
    const exchange = exchangeIn(language, variables.exchange ?? '')
    return text('upload.row.hours', { ...values, exchange })
  }

  return (row, origin) => {
    const { line, ric } = row
    const reason = reasonOf(row)
    return origin.kind === 'restored'
      ? text('upload.row.restored', { ric, reason })
      : text('upload.row.at', { line, ric, reason })
  }
}
