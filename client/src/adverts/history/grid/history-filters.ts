import { createRowFilter, type Filters as TableFilters } from '../../../ui/table/row-filters.ts'
import { type HistoryColumnId, historyColumns } from './history-columns.ts'

/** What the trader narrows the table of the day's adverts by. */
export type HistoryFilters = TableFilters<HistoryColumnId>

/** Whether an advert is among what the trader wants to see. */
export const passesHistoryFilters = createRowFilter(historyColumns)
