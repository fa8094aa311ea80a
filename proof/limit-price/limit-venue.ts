import { type Calendar, type Exchange, exchanges } from '@aitai/engine/model/calendar.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { noSizeLimits, type Reference } from '@aitai/engine/model/reference-data.ts'
import { rulesVersion } from '@aitai/engine/model/rules-version.ts'
import { noProbingLimits } from '../../engine/test/test-limits.ts'
import type { DayHours } from './rules-hours.ts'
import type { RulesVenue } from './rules-locates.ts'

/** A venue for limit prices: what else keeps two adverts apart is off, or the oracle knows it. */
export interface LimitVenue extends RulesVenue {
  readonly opensAt: number
}

export const firmIds = ['alder', 'birch', 'cypress', 'dogwood', 'elder']
export const securityIds = ['toyota', 'sony']
export const brokerId = 'NOM'
export const prices = { close: 2_000 * yen, lowest: 1_500 * yen, highest: 2_500 * yen }

const unlimited = 1_000_000
const dayMs = 86_400_000

export function referenceOf(venue: LimitVenue): Reference {
  const { hours, freshMarketMs, declineCooldownMs, timeoutCooldownMs, withdrawalCooldownMs } = venue
  return {
    firms: firmIds.map((firmId) => ({
      firmId,
      affiliateGroup: null,
      brokerIds: [brokerId],
      ...noSizeLimits,
    })),
    brokers: [{ brokerId, active: true, swapEnabled: true }],
    traders: firmIds.map((firmId) => ({ traderId: firmId, firmId })),
    securities: securityIds.map((securityId) => ({
      securityId,
      ric: `${securityId}.T`,
      exchange: 'XTKS',
      lotSize: 100,
      tickTable: 'FINE',
      closePrice: prices.close,
      minPrice: prices.lowest,
      maxPrice: prices.highest,
    })),
    calendar: onEveryExchange(hours),
    limits: {
      ...defaultLimits,
      freshMarketMs,
      declineCooldownMs,
      timeoutCooldownMs,
      withdrawalCooldownMs,
      failuresToEndOfDay: unlimited,
      openLocatesPerTrader: unlimited,
      restAfterFailureMs: 0,
      probing: noProbingLimits,
      // No decline is excused, and no market error ends an advert: neither is a matter of limits.
      excusedMoveBasisPoints: 5_000,
      hardMarketErrorMs: dayMs,
    },
    rulesVersion,
  }
}

const onEveryExchange = (hours: DayHours): Calendar => ({
  name: 'of the histories',
  weekends: true,
  holidays: [],
  hours: Object.fromEntries(exchanges.map((exchange) => [exchange, hours])) as Record<Exchange, DayHours>,
})
