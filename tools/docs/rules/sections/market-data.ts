import { defaultLimits } from '@aitai/engine/limits.ts'
import { type MarketErrorCode, marketErrorCodeOf, marketErrors } from '@aitai/engine/market/market-error.ts'
import type { Section } from '../example.ts'
import { code, inPercent, inTime, table } from '../markdown.ts'
import { refusalText } from './refusals.ts'

const { hardMarketErrorMs, quoteAgeMs, spreadBasisPoints, spreadTicks } = defaultLimits
const errors = Object.entries(marketErrors) as [MarketErrorCode, (typeof marketErrors)[MarketErrorCode]][]

/** Which quotes are fresh, and what happens to adverts otherwise (docs/rules.md §12). */
export const marketData: Section = {
  title: '12 Market data',
  text: [
    `A quote is fresh when both sides are there, the bid is below the ask, they are no further apart than ${spreadTicks} ticks or ${inPercent(spreadBasisPoints)} of the middle, whichever is wider, it is no older than ${inTime(quoteAgeMs)}, the middle is inside the day’s limits, and the security is neither halted nor specially quoted. Otherwise nobody meets and the security’s indicator says paused; adverts stay.`,
    `When that lasts for ${inTime(hardMarketErrorMs)} of exchange hours, or at once when two malformed quotes follow each other at least ${inTime(defaultLimits.confirmingMs)} apart, what is LIVE in the security ends with the error:`,
    table(
      ['Code', 'The market is', 'Cause of death', 'After', 'Text'],
      errors.map(([number, { says, causeOfDeath }]) => [
        code(marketErrorCodeOf(number)),
        says,
        code(causeOfDeath),
        causeOfDeath === 'MALFORMED_MARKET' ? 'at once' : inTime(hardMarketErrorMs),
        refusalText(marketErrorCodeOf(number)),
      ]),
    ),
  ],
}
