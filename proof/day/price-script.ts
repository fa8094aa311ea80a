import { readFileSync } from 'node:fs'
import { createRandom, type Random } from '../harness/random.ts'
import {
  afternoonBegins,
  closingAuctionBegins,
  exchangeCloses,
  exchangeOpens,
  lunchBookOpens,
  minuteMs,
  morningEnds,
  platformOpens,
  secondMs,
  tokyo,
} from './tokyo-day.ts'

/** The securities that are listed with the server. */
export const equitiesFile = new URL('../../server/data/equities.csv', import.meta.url)

/** One row of the replayed file. Prices in yen. */
export interface ScriptedQuote {
  /** Milliseconds UTC. */
  readonly at: number
  /** Null for none. */
  readonly bid: number | null
  readonly ask: number | null
  /** Null before the first trade. */
  readonly last: number | null
  /** Shares of the day so far; null if the source does not say. */
  readonly volume: number | null
  readonly condition: 'CONTINUOUS' | 'HALTED'
  readonly officialClose: number | null
  /** The move of TOPIX from its previous close, in percent. 0 if absent. */
  readonly indexPercent?: number
}

/** TOPIX from a moment on, in percent from its previous close. */
export interface IndexMove {
  /** Milliseconds UTC. */
  readonly at: number
  readonly percent: number
}

/** A security of the script and its quotes of the day, in order. */
export interface ScriptedSecurity {
  readonly ric: string
  readonly isTopix500: boolean
  readonly lotSize: number
  readonly previousClose: number
  readonly quotes: readonly ScriptedQuote[]
}

interface Halt {
  readonly from: number
  readonly until: number
}

/** How the data of a security differ from those of the others. */
export interface SecurityTraits {
  /** Has a book from 08:25, before the open. */
  readonly quotesBeforeOpen: boolean
  /** Has a book from 12:05, before the afternoon. */
  readonly quotesInLunch: boolean
  /** Its source states no volume. */
  readonly hasVolume: boolean
  readonly halt: Halt | null
  /** When one quote is 5 % above the others. Milliseconds UTC. */
  readonly spikeAt: number | null
}

/** By position in the script. */
export const traitsOf = (position: number): SecurityTraits => ({
  quotesBeforeOpen: position % 5 === 0,
  quotesInLunch: position % 2 === 0,
  hasVolume: position % 18 !== 13,
  halt: halts.get(position) ?? null,
  spikeAt: null,
})

const halts: ReadonlyMap<number, Halt> = new Map([
  [7, { from: tokyo(10, 10), until: tokyo(10, 25) }],
  [11, { from: tokyo(13, 5, 10), until: tokyo(13, 7) }],
  [23, { from: tokyo(14, 0), until: tokyo(14, 12) }],
])

/** Inclusive upper bound of each price band and its ticks: TOPIX500, others (market facts of Tokyo since 2023). */
const tickBands: readonly (readonly [upTo: number, topix500: number, others: number])[] = [
  [1_000, 0.1, 1],
  [3_000, 0.5, 1],
  [5_000, 1, 5],
  [10_000, 1, 10],
  [30_000, 5, 10],
  [50_000, 10, 50],
  [100_000, 10, 100],
]

/** The tick at a price, in yen. */
export function tickAt(price: number, isTopix500: boolean): number {
  const band = tickBands.find(([upTo]) => price <= upTo)
  if (!band) throw new Error(`no tick at ${price}`)
  return isTopix500 ? band[1] : band[2]
}

/** The price without the error of binary fractions: prices have at most four decimals. */
export const exactPrice = (price: number): number => Math.round(price * 10_000) / 10_000

const tickDown = (price: number, isTopix500: boolean): number => {
  const tick = tickAt(price, isTopix500)
  return exactPrice(Math.floor(price / tick + 1e-9) * tick)
}

/** The ask that is this number of ticks above a price. */
function ticksAbove(price: number, ticks: number, isTopix500: boolean): number {
  let at = price
  for (let left = ticks; left > 0; left -= 1) {
    const tick = tickAt(exactPrice(at + 1e-4), isTopix500)
    at = exactPrice(Math.floor(at / tick + 1e-9) * tick + tick)
  }
  return at
}

