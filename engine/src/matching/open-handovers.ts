import { tradingDay } from '../calendar/trading-days.ts'
import type { Direction } from '../model/advert.ts'
import type { ConnectionAgreement } from '../model/connection-agreement.ts'
import type { State } from '../model/state.ts'

/**
 * Whether the broker has neither confirmed that it received the password of a side nor reported an execution
 * (docs/rules.md §21). Undoing either opens the handover again.
 */
export const isHandoverOpen = (
  { received, executions }: Pick<ConnectionAgreement, 'received' | 'executions'>,
  side: Direction,
): boolean => !received[side] && executions.length === 0

/** The agreements of a trader on the day of a moment whose handover of the trader's own side is open. */
export function openHandoversOf({ index, agreements }: State, traderId: string, at: number): number {
  const day = tradingDay(at)
  let count = 0
  // Before the first sweep of a day those of the day before are still there.
  for (const id of index.openHandovers.get(traderId) ?? [])
    if (tradingDay(Number(agreements.get(id)?.agreedAt)) === day) count += 1
  return count
}
