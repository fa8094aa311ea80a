import { tradingDay } from '../calendar/trading-days.ts'
import { isHandoverOpen } from '../matching/open-handovers.ts'
import { directions } from '../model/advert.ts'
import type { ConnectionAgreement } from '../model/connection-agreement.ts'
import type { State } from '../model/state.ts'
import { addTraderCandidates } from './trader-changes.ts'

/** Indexes which sides of an agreement the broker still has to confirm. To be called after each change of one. */
export function setHandovers(state: State, agreement: ConnectionAgreement): void {
  if (tradingDay(agreement.agreedAt) < state.day) return
  const { openHandovers } = state.index
  for (const side of directions) {
    const traderId = agreement.traderIds[side]
    const others = openHandovers.get(traderId)
    if (isHandoverOpen(agreement, side)) {
      if (others) others.add(agreement.agreementId)
      else openHandovers.set(traderId, new Set([agreement.agreementId]))
      continue
    }
    if (!others?.delete(agreement.agreementId)) continue
    if (others.size === 0) openHandovers.delete(traderId)
    // A trader who was at the limit can be located again.
    const trader = state.traders.get(traderId)
    if (trader) addTraderCandidates(state, trader)
  }
}

/** Indexes all agreements, after a restore. */
export function rebuildHandovers(state: State): void {
  state.index.openHandovers.clear()
  for (const agreement of state.agreements.values()) setHandovers(state, agreement)
}

/** Removes the agreements of days before this one. Copies the sets, which another state may share. */
export function dropHandoversBefore({ index, agreements }: State, day: number): void {
  for (const [traderId, open] of [...index.openHandovers]) {
    const left = [...open].filter((id) => tradingDay(Number(agreements.get(id)?.agreedAt)) >= day)
    if (left.length === 0) index.openHandovers.delete(traderId)
    else index.openHandovers.set(traderId, new Set(left))
  }
}
