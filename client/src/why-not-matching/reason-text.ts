import type { Advert, WhyNot } from '@aitai/contract/schemas/adverts.ts'
import { advertCan } from '@aitai/engine/adverts/status-actions.ts'
import { marketErrors } from '@aitai/engine/market/market-error.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import type { MarketErrorCode } from '@aitai/engine/model/quote.ts'
import { formatLevelByTickSize } from '../adverts/advanced/price-conditions/trigger-levels.ts'
import { formatTime, zoneName } from '../ui/format/format.ts'
import type { FailureDescription, Language } from '../ui/text/use-text.ts'

/** Whether an advert is sent and not in a locate, so that there are reasons why it is not matching. */
export const isExplained = (advert: Advert): boolean =>
  advertCan('cancel', advert) && advert.advertisementStatus !== 'UNSENT'

const isMarketError = (code: string): code is MarketErrorCode => Object.hasOwn(marketErrors, code)

/** A local date in ISO format: 2026-11-24. */
const localDay = (time: number): string => new Intl.DateTimeFormat('sv-SE').format(time)

/**
 * A local time with its zone (12:30 JST), with its seconds unless the minute begins, and with its date unless that is
 * today.
 */
function timeInText(time: number, now: number, language: Language): string {
  const clock = `${formatTime(time).slice(0, time % 60_000 === 0 ? 5 : 8)} ${zoneName(time, language)}`
  return localDay(time) === localDay(now) ? clock : `${localDay(time)} ${clock}`
}

interface ReasonContext {
  readonly tickSize: Yen
  /** Milliseconds UTC, on the server's clock. */
  readonly now: number
  readonly language: Language
  readonly textOf: (coded: FailureDescription) => string
}

/**
 * The text of a reason: local times, prices with the decimals of the tick. Market errors have texts of their
 * own here, because the text of the error code says that an advert was cancelled.
 */
export const matchBlockerText = (reason: WhyNot, context: ReasonContext): string =>
  context.textOf({ errorCode: `whyNot.${reason.code}`, variables: reasonVariables(reason, context) })

/** The values of a reason as they are written in its texts. */
export function reasonVariables(
  { values }: WhyNot,
  { tickSize, now, language, textOf }: ReasonContext,
): Readonly<Record<string, string | number>> {
  const shown = Object.entries(values).map(([name, value]) => {
    if (name === 'time' && typeof value === 'number') return [name, timeInText(value, now, language)]
    if (name === 'price' && typeof value === 'number') return [name, formatLevelByTickSize(value, tickSize)]
    const error = name === 'code' ? String(value) : ''
    return [name, isMarketError(error) ? textOf({ errorCode: `whyNot.market.${error}` }) : value]
  })
  return Object.fromEntries(shown)
}
