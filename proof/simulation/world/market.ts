import { priceLimits } from '@aitai/engine/market/price-limits.ts'
import { exchanges } from '@aitai/engine/model/calendar.ts'
import { defaultLimits, type Limits, type ProbingLimits } from '@aitai/engine/model/limits.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Reference } from '@aitai/engine/model/reference-data.ts'
import { rulesVersion } from '@aitai/engine/model/rules-version.ts'
import { type Security, tickTables } from '@aitai/engine/model/security.ts'
import type { Random } from '../../harness/random.ts'
import { type CalendarStart, drawCalendarStart } from './calendars.ts'

/** The data of a simulated day. Small enough that the same few traders are located repeatedly. */
export interface SimulatedMarket {
  readonly reference: Required<Reference>
  readonly traderIds: readonly string[]
  readonly firmIds: readonly string[]
  readonly securityIds: readonly string[]
  readonly brokerIds: readonly string[]
  /** A day on which everything is compatible and mostly accepted: many locates, high ratings. */
  readonly friendly: boolean
  /** Traders who accept and then do not trade, as their brokers report (docs/rules.md §24). */
  readonly walkAways: readonly string[]
  /** A day on which hardly anybody answers: low ratings, which recover by ageing. */
  readonly careless: boolean
  /** The start of the day, in milliseconds UTC. */
  readonly opensAt: number
}

const ids = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${kind}${i + 1}`)

function securityOf(chance: Random, securityId: string): Security {
  const closePrice = chance.between(8, 60) * 100 * yen
  return {
    securityId,
    ric: `${securityId}.T`,
    exchange: chance.happens(0.5) ? 'XTKS' : chance.oneOf(exchanges),
    lotSize: chance.happens(0.9) ? 100 : 1,
    tickTable: chance.oneOf(tickTables),
    closePrice,
    ...priceLimits(closePrice),
  }
}

/**
 * The budgets of failures (docs/rules.md §21): on most days one of them is tight, so that it is the one that
 * keeps a pair apart.
 */
export function drawBudgets(chance: Random): ProbingLimits {
  const wide: ProbingLimits = {
    failuresPerSecurity: 20,
    failedLocatesPerPair: 20,
    failuresPerTrader: 40,
    failuresPerFirm: 60,
    withdrawalsPerSecurity: 0,
    withdrawalsPerFirm: 0,
    openHandoversPerTrader: 0,
    ...drawRests(chance),
  }
  return {
    ...wide,
    ...chance.oneOf<Partial<ProbingLimits>>([
      defaultLimits.probing,
      { failuresPerSecurity: chance.between(1, 3) },
      { failedLocatesPerPair: chance.between(1, 3) },
      { failuresPerTrader: chance.between(1, 3) },
      { failuresPerFirm: chance.between(1, 4) },
      { withdrawalsPerSecurity: chance.between(1, 3) },
      { withdrawalsPerFirm: chance.between(1, 4) },
      { openHandoversPerTrader: chance.between(1, 3) },
    ]),
  }
}

/** Rests after a raise or a flip: none, short ones, or those of the product. */
export function drawRests(chance: Random): Pick<ProbingLimits, 'restAfterRaiseMs' | 'restAfterRaiseMaxMs'> {
  const [restAfterRaiseMs, restAfterRaiseMaxMs] = chance.oneOf([
    [0, 0],
    [0, 0],
    [0, 0],
    [3_000, 12_000],
    [60_000, 960_000],
  ] as const)
  return { restAfterRaiseMs, restAfterRaiseMaxMs }
}

/** The size limits of an institution (docs/rules.md §22), which few adverts of most institutions reach. */
const drawSizeLimits = (chance: Random) => ({
  largestNotional: (chance.happens(0.15) ? 40_000_000 : 20_000_000_000) * yen,
  largestLiveNotional: chance.happens(0.15) ? 90_000_000 * yen : null,
})

/** The default limits, and variations that a venue may configure. */
const limitsIn = (chance: Random): Limits => ({
  ...defaultLimits,
  minLiveMs: chance.happens(0.2) ? 5_000 : 0,
  freshMarketMs: chance.oneOf([0, 3_000, 10_000]),
  restAfterFailureMs: chance.oneOf([5_000, 5_000, 20_000]),
  declineCooldownMs: chance.oneOf([60_000, defaultLimits.declineCooldownMs]),
  timeoutCooldownMs: chance.oneOf([30_000, defaultLimits.timeoutCooldownMs]),
  withdrawalCooldownMs: chance.oneOf([20_000, defaultLimits.withdrawalCooldownMs]),
  failuresToEndOfDay: chance.oneOf([2, 2, 4]),
  probing: drawBudgets(chance),
  directionFlipMs: chance.happens(0.3) ? 1_800_000 : 0,
  openLocatesPerTrader: chance.happens(0.2) ? 1 : defaultLimits.openLocatesPerTrader,
  confirmingQuotes: chance.happens(0.2) ? 4 : defaultLimits.confirmingQuotes,
  confirmingMs: chance.happens(0.2) ? 3_000 : defaultLimits.confirmingMs,
})

/** How many there are of each. */
export interface MarketSize {
  readonly firms: number
  readonly tradersPerFirm: number
  readonly brokers: number
  readonly securities: number
}

/** Random firms, traders, brokers, securities, hours and limits; few of each, unless a size is given. */
export function drawMarket(chance: Random, size?: MarketSize): SimulatedMarket {
  const friendly = chance.happens(0.2)
  const careless = !friendly && chance.happens(0.2)
  const firmIds = ids('firm', size?.firms ?? chance.between(friendly || careless ? 6 : 3, 7))
  const brokerIds = ids('broker', size?.brokers ?? chance.between(2, 6))
  const securityIds = ids('security', size?.securities ?? chance.between(2, 4))
  const traders = firmIds.flatMap((firmId) =>
    ids(`${firmId}-trader`, size?.tradersPerFirm ?? chance.between(1, 2)).map((traderId, index) => ({
      traderId,
      firmId,
      // The second trader of a firm is its desk head.
      ...(index > 0 ? { isDeskHead: true } : {}),
    })),
  )
  const affiliates = !friendly && chance.happens(0.3)
  const { calendar, opensAt }: CalendarStart = drawCalendarStart(chance, friendly)
  const traderIds = traders.map(({ traderId }) => traderId)
  return {
    traderIds,
    walkAways: traderIds.filter(() => chance.happens(friendly ? 0.02 : 0.3)),
    firmIds,
    securityIds,
    brokerIds,
    friendly,
    careless,
    opensAt,
    reference: {
      firms: firmIds.map((firmId, index) => ({
        firmId,
        affiliateGroup: affiliates && index < 2 ? 'group' : null,
        brokerIds: friendly ? brokerIds : chance.someOf(brokerIds, 2),
        ...drawSizeLimits(chance),
      })),
      brokers: brokerIds.map((brokerId) => ({
        brokerId,
        active: true,
        swapEnabled: friendly || chance.happens(0.7),
      })),
      traders,
      securities: securityIds.map((securityId) => securityOf(chance, securityId)),
      calendar,
      limits: limitsIn(chance),
      rulesVersion,
    },
  }
}