const everyMs = 5 * secondMs

/** The prices to make. */
export interface PriceSettings {
  readonly seed: number
  /** How many securities trade like any. */
  readonly count: number
  /** Those of further securities, after the others. */
  readonly furtherTraits: readonly SecurityTraits[]
  readonly index: readonly IndexMove[]
  readonly until: number
  /** Previous closes that differ from the listed ones, by RIC. Yen. */
  readonly closes?: ReadonlyMap<string, number>
}

/**
 * The prices of a day, with a quote every 5 seconds until the time. The same seed gives the same prices.
 */
export function priceScript(settings: PriceSettings): readonly ScriptedSecurity[] {
  const { seed, count, furtherTraits, index, until, closes } = settings
  const indexAt = (time: number): number => index.findLast(({ at }) => at <= time)?.percent ?? 0
  return listedSecurities(count + furtherTraits.length).map((listed, position) => {
    const security = { ...listed, previousClose: closes?.get(listed.ric) ?? listed.previousClose }
    const traits = furtherTraits[position - count] ?? traitsOf(position)
    const quotes = quotesOf(createRandom(seed * 1_000 + position), security, traits, position)
      .filter(({ at }) => at <= until)
      .map((quote) => ({ ...quote, indexPercent: indexAt(quote.at) }))
    return { ...security, quotes }
  })
}

/** The same prices, so many milliseconds later. */
export const movedBy = (securities: readonly ScriptedSecurity[], ms: number): readonly ScriptedSecurity[] =>
  securities.map((security) => ({
    ...security,
    quotes: security.quotes.map((quote) => ({ ...quote, at: quote.at + ms })),
  }))

type Listed = Omit<ScriptedSecurity, 'quotes'>

/** Seven of eight are of TOPIX500, which has finer ticks. */
function listedSecurities(count: number): readonly Listed[] {
  const file = readFileSync(equitiesFile, 'utf8')
  const listed = file
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([ric = '', , , , , , topix500, lotSize, close]) => ({
      ric,
      isTopix500: topix500 === 'y',
      lotSize: Number(lotSize),
      previousClose: Number(close),
    }))
    .filter(({ ric, previousClose }) => ric.endsWith('.T') && previousClose > 100)
  const large = listed.filter(({ isTopix500 }) => isTopix500)
  const small = listed.filter(({ isTopix500 }) => !isTopix500)
  return Array.from({ length: count }, (_, i) => {
    const found = i % 8 === 7 ? small[(i - 7) / 8] : large[i - Math.floor(i / 8)]
    if (!found) throw new Error(`only ${i} securities are listed`)
    return found
  })
}

