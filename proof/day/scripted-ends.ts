import type { Calendar } from '@aitai/engine/model/calendar.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { toPrice } from '@aitai/engine/model/price.ts'
import type { MarketErrorCode, Quote } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import jpxData from '../../server/data/calendar-jpx.json' with { type: 'json' }
import { terminalMarketError } from '../simulation/oracle/market-data.ts'
import { emptyQuoteHistory, recordQuote } from '../simulation/oracle/quote-history.ts'
import { phaseAt } from '../simulation/oracle/trading-hours.ts'
import { type FiredTrigger, firedTriggerOf, type TriggeredAdvert } from '../simulation/oracle/triggers.ts'
import type { ScriptedIoi } from './episodes.ts'
import type { ScriptedQuote, ScriptedSecurity } from './price-script.ts'
import { minuteMs } from './tokyo-day.ts'

/** How IOIs end, by the oracle of the simulation and the scripted prices. */
export type ConditionedIoi = Pick<
  ScriptedIoi,
  'direction' | 'knockoutTrigger' | 'indexRelativeKnockout' | 'submitAt'
>

const calendar: Calendar = jpxData
const exchange = 'XTKS'

/** The script stays far from the price limits of the day, so that any will do. */
const securityOf = ({ ric, lotSize, isTopix500, previousClose }: ScriptedSecurity): Security => {
  const closePrice = toPrice(previousClose)
  const limits = { minPrice: toPrice(1), maxPrice: 2 * closePrice }
  return {
    securityId: ric,
    ric,
    exchange,
    lotSize,
    tickTable: isTopix500 ? 'FINE' : 'COARSE',
    closePrice,
    ...limits,
  }
}

const priceOrNull = (yen: number | null) => (yen === null ? null : toPrice(yen))

const quoteOf = (securityId: string, { bid, ask, last, officialClose, ...quote }: ScriptedQuote): Quote => ({
  securityId,
  at: quote.at,
  bid: priceOrNull(bid),
  ask: priceOrNull(ask),
  last: toPrice(last ?? 0),
  condition: quote.condition,
  officialClose: priceOrNull(officialClose),
  indexMove: Math.round((quote.indexPercent ?? 0) * 100),
})

const advertOf = ({
  direction,
  knockoutTrigger,
  indexRelativeKnockout,
}: ConditionedIoi): TriggeredAdvert => ({
  advertisementStatus: 'LIVE',
  advertTriggerSatisfied: false,
  terms: {
    direction,
    advertisingTriggerActivated: false,
    advertisingTrigger: null,
    knockoutTriggerActivated: knockoutTrigger !== null,
    knockoutTrigger: priceOrNull(knockoutTrigger),
    indexRelativeKOTriggerActivated: indexRelativeKnockout !== null,
    indexRelativeKOTrigger: indexRelativeKnockout === null ? null : indexRelativeKnockout * 100,
  },
})

/** The quotes beyond a knockout until it fires, and when it does. Milliseconds UTC. */
export interface Firing {
  readonly past: readonly number[]
  readonly firesAt: number | null
  readonly trigger: FiredTrigger
}

/** When a knockout of an IOI fires, by the quotes after its submit. */
export function firingOf(ioi: ConditionedIoi, scripted: ScriptedSecurity): Firing {
  const past: number[] = []
  if (ioi.knockoutTrigger === null && ioi.indexRelativeKnockout === null)
    return { past, firesAt: null, trigger: null }
  const [advert, security, history] = [advertOf(ioi), securityOf(scripted), emptyQuoteHistory()]
  for (const quote of scripted.quotes) {
    const { at } = quote
    if (at <= ioi.submitAt) continue
    recordQuote(history, quoteOf(scripted.ric, quote), security, defaultLimits, at)
    if (phaseAt(calendar, exchange, at) !== 'MATCHING') continue
    const atOnce = { ...defaultLimits, confirmingQuotes: 1, confirmingMs: 0 }
    if (firedTriggerOf(advert, history, security, at, atOnce) === null) continue
    past.push(at)
    const trigger = firedTriggerOf(advert, history, security, at, defaultLimits)
    if (trigger !== null) return { past, firesAt: at, trigger }
  }
  return { past, firesAt: null, trigger: null }
}

/** The error of a market that ends what is LIVE in a security between two times, or null. */
export function marketFailureOf(
  scripted: ScriptedSecurity,
  from: number,
  until: number,
): MarketErrorCode | null {
  const [security, history] = [securityOf(scripted), emptyQuoteHistory()]
  const { securityId } = security
  const state = {
    calendar,
    limits: defaultLimits,
    securities: new Map([[securityId, security]]),
    markets: new Map(),
  }
  const quotes = scripted.quotes.values()
  let next = quotes.next()
  for (let at = from; at <= until; at += minuteMs) {
    for (; next.value && next.value.at <= at; next = quotes.next())
      recordQuote(history, quoteOf(securityId, next.value), security, defaultLimits, next.value.at)
    const freshUntil = history.lastFresh ?? at
    const error = terminalMarketError(state, { securityId, quote: history.newest }, freshUntil, false, at)
    if (error !== null) return error
  }
  return null
}
