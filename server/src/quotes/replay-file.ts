import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import type { Price } from '@aitai/engine/model/price.ts'
import { quoteConditions } from '@aitai/engine/model/quote.ts'
import { CsvError, parse } from 'csv-parse'
import type { ReportedStatistics } from './bars/bar-recorder.ts'
import { parsePrice } from './prices.ts'
import type { QuoteUpdate } from './quote-book.ts'
import { parseTimestamp } from './timestamps.ts'

/** A file of quotes cannot be replayed. The message gives the line and the reason. */
export class BadReplay extends Error {
  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`)
    this.name = 'BadReplay'
  }
}

/** The content of a row. Prices in 1/10,000 yen, index points in 1/10,000 points. */
type RowContent =
  | ({ readonly of: 'security' } & Omit<QuoteUpdate, 'at'>)
  | { readonly of: 'index'; readonly last: number; readonly close: number }
  | { readonly of: 'dollar'; readonly rate: Price }

export type ReplayRow = RowContent & {
  readonly line: number
  /** Milliseconds since the first row, by the times in the file. */
  readonly offsetMs: number
}

const columns = ['time', 'ric', 'bid', 'ask', 'last', 'officialClose']
/** May follow in any order. */
const sizeColumns = ['bidSize', 'askSize', 'lastSize', 'volume'] as const
const priceColumns = ['open', 'high', 'low', 'vwap'] as const
const optionalColumns: readonly string[] = ['condition', ...sizeColumns, ...priceColumns]
/** The two identifiers that are not securities. */
const indexRic = '.TOPX'
const dollarRic = 'USDJPY'

/** Bytes that are parsed at once: few enough not to block the event loop noticeably. */
const pieceBytes = 16 * 1_024
const maxLineLength = 1_000

interface Parsed {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/** Streams the records of a CSV file. Closes the file when the caller stops iterating. */
async function* linesOf(file: string): AsyncGenerator<Parsed> {
  const options = { bom: true, trim: true, info: true, skip_empty_lines: true } as const
  const parser = parse({ ...options, relax_column_count: true, max_record_size: maxLineLength })
  // Errors of the file stream reach the caller through the parser.
  pipeline(createReadStream(file, { highWaterMark: pieceBytes }), parser, () => {})
  try {
    yield* parser as AsyncIterable<Parsed>
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BadReplay(Number(error.lines) || 1, 'cannot be read as CSV')
  } finally {
    parser.destroy()
  }
}

/**
 * The rows of a file of quotes in file order (format: docs/operations/quotes.md). Throws BadReplay at the first
 * invalid row, or the file system's error.
 */
export async function* replayRows(file: string): AsyncGenerator<ReplayRow> {
  const readOffset = createOffsetReader()
  let header: readonly string[] | null = null
  let indexClose: number | null = null
  for await (const { record, info } of linesOf(file)) {
    const line = info.lines
    if (header === null) {
      header = checkHeader(record, line)
      continue
    }
    if (record.length !== header.length)
      throw new BadReplay(line, `has ${record.length} columns where the header has ${header.length}`)
    const offsetMs = readOffset(record[0] ?? '', line)
    const content = contentOf(header, record, indexClose, line)
    if (content.of === 'index') indexClose = content.close
    yield { ...content, line, offsetMs }
  }
  if (header === null) throw new BadReplay(1, `the columns must be ${columns.join()}`)
}

function checkHeader(header: readonly string[], line: number): readonly string[] {
  const more = header.slice(columns.length)
  const isKnown =
    header.slice(0, columns.length).join() === columns.join() &&
    more.every((name) => optionalColumns.includes(name)) &&
    new Set(more).size === more.length
  if (isKnown) return header
  throw new BadReplay(
    line,
    `the columns must be ${columns.join()}, and may end with any of ${optionalColumns.join(', ')}`,
  )
}

const secondsForm = /^\d{1,9}(\.\d{1,9})?$/

/**
 * Returns a function that turns the times of a file into offsets from the first row. All times must have a date
 * and zone, or all must be seconds; they must not decrease.
 */
function createOffsetReader(): (text: string, line: number) => number {
  let inSeconds: boolean | null = null
  let first: number | null = null
  let newest = 0
  return (text, line) => {
    inSeconds ??= secondsForm.test(text)
    const at = inSeconds ? secondsOf(text) : parseTimestamp(text)
    if (at === null)
      throw new BadReplay(
        line,
        `'${text}' is not ${inSeconds ? 'a number of seconds' : 'a time with its zone'}`,
      )
    first ??= at
    const offsetMs = at - first
    if (offsetMs < newest) throw new BadReplay(line, `the time ${text} is before that of the line above`)
    newest = offsetMs
    return offsetMs
  }
}

const secondsOf = (text: string): number | null =>
  secondsForm.test(text) ? Math.floor(Number(text) * 1_000) : null

function contentOf(
  header: readonly string[],
  record: readonly string[],
  indexClose: number | null,
  line: number,
): RowContent {
  const [, ric = '', bid = '', ask = '', last = '', officialClose = ''] = record
  const cell = (name: string): string => record[header.indexOf(name)] ?? ''
  const condition = cell('condition')
  const read = (name: string, text: string): number | null => priceIn(name, text, line)
  if (ric === indexRic) {
    const close = read('officialClose', officialClose) ?? indexClose
    if (!close) throw new BadReplay(line, `the first ${indexRic} needs its previous close as officialClose`)
    return { of: 'index', last: requirePositive('last', read('last', last), line), close }
  }
  if (ric === dollarRic) return { of: 'dollar', rate: requirePositive('last', read('last', last), line) }
  if (ric === '') throw new BadReplay(line, 'has no ric')
  const stated = condition === '' ? 'CONTINUOUS' : quoteConditions.find((each) => each === condition)
  if (!stated) throw new BadReplay(line, `'${condition}' is none of ${quoteConditions.join(', ')}`)
  return {
    of: 'security',
    ric,
    condition: stated,
    bid: read('bid', bid),
    ask: read('ask', ask),
    // An empty cell means unchanged, like an omitted field in the HTTP feed.
    last: read('last', last) ?? undefined,
    officialClose: read('officialClose', officialClose) ?? undefined,
    ...(header.length > columns.length ? { reported: reportedIn(cell, line) } : {}),
  }
}

/** An empty cell means unchanged on the same day, and a size that is not known. */
const reportedIn = (cell: (name: string) => string, line: number): ReportedStatistics => ({
  ...Object.fromEntries(sizeColumns.map((name) => [name, sharesIn(name, cell(name), line) ?? undefined])),
  ...Object.fromEntries(priceColumns.map((name) => [name, priceIn(name, cell(name), line) ?? undefined])),
})

function sharesIn(name: string, text: string, line: number): number | null {
  if (text === '') return null
  if (!/^\d{1,15}$/.test(text)) throw new BadReplay(line, `${name} '${text}' is not a whole number of shares`)
  return Number(text)
}

function priceIn(name: string, text: string, line: number): number | null {
  if (text === '') return null
  const price = parsePrice(text)
  if (price === null)
    throw new BadReplay(line, `${name} '${text}' is not a number from 0 with up to four decimals`)
  return price
}

function requirePositive(name: string, price: number | null, line: number): number {
  if (price) return price
  throw new BadReplay(line, `${name} must be a number above 0`)
}
