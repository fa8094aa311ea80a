import { minSharesOf } from '@aitai/engine/adverts/advert.ts'
import { currentQuantity } from '@aitai/engine/adverts/quantity-decay.ts'
import { defaultLimits } from '@aitai/engine/limits.ts'
import { advertIn, book, buys } from '../../../../engine/test/book.ts'
import { examples, type Section } from '../example.ts'
import { inYen } from '../markdown.ts'

const { minimumQuantityPercent, platformMinimumNotional } = defaultLimits

const minima = examples(
  'A minimum of {percent} % of {shares} shares in lots of {lot} is {minimum} shares.',
  ({ percent, shares, lot }: { percent: number; shares: number; lot: number }) => ({
    minimum: minSharesOf({ shareQuantity: shares, minimumQuantity: percent }, { lotSize: lot }),
  }),
  [
    { given: { percent: 25, shares: 12_300, lot: 100 }, gives: { minimum: 3_100 } },
    { given: { percent: 25, shares: 100_000, lot: 100 }, gives: { minimum: 25_000 } },
  ],
)

interface Line {
  readonly [name: string]: number
  readonly shares: number
  readonly percent: number
  readonly minutes: number
}

const decayed = examples(
  'Of {shares} shares with a minimum of {percent} % and a life of 150 min, after {minutes} min there are {current} on offer.',
  ({ shares, percent, minutes }: Line) => {
    const state = book(
      buys('alder', shares, { minimumQuantity: percent, quantityDecay: true, duration: '150' }),
    )
    const advert = advertIn(state, 'alder-1')
    return { current: currentQuantity(state, advert, (advert.submitTime ?? 0) + minutes * 60_000) }
  },
  (
    [
      [0, 100_000],
      [30, 85_000],
      [75, 62_500],
      [120, 40_000],
      [149, 25_500],
      [150, 25_000],
    ] as const
  ).map(([minutes, current]) => ({ given: { shares: 100_000, percent: 25, minutes }, gives: { current } })),
)

/** The quantity that an advert offers (docs/rules.md §6). */
export const quantity: Section = {
  title: '6 Quantity and decay',
  text: [
    `A quantity is whole lots, and worth at least ${inYen(platformMinimumNotional)} at the last middle price or the close. The minimum is a whole percentage of it, from ${minimumQuantityPercent.min} to ${minimumQuantityPercent.max}, rounded up to lots and fixed when the advert is sent or modified; it is never met by adding up several contras.`,
    'An advert with decay offers less as its life runs: it goes down in a straight line from its quantity to its minimum, rounded down to lots and never below the minimum. Only the time in which matching is open counts; nothing runs down while the advert is in a locate; a change of the quantity begins the line anew.',
  ],
  examples: [...minima, ...decayed],
}
