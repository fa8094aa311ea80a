import { passesIn, type Filters as TableFilters } from '../../ui/table/filters.ts'
import { type ColumnId, columns } from './columns.ts'

/** What the trader narrows the table of the day's adverts by. */
export type Filters = TableFilters<ColumnId>

/** Whether an advert is among what the trader wants to see. */
export const passes = passesIn(columns)
