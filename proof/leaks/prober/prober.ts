import { defaultLimits, type Limits } from '@aitai/engine/model/limits.ts'
import { noProbingLimits } from '../../../engine/test/limits.ts'
import { probe, type Strategy } from './strategies.ts'
import { dayMs, Venue } from './venue.ts'

/** A defence of the venue, and the settings that switch it off. */
export interface Defence {
  readonly name: string
  readonly limits: Partial<Limits>
  readonly sweepDelay?: { readonly min: number; readonly max: number }
  /**
   * How long brokers wait before they report that the prober did not trade: 5 minutes unless said otherwise; null if
   * they report nothing.
   */
  readonly reportDelayMs?: number | null
}

const unlimited = 1_000_000_000
const { probing } = defaultLimits

const securityBudget = { probing: { ...probing, failuresPerSecurity: unlimited } }
const pairBudget = { probing: { ...probing, failedLocatesPerPair: unlimited } }
const ownBudgets = { probing: { ...probing, failuresPerTrader: unlimited, failuresPerFirm: unlimited } }
const cooldowns = {
  declineCooldownMs: 0,
  timeoutCooldownMs: 0,
  withdrawalCooldownMs: 0,
  failuresToEndOfDay: unlimited,
}
const rest = { restAfterFailureMs: 0 }
/** No event counts, so every rating stays that of a new account. */
const rating = { ratedEventsPerContra: 0 }
const noDelay = { min: 0, max: 0 }
const minuteMs = 60_000
const usualReportDelayMs = 5 * minuteMs

export const allOn: Defence = { name: 'all defences', limits: {} }
export const allOff: Defence = {
  name: 'no defence',
  limits: {
    ...cooldowns,
    ...rest,
    ...rating,
    probing: noProbingLimits,
  },
  sweepDelay: noDelay,
  reportDelayMs: null,
}

/** Each with one defence switched off. */
export const oneOff: readonly Defence[] = [
  { name: 'without the budget per security', limits: securityBudget },
  { name: 'without the budget per pair', limits: pairBudget },
  { name: 'without the budgets of the trader and the institution', limits: ownBudgets },
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

export interface ProberResult {
  readonly strategy: string
  readonly defence: string
  /** Different hidden IOIs that one trader of the prober found, the most of its traders. */
  readonly foundPerTrader: number
  /** The most locates of one trader in one security. */
  readonly perSecurity: number
  /** The located quantity as a share of what the found IOIs offered, in percent. */
  readonly sizeLearnedPercent: number
  /** Popups that the other institutions saw because of the prober. */
  readonly popups: number
  /** The lowest rating of the prober's traders at the end of the day. */
  readonly rating: number
  /** When the prober was located for the last time, in minutes since the open; null for never. */
  readonly lastLocateMinute: number | null
  readonly commands: number
}

/** A prober's whole day against a venue with hidden IOIs. */
export function measureProber(strategy: Strategy, defence: Defence, seed: number): ProberResult {
  const venue = new Venue({
    seed,
    proberTraders: strategy.traders,
    limits: defence.limits,
    reportDelayMs: defence.reportDelayMs === undefined ? usualReportDelayMs : defence.reportDelayMs,
    ...(defence.sweepDelay ? { sweepDelay: defence.sweepDelay } : {}),
  })
  probe(venue, strategy)
  const { discoveries } = venue
  const traderIds = strategy.traders.flat()
  const ofTrader = (id: string) => discoveries.filter(({ traderId }) => traderId === id)
  const found = (id: string): number => new Set(ofTrader(id).map(({ victimAdvertId }) => victimAdvertId)).size
  const inSecurity = (id: string): number =>
    Math.max(0, ...[...Map.groupBy(ofTrader(id), ({ name }) => name).values()].map(({ length }) => length))
  const sum = (of: 'quantity' | 'victimQuantity'): number =>
    discoveries.reduce((total, each) => total + each[of], 0)
  const last = discoveries.at(-1)
  return {
    strategy: strategy.name,
    defence: defence.name,
    foundPerTrader: Math.max(...traderIds.map(found)),
    perSecurity: Math.max(...traderIds.map(inSecurity)),
    sizeLearnedPercent:
      discoveries.length === 0 ? 0 : Math.round((100 * sum('quantity')) / sum('victimQuantity')),
    popups: discoveries.length,
    rating: Math.min(...traderIds.map((id) => venue.state.traders.get(id)?.rating ?? 0)),
    lastLocateMinute: last ? Math.ceil(last.at / 60_000) : null,
    commands: venue.commands,
  }
}
