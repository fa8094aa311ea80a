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
