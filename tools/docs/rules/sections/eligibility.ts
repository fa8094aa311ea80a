import { currentQuantity } from '@aitai/engine/adverts/quantity-decay.ts'
import { defaultLimits } from '@aitai/engine/limits.ts'
import {
  locatableQuantity,
  mayMeet,
  type PairCondition,
  pairConditions,
} from '@aitai/engine/matching/eligibility.ts'
import { advertIn, book, buys, sells, setRating } from '../../../../engine/test/book.ts'
import { examples, type Section } from '../example.ts'
import { count, inTime, table } from '../markdown.ts'

const limits = defaultLimits

/** Each condition in a sentence. E4 is checked once for all pairs of a security. */
const sentences: Readonly<Record<PairCondition | 'E4', string>> = {
  E1: 'Both are adverts of the same security, one buys and the other sells.',
  E2: 'They belong to different institutions that are not of one affiliate group.',
  E3: 'Both are LIVE, neither is in a locate, the two institutions are not kept apart in this security after a failed locate, and no budget of failures is used up (section 21).',
  E4: 'Matching is open for the exchange today and the price is fresh; or matching runs after hours and the official close is known. Neither the platform nor the security is halted.',
  E5: 'The smaller of the two current quantities, rounded down to whole lots, is at least the minimum of each.',
  E6: 'Each owner’s rating is at least the hurdle of the other’s advert.',
  E7: 'What each brings, cash or swap, is something the other takes.',
  E8: 'At least one broker is named by both, active, and enabled for both institutions; and able to write swaps if a side brings one.',
  E9: 'Neither has reached the end of its life.',
  E10: `Both owners are present, neither institution is halted, and each owner has fewer than ${limits.openLocatesPerTrader} open locates.`,
  E11: `Each has stood unchanged since it was last sent, modified or resumed: for at least ${inTime(limits.restAfterFailureMs)} if its institution has failed a locate in the security that day, else for ${inTime(limits.minLiveMs)}.`,
}

const inOrder = (['E4', ...pairConditions] as const).toSorted(
  (a, b) => Number(a.slice(1)) - Number(b.slice(1)),
)

interface Pair {
  readonly [name: string]: number
  readonly buy: number
  readonly buyMinimum: number
  readonly sell: number
  readonly sellMinimum: number
}

/** Whether two adverts of these sizes and minima in percent match, and for how many shares. */
function meet({ buy, buyMinimum, sell, sellMinimum }: Pair) {
  const state = book(
    buys('alder', buy, { minimumQuantity: buyMinimum }),
    sells('birch', sell, { minimumQuantity: sellMinimum }),
  )
  const [a, b] = [advertIn(state, 'alder-1'), advertIn(state, 'birch-1')]
  const quantity = locatableQuantity(state, a, b, state.at)
  return { outcome: mayMeet(state, a, b, state.at) ? `meet for ${count(quantity)}` : 'do not meet' }
}

const sizes = examples(
  'A buyer of {buy} shares with a minimum of {buyMinimum} % and a seller of {sell} with {sellMinimum} % {outcome}.',
  meet,
  [
    {
      given: { buy: 100_000, buyMinimum: 50, sell: 40_000, sellMinimum: 10 },
      gives: { outcome: 'do not meet' },
    },
    {
      given: { buy: 100_000, buyMinimum: 25, sell: 40_000, sellMinimum: 75 },
      gives: { outcome: 'meet for 40,000' },
    },
    {
      given: { buy: 20_000, buyMinimum: 10, sell: 50_000, sellMinimum: 50 },
      gives: { outcome: 'do not meet' },
    },
  ],
)

const decayed = examples(
  'A buyer of {buy} shares with a minimum of {buyMinimum} %, run down to {offers} after {minutes} min and {seconds} s of a life of 150 min, and a seller of {sell} with {sellMinimum} % meet: {meet}.',
  ({ buy, buyMinimum, sell, sellMinimum, minutes, seconds }: Pair & { minutes: number; seconds: number }) => {
    const state = book(
      buys('alder', buy, { minimumQuantity: buyMinimum, quantityDecay: true, duration: '150' }),
      sells('birch', sell, { minimumQuantity: sellMinimum }),
    )
    const [a, b] = [advertIn(state, 'alder-1'), advertIn(state, 'birch-1')]
    const at = (a.submitTime ?? 0) + minutes * 60_000 + seconds * 1_000
    return { offers: currentQuantity(state, a, at), meet: mayMeet(state, a, b, at) }
  },
  [
    {
      given: { buy: 100_000, buyMinimum: 10, sell: 50_000, sellMinimum: 50, minutes: 133, seconds: 20 },
      gives: { offers: 20_000, meet: false },
    },
  ],
)

const hurdles = examples(
  'An owner who rates {rating} meets an advert with the hurdle {hurdle}: {meet}.',
  ({ rating, hurdle }: { rating: number; hurdle: number }) => {
    const state = book(buys('alder', 10_000, { credibilityHurdle: hurdle }), sells('birch', 10_000))
    setRating(state, 'birch', rating)
    return { meet: mayMeet(state, advertIn(state, 'alder-1'), advertIn(state, 'birch-1'), state.at) }
  },
  [
    { given: { rating: 60, hurdle: 60 }, gives: { meet: true } },
    { given: { rating: 60, hurdle: 61 }, gives: { meet: false } },
    { given: { rating: 9, hurdle: 1 }, gives: { meet: false } },
    { given: { rating: 10, hurdle: 1 }, gives: { meet: true } },
  ],
)

/** The conditions under which two adverts match (docs/rules.md §3). */
export const eligibility: Section = {
  title: '3 When two adverts meet',
  text: [
    'All of these must hold, and each holds for one side exactly when it holds for the other.',
    table(
      ['Condition', 'In words'],
      inOrder.map((condition) => [condition, sentences[condition]]),
    ),
  ],
  examples: [...sizes, ...decayed, ...hurdles],
}
