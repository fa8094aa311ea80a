import type { Price } from '@aitai/engine/model/price.ts'
import type { Quote, Sighting } from '@aitai/engine/model/quote.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { RecordedData } from '../quotes/bars/recorded-data.ts'
import type { QuoteBook } from '../quotes/quote-book.ts'
import type { LastQuotes, OpenQuotes } from '../quotes/quote-source.ts'
import type { Quotes } from '../quotes/quotes.ts'
import type { QuoteChanges } from '../quotes/tapes.ts'
import { initialUsdJpyRate } from '../quotes/usd-jpy-rate.ts'
import type { QuotesReply } from './peer-messages.ts'

/** Opens this process's own source of quotes, which continues from the last ones. */
export type OpenSource = (last: LastQuotes) => Promise<OpenQuotes>

/**
 * The quotes of a process that shares the database with others. The writer has the source; the others copy what it
 * sees, so that every process shows the same prices.
 */
export class SharedQuotes implements Quotes {
  readonly #openSource: OpenSource
  readonly #recorded: RecordedData | null
  #source: OpenQuotes | null = null
  readonly #copied = new Map<string, Quote>()
  #usdJpy = initialUsdJpyRate
  #indexMove: number | null = null

  constructor(openSource: OpenSource, recorded: RecordedData | null) {
    this.#openSource = openSource
    this.#recorded = recorded
  }

  quoteOf(securityId: string): Quote | null {
    return this.#source?.quotes.quoteOf(securityId) ?? this.#copied.get(securityId) ?? null
  }

  /** Where another process writes, the copied quote without the run before it: no trigger fires on that. */
  sightingOf(securityId: string): Sighting {
    if (this.#source) return this.#source.quotes.sightingOf(securityId)
    return { securityId, quote: this.quoteOf(securityId), run: [] }
  }

  changesSince(position: number): QuoteChanges {
    return this.#source?.quotes.changesSince(position) ?? { securityIds: null, position: 0 }
  }

  usdJpy(): Price {
    return this.#source?.quotes.usdJpy() ?? this.#usdJpy
  }

  indexMove(): number | null {
    return this.#source ? this.#source.quotes.indexMove() : this.#indexMove
  }

  list(securities: readonly Security[]): void {
    this.#source?.quotes.list(securities)
  }

  /** The source starts when this process becomes the writer. */
  start(): void {}

  stop(): void {
    this.#source?.quotes.stop()
  }

  /** Receives the batches of a feed handler; null for any other source, and while another process writes. */
  feed(): QuoteBook | null {
    return this.#source?.feed ?? null
  }

  /** Opens the source of this process, which has become the writer. */
  async startSource(): Promise<void> {
    this.#source ??= await this.#openSource(this)
  }

  /** Copies the writer's quotes from now on. */
  async follow(): Promise<void> {
    const source = this.#source
    this.#source = null
    await source?.close()
  }

  /** Takes over what the writer has sent. */
  copy({ quotes, usdJpy, indexMove, statistics = [] }: QuotesReply): void {
    for (const [i, quote] of quotes.entries()) {
      this.#copied.set(quote.securityId, quote)
      const ofDay = statistics[i]
      if (ofDay) this.#recorded?.copy(quote, ofDay)
    }
    this.#usdJpy = usdJpy
    this.#indexMove = indexMove
  }
}

/** What the writer has sent to each follower. */
export class SentQuotes {
  readonly #sent = new Map<string, { version: number; readonly quotes: Map<string, Quote> }>()

  /** The quotes that the process does not have yet: all of them unless it names the version that it got last. */
  next(
    processId: string,
    version: number,
    quotes: Quotes,
    securityIds: Iterable<string>,
    recorded: RecordedData | null,
  ): QuotesReply {
    const known = this.#sent.get(processId)
    const sent = known?.version === version ? known : { version: 0, quotes: new Map<string, Quote>() }
    this.#sent.set(processId, sent)
    sent.version += 1
    const fresh: Quote[] = []
    for (const id of securityIds) {
      const quote = quotes.quoteOf(id)
      if (quote === null || sent.quotes.get(id) === quote) continue
      sent.quotes.set(id, quote)
      fresh.push(quote)
    }
    return {
      version: sent.version,
      quotes: fresh,
      usdJpy: quotes.usdJpy(),
      indexMove: quotes.indexMove(),
      ...(recorded ? { statistics: fresh.map((quote) => recorded.statisticsOf(quote)) } : {}),
    }
  }
}
