import type { Limits } from '@aitai/engine/limits.ts'
import type { Security } from '@aitai/engine/market/security.ts'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { ConfigError, type QuoteSource } from '../config.ts'
import type { Database } from '../database/schema.ts'
import { randomSeed } from '../random.ts'
import { createQuoteBook, type QuoteBook } from './quote-book.ts'
import { type Quotes, simulatedQuotes } from './quotes.ts'
import { checkReplay, type ReplaySummary, replayedQuotes } from './replay.ts'
import { BadReplay } from './replay-file.ts'
import { openUsdJpyRate } from './usd-jpy-rate.ts'

export interface OpenQuotes {
  readonly quotes: Quotes
  /** Receives the batches of a feed handler; null for any other source. */
  readonly feed: QuoteBook | null
  close(): Promise<void>
}

interface QuoteSourceDeps {
  readonly db: Kysely<Database>
  readonly securities: readonly Security[]
  readonly now: () => number
  readonly limits: Limits
  readonly log: Logger
  /** The newest quotes of another process, from which this one continues; null for none. */
  readonly last: LastQuotes | null
}

/** The newest quotes of another process. */
export type LastQuotes = Pick<Quotes, 'quoteOf' | 'usdJpy' | 'indexMove'>

/** Opens and starts the configured quote source. Throws ConfigError for a file that cannot be replayed. */
export async function openQuotes(source: QuoteSource, deps: QuoteSourceDeps): Promise<OpenQuotes> {
  switch (source.source) {
    case 'simulated':
      return openSimulated(deps)
    case 'replay':
      return openReplay(source, deps)
    case 'http':
      return openFeed(deps)
  }
}

/** Prices, the index and the dollar continue where the other process left them. */
function openSimulated({ log, ...deps }: QuoteSourceDeps): OpenQuotes {
  const seed = randomSeed()
  log.info({ seed }, 'simulated quotes')
  const quotes = simulatedQuotes({ seed, ...deps })
  quotes.start()
  return { quotes, feed: null, close: async () => quotes.stop() }
}

/** Has the other process's quotes until the source sends newer ones. */
async function openBook({ db, log, ...deps }: QuoteSourceDeps) {
  const onError = (err: unknown): void => log.warn({ err }, 'the rate of the dollar was not stored')
  const dollar = await openUsdJpyRate(db, deps.now, onError)
  const book = createQuoteBook({ ...deps, dollar })
  const { last, securities } = deps
  if (last) {
    dollar.set(last.usdJpy())
    for (const { securityId } of securities) {
      const quote = last.quoteOf(securityId)
      if (quote) book.adopt(quote)
    }
  }
  return { dollar, book }
}

async function openReplay(
  { file, speed }: Extract<QuoteSource, { source: 'replay' }>,
  deps: QuoteSourceDeps,
): Promise<OpenQuotes> {
  const { now, limits, log } = deps
  const summary = await checkReplay(file).catch((error: unknown) => {
    throw unreadable(file, error)
  })
  logSummary(summary, deps)
  const { dollar, book } = await openBook(deps)
  const quotes = replayedQuotes({ file, speed, book, now, log, behindMs: limits.quoteAgeMs })
  quotes.start()
  const close = async (): Promise<void> => {
    quotes.stop()
    await quotes.ended()
    await dollar.stop()
  }
  return { quotes, feed: null, close }
}

function logSummary({ rows, lengthMs, rowsOf }: ReplaySummary, { securities, log }: QuoteSourceDeps): void {
  log.info({ rows, seconds: Math.round(lengthMs / 1_000), securities: rowsOf.size }, 'quotes from a file')
  const listed = new Set(securities.map(({ ric }) => ric))
  const unknown = [...rowsOf].filter(([ric]) => !listed.has(ric))
  if (unknown.length === 0) return
  const skippedRows = unknown.reduce((sum, [, count]) => sum + count, 0)
  log.warn(
    { securities: unknown.length, rows: skippedRows, such: unknown.slice(0, 5).map(([ric]) => ric) },
    'the file names securities that are not listed: their quotes are ignored',
  )
}

/** Turns an error of the file into a one-line ConfigError; other errors are returned unchanged. */
function unreadable(file: string, error: unknown): unknown {
  if (error instanceof BadReplay) return new ConfigError(`QUOTES: ${file}, ${error.message}`)
  const { code } = error as NodeJS.ErrnoException
  return code ? new ConfigError(`QUOTES: ${file} cannot be read (${code})`) : error
}

async function openFeed(deps: QuoteSourceDeps): Promise<OpenQuotes> {
  deps.log.info('quotes by POST /api/feed/quotes')
  const { dollar, book } = await openBook(deps)
  const quotes = { ...book, start: () => {}, stop: () => {} }
  return { quotes, feed: book, close: () => dollar.stop() }
}
