import { type AdvertTerms, optionalTermsOff } from '@aitai/engine/model/advert.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { ceilLot } from '@aitai/engine/model/security.ts'
import { type OpenDatabase, openDatabase } from '@aitai/server/database/open-database.ts'
import { CommandLoop } from '@aitai/server/market/command-loop.ts'
import { createJournal } from '@aitai/server/market/journal.ts'
import type { Market } from '@aitai/server/market/market.ts'
import { createNotificationStore } from '@aitai/server/market/notification-store.ts'
import { simulatedQuotes } from '@aitai/server/quotes/quotes.ts'
import { randomId } from '@aitai/server/random.ts'
import { openReference, type ReferenceData } from '@aitai/server/reference/reference-data.ts'

/** A market without a server. */
export interface BenchMarket {
  readonly market: Market
  readonly reference: ReferenceData
  stop(): Promise<void>
}

type LoopOptions = Partial<Parameters<typeof CommandLoop.start>[0]>

/** The market of a database on which no server runs. */
export async function openBenchMarket({ db }: OpenDatabase, options: LoopOptions = {}): Promise<BenchMarket> {
  const reference = await openReference(db, { calendar: 'always-open' })
  const securities = reference.names().listed.map(({ security }) => security)
  const quotes = simulatedQuotes({ seed: 'bench', securities, now: Date.now })
  quotes.start()
  const market = await CommandLoop.start({
    journal: createJournal(db),
    notificationStore: createNotificationStore(db),
    names: reference.names,
    quotes,
    now: Date.now,
    onError: (error) => {
      throw error
    },
    ...options,
  })
  await reference.synchronize(market)
  const stop = async (): Promise<void> => {
    await market.stop()
    quotes.stop()
  }
  return { market, reference, stop }
}

/** An advert of a trader, and how to create its terms. */
export interface PostedAdvert {
  readonly traderId: string
  readonly advertId: string
  readonly price: number
  terms(version: number): AdvertTerms
}

/** Submits the n-th advert: traders in turn, each in the next security. Those of a security are all on one side. */
export async function postAdvert({ market, reference }: BenchMarket, n: number): Promise<PostedAdvert> {
  const { people, listed, brokers } = reference.names()
  const traderIds = [...people.keys()]
  const place = Math.floor(n / traderIds.length)
  const [traderId, equity] = [traderIds[n % traderIds.length], listed[place]]
  if (!traderId || !equity) throw new Error('there are not enough securities')
  const { securityId, closePrice: price, lotSize } = equity.security
  const smallest = ceilLot((2 * defaultLimits.platformMinimumNotional) / price, lotSize)
  const terms = (version: number): AdvertTerms => ({
    direction: place % 2 === 0 ? 'BUY' : 'SELL',
    shareQuantity: smallest + (version % 100) * lotSize,
    minimumQuantity: 25,
    duration: 'END_OF_DAY',
    credibilityHurdle: 10,
    transactionType: 'CASH_ONLY',
    transactionTypePreference: 'CASH_ONLY',
    brokerIds: [...brokers.keys()],
    ranked: false,
    ...optionalTermsOff,
  })
  const own = { traderId, advertId: randomId(), terms: terms(0) }
  const offsets = { advertising: 0, knockout: 500 }
  await market.submit({ type: 'createAdvert', ...own, securityId, offsets })
  await market.submit({
    type: 'submitAdvert',
    arrivalMid: null,
    usdJpy: 150 * yen,
    ...own,
    freshId: randomId(),
    price,
  })
  return { ...own, price, terms }
}

const postedAtOnce = 500

/** Submits adverts that are never located, and stores a snapshot once all are live. */
export async function postLiveAdverts(
  location: Parameters<typeof openDatabase>[0],
  adverts: number,
): Promise<void> {
  const opened = await openDatabase(location)
  const bench = await openBenchMarket(opened)
  for (let from = 0; from < adverts; from += postedAtOnce) {
    const count = Math.min(postedAtOnce, adverts - from)
    await Promise.all(Array.from({ length: count }, (_, n) => postAdvert(bench, from + n)))
  }
  // An advert is live from the tick after its submit.
  const live = (): Promise<number> =>
    bench.market.read(
      (state) => [...state.adverts.values()].filter((each) => each.advertisementStatus === 'LIVE').length,
    )
  for (let wait = 0; (await live()) < adverts; wait += 1) {
    if (wait === 100) throw new Error(`only ${await live()} of ${adverts} adverts are live`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await bench.stop()
  await opened.close()
}
