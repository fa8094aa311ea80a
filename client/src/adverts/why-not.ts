import type { WhyNot } from '@aitai/contract/adverts.ts'
import { type MarketErrorCode, marketErrors } from '@aitai/engine/market-error.ts'
import { formatPrice, formatUtc } from '../ui/format.ts'
import type { Coded } from '../ui/text.ts'

const isMarketError = (code: string): code is MarketErrorCode => Object.hasOwn(marketErrors, code)

/** A time as the texts have it, in UTC: 03:30, and with its date where that is not today's. */
export function timeInUtc(time: number, now: number): string {
  const [day, clock = ''] = formatUtc(time).split(' ')
  const minute = clock.slice(0, 5)
  return formatUtc(now).startsWith(`${day} `) ? minute : `${day} ${minute}`
}

/**
 * A reason as a text by its code: times in UTC, prices with the decimals of the tick, what is wrong with
 * the market in a word of its own: the text of the code says that an advert was cancelled for it.
 * @param now milliseconds UTC, on the server's clock
 */
export function whyNotText(
  { code, values }: WhyNot,
  tickSize: number,
  now: number,
  textOf: (coded: Coded) => string,
): string {
  const shown = Object.entries(values).map(([name, value]) => {
    if (name === 'time' && typeof value === 'number') return [name, timeInUtc(value, now)]
    if (name === 'price' && typeof value === 'number') return [name, formatPrice(value, tickSize)]
    const error = name === 'code' ? String(value) : ''
    return [name, isMarketError(error) ? textOf({ errorCode: `whyNot.market.${error}` }) : value]
  })
  return textOf({ errorCode: `whyNot.${code}`, variables: Object.fromEntries(shown) })
}
