import { type Calendar, type Exchange, exchanges, type HourRange } from '../src/model/calendar.ts'
import type { Limits } from '../src/model/limits.ts'
import { yen } from '../src/model/price.ts'
import { type Broker, type Firm, noSizeLimits, type TraderAccount } from '../src/model/reference-data.ts'
import type { Security } from '../src/model/security.ts'
import { emptyState, type State } from '../src/model/state.ts'
import { perform } from './command-execution.ts'
import { withoutRestAfterRaise } from './test-limits.ts'

/** The day of the books and worlds of tests: a Friday. */
export const today = '2026-11-20'

/** A time of the day, 'HH:MM', 'HH:MM:SS' or 'HH:MM:SS.mmm' in UTC, in milliseconds. */
export function moment(clock: string, date = today): number {
  const parsed = Date.parse(`${date}T${clock}Z`)
  if (Number.isNaN(parsed)) throw new Error(`${clock} is not a time of day`)
  return parsed
}

export const firmNames = ['alder', 'birch', 'cypress', 'dogwood', 'elder', 'fir'] as const
export const brokerNames = ['NOM', 'DAI', 'MIZ', 'SMB', 'GS'] as const

/** A security that closed at 2,000 yen, in lots of 100. */
export const securityNamed = (securityId: string, more: Partial<Security> = {}): Security => ({
  securityId,
  ric: `${securityId}.T`,
  exchange: 'XTKS',
  lotSize: 100,
  tickTable: 'FINE',
  closePrice: 2_000 * yen,
  minPrice: 1_500 * yen,
  maxPrice: 2_500 * yen,
  ...more,
})

const always = [{ from: 0, to: 1_440 }]

/** Matching in the morning and in the afternoon, with a lunch from 02:29 to 03:30. */
export const twoSessions: readonly HourRange[] = [
  { from: 0, to: 149 },
  { from: 210, to: 384 },
]

/** Hours that are the same on every exchange, open at weekends. Without hours it never closes. */
export function calendarOf(
  platform: readonly HourRange[] = always,
  matching: readonly HourRange[] = platform,
  afterHours: readonly HourRange[] = [],
): Calendar {
  const hours = { platform, exchange: matching, matching, afterHours }
  const perExchange = Object.fromEntries(exchanges.map((each) => [each, hours]))
  return {
    name: 'of the book',
    weekends: true,
    holidays: [],
    hours: perExchange as Record<Exchange, typeof hours>,
  }
}

export interface WorldOptions {
  /** Firms with one trader each, of the same name. */
  readonly firms?: readonly string[]
  /** Additional traders. */
  readonly traders?: readonly TraderAccount[]
  /** Firms of one group, by name of the group. */
  readonly affiliates?: Readonly<Record<string, readonly string[]>>
  readonly brokers?: readonly (string | Broker)[]
  /** The brokers that a firm may use, if not all. */
  readonly enabled?: Readonly<Record<string, readonly string[]>>
  /** Size limits of firms; the others have none. */
  readonly sizes?: Readonly<Record<string, Partial<Firm>>>
  readonly securities?: readonly Security[]
  readonly limits?: Partial<Limits>
  readonly calendar?: Calendar
  readonly absent?: readonly string[]
  /** The start of the day, 'HH:MM' in UTC. */
  readonly opens?: string
}

/** An empty platform with everybody connected. */
export function world(of: WorldOptions = {}): State {
  const state = emptyState()
  const at = moment(of.opens ?? '00:00')
  const firmIds = of.firms ?? firmNames
  const brokers = (of.brokers ?? brokerNames).map((broker) =>
    typeof broker === 'string' ? { brokerId: broker, active: true, swapEnabled: true } : broker,
  )
  const groupOf = (firmId: string): string | null =>
    Object.entries(of.affiliates ?? {}).find(([, members]) => members.includes(firmId))?.[0] ?? null
  const firms = firmIds.map((firmId): Firm => {
    const brokerIds = of.enabled?.[firmId] ?? brokers.map(({ brokerId }) => brokerId)
    return { firmId, affiliateGroup: groupOf(firmId), brokerIds, ...noSizeLimits, ...of.sizes?.[firmId] }
  })
  const traders = [...firmIds.map((firmId) => ({ traderId: firmId, firmId })), ...(of.traders ?? [])]
  const securities = of.securities ?? [securityNamed('toyota'), securityNamed('sony')]
  // Books are matched at once, without quotes from before.
  const limits = { ...withoutRestAfterRaise, freshMarketMs: 0, ...of.limits }
  const calendar = of.calendar ?? calendarOf()
  const reference = { firms, brokers, traders, securities, limits, calendar }
  perform(state, { type: 'changeReference', at, reference })
  for (const { traderId } of traders)
    if (!of.absent?.includes(traderId)) perform(state, { type: 'setPresence', at, traderId, present: true })
  return state
}
