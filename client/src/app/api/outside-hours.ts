import type { Language } from '@aitai/messages/language.ts'
import { exchangeNameIn } from '../../ui/text/i18n.ts'
import type { CallFailure } from './failure.ts'

/** What an answer outside platform hours says, to be shown in local time. */
export interface OutsideHours {
  /** The exchange's name in the language, null where the answer names none. */
  readonly exchange: string | null
  readonly ric: string | null
  /** 'HH:MM to HH:MM' in UTC, as they stand in the text. */
  readonly ranges: readonly string[]
}

const codes: readonly string[] = ['PLATFORM-HOURS', 'ERR-012', 'RESTORE-ERR-03']
const rangeInText = /\b\d{2}:[0-5]\d to \d{2}:[0-5]\d\b/g
/** How a message names its exchange; the specification's own text has the placeholder still in it. */
const exchangeInText = /^Platform hours for the (?!\[exchange\])(.+?)(?: are|:|$)/

type Told = Pick<CallFailure, 'errorCode' | 'message' | 'variables'>

/** Whether a failure is about the hours, so that its popup lists them (specification 8). */
export const isOutsideHours = ({ errorCode, message }: Pick<Told, 'errorCode' | 'message'>): boolean =>
  codes.includes(errorCode) || message.startsWith('Platform hours for the')

/** The hours out of a failure: from its text, else from the values that came with it (specification 8). */
export function parseOutsideHours(language: Language, { message, variables }: Told): OutsideHours {
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
