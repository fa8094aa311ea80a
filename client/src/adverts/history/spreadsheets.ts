import type { Advert } from '@aitai/contract/adverts.ts'
import { copiedCell, csvOf, exportedCell, tsvOf } from './as-text.ts'
import { type Column, headerOf, type Reader } from './columns.ts'

/** Rows as they are pasted into a spreadsheet: the columns in sight, in their order (quality U19). */
export const copiedText = (
  adverts: readonly Advert[],
  shown: readonly Column[],
  reader: Reader,
  withHeaders: boolean,
): string =>
  tsvOf([
    ...(withHeaders ? [shown.map((column) => headerOf(column, reader))] : []),
    ...adverts.map((advert) => shown.map((column) => copiedCell(advert, column, reader))),
  ])

/** The same as a file (quality U20). */
export const exportedText = (adverts: readonly Advert[], shown: readonly Column[], reader: Reader): string =>
  csvOf([
    shown.map(({ header }) => reader.text(header)),
    ...adverts.map((advert) => shown.map((column) => exportedCell(advert, column, reader))),
  ])

/** Gives a text to the browser as a file to keep. */
export function download(name: string, content: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  // After the click has begun the download, the browser holds what it needs.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
