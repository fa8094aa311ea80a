import { tokyoDate } from '@aitai/engine/calendar/trading-days.ts'
import { priceLimits } from '@aitai/engine/market/price-limits.ts'
import { roundDownToTick } from '@aitai/engine/market/tick-sizes.ts'
import type { Reference } from '@aitai/engine/model/reference-data.ts'
import type { HaltTarget } from '@aitai/engine/model/state.ts'
import { performOnDay, type SimulatedDay } from '../simulated-day.ts'
import { drawBudgets } from '../world/market.ts'
import { clearTapes } from '../world/prices.ts'
import { endEarlyClose, isClosedEarly } from './external-events.ts'
import { keepSnapshot, restart } from './restarts.ts'

/** Actions of brokers and operators. */
export function confirmExecution(day: SimulatedDay): void {
  const { chance, state, market } = day
  const agreements = [...state.agreements.values()]
  if (agreements.length === 0) return
  const { agreementId, brokerId } = chance.oneOf(agreements)
  performOnDay(day, {
    type: chance.happens(0.75) ? 'confirmExecution' : 'undoExecution',
    agreementId,
    side: chance.oneOf(['BUY', 'SELL']),
    brokerId: chance.happens(0.95) ? brokerId : chance.oneOf(market.brokerIds),
    brokerUserId: 'broker-user',
  })
}

const staff = { by: 'operator', reason: 'the simulation says so' }

/** Begins a halt, or mostly ends one. */
export function toggleHalt(day: SimulatedDay): void {
  const { chance, market, state } = day
  if (isClosedEarly(day)) return endEarlyClose(day)
  const { platform, firms, securities } = state.halts
  const halted: HaltTarget[] = [
    ...(platform ? [{ kind: 'PLATFORM' } as const] : []),
    ...[...firms].map((firmId) => ({ kind: 'FIRM', firmId }) as const),
    ...[...securities].map((securityId) => ({ kind: 'SECURITY', securityId }) as const),
  ]
  if (halted.length > 0 ? chance.happens(0.85) : chance.happens(0.6)) {
    const target = halted.length > 0 ? chance.oneOf(halted) : ({ kind: 'PLATFORM' } as const)
    performOnDay(day, { type: 'changeHalt', target, halted: false, ...staff })
    return
  }
  const target = chance.weighted<HaltTarget>([
    [1, { kind: 'PLATFORM' }],
    [2, { kind: 'FIRM', firmId: chance.oneOf(market.firmIds) }],
    [2, { kind: 'SECURITY', securityId: chance.oneOf(market.securityIds) }],
  ])
  performOnDay(day, { type: 'changeHalt', target, halted: true, ...staff })
}

export function explainMatch(day: SimulatedDay): void {
  const ids = [...day.state.adverts.keys()]
  if (ids.length < 2) return
  const advertIds = [day.chance.oneOf(ids), day.chance.oneOf(ids)] as const
  performOnDay(day, { type: 'explainMatch', advertIds, of: day.at, ...staff })
}

export function viewSurveillance(day: SimulatedDay): void {
  performOnDay(day, { type: 'viewSurveillance', date: tokyoDate(day.at), ...staff })
}

export function viewAdverts(day: SimulatedDay): void {
  const scope = { firmId: day.chance.oneOf(day.market.firmIds) }
  performOnDay(day, { type: 'viewAdverts', scope, ...staff })
}

export function cancelByOperator(day: SimulatedDay): void {
  const ids = [...day.state.adverts.keys()]
  const advertId = day.chance.happens(0.9) && ids.length > 0 ? day.chance.oneOf(ids) : 'no such advert'
  performOnDay(day, { type: 'cancelAdvertByStaff', advertId, ...staff })
}

type Change = (day: SimulatedDay) => Reference

const changes: readonly (readonly [weight: number, change: Change])[] = [
  [
    4,
    ({ chance, state }) => {
      const brokers = [...state.brokers.values()]
      const off = brokers.filter(({ active }) => !active)
      const broker = chance.oneOf(off.length > 0 && chance.happens(0.7) ? off : brokers)
      return { brokers: [{ ...broker, active: chance.happens(0.8), swapEnabled: chance.happens(0.7) }] }
    },
  ],
  [
    1,
    ({ chance, state, market }) => {
      const firm = chance.oneOf([...state.firms.values()])
      return { firms: [{ ...firm, brokerIds: chance.someOf(market.brokerIds, 1) }] }
    },
  ],
  [
    3,
    ({ chance, state }) => {
      const firms = [...state.firms.values()]
      const grouped = firms.filter(({ affiliateGroup }) => affiliateGroup)
      const firm = chance.oneOf(grouped.length > 0 && chance.happens(0.7) ? grouped : firms)
      return { firms: [{ ...firm, affiliateGroup: chance.happens(0.2) ? 'group' : null }] }
    },
  ],
  [
    1,
    ({ chance, state: { limits } }) => ({
      limits: {
        ...limits,
        openLocatesPerTrader: chance.between(1, 3),
        minLiveMs: chance.oneOf([0, 0, 5_000]),
        probing: chance.happens(0.3) ? drawBudgets(chance) : (limits.probing ?? drawBudgets(chance)),
        confirmingQuotes: chance.between(2, 4),
        hardMarketErrorMs: chance.oneOf([1, 5, 10]) * 60_000,
        declineCooldownMs: chance.oneOf([1, 15]) * 60_000,
      },
    }),
  ],
  [
    1,
    ({ chance, state, prices }) => {
      const security = chance.oneOf([...state.securities.values()])
      const mid = prices.walks.get(security.securityId)?.mid ?? security.closePrice
      const closePrice = roundDownToTick(mid, security)
      return { securities: [{ ...security, closePrice, ...priceLimits(closePrice) }] }
    },
  ],
]

/** A delisting is soon taken back, because a day without its securities shows little. */
export function listAgain(day: SimulatedDay): void {
  const delisted = [...day.state.securities.values()].find(({ isDelisted }) => isDelisted)
  if (!delisted || day.chance.happens(0.5)) return
  const { isDelisted: _, ...listed } = delisted
  performOnDay(day, { type: 'changeReference', reference: { securities: [listed] } })
  clearTapes(day.prices)
}

/** Changes reference data from outside the engine. */
export function changeReference(day: SimulatedDay): void {
  const reference = day.chance.weighted(changes)(day)
  performOnDay(day, { type: 'changeReference', reference })
  // Markets are evaluated again, because a quote that was fresh under the old limits may not be under the new
  // ones.
  if (reference.limits || reference.securities) clearTapes(day.prices)
}

export const saveSnapshot = keepSnapshot

export function restartServer(day: SimulatedDay): void {
  const fromSnapshot = day.kept !== null && day.chance.happens(0.5)
  restart(day, fromSnapshot)
  day.watch?.restarted(day, fromSnapshot)
}
