import { defaultLimits, type Limits } from '@aitai/engine/model/limits.ts'
import { noProbingLimits } from '../../../engine/test/test-limits.ts'
import { probe } from './search.ts'
import type { Strategy } from './strategies.ts'
import { dayMs, Venue } from './venue.ts'

/** A defence of the venue, and the settings that switch it off. */
export interface Defence {
  readonly name: string
  readonly limits: Partial<Limits>
  readonly sweepDelay?: { readonly min: number; readonly max: number }
  /**
   * How long brokers wait before they report that the prober did not trade: 5 minutes by default; null if
   * they report nothing.
   */
  readonly reportDelayMs?: number | null
}

const unlimited = 1_000_000_000
const { probing } = defaultLimits

const without = (limits: Partial<Limits['probing']>): Partial<Limits> => ({
  probing: { ...probing, ...limits },
})
const cooldowns = {
  declineCooldownMs: 0,
  timeoutCooldownMs: 0,
  withdrawalCooldownMs: 0,
  failuresToEndOfDay: unlimited,
}
const rest = { restAfterFailureMs: 0 }
const freshMarket = { freshMarketMs: 0 }
/** No event counts, so every rating stays that of a new account. */
const rating = { ratedEventsPerContra: 0 }
const noDelay = { min: 0, max: 0 }
const minuteMs = 60_000
const usualReportDelayMs = 5 * minuteMs

export const allOn: Defence = { name: 'all defences', limits: {} }
export const allOff: Defence = {
  name: 'no defence',
  limits: { ...cooldowns, ...rest, ...freshMarket, ...rating, probing: noProbingLimits },
  sweepDelay: noDelay,
  reportDelayMs: null,
}

/** Without the defences against withdrawn locates, raises, flips and open handovers. */
export const asBefore: Defence = {
  name: 'without the newer defences',
  limits: {
    ...freshMarket,
    ...without({
      withdrawalsPerSecurity: 0,
      withdrawalsPerFirm: 0,
      restAfterRaiseMs: 0,
      openHandoversPerTrader: 0,
    }),
  },
}

/** Each with one defence switched off. */
export const oneOff: readonly Defence[] = [
  { name: 'without the budget per security', limits: without({ failuresPerSecurity: unlimited }) },
  { name: 'without the budget per pair', limits: without({ failedLocatesPerPair: unlimited }) },
  {
    name: 'without the budgets of the trader and the institution',
    limits: without({ failuresPerTrader: unlimited, failuresPerFirm: unlimited }),
  },
  {
    name: 'without the budgets of withdrawn locates',
    limits: without({ withdrawalsPerSecurity: 0, withdrawalsPerFirm: 0 }),
  },
  { name: 'without the rest after a raise or flip', limits: without({ restAfterRaiseMs: 0 }) },
  { name: 'without the limit of open handovers', limits: without({ openHandoversPerTrader: 0 }) },
  { name: 'without the time for which a market must be fresh', limits: freshMarket },
  { name: 'without cooldowns', limits: cooldowns },
  { name: 'without the rest after a failure', limits: rest },
  { name: 'without the rating', limits: rating },
  { name: 'without the delay of sweeps', limits: {}, sweepDelay: noDelay },
]

/** All other defences, with brokers who report sooner, later or not at all. Only accepts depend on that. */
export const otherReports: readonly Defence[] = [
  { name: 'with reports at once', limits: {}, reportDelayMs: 0 },
  { name: 'with reports after 30 minutes', limits: {}, reportDelayMs: 30 * minuteMs },
  { name: 'with reports at the end of the day', limits: {}, reportDelayMs: dayMs },
  { name: 'without reports', limits: {}, reportDelayMs: null },
]

/** All counts are of one trading day. */
export interface ProberResult {
  /** Different hidden IOIs that one trader of the prober found, with side and size: the most of its traders. */
  readonly foundPerTrader: number
  /** The most locates of one trader in one security. */
  readonly perSecurity: number
  /** Locates of one institution of the prober, the most of its institutions. */
  readonly looks: number
  /** The located quantity as a share of what the found IOIs offered, in percent. */
  readonly sizeLearnedPercent: number
  /** Agreements, none of which a broker has confirmed if the prober walks away. */
  readonly agreements: number
  /** Different IOIs and filters of which the prober learned that one passes the other. */
  readonly filterAnswers: number
  /** The most larger sizes and other sides of one institution in one security within 60 minutes. */
  readonly stepsPerHour: number
  /** The lowest rating of the prober's traders at the end of the day. */
  readonly rating: number
  /** Other institutions that are not located any more because locates with the prober were withdrawn. */
  readonly stoppedVictims: number
  /** Whether the surveillance names an institution of the prober at the end of the day. */
  readonly isNamed: boolean
  /** When the prober was located for the last time, in minutes since the open; null for never. */
  readonly lastLocateMinute: number | null
}

/** A prober's whole day against a venue with hidden IOIs. */
export function measureProber(strategy: Strategy, defence: Defence, seed: number): ProberResult {
  const venue = new Venue({
    seed,
    proberTraders: strategy.traders,
    executes: !strategy.walksAway,
    limits: defence.limits,
    reportDelayMs: defence.reportDelayMs === undefined ? usualReportDelayMs : defence.reportDelayMs,
    ...(defence.sweepDelay ? { sweepDelay: defence.sweepDelay } : {}),
  })
  probe(venue, strategy)
  const { discoveries } = venue
  const traderIds = strategy.traders.flat()
  const ofTrader = (id: string) => discoveries.filter(({ traderId }) => traderId === id)
  const found = (id: string): number => new Set(ofTrader(id).map(({ victimAdvertId }) => victimAdvertId)).size
  const sum = (of: 'quantity' | 'victimQuantity'): number =>
    discoveries.reduce((total, each) => total + each[of], 0)
  const last = discoveries.at(-1)
  return {
    foundPerTrader: Math.max(...traderIds.map(found)),
    perSecurity: Math.max(...traderIds.map((id) => mostOf(ofTrader(id)))),
    looks: Math.max(...strategy.traders.map((ids) => ids.flatMap(ofTrader).length)),
    sizeLearnedPercent:
      discoveries.length === 0 ? 0 : Math.round((100 * sum('quantity')) / sum('victimQuantity')),
    agreements: venue.agreements,
    filterAnswers: new Set(discoveries.map(({ victimAdvertId, filter }) => `${victimAdvertId} ${filter}`))
      .size,
    stepsPerHour: mostInAnHour(venue),
    rating: Math.min(...traderIds.map((id) => venue.state.traders.get(id)?.rating ?? 0)),
    stoppedVictims: venue.stoppedVictims(),
    isNamed: strategy.traders.some((_, i) => venue.isNamed(`prober${i}`)),
    lastLocateMinute: last ? Math.ceil(last.at / minuteMs) : null,
  }
}

/** The most steps of one institution in one name within 60 minutes. */
function mostInAnHour({ steps }: Venue): number {
  const bySearch = Map.groupBy(steps, ({ firmId, name }) => `${firmId} ${name}`)
  let most = 0
  for (const own of bySearch.values()) {
    let first = 0
    own.forEach(({ at }, i) => {
      while ((own[first]?.at ?? at) <= at - 60 * minuteMs) first += 1
      most = Math.max(most, i - first + 1)
    })
  }
  return most
}

/** The most of these in one name. */
const mostOf = (items: readonly { readonly name: number }[]): number =>
  Math.max(0, ...[...Map.groupBy(items, ({ name }) => name).values()].map(({ length }) => length))
