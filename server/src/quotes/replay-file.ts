import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { quoteConditions } from '@aitai/engine/market/quote.ts'
import { CsvError, parse } from 'csv-parse'
import { parsePrice } from './prices.ts'
import type { QuoteUpdate } from './quote-book.ts'
import { parseTimestamp } from './timestamps.ts'

/** A file of quotes that cannot be replayed, and why, with the number of the line. */
export class BadReplay extends Error {
  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`)
    this.name = 'BadReplay'
  }
}

/** What a row tells. Prices in 1/10,000 yen, points in 1/10,000 points. */
type Told =
  | ({ readonly of: 'security' } & Omit<QuoteUpdate, 'at'>)
  | { readonly of: 'index'; readonly last: number; readonly close: number }
  | { readonly of: 'dollar'; readonly rate: number }

export type ReplayRow = Told & {
  readonly line: number
  /** Milliseconds from the first row, by the clock of the file. */
  readonly offsetMs: number
}

const columns = ['time', 'ric', 'bid', 'ask', 'last', 'officialClose']
const withCondition = [...columns, 'condition']
/** The two rows that are no security. */
const indexRic = '.TOPX'
const dollarRic = 'USDJPY'

/** How much of the file is looked at in one go: little enough that nobody else waits for it. Bytes. */
const pieceBytes = 16 * 1_024
const longestLine = 1_000

interface Parsed {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/** The lines of a CSV file, one at a time: the whole of it is never in memory. Ends the reading when left. */
async function* linesOf(file: string): AsyncGenerator<Parsed> {
  const options = { bom: true, trim: true, info: true, skip_empty_lines: true } as const
  const parser = parse({ ...options, relax_column_count: true, max_record_size: longestLine })
  // What goes wrong on the way ends the parser, and so comes out of it.
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
 * The rows of a file of quotes, in its order (docs/operations/quotes.md). Throws BadReplay at the first that
 * is none, or the error of the file system.
 */
export async function* replayRows(file: string): AsyncGenerator<ReplayRow> {
  const readOffset = createClockOfFile()
  let width = 0
  let indexClose: number | null = null
  for await (const { record, info } of linesOf(file)) {
    const line = info.lines
    if (width === 0) {
      width = widthOf(record, line)
      continue
    }
    if (record.length !== width)
      throw new BadReplay(line, `has ${record.length} columns where the header has ${width}`)
    const offsetMs = readOffset(record[0] ?? '', line)
    const told = toldBy(record, indexClose, line)
    if (told.of === 'index') indexClose = told.close
    yield { ...told, line, offsetMs }
  }
  if (width === 0) throw new BadReplay(1, `the columns must be ${columns.join()}`)
}

function widthOf(header: readonly string[], line: number): number {
  const isKnown = [columns, withCondition].some((each) => each.join() === header.join())
  if (isKnown) return header.length
  throw new BadReplay(line, `the columns must be ${columns.join()}, and may end with condition`)
}

const secondsForm = /^\d{1,9}(\.\d{1,9})?$/

/** Reads times of a file: all with their date and zone, or all in seconds from any start. Never backwards. */
function createClockOfFile(): (text: string, line: number) => number {
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

function toldBy(record: readonly string[], indexClose: number | null, line: number): Told {
  const [, ric = '', bid = '', ask = '', last = '', officialClose = '', condition = ''] = record
  const read = (name: string, text: string): number | null => priceIn(name, text, line)
  if (ric === indexRic) {
    const close = read('officialClose', officialClose) ?? indexClose
    if (!close) throw new BadReplay(line, `the first ${indexRic} needs its previous close as officialClose`)
    return { of: 'index', last: above('last', read('last', last), line), close }
  }
  if (ric === dollarRic) return { of: 'dollar', rate: above('last', read('last', last), line) }
  if (ric === '') throw new BadReplay(line, 'has no ric')
  const stated = condition === '' ? 'CONTINUOUS' : quoteConditions.find((each) => each === condition)
  if (!stated) throw new BadReplay(line, `'${condition}' is none of ${quoteConditions.join(', ')}`)
  return {
    of: 'security',
    ric,
    condition: stated,
    bid: read('bid', bid),
    ask: read('ask', ask),
    // An empty cell says that nothing new is known of it, as a field that is left out does in the http feed.
    last: read('last', last) ?? undefined,
    officialClose: read('officialClose', officialClose) ?? undefined,
  }
}

function priceIn(name: string, text: string, line: number): number | null {
  if (text === '') return null
  const price = parsePrice(text)
  if (price === null)
    throw new BadReplay(line, `${name} '${text}' is not a number from 0 with up to four decimals`)
  return price
}

function above(name: string, price: number | null, line: number): number {
  if (price) return price
  throw new BadReplay(line, `${name} must be a number above 0`)
}
