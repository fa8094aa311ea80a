import { setImmediate as laterTask } from 'node:timers/promises'
import { ingestQuotes } from '@aitai/contract/routes/feed.ts'
import type { FeedBatch, FeedQuote } from '@aitai/contract/schemas/feed.ts'
import type { AppContext } from '../context.ts'
import { failed, invalid } from '../http/failures.ts'
import { exactPrice } from '../quotes/prices.ts'
import type { QuoteUpdate } from '../quotes/quote-book.ts'
import { parseTimestamp } from '../quotes/timestamps.ts'
import { serve } from './serve.ts'

/** By how much the clock of a feed handler may be ahead of ours. Later quotes would keep out true ones. */
const clockToleranceMs = 1_000

/** How many quotes are taken in at one go: about a millisecond's worth. */
const atOnce = 500

/**
 * The quotes of the venue's own feed handler. A batch is read as a whole before any of it counts: of one that
 * is wrong anywhere nothing is taken in.
 */
export function feedCalls(app: AppContext): void {
  serve(app, ingestQuotes, async (batch) => {
    const { feed, now } = app
    if (!feed) throw failed(503, 'UNAVAILABLE')
    const at = now()
    const looks = batch.quotes.map((quote, i) => lookOf(quote, `quotes/${i}`, at))
    const usdJpy = exactOf(batch, 'usdJpy', '')
    const index = indexOf(batch)

    if (usdJpy) feed.updateUsdJpy(usdJpy)
    if (index) feed.updateIndex(index.last, index.close, at)
    let accepted = 0
    for (const [i, look] of looks.entries()) {
      // Whoever waits for an answer to a command gets it in between.
      if (i > 0 && i % atOnce === 0) await laterTask()
      if (feed.update(look, at) === 'taken') accepted += 1
    }
    return { accepted, ignored: looks.length - accepted }
  })
}

function lookOf(quote: FeedQuote, where: string, now: number): QuoteUpdate {
  const at = parseTimestamp(quote.time)
  if (at === null || at > now + clockToleranceMs) throw invalid(`${where}/time`)
  const price = (name: 'bid' | 'ask' | 'last' | 'officialClose') => exactOf(quote, name, `${where}/`)
  return {
    ric: quote.ric,
    at,
    condition: quote.condition ?? 'CONTINUOUS',
    bid: price('bid') ?? null,
    ask: price('ask') ?? null,
    last: price('last'),
    officialClose: price('officialClose'),
  }
}

function indexOf({ index }: FeedBatch): { readonly last: number; readonly close: number } | null {
  const last = index && exactOf(index, 'last', 'index/')
  const close = index && exactOf(index, 'close', 'index/')
  return last && close ? { last, close } : null
}

/** A number in 1/10,000; null and undefined as they are. One that cannot be kept exactly is refused. */
function exactOf<K extends string>(
  of: { readonly [P in K]?: number | null | undefined },
  name: K,
  where: string,
): number | null | undefined {
  const told = of[name]
  if (told === null || told === undefined) return told
  const exact = exactPrice(told)
  if (exact === null) throw invalid(where + name)
  return exact
}
