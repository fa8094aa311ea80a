import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { ingestQuotes } from '@aitai/contract/routes/feed.ts'
import type { FeedBatch, FeedQuote } from '@aitai/contract/schemas/feed.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import type { AppContext } from '../context.ts'
import { failed, invalid } from '../http/failures.ts'
import { exactPrice } from '../quotes/prices.ts'
import type { QuoteUpdate } from '../quotes/quote-book.ts'
import { parseTimestamp } from '../quotes/timestamps.ts'
import { serve } from './serve.ts'

/** Quotes processed before yielding: about a millisecond of work. */
const quotesPerTurn = 500

/** Ingests quotes from the venue's feed handler. A batch with any invalid quote is refused as a whole. */
export function feedCalls(app: AppContext): void {
  serve(app, ingestQuotes, async (batch) => {
    const { now } = app
    const feed = app.feed()
    if (!feed) throw failed(503, 'UNAVAILABLE')
    const at = now()
    const updates = batch.quotes.map((quote, i) => updateOf(quote, `quotes/${i}`, at))
    const usdJpy = exactOf(batch, 'usdJpy', '')
    const index = indexOf(batch)

    if (usdJpy) feed.updateUsdJpy(usdJpy)
    if (index) feed.updateIndex(index.last, index.close, at)
    let accepted = 0
    for (const [i, update] of updates.entries()) {
      // Yield, so that commands are answered in between.
      if (i > 0 && i % quotesPerTurn === 0) await yieldToEventLoop()
      if (feed.update(update, at) === 'taken') accepted += 1
    }
    return { accepted, ignored: updates.length - accepted }
  })
}

function updateOf(quote: FeedQuote, where: string, now: number): QuoteUpdate {
  const at = parseTimestamp(quote.time)
  if (at === null || at > now + defaultLimits.quoteAheadMs) throw invalid(`${where}/time`)
  const price = (name: PriceName) => exactOf(quote, name, `${where}/`)
  const { bidSize, askSize, lastSize, volume } = quote
  return {
    ric: quote.ric,
    at,
    condition: quote.condition ?? 'CONTINUOUS',
    bid: price('bid') ?? null,
    ask: price('ask') ?? null,
    last: price('last'),
    officialClose: price('officialClose'),
    reported: {
      bidSize,
      askSize,
      lastSize,
      volume,
      open: price('open'),
      high: price('high'),
      low: price('low'),
      vwap: price('vwap'),
    },
  }
}

type PriceName = 'bid' | 'ask' | 'last' | 'officialClose' | 'open' | 'high' | 'low' | 'vwap'

function indexOf({ index }: FeedBatch): { readonly last: number; readonly close: number } | null {
  const last = index && exactOf(index, 'last', 'index/')
  const close = index && exactOf(index, 'close', 'index/')
  return last && close ? { last, close } : null
}

/** A price in 1/10,000 yen; null and undefined unchanged. Throws 400 if it cannot be stored exactly. */
function exactOf<K extends string>(
  of: { readonly [P in K]?: number | null | undefined },
  name: K,
  where: string,
): number | null | undefined {
  const sent = of[name]
  if (sent === null || sent === undefined) return sent
  const exact = exactPrice(sent)
  if (exact === null) throw invalid(where + name)
  return exact
}
