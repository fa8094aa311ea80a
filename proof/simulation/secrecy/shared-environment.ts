import { platformIsOpen } from '@aitai/engine/calendar/hours.ts'
import { dayMs, minuteMs } from '@aitai/engine/calendar/trading-days.ts'
import { priceLimits } from '@aitai/engine/market/price-limits.ts'
import { markUnquoted } from '@aitai/engine/market/quote-window.ts'
import { roundDownToTick } from '@aitai/engine/market/tick-sizes.ts'
import { exchanges } from '@aitai/engine/model/calendar.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Sighting } from '@aitai/engine/model/quote.ts'
import type { HaltTarget, State } from '@aitai/engine/model/state.ts'
import type { Random } from '../../harness/random.ts'
import { hourBoundaries } from '../world/calendars.ts'
import { drawMarket, type SimulatedMarket } from '../world/market.ts'
import { advancePrices, pricesFrom, type SimulatedPrices, sightingFrom } from '../world/prices.ts'
import type { MarketView } from './views.ts'

type WithoutTime<C> = C extends Command ? Omit<C, 'at'> : never
export type UntimedCommand = WithoutTime<Command>

/** The data that both worlds of a pair share: people, clock, markets and operators. */
export interface SharedEnvironment extends MarketView {
  readonly chance: Random
  readonly market: SimulatedMarket
  readonly reference: SimulatedMarket['reference']
  readonly prices: SimulatedPrices
  /** The watched institution, which has two traders. */
  readonly firmId: string
  /** How the watched institution is kept from being located, so that the worlds can be compared for long. */
  readonly apart: Apart
  at: number
}

/** Not at all, because it shares no broker with the others, or because its hurdle is above every rating. */
type Apart = 'NOT' | 'BROKERS' | 'HURDLE'

export function newSharedEnvironment(chance: Random): SharedEnvironment {
  const market = drawMarket(chance)
  const apart = chance.oneOf(['NOT', 'BROKERS', 'BROKERS', 'BROKERS', 'HURDLE'] as const)
  const firmId = market.firmIds[0] as string
  const reference = referenceOf(market, firmId, apart)
  const prices = pricesFrom(reference.securities, market.opensAt)
  const sightingOf = (securityId: string): Sighting => sightingFrom(prices, securityId)
  return { chance, market, reference, prices, sightingOf, firmId, apart, at: market.opensAt }
}

/**
 * Adds the second trader of the watched institution, and gives it a broker of its own if that keeps it apart.
 */
function referenceOf(market: SimulatedMarket, firmId: string, apart: Apart): SimulatedMarket['reference'] {
  const { reference, brokerIds } = market
  const [only, ...rest] = brokerIds
  const colleagues = ['trader1', 'trader2'].map((each) => ({ traderId: `${firmId}-${each}`, firmId }))
  const strangers = reference.traders.filter((trader) => trader.firmId !== firmId)
  const firms = reference.firms.map((firm) =>
    apart === 'BROKERS' ? { ...firm, brokerIds: firm.firmId === firmId ? [only as string] : rest } : firm,
  )
  return { ...reference, firms, traders: [...colleagues, ...strangers] }
}

/** Time passes and markets move, whatever anybody does. Only hours and limits are read from the state. */
export function passSharedTime(outside: SharedEnvironment, state: State): void {
  const { chance, prices, market, at } = outside
  const isOpen = exchanges.some((exchange) => platformIsOpen(state.calendar, exchange, at))
  const jump = isOpen || chance.happens(0.7) ? chance.weighted(jumps) : toEdge
  outside.at = Math.max(at, jump(outside, state))
  advancePrices(prices, chance, state, outside.at, market.friendly)
  for (const walk of prices.walks.values()) walk.tape = markUnquoted(walk.tape, outside.at)
}

type Jump = (outside: SharedEnvironment, state: State) => number
const seconds: Jump = ({ at, chance }) => at + chance.between(0, 15_000)

/** Around the next start or end of some hours. */
const toEdge: Jump = ({ at, chance }, { calendar }) => {
  const midnight = Math.floor(at / dayMs) * dayMs
  const edges = hourBoundaries(calendar).flatMap((edge) =>
    [0, 1].map((day) => midnight + day * dayMs + edge * minuteMs),
  )
  const next = edges.filter((edge) => edge > at).sort((a, b) => a - b)[0]
  return (next ?? at) + chance.between(-1, 1) * chance.between(0, 40_000)
}
const minutes: Jump = ({ at, chance }) => at + chance.between(1, 40) * minuteMs
const hours: Jump = ({ at, chance }) => at + chance.between(6, 20) * 60 * minuteMs

const jumps: readonly (readonly [number, Jump])[] = [
  [90, seconds],
  [4, toEdge],
  [5, minutes],
  [0.3, hours],
]

const staff = { by: 'operator', reason: 'the simulation says so' }

/** An operator's occasional actions, from public facts only: halts and reference data. */
export function drawOperatorAction(
  { chance, market, prices }: SharedEnvironment,
  state: State,
): UntimedCommand | null {
  if (!chance.happens(0.06)) return null
  if (chance.happens(0.6)) return haltChange(chance, market, state)
  if (chance.happens(0.6)) {
    const broker = chance.oneOf([...state.brokers.values()])
    const changed = { ...broker, active: chance.happens(0.8), swapEnabled: chance.happens(0.7) }
    return { type: 'changeReference', reference: { brokers: [changed] } }
  }
  const security = chance.oneOf([...state.securities.values()])
  const mid = prices.walks.get(security.securityId)?.mid ?? security.closePrice
  const closePrice = roundDownToTick(mid, security)
  const listed = { ...security, closePrice, ...priceLimits(closePrice) }
  return { type: 'changeReference', reference: { securities: [listed] } }
}

function haltChange(chance: Random, market: SimulatedMarket, { halts }: State): UntimedCommand {
  const halted: HaltTarget[] = [
    ...(halts.platform ? [{ kind: 'PLATFORM' } as const] : []),
    ...[...halts.firms].map((firmId) => ({ kind: 'FIRM', firmId }) as const),
    ...[...halts.securities].map((securityId) => ({ kind: 'SECURITY', securityId }) as const),
  ]
  if (halted.length > 0 && chance.happens(0.9))
    return { type: 'changeHalt', target: chance.oneOf(halted), halted: false, ...staff }
  const target = chance.weighted<HaltTarget>([
    [1, { kind: 'PLATFORM' }],
    [3, { kind: 'FIRM', firmId: chance.oneOf(market.firmIds) }],
    [3, { kind: 'SECURITY', securityId: chance.oneOf(market.securityIds) }],
  ])
  return { type: 'changeHalt', target, halted: true, ...staff }
}
