import type { Language } from '@aitai/messages/language.ts'
import type { ShownAdvert } from '../adverts/shown-advert.ts'
import type { TextFunction } from '../ui/text/use-text.ts'
import { totalLines } from '../ui/totals/side-totals.ts'

interface Rows {
  readonly all: readonly ShownAdvert[]
  /** Those that pass the filters. */
  readonly rows: readonly ShownAdvert[]
  readonly selected: readonly ShownAdvert[]
}

/**
 * The totals of the selected rows, or of all displayed ones, for the footer, the summary and its mail. Unless rows are
 * selected or filtered they are those of the day: of every IOI that was sent, so that drafts do not count.
 */
export function historyTotalLines(
  { all, rows, selected }: Rows,
  text: TextFunction,
  language: Language,
): readonly string[] {
  const isOfDay = selected.length === 0 && rows.length === all.length
  const counted = (selected.length > 0 ? selected : rows).filter(
    ({ hasNoSide, advertisementStatus }) => !hasNoSide && !(isOfDay && advertisementStatus === 'UNSENT'),
  )
  return totalLines(counted, isOfDay ? 'day' : 'chosen', text, language)
}
