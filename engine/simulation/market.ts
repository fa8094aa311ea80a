import { type AdvertTerms, directions, durations, transactionTypes } from '../src/advert.ts'
import { hurdleOfStar } from '../src/credibility.ts'
import { exchanges, type Security, yen } from '../src/equity.ts'
import type { Calendar, ExchangeHours } from '../src/hours.ts'
import { defaultLimits } from '../src/limits.ts'
import type { Quote } from '../src/quote.ts'
import type { Reference } from '../src/reference.ts'
import type { Chance } from './chance.ts'

/** Everything that a simulated day may be made of. Small enough that the same few meet again and again. */
export interface Market {
  readonly reference: Required<Reference>
  readonly traderIds: readonly string[]
  readonly securityIds: readonly string[]
  readonly brokerIds: readonly string[]
  /** A day on which everybody fits everybody and mostly accepts: many meetings, high ratings. */
  readonly friendly: boolean
  /** The moment the day begins, milliseconds UTC: a Friday, five minutes before the exchange opens. */
  readonly opensAt: number
}

const tokyoHours: ExchangeHours = {
  platform: [{ from: 1_380, to: 480 }],
  exchange: [
    { from: 0, to: 150 },
    { from: 210, to: 390 },
  ],
  matching: [
    { from: 0, to: 149 },
    { from: 210, to: 384 },
  ],
}

const allDay = [{ from: 0, to: 1_440 }]
const always: ExchangeHours = { platform: allDay, exchange: allDay, matching: allDay }

const eachExchange = (hours: ExchangeHours): Calendar['hours'] =>
  Object.fromEntries(exchanges.map((exchange) => [exchange, hours])) as unknown as Calendar['hours']

const ids = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${kind}${i + 1}`)

function securityOf(chance: Chance, securityId: string): Security {
  const closePrice = chance.between(8, 60) * 100 * yen
  return {
    securityId,
    ric: `${securityId}.T`,
    exchange: 'XTKS',
    lotSize: chance.happens(0.9) ? 100 : 1,
    topix500: chance.happens(0.7),
    closePrice,
    minPrice: Math.floor(closePrice * 0.8),
    maxPrice: Math.floor(closePrice * 1.2),
  }
}

/** Firms, traders, brokers, securities, hours and limits drawn by chance. */
export function marketOf(chance: Chance): Market {
  const firmIds = ids('firm', chance.between(3, 7))
  const brokerIds = ids('broker', chance.between(2, 6))
  const securityIds = ids('security', chance.between(2, 4))
  const traders = firmIds.flatMap((firmId) =>
    ids(`${firmId}-trader`, chance.between(1, 2)).map((traderId) => ({ traderId, firmId })),
  )
  const friendly = chance.happens(0.2)
  const openAllDay = friendly || chance.happens(0.2)
  const affiliates = !friendly && chance.happens(0.3)
  const limits = { ...defaultLimits, minLiveMs: chance.happens(0.2) ? 5_000 : 0 }
  return {
    traderIds: traders.map(({ traderId }) => traderId),
    securityIds,
    brokerIds,
    friendly,
    opensAt: Date.UTC(2026, 10, 19, 23, 55),
    reference: {
      firms: firmIds.map((firmId, index) => ({
        firmId,
        affiliateGroup: affiliates && index < 2 ? 'group' : null,
        brokerIds: friendly ? brokerIds : chance.someOf(brokerIds, 2),
      })),
      brokers: brokerIds.map((brokerId) => ({
        brokerId,
        active: true,
        swapEnabled: friendly || chance.happens(0.7),
      })),
      traders,
      securities: securityIds.map((securityId) => securityOf(chance, securityId)),
      calendar: {
        name: openAllDay ? 'always-open' : 'jpx',
        weekends: openAllDay,
        holidays: [],
        hours: eachExchange(openAllDay ? always : tokyoHours),
      },
      limits: { ...limits, directionFlipMs: chance.happens(0.3) ? 1_800_000 : 0 },
    },
  }
}

/** A quote near the close; now and then one that nobody may meet at. */
export function quoteIn(chance: Chance, security: Security, at: number): Quote {
  const tick = 5 * yen
  const bid = Math.floor((security.closePrice * (1 + (chance.next() - 0.5) / 20)) / tick) * tick
  const spoiled = chance.happens(0.1)
  return {
    securityId: security.securityId,
    at: spoiled ? at - chance.between(10_001, 60_000) : at - chance.between(0, 2_000),
    bid,
    ask: bid + tick,
    last: bid,
    indexMove: chance.between(-150, 150),
  }
}

const either = { transactionType: 'CASH_SWAP', transactionTypePreference: 'CASH_SWAP' } as const

/** What a trader might ask for: mostly meetable, sometimes absurd. */
export function termsIn(
  chance: Chance,
  market: Market,
  security: Security,
  firmBrokers: readonly string[],
): AdvertTerms {
  const lots = Math.ceil((10_000_000 * yen) / (security.closePrice * security.lotSize))
  const brokers = chance.someOf(firmBrokers, chance.happens(0.97) ? 1 : 0)
  const common = {
    direction: chance.oneOf(directions),
    duration: chance.oneOf(durations),
    ranked: chance.happens(0.5),
  }
  if (market.friendly) {
    const brokerIds = market.brokerIds.slice(0, 4)
    const shareQuantity = lots * security.lotSize * chance.between(2, 4)
    return { ...common, shareQuantity, minimumQuantity: 10, credibilityHurdle: 10, ...either, brokerIds }
  }
  return {
    ...common,
    shareQuantity: lots * security.lotSize * chance.between(1, 8) + (chance.happens(0.02) ? 1 : 0),
    minimumQuantity: chance.happens(0.98)
      ? chance.between(10, chance.oneOf([20, 75]))
      : chance.oneOf([0, 9, 76, 33.5]),
    credibilityHurdle: chance.happens(0.8) ? 10 : hurdleOfStar(chance.between(1, 5)),
    transactionType: chance.happens(0.6) ? 'CASH_SWAP' : chance.oneOf(transactionTypes),
    transactionTypePreference: chance.happens(0.6) ? 'CASH_SWAP' : chance.oneOf(transactionTypes),
    brokerIds: chance.happens(0.99) ? brokers.slice(0, 4) : [...brokers, chance.oneOf(market.brokerIds)],
  }
}
