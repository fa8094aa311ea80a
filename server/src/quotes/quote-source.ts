import { indexId } from '@aitai/contract/routes/index-id.ts'
import { exchangeIsOpen } from '@aitai/engine/calendar/hours.ts'
import type { Limits } from '@aitai/engine/model/limits.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { ConfigError, type QuoteSource } from '../config.ts'
import type { Database } from '../database/schema.ts'
import { randomSeed } from '../random.ts'
import type { ReferenceData } from '../reference/reference-data.ts'
import { BarRecorder } from './bars/bar-recorder.ts'
import { indexExchange, type MarketData } from './bars/market-data.ts'
import { RecordedData, startBarWriter } from './bars/recorded-data.ts'
import { createQuoteBook, type QuoteBook } from './quote-book.ts'
import { type Quotes, simulatedQuotes } from './quotes.ts'
import { checkReplay, type ReplaySummary, replayedQuotes } from './replay.ts'
import { BadReplay } from './replay-file.ts'
import { simulatedData } from './simulated/simulated-data.ts'
import type { TradingSource } from './simulated/simulated-trades.ts'
import { sessionsIn } from './simulated/volume-profile.ts'
import { openUsdJpyRate } from './usd-jpy-rate.ts'

export interface OpenQuotes {
  readonly quotes: Quotes
  /** Receives the batches of a feed handler; null for any other source. */
  readonly feed: QuoteBook | null
  close(): Promise<void>
}

interface QuoteSourceDeps extends OpenMarketData {
  readonly db: Kysely<Database>
  readonly securities: readonly Security[]
  readonly reference: Pick<ReferenceData, 'names' | 'calendar'>
  readonly now: () => number
  readonly limits: Limits
  readonly log: Logger
  /** The newest quotes of another process, from which this one continues; null for none. */
  readonly last: LastQuotes | null
}

/** The newest quotes of another process. */
export type LastQuotes = Pick<Quotes, 'quoteOf' | 'usdJpy' | 'indexMove'>

/** Market data besides the quotes: the same in every process. */
export interface OpenMarketData {
  readonly data: MarketData
  /** What the process with the source records with; null for a simulated market. */
  readonly recorded: RecordedData | null
  /** Null unless the market is simulated. */
  readonly simulation: { readonly seed: string; readonly trading: TradingSource } | null
}

/** Opens the market data of a source; a source of null records nothing. The seed is that of a simulated market. */
export async function openMarketData(
  source: QuoteSource['source'] | null,
  { db, reference, now }: Pick<QuoteSourceDeps, 'db' | 'reference' | 'now'>,
  givenSeed?: string,
): Promise<OpenMarketData> {
  if (source !== 'simulated') {
    const recorded = new RecordedData(db)
    return { data: recorded, recorded, simulation: null }
  }
  const seed = givenSeed ?? (await storedSeed(db))
  const equityOf = (securityId: string) => reference.names().equities.get(securityId)
  const trading: TradingSource = {
    sessionsOf: sessionsIn(reference.calendar),
    volumeOf: (securityId) => equityOf(securityId)?.averageDailyVolume ?? null,
  }
  const data = simulatedData({
    seed,
    trading,
    now,
    securityOf: (securityId) => equityOf(securityId)?.security,
  })
  return { data, recorded: null, simulation: { seed, trading } }
}

/** The same for every start and every process, so that a simulated market has a past. */
async function storedSeed(db: Kysely<Database>): Promise<string> {
  const name = 'quotes.simulationSeed'
  await db
    .insertInto('setting')
    .values({ name, value: randomSeed() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}

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

/** Every process has the same seed, so prices continue where another one left them. */
function openSimulated({ log, simulation, securities, now, limits }: QuoteSourceDeps): OpenQuotes {
  if (!simulation) throw new Error('the simulated market has no seed')
  log.info({ seed: simulation.seed }, 'simulated quotes')
  const quotes = simulatedQuotes({ ...simulation, securities, now, limits })
  quotes.start()
  return { quotes, feed: null, close: async () => quotes.stop() }
}

/** Has the other process's quotes until the source sends newer ones. */
async function openBook({ db, log, recorded, ...deps }: QuoteSourceDeps) {
  const onError = (err: unknown): void => log.warn({ err }, 'the rate of the dollar was not stored')
  const dollar = await openUsdJpyRate(db, deps.now, onError)
  const { last, securities, reference, now } = deps
  const recorder = new BarRecorder((securityId, at) => {
    const exchange =
      securityId === indexId ? indexExchange : reference.names().equities.get(securityId)?.security.exchange
    return exchange !== undefined && exchangeIsOpen(reference.calendar(), exchange, at)
  })
  const book = createQuoteBook({ ...deps, dollar, recorder })
  if (last) {
    dollar.set(last.usdJpy())
    for (const { securityId } of securities) {
      const quote = last.quoteOf(securityId)
      if (quote) book.adopt(quote)
    }
  }
  const stopWriting = startBarWriter({
    db,
    recorder,
    calendar: reference.calendar,
    now,
    onError: (err) => log.warn({ err }, 'market data was not stored: it is tried again'),
  })
  recorded?.recordWith(recorder)
  const close = async (): Promise<void> => {
    recorded?.recordWith(null)
    await stopWriting()
    await dollar.stop()
  }
  return { book, close }
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
  const { book, close: closeBook } = await openBook(deps)
  const quotes = replayedQuotes({ file, speed, book, now, log, behindMs: limits.quoteAgeMs })
  quotes.start()
  const close = async (): Promise<void> => {
    quotes.stop()
    await quotes.ended()
    await closeBook()
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
  const { book, close } = await openBook(deps)
  const quotes = { ...book, start: () => {}, stop: () => {} }
  return { quotes, feed: book, close }
}
