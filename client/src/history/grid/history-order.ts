import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { advertStatuses } from '@aitai/engine/model/advert.ts'
import type { HistoryColumnId } from './column-presets.ts'
import { columnOf, type HistoryTextContext, shareLeft } from './history-columns.ts'

type Comparator = (a: Advert, b: Advert, context: HistoryTextContext, isDescending: boolean) => number

const statusRank = new Map(advertStatuses.map((status, i) => [status, i]))
const rankOf = ({ advertisementStatus }: Advert): number => statusRank.get(advertisementStatus) ?? 99

/** Orders statuses along an advert's life cycle; ties are broken by the cause of death. */
const byStatus: Comparator = (a, b) =>
  rankOf(a) - rankOf(b) || (a.causeOfDeath ?? '').localeCompare(b.causeOfDeath ?? '', 'en')

/** Unsent adverts sort after sent ones, so that with the newest first drafts are at the top. */
const bySubmitTime: Comparator = (a, b) => {
  const [first, second] = [a.submitTime ?? Number.MAX_VALUE, b.submitTime ?? Number.MAX_VALUE]
  return first === second ? 0 : first < second ? -1 : 1
}

/**
 * Compares two adverts by a column, ascending. The caller negates the result for a descending sort and passes
 * `isDescending`, so that rows without a value come last in both orders.
 */
export function columnComparator(id: HistoryColumnId): Comparator {
  if (id === 'status') return byStatus
  if (id === 'submitTime') return bySubmitTime
  const { value } = columnOf(id)
  return (a, b, context, isDescending) => {
    const [first, second] =
      id === 'percentRemaining' ? [shareLeft(a), shareLeft(b)] : [value(a, context), value(b, context)]
    if (first === null || second === null) {
      if (first === second) return 0
      return (first === null) === isDescending ? -1 : 1
    }
    if (typeof first === 'string') return first.localeCompare(String(second), 'ja', { numeric: true })
    return first - Number(second)
  }
}
