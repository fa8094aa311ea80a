import type { Advert } from '@aitai/contract/adverts.ts'
import { parseAmount } from '../quantity.ts'
import { type ColumnId, columnOf, columns, type Reader } from './columns.ts'

/** What the trader narrows the table by: a word for all columns, and one for each. */
export interface Filters {
  readonly quick: string
  readonly byColumn: Readonly<Partial<Record<ColumnId, string>>>
}

export const noFilters: Filters = { quick: '', byColumn: {} }

export const isFiltered = ({ quick, byColumn }: Filters): boolean =>
  quick.trim() !== '' || Object.keys(byColumn).length > 0

/** The filter of one column, or none of it once it is empty. */
export function withFilter(filters: Filters, id: ColumnId, wanted: string): Filters {
  const { [id]: _, ...others } = filters.byColumn
  return { ...filters, byColumn: wanted.trim() === '' ? others : { ...others, [id]: wanted } }
}

/** As people type and search: any width, any case, no separators. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(',', '')

const amount = (typed: string): number | null => (/^0+$/.test(typed) ? 0 : parseAmount(typed))

type Test = (value: number) => boolean

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '=': (value, limit) => value === limit,
}

/** `>10k`, `<=1.5m`, `=100`, `10k-50k` as a test of a number; null for anything else. */
export function numberTest(typed: string): Test | null {
  const text = plain(typed).replace(/[\s%]/g, '').replace('≥', '>=').replace('≤', '<=')
  const compared = /^(>=|<=|>|<|=)(.+)$/.exec(text)
  if (compared) {
    const limit = amount(compared[2] ?? '')
    const holds = comparisons[compared[1] ?? '']
    return limit === null || !holds ? null : (value) => holds(value, limit)
  }
  const range = /^([^-~〜]+)(?:-|~|〜|\.\.)([^-~〜]+)$/.exec(text)
  const [from, to] = [amount(range?.[1] ?? ''), amount(range?.[2] ?? '')]
  return from === null || to === null ? null : (value) => value >= from && value <= to
}

/** Whether one column of an advert is as wanted: a choice in full, a number by a condition, else a part. */
export function passesColumn(advert: Advert, id: ColumnId, wanted: string, reader: Reader): boolean {
  const { kind, value, shown } = columnOf(id)
  if (kind === 'choice') return shown(advert, reader) === wanted
  const test = kind === 'number' ? numberTest(wanted) : null
  if (test) {
    const number = value(advert, reader)
    return typeof number === 'number' && test(number)
  }
  return plain(shown(advert, reader)).includes(plain(wanted).trim())
}

/** All that is shown of an advert, for the quick filter; each advert once, as its text never changes. */
const searched = new WeakMap<Reader, WeakMap<Advert, string>>()
function searchable(advert: Advert, reader: Reader): string {
  const known = searched.get(reader) ?? new WeakMap<Advert, string>()
  searched.set(reader, known)
  const text = known.get(advert) ?? plain(columns.map(({ shown }) => shown(advert, reader)).join('\n'))
  known.set(advert, text)
  return text
}

/** Whether an advert is among what the trader wants to see. All words of the quick filter must be there. */
export function passes(advert: Advert, { quick, byColumn }: Filters, reader: Reader): boolean {
  const words = plain(quick).split(/\s+/).filter(Boolean)
  if (words.length > 0) {
    const all = searchable(advert, reader)
    if (!words.every((word) => all.includes(word))) return false
  }
  return Object.entries(byColumn).every(([id, wanted]) =>
    passesColumn(advert, id as ColumnId, wanted, reader),
  )
}

/** The filters in words, as chips: the quick one first, then by column in the table's order. */
export const filterChips = ({ quick, byColumn }: Filters): { id: ColumnId | 'quick'; wanted: string }[] => [
  ...(quick.trim() ? [{ id: 'quick' as const, wanted: quick.trim() }] : []),
  ...columns.flatMap(({ id }) => {
    const wanted = byColumn[id]
    return wanted === undefined ? [] : [{ id, wanted }]
  }),
]

/** What a column of choices holds, each once, in the order of the table's rows. */
export const choicesOf = (adverts: readonly Advert[], id: ColumnId, reader: Reader): string[] => [
  ...new Set(adverts.map((advert) => columnOf(id).shown(advert, reader))),
]