function quotesOf(
  random: Random,
  security: Listed,
  traits: SecurityTraits,
  position: number,
): ScriptedQuote[] {
  const { isTopix500, previousClose } = security
  const { quotesBeforeOpen, quotesInLunch, hasVolume, halt, spikeAt } = traits
  // Twenty-five securities follow each other within 2.5 s; the first ones quote on the minute itself.
  const offset = (position % 25) * 100
  const quotes: ScriptedQuote[] = []
  let bid = tickDown(previousClose * (1 + random.between(-100, 100) / 10_000), isTopix500)
  let drift = 0
  let spreadTicks = 1
  let last: number | null = null
  let volume = 0

  const moveBook = (): void => {
    if (random.happens(0.01)) drift = random.between(-2, 2) / 10
    const steps = random.happens(Math.abs(drift)) ? Math.sign(drift) : random.between(-3, 3) / 3
    const moved = tickDown(bid + Math.trunc(steps) * tickAt(bid, isTopix500), isTopix500)
    if (Math.abs(moved / previousClose - 1) < 0.06) bid = moved
    if (random.happens(0.2))
      spreadTicks = random.weighted([
        [6, 1],
        [3, 2],
        [2, 3],
        [1, 4],
      ] as const)
  }
  const trade = (shares: number): void => {
    volume += shares
    last = random.happens(0.5) ? bid : ticksAbove(bid, spreadTicks, isTopix500)
  }
  const add = (at: number, more: Partial<ScriptedQuote> = {}): void => {
    const ask = ticksAbove(bid, spreadTicks, isTopix500)
    const stated = hasVolume ? volume : null
    const quote = {
      at,
      bid,
      ask,
      last,
      volume: stated,
      condition: 'CONTINUOUS',
      officialClose: null,
    } as const
    quotes.push({ ...quote, ...more })
  }
  const addSpike = (at: number): void => {
    const above = tickDown(bid * 1.05, isTopix500)
    add(at, { bid: above, ask: ticksAbove(above, 1, isTopix500) })
  }
  const session = (from: number, until: number, trades: boolean): void => {
    for (let at = from + offset; at < until; at += everyMs) {
      if (halt && at >= halt.from && at < halt.until) {
        add(at, { bid: null, ask: null, condition: 'HALTED' })
        continue
      }
      moveBook()
      if (trades && random.happens(0.6)) trade(100 * random.between(1, busyAt(at)))
      if (spikeAt !== null && at >= spikeAt && at < spikeAt + everyMs) addSpike(at)
      else add(at)
    }
  }

  if (quotesBeforeOpen) session(tokyo(8, 25), exchangeOpens, false)
  // The opening auction.
  trade(100 * random.between(200, 2_000))
  session(exchangeOpens, morningEnds, true)
  if (quotesInLunch) session(lunchBookOpens, afternoonBegins, false)
  session(afternoonBegins, closingAuctionBegins, true)
  session(closingAuctionBegins, exchangeCloses, false)
  trade(100 * random.between(500, 5_000))
  const official = { bid: null, ask: null, officialClose: last }
  add(exchangeCloses + 20 * secondMs + offset, official)
  return quotes
}

/** Most lots in 5 seconds: trading is heavier at the open and the close. */
const busyAt = (at: number): number =>
  at < exchangeOpens + 30 * minuteMs || at > closingAuctionBegins - 30 * minuteMs ? 60 : 15

const header = 'time,ric,bid,ask,last,officialClose,condition,volume'

/** The previous close of TOPIX, on each day. */
const indexClose = 2_800

/**
 * The script as the file that the server replays (docs/operations/quotes.md), of one day or of several. The first row
 * is at 08:00 of the first.
 */
export function replayFile(
  days: readonly { readonly securities: readonly ScriptedSecurity[]; readonly index: readonly IndexMove[] }[],
): string {
  const cell = (value: number | null): string => (value === null ? '' : String(value))
  const first = new Date(platformOpens).toISOString()
  const indexRows = days
    .flatMap(({ index }) => index)
    .map(({ at, percent }) => ({
      at,
      row: `${new Date(at).toISOString()},.TOPX,,,${exactPrice(indexClose * (1 + percent / 100))},${indexClose},,`,
    }))
  const rows = days
    .flatMap(({ securities }) => securities)
    .flatMap(({ ric, quotes }) => quotes.map((quote) => ({ ric, ...quote })))
    .map(({ at, ric, bid, ask, last, officialClose, condition, volume }) => {
      const prices = [cell(bid), cell(ask), cell(last), cell(officialClose)]
      return { at, row: [new Date(at).toISOString(), ric, ...prices, condition, cell(volume)].join() }
    })
  // An index applies to the rows after it, so it comes before those of its moment.
  const inOrder = [...indexRows, ...rows].sort((a, b) => a.at - b.at).map(({ row }) => row)
  return [
    header,
    `${first},.TOPX,,,${indexClose},${indexClose},,`,
    `${first},USDJPY,,,150.25,,,`,
    ...inOrder,
    '',
  ].join('\n')
}

/** The newest quote at a moment, or null. */
export function newestAt(quotes: readonly ScriptedQuote[], at: number): ScriptedQuote | null {
  let [low, high] = [0, quotes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((quotes[middle] as ScriptedQuote).at <= at) low = middle + 1
    else high = middle
  }
  return quotes[low - 1] ?? null
}

/** The middle of a quote with both sides in continuous trading, or null. Yen. */
export const midOf = ({ bid, ask, condition }: ScriptedQuote): number | null =>
  bid === null || ask === null || bid >= ask || condition !== 'CONTINUOUS'
    ? null
    : exactPrice((bid + ask) / 2)
