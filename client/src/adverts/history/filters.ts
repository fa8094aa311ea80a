import type { Advert } from '@aitai/contract/adverts.ts'
import type { Text } from '../../ui/text.ts'
import { fold } from '../equity-search.ts'
import { parseAmount } from '../quantity.ts'
import { type Choice, type Column, type ColumnId, columnOf, columns, type Reader } from './columns.ts'

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

/** As numbers are typed: any width, no separators. */
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
  const { kind, value, choice } = columnOf(id)
  if (choice) return choice(advert) === wanted
  const test = kind === 'number' ? numberTest(wanted) : null
  if (test) {
    const number = value(advert, reader)
    return typeof number === 'number' && test(number)
  }
  return foldedCell(advert, id, reader).includes(fold(wanted))
}

/** A cell as it is searched; a security by every name that it has, in whatever language the screen is. */
function foldedCell(advert: Advert, id: ColumnId, reader: Reader): string {
  const shown = columnOf(id).shown(advert, reader)
  const equity = id === 'security' ? reader.equities.get(advert.securityId) : undefined
  const names = equity ? [equity.name, equity.localName, equity.kana, ...equity.shortNames] : []
  return [shown, ...names].map(fold).join('\n')
}

/** All that is shown of an advert, for the quick filter; each advert once, as its text never changes. */
const searched = new WeakMap<Reader, WeakMap<Advert, string>>()
function searchable(advert: Advert, reader: Reader): string {
  const known = searched.get(reader) ?? new WeakMap<Advert, string>()
  searched.set(reader, known)
  const text = known.get(advert) ?? columns.map(({ id }) => foldedCell(advert, id, reader)).join('\n')
  known.set(advert, text)
  return text
}

/** Whether an advert is among what the trader wants to see. All words of the quick filter must be there. */
export function passes(advert: Advert, { quick, byColumn }: Filters, reader: Reader): boolean {
  const words = quick.normalize('NFKC').split(/\s+/).map(fold).filter(Boolean)
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
export const choicesOf = (adverts: readonly Advert[], { choice }: Column): Choice[] =>
  choice ? [...new Set(adverts.map(choice))] : []

/** A filter as a reader is told of it: a choice in the words of the screen. */
export const wantedText = (id: ColumnId | 'quick', wanted: string, text: Text): string =>
  id !== 'quick' && columnOf(id).choice ? text(wanted as Choice) : wanted
