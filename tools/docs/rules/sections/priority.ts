import { book, buys, modifyOf, perform, sells, setRating, sweepAt } from '../../../../engine/test/book.ts'
import { examples, type Section } from '../example.ts'
import { code, list } from '../markdown.ts'

/** The seller with whom a waiting buyer of 20,000 shares is located when two arrive, one after the other. */
function chosenOf(first: number, firstRates: number, second: number, secondRates: number): string {
  const state = book(sells('birch', first), sells('cypress', second), buys('alder', 20_000))
  setRating(state, 'birch', firstRates)
  setRating(state, 'cypress', secondRates)
  const [event] = perform(state, sweepAt('00:05'))
  if (event?.type !== 'contraLocated') throw new Error('nobody was located')
  return event.sellId === 'birch-1' ? 'the first' : 'the second'
}

interface Sellers {
  readonly [name: string]: number
  readonly first: number
  readonly firstRates: number
  readonly second: number
  readonly secondRates: number
}

const sellers = examples(
  'A seller of {first} shares rated {firstRates} came before one of {second} rated {secondRates}; a buyer of 20,000 is located with {chosen}.',
  ({ first, firstRates, second, secondRates }: Sellers) => ({
    chosen: chosenOf(first, firstRates, second, secondRates),
  }),
  [
    {
      given: { first: 10_000, firstRates: 100, second: 12_000, secondRates: 20 },
      gives: { chosen: 'the second' },
    },
    {
      given: { first: 10_000, firstRates: 60, second: 10_000, secondRates: 61 },
      gives: { chosen: 'the second' },
    },
    {
      given: { first: 10_000, firstRates: 61, second: 10_000, secondRates: 80 },
      gives: { chosen: 'the first' },
    },
  ],
)

const changes = examples(
  'A change of {what} from {from} to {to} keeps the place in the queue: {kept}.',
  ({ what, from, to }: { what: string; from: number; to: number }) => {
    const state = book(buys('alder', 10_000))
    const [event] = perform(state, modifyOf(state, 'alder-1', { [what]: to }, '00:05'))
    if (event?.type !== 'advertModified') throw new Error(`${what} was ${from} and did not change`)
    return { kept: event.keepsPriority }
  },
  [
    { given: { what: 'shareQuantity', from: 10_000, to: 9_000 }, gives: { kept: true } },
    { given: { what: 'shareQuantity', from: 10_000, to: 11_000 }, gives: { kept: false } },
    { given: { what: 'minimumQuantity', from: 10, to: 20 }, gives: { kept: false } },
    { given: { what: 'credibilityHurdle', from: 10, to: 41 }, gives: { kept: true } },
  ],
)

/** Priority among eligible pairs (docs/rules.md §4). */
export const priority: Section = {
  title: '4 Priority',
  text: [
    'Everybody meets at the middle of the market, so the price ranks nobody. Over a whole security the pairs that may meet are taken in this order, each advert at most once:',
    list([
      'the pair with the larger quantity;',
      'then the pair whose owners have more stars together;',
      'then the pair whose later advert has stood longer in the queue;',
      'then the pair whose adverts were drafted first. No two pairs rank alike.',
    ]),
    `An advert goes to the end of the queue when it is sent or resumed or its advertising trigger fires, when a change raises what it offers right now, and by a change of direction, minimum or triggers. A smaller quantity and a change of brokers or hurdle keep its place. An advert that waits for the open has queued since it was sent. The order of drafting (${code('sequence')}) never leaves the engine.`,
    'A sweep first applies what has lapsed, expired, fired or opened, and then takes pairs on the state that this leads to. In a security it looks for pairs only after a random delay, so that the time of a locate does not tell who came last.',
  ],
  examples: [...sellers, ...changes],
}
