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
  /** Where a feed handler's batches go; null while quotes come from elsewhere. */
  readonly feed: QuoteBook | null
  close(): Promise<void>
}

interface Surroundings {
  readonly db: Kysely<Database>
  readonly securities: readonly Security[]
  readonly now: () => number
  readonly limits: Limits
  readonly log: Logger
}

/**
 * Opens the configured source of quotes and starts it. Throws ConfigError with one clear line on a file that
 * cannot be replayed.
 */
export async function openQuotes(source: QuoteSource, surroundings: Surroundings): Promise<OpenQuotes> {
  switch (source.source) {
    case 'simulated':
      return openSimulated(surroundings)
    case 'replay':
      return openReplay(source, surroundings)
    case 'http':
      return openFeed(surroundings)
  }
}

function openSimulated({ log, ...surroundings }: Surroundings): OpenQuotes {
  const seed = randomSeed()
  log.info({ seed }, 'simulated quotes')
  const quotes = simulatedQuotes({ seed, ...surroundings })
  quotes.start()
  return { quotes, feed: null, close: async () => quotes.stop() }
}

async function openBook({ db, log, ...surroundings }: Surroundings) {
  const onError = (err: unknown): void => log.warn({ err }, 'the rate of the dollar was not stored')
  const dollar = await openUsdJpyRate(db, surroundings.now, onError)
  return { dollar, book: createQuoteBook({ ...surroundings, dollar }) }
}

async function openReplay(
  { file, speed }: Extract<QuoteSource, { source: 'replay' }>,
  surroundings: Surroundings,
): Promise<OpenQuotes> {
  const { now, limits, log } = surroundings
  const summary = await checkReplay(file).catch((error: unknown) => {
    throw unreadable(file, error)
  })
  tellOf(summary, surroundings)
  const { dollar, book } = await openBook(surroundings)
  const quotes = replayedQuotes({ file, speed, book, now, log, behindMs: limits.quoteAgeMs })
  quotes.start()
  const close = async (): Promise<void> => {
    quotes.stop()
    await quotes.ended()
    await dollar.stop()
  }
  return { quotes, feed: null, close }
}

function tellOf({ rows, lengthMs, rowsOf }: ReplaySummary, { securities, log }: Surroundings): void {
  log.info({ rows, seconds: Math.round(lengthMs / 1_000), securities: rowsOf.size }, 'quotes from a file')
  const listed = new Set(securities.map(({ ric }) => ric))
  const unknown = [...rowsOf].filter(([ric]) => !listed.has(ric))
  if (unknown.length === 0) return
  const rowsLeftOut = unknown.reduce((sum, [, count]) => sum + count, 0)
  log.warn(
    { securities: unknown.length, rows: rowsLeftOut, such: unknown.slice(0, 5).map(([ric]) => ric) },
    'the file names securities that are not listed: their quotes are left out',
  )
}

/** In one line for whoever set QUOTES; what is no fault of the file stays as it is. */
function unreadable(file: string, error: unknown): unknown {
  if (error instanceof BadReplay) return new ConfigError(`QUOTES: ${file}, ${error.message}`)
  const { code } = error as NodeJS.ErrnoException
  return code ? new ConfigError(`QUOTES: ${file} cannot be read (${code})`) : error
}

async function openFeed(surroundings: Surroundings): Promise<OpenQuotes> {
  surroundings.log.info('quotes by POST /api/feed/quotes')
  const { dollar, book } = await openBook(surroundings)
  const quotes = { ...book, start: () => {}, stop: () => {} }
  return { quotes, feed: book, close: () => dollar.stop() }
}
