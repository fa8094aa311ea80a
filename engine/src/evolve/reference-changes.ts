import type { Reference } from '../model/reference-data.ts'
import type { State } from '../model/state.ts'
import { rebuildIndex } from '../model/state-index.ts'
import { ratingOf } from '../rating/credibility.ts'
import { newTrader } from './trader-changes.ts'

/** Takes over reference data. Each entry replaces the one with its id; what is not named stays. */
export function setReference(state: State, reference: Reference): void {
  const {
    limits,
    calendar,
    rulesVersion,
    firms = [],
    brokers = [],
    securities = [],
    traders = [],
  } = reference
  if (rulesVersion !== undefined) state.rulesVersion = rulesVersion
  if (limits) {
    state.limits = limits
    for (const trader of state.traders.values()) trader.rating = ratingOf(trader.ledger, limits)
  }
  for (const firm of firms) state.firms.set(firm.firmId, firm)
  for (const broker of brokers) state.brokers.set(broker.brokerId, broker)
  for (const security of securities) state.securities.set(security.securityId, security)
  for (const { traderId, firmId, isDeskHead = false } of traders) {
    const trader = state.traders.get(traderId) ?? newTrader(traderId, firmId, state.limits)
    trader.firmId = firmId
    trader.isDeskHead = isDeskHead
    state.traders.set(traderId, trader)
  }
  if (calendar) state.calendar = calendar
  // The index holds brokers, enabled lists and exchanges. Rebuilding it also makes every live advert a
  // candidate.
  rebuildIndex(state)
}
