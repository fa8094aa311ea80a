import type { CallFailure } from '@aitai/contract/schemas/failures.ts'
import { tokyoOffsetMinutes } from '@aitai/engine/calendar/trading-days.ts'
import type { TextKey } from '@aitai/messages/en.ts'
import { defaultProductName, numberInText } from '@aitai/messages/fill-text.ts'
import { exchangeIn, isTextKey, type Language, sizeScopeIn, textIn } from '@aitai/messages/texts.ts'
import { oneLine } from '../messages/refusal.ts'

type TextValue = string | number
type TextValues = Readonly<Record<string, TextValue>>

/** Why a file or a row was not sent. */
export interface FileFailure {
  readonly errorCode: string
  readonly message?: CallFailure['message']
  readonly variables?: TextValues | undefined
}

/** Codes whose text names hours. */
const outsideHours: ReadonlySet<string> = new Set(['ERR-012', 'PLATFORM-HOURS'])

/** Returns the text of a code in one line, as the desk shows it; hours in Tokyo time. */
export function failureText(language: Language, failure: FileFailure): string {
  const { errorCode, message, variables = {} } = failure
  const key = keyOf(errorCode, variables)
  if (key === null) return oneLine(message ?? errorCode)
  const values = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, shown(language, name, value)]),
  )
  const count = Math.abs(Number(variables.headers) - Number(variables.fields))
  return oneLine(
    textIn(language, key, { traceId: '–', ...values, zone: 'JST', count, product: defaultProductName }),
  )
}

/** ERR-001 and ERR-013 have texts of their own for what is missing. */
function keyOf(errorCode: string, { header, value, fields, headers }: TextValues): TextKey | null {
  if (errorCode === 'ERR-001' && value === '') return 'upload.row.noValue'
  if (errorCode === 'ERR-001' && header === '') return 'upload.row.noHeader'
  if (errorCode === 'ERR-013')
    return Number(fields) < Number(headers) ? 'upload.row.missingCells' : 'upload.row.extraCells'
  if (outsideHours.has(errorCode)) return 'upload.row.hours'
  return isTextKey(errorCode) ? errorCode : null
}

function shown(language: Language, name: string, value: TextValue): TextValue {
  if (typeof value === 'number') return numberInText(value)
  if (name === 'exchange') return exchangeIn(language, String(value))
  if (name === 'scope') return sizeScopeIn(language, String(value))
  if (name === 'hours')
    return String(value)
      .replace(/(\d\d:\d\d) to (\d\d:\d\d)/g, (_, from: string, to: string) => inTokyo(language, from, to))
      .replaceAll(', ', textIn(language, 'outsideHours.separator'))
  return value
}

const rangeSign: Readonly<Record<Language, string>> = { En: '–', Jp: '～' }

/** A range of hours in UTC, such as 00:00 and 02:30, in Tokyo time: 09:00–11:30. */
function inTokyo(language: Language, from: string, to: string): string {
  const isWholeDay = from === '00:00' && to === '24:00'
  return [from, to].map((time) => (isWholeDay ? time : hourInTokyo(time))).join(rangeSign[language])
}

function hourInTokyo(utc: string): string {
  const [hours = 0, minutes = 0] = utc.split(':').map(Number)
  return [(hours + tokyoOffsetMinutes / 60) % 24, minutes]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
