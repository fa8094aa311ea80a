import { yen } from '@aitai/engine/market/price.ts'
import { priceLimits, priceLimitWidths, widestPriceLimitWidth } from '@aitai/engine/market/price-limits.ts'
import { coarseTicks, fineTicks, tickAt } from '@aitai/engine/market/tick-sizes.ts'
import { examples, type Section } from '../example.ts'
import { table } from '../markdown.ts'

const bounds = fineTicks.map(({ upTo }, row) => [upTo, fineTicks[row]?.tick, coarseTicks[row]?.tick] as const)

const ticks = examples(
  'At {price} yen on {exchange} a TOPIX500 member moves in steps of {fine} yen and any other name of {coarse} yen.',
  ({ price, exchange }: { price: number; exchange: 'XTKS' | 'XNGO' | 'XFKA' | 'XSAP' }) => ({
    fine: tickAt(price * yen, { topix500: true, exchange }) / yen,
    coarse: tickAt(price * yen, { topix500: false, exchange }) / yen,
  }),
  [
    { given: { price: 1_000, exchange: 'XTKS' }, gives: { fine: 0.1, coarse: 1 } },
    { given: { price: 1_000.1, exchange: 'XTKS' }, gives: { fine: 0.5, coarse: 1 } },
    { given: { price: 4_000, exchange: 'XNGO' }, gives: { fine: 1, coarse: 5 } },
    { given: { price: 4_000, exchange: 'XFKA' }, gives: { fine: 5, coarse: 5 } },
  ],
)

const days = examples(
  'A security that closed at {close} yen trades from {lowest} to {highest} yen the next day.',
  ({ close }: { close: number }) => {
    const { minPrice, maxPrice } = priceLimits(close * yen)
    return { lowest: minPrice / yen, highest: maxPrice / yen }
  },
  (
    [
      [99, 69, 129],
      [100, 50, 150],
      [499, 419, 579],
      [500, 400, 600],
      [1_769, 1_369, 2_169],
      [3_000, 2_300, 3_700],
      [9_999, 8_499, 11_499],
      [10_000, 7_000, 13_000],
    ] as const
  ).map(([close, lowest, highest]) => ({ given: { close }, gives: { lowest, highest } })),
)

/** The exchange's tick and limit tables, from which levels and limits are computed (docs/market.md). */
export const prices: Section = {
  title: 'Ticks and daily limits',
  text: [
    'Prices move in steps that depend on the price. Members of TOPIX500 have the fine steps in Tokyo and Nagoya; everything else, and everything in Fukuoka and Sapporo, has the coarse ones. An upper bound belongs to its row. All in yen.',
    table(
      ['Price up to', 'Step of TOPIX500 members', 'Step of all others'],
      bounds.map(([upTo, fine, coarse]) => [
        Number.isFinite(upTo) ? upTo / yen : 'above',
        (fine ?? 0) / yen,
        (coarse ?? 0) / yen,
      ]),
    ),
    'In a day a price may move no further from its base, the previous close, than this. The bound does not belong to its row. Nothing trades below one yen. The wider limits after two locked days are published by the exchange and are loaded, not computed.',
    table(
      ['Base price below', 'Up and down'],
      [...priceLimitWidths.map(([below, width]) => [below, width]), ['above', widestPriceLimitWidth]],
    ),
  ],
  examples: [...ticks, ...days],
}
