import { type Calendar, type ExchangeHours, exchanges } from '@aitai/engine/calendar/calendar.ts'
import { defaultLimits, type Limits } from '@aitai/engine/limits.ts'
import { yen } from '@aitai/engine/market/price.ts'
import { priceLimits } from '@aitai/engine/market/price-limits.ts'
import type { Reference } from '@aitai/engine/market/reference-data.ts'
import type { Security } from '@aitai/engine/market/security.ts'
import { rulesVersion } from '@aitai/engine/rules-version.ts'
import type { Random } from '../../harness/random.ts'

/** The size of a market, and how time passes in it. */
export interface MarketSettings {
  readonly firms: number
  readonly tradersPerFirm: number
  readonly securities: number
  readonly brokers: number
  readonly calendar: Calendar
  /** The start, in milliseconds UTC. */
  readonly opensAt: number
  /** The average time between two actions, in milliseconds. */
  readonly paceMs: number
  /** How often a few minutes pass without an action. */
  readonly lulls: number
  readonly limits: Limits
}

/** Tokyo: minutes after midnight UTC, the platform from 08:00, the exchange from 09:00 (docs/market.md). */
const tokyo: ExchangeHours = {
  platform: [{ from: 1_380, to: 480 }],
  exchange: [
    { from: 0, to: 150 },
    { from: 210, to: 390 },
  ],
  matching: [
    { from: 0, to: 149 },
    { from: 210, to: 384 },
  ],
  afterHours: [{ from: 391, to: 440 }],
}
const allDay = [{ from: 0, to: 1_440 }]
const always: ExchangeHours = { platform: allDay, exchange: allDay, matching: allDay, afterHours: [] }
/** Every range wraps around midnight in Tokyo, where the trading day ends. */
const night: ExchangeHours = {
  platform: [{ from: 780, to: 1_200 }],
  exchange: [{ from: 800, to: 1_100 }],
  matching: [{ from: 810, to: 1_090 }],
  afterHours: [{ from: 1_110, to: 1_190 }],
}

const everywhere = (hours: ExchangeHours): Calendar['hours'] => ({
  XTKS: hours,
  XNGO: hours,
  XFKA: hours,
  XSAP: hours,
})

/** A Monday is a holiday, so that a weekend of three days is among the nights. */
export const tokyoDays: Calendar = {
  name: 'tokyo',
  weekends: false,
  holidays: ['2026-11-23'],
  hours: everywhere(tokyo),
}
export const alwaysOpenDays: Calendar = { ...tokyoDays, name: 'always', weekends: true, holidays: [] }
const calendars: readonly Calendar[] = [
  tokyoDays,
  tokyoDays,
  { ...alwaysOpenDays, hours: everywhere(always) },
  { ...tokyoDays, name: 'night', hours: everywhere(night) },
]

/** A small random market, in which the same few institutions are located repeatedly over several days. */
export function drawMarketSettings(chance: Random): MarketSettings {
  const calendar = chance.oneOf(calendars)
  return {
    firms: chance.between(4, 12),
    tradersPerFirm: chance.between(1, 3),
    securities: chance.between(3, 20),
    brokers: chance.between(2, 6),
    calendar,
    opensAt: Date.UTC(2026, 10, 17) + chance.between(0, 9) * 3_600_000,
    paceMs: chance.between(500, 4_000),
    lulls: 0.02,
    limits: {
      ...defaultLimits,
      minLiveMs: chance.happens(0.2) ? 5_000 : 0,
      directionFlipMs: chance.happens(0.2) ? 1_800_000 : 0,
    },
  }
}

const named = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${kind}-${i + 1}`)

function securityOf(chance: Random, securityId: string): Security {
  const closePrice = chance.between(5, 80) * 100 * yen
  return {
    securityId,
    ric: `${securityId}.T`,
    exchange: chance.happens(0.8) ? 'XTKS' : chance.oneOf(exchanges),
    lotSize: chance.happens(0.95) ? 100 : 1,
    topix500: chance.happens(0.5),
    closePrice,
    ...priceLimits(closePrice),
  }
}

/** The initial reference data of such a market. */
export function referenceData(chance: Random, setting: MarketSettings): Required<Reference> {
  const brokerIds = named('broker', setting.brokers)
  const firms = named('firm', setting.firms).map((firmId, i) => ({
    firmId,
    affiliateGroup: i < 2 && chance.happens(0.3) ? 'group' : null,
    brokerIds: chance.someOf(brokerIds, Math.min(2, brokerIds.length)),
    ...(i === 0 ? { largestNotional: 60_000_000 * yen, largestLiveNotional: 200_000_000 * yen } : {}),
  }))
  return {
    firms,
    brokers: brokerIds.map((brokerId) => ({ brokerId, active: true, swapEnabled: chance.happens(0.7) })),
    traders: firms.flatMap(({ firmId }) =>
      named(`${firmId}-trader`, setting.tradersPerFirm).map((traderId) => ({ traderId, firmId })),
    ),
    securities: named('security', setting.securities).map((id) => securityOf(chance, id)),
    calendar: setting.calendar,
    limits: setting.limits,
    rulesVersion,
  }
}
