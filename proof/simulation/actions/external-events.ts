import { type Calendar, exchanges } from '@aitai/engine/model/calendar.ts'
import type { Locate } from '@aitai/engine/model/locate.ts'
import { performOnDay, type SimulatedDay } from '../simulated-day.ts'

/** External events during a locate, which may cause its withdrawal (docs/rules.md §8). */
type Disturbance = (day: SimulatedDay, locate: Locate) => void

const switchBrokerOff: Disturbance = (day, { brokerId }) => {
  const broker = day.state.brokers.get(brokerId)
  if (broker)
    performOnDay(day, { type: 'changeReference', reference: { brokers: [{ ...broker, active: false }] } })
}

const merge: Disturbance = (day, { firmIds }) => {
  const firms = [...day.state.firms.values()]
    .filter(({ firmId }) => firmId === firmIds.BUY || firmId === firmIds.SELL)
    .map((firm) => ({ ...firm, affiliateGroup: 'group' }))
  performOnDay(day, { type: 'changeReference', reference: { firms } })
}

/** The price jumps: beyond a knockout of one of the two adverts if there is one, else anywhere. */
export const gap: Disturbance = ({ prices, chance, state }, { securityId, midPrice, buyId, sellId }) => {
  const walk = prices.walks.get(securityId)
  if (!walk) return
  const [knockout] = [buyId, sellId].flatMap((id) => {
    const terms = state.adverts.get(id)?.terms
    return terms?.knockoutTriggerActivated ? [terms] : []
  })
  const basisPoints = chance.oneOf([-1, 1]) * chance.between(50, 500)
  const beyond = knockout?.direction === 'BUY' ? 40 : -40
  const [from, by] = knockout ? [Number(knockout.knockoutTrigger), beyond] : [midPrice, basisPoints]
  walk.mid = from + Math.floor((from * by) / 10_000)
}

const halt: Disturbance = ({ prices, chance, at }, { securityId }) => {
  const walk = prices.walks.get(securityId)
  if (walk) Object.assign(walk, { marketCondition: chance.oneOf(['HALTED', 'SPECIAL']), until: at + 40_000 })
}

const delist: Disturbance = (day, { securityId }) => {
  const security = day.state.securities.get(securityId)
  if (security)
    performOnDay(day, {
      type: 'changeReference',
      reference: { securities: [{ ...security, isDelisted: true }] },
    })
}

/** The platform closes early: nothing matches any more, even if the exchange is open. */
const closeEarly: Disturbance = (day) => {
  const { calendar } = day.state
  const noMatching = Object.fromEntries(
    exchanges.map((exchange) => [exchange, { ...calendar.hours[exchange], matching: [], afterHours: [] }]),
  ) as unknown as Calendar['hours']
  performOnDay(day, { type: 'changeReference', reference: { calendar: { ...calendar, hours: noMatching } } })
}

/** Ends an early close. */
export function endEarlyClose(day: SimulatedDay): void {
  const { calendar } = day.market.reference
  performOnDay(day, { type: 'changeReference', reference: { calendar } })
}

export const isClosedEarly = ({ state, market }: SimulatedDay): boolean =>
  state.calendar.hours.XTKS.matching.length < market.reference.calendar.hours.XTKS.matching.length

/** Makes affiliates of the two institutions, or takes their broker away. */
export function disturbParties(day: SimulatedDay, locate: Locate): void {
  day.chance.weighted<Disturbance>([
    [3, switchBrokerOff],
    [1, merge],
  ])(day, locate)
}

export function disturbLocate(day: SimulatedDay): void {
  const locates = [...day.state.index.openLocates.values()]
  if (locates.length === 0) return
  const disturbance = day.chance.weighted<Disturbance>([
    [2, switchBrokerOff],
    [1, merge],
    [8, gap],
    [3, halt],
    [2, closeEarly],
    [0.7, delist],
  ])
  disturbance(day, day.chance.oneOf(locates))
}
