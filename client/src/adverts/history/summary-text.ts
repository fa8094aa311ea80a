import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { HistoryColumn, HistoryTextContext } from './grid/history-columns.ts'

/** An advert as one line of a message: what a colleague is told in a chat or a mail. */
export const advertLine = (
  advert: Advert,
  columns: readonly HistoryColumn[],
  reader: HistoryTextContext,
): string =>
  columns
    .map((column) => column.shown(advert, reader))
    .filter((shown) => shown !== '–' && shown !== '')
    .join('  ')

/** Longer than this, some mail programs cut an address that opens a message. */
const longestMailTo = 1_900

/** The address that opens a message with these lines; null where it would be cut. */
export function mailtoUrl(subject: string, body: string): string | null {
  const address = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
  return address.length > longestMailTo ? null : address
}
