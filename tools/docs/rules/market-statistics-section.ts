import { toYen, yen } from '@aitai/engine/market/price.ts'
import { BarRecorder } from '@aitai/server/quotes/bars/bar-recorder.ts'
import { examples, type Section } from './example.ts'
import { code } from './markdown.ts'

interface Reports {
  readonly [name: string]: number
  readonly first: number
  readonly second: number
  readonly shares: number
}

const open = Date.parse('2026-11-20T09:00:00+09:00')

/** The bar of a minute in which a source reports trades at two prices, 1,000 shares and then more. */
function barOf({ first, second, shares }: Reports) {
  const recorder = new BarRecorder((_, at) => at >= open)
  const condition = { condition: 'CONTINUOUS', officialClose: null, indexMove: 0 } as const
  const see = (at: number, last: number, volume: number): void =>
    recorder.see(
      { securityId: 'toyota', at, bid: null, ask: null, last: last * yen, ...condition },
      { volume },
    )
  see(open - 1, 0, 0)
  see(open, first, 1_000)
  see(open + 1_000, second, 1_000 + shares)
  const [bar] = recorder.takeFinished(open + 120_000, 1)
  return { high: toYen(bar?.high ?? 0), volume: bar?.volume ?? 0, vwap: toYen(bar?.vwap ?? 0) }
}

const cases = examples(
  'A minute in which 1,000 shares trade at {first} yen and then {shares} at {second} yen has a high of {high} yen, a volume of {volume} and a VWAP of {vwap} yen.',
  (given: Reports) => barOf(given),
  [
    {
      given: { first: 2_900, second: 2_904, shares: 3_000 },
      gives: { high: 2_904, volume: 4_000, vwap: 2_903 },
    },
    {
      given: { first: 2_900, second: 2_890, shares: 1_000 },
      gives: { high: 2_900, volume: 2_000, vwap: 2_895 },
    },
  ],
)

/** What is public of the market beside the quotes of matching (docs/rules.md §23). */
export const marketStatistics: Section = {
  title: '23 Market data',
  text: [
    `Per security: bid, ask and their sizes, last price and its size, open, high, low, volume and VWAP of the trading day, whether it is halted or has a special quote, and from reference data the average daily volume of 20 days. One-minute bars (open, high, low and close of the last price, volume, VWAP, last mid) of the current day and the 20 trading days before. It is the same for everybody, by ${code('getQuote')}, ${code('getBars')} and the topics of securities; the engine decides by its quotes alone.`,
    `What a source does not state is derived: open, high and low from the last prices that were seen, VWAP from last prices and volume. Without a volume there is neither volume nor VWAP. The volume of a day never falls.`,
  ],
  examples: cases,
}
