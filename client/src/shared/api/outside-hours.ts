import type { Language } from '@aitai/messages/language.ts'
import { exchangeNameIn } from '../../ui/text/i18n.ts'
import type { CallFailure } from './failure.ts'

/** The content of a refusal outside platform hours, for display in local time. */
interface OutsideHours {
  /** The exchange's name in the current language; null if there is none. */
  readonly exchange: string | null
  readonly ric: string | null
  /** 'HH:MM to HH:MM' in UTC, as in the text. */
  readonly ranges: readonly string[]
}

const codes: readonly string[] = ['PLATFORM-HOURS', 'ERR-012', 'RESTORE-ERR-03']
const rangeInText = /\b\d{2}:[0-5]\d to \d{2}:[0-5]\d\b/g
/** The part of a message that names the exchange; the specification's text has a placeholder there. */
const exchangeInText = /^Platform hours for the (?!\[exchange\])(.+?)(?: are|:|$)/

type HoursFailure = Pick<CallFailure, 'errorCode' | 'message' | 'variables'>

/** Whether a failure is about platform hours, which its popup lists (docs/specification.md §8). */
export const isOutsideHours = ({
  errorCode,
  message,
}: Pick<HoursFailure, 'errorCode' | 'message'>): boolean =>
  codes.includes(errorCode) || message.startsWith('Platform hours for the')

/** The hours of a failure: from its text, else from its variables (docs/specification.md §8). */
export function parseOutsideHours(language: Language, { message, variables }: HoursFailure): OutsideHours {
  const value = (name: string): string | null =>
    variables?.[name] === undefined ? null : String(variables[name])
  const inText = message.match(rangeInText)
  const mic = value('exchange')
  return {
    exchange: mic === null ? (exchangeInText.exec(message)?.[1] ?? null) : exchangeNameIn(language, mic),
    ric: value('ric'),
    ranges: inText ?? value('hours')?.match(rangeInText) ?? [],
  }
}
