import type { AdvertTerms, Direction } from '@aitai/engine/model/advert.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import type { Answer } from '@aitai/engine/model/locate.ts'
import { endsOfMatching, lotSize, type OwnLocate } from './venue.ts'

/** One question in one name: a side, a size, and what is accepted of the contra. */
export type Question = Pick<AdvertTerms, 'direction' | 'shareQuantity'> & Partial<AdvertTerms>

/** The most that a strategy may reach on any day with all defences. */
export type Bounds = Partial<
  Record<'foundPerTrader' | 'perSecurity' | 'looks' | 'agreements' | 'stepsPerHour' | 'rating', number>
>

export interface Strategy {
  readonly name: string
  /** The first one is what the strategy is after: without defences it must reach more than twice as much. */
  readonly bounds: Bounds
  /** The traders of each institution of the prober. Several institutions are affiliates. */
  readonly traders: readonly (readonly string[])[]
  /** The questions in a name, one at a time. */
  questions(name: number): readonly Question[]
  /** What a prober does with a locate after this many milliseconds: nothing yet, or an answer. */
  answer(locate: OwnLocate, elapsedMs: number): Answer | null
  /** Whether it accepts and never trades, so that brokers can report that nothing was executed. */
  readonly walksAway?: true
  /** Whether a paused advert is sent again in the same name. Otherwise the prober moves on to another one. */
  readonly resumes?: true
  /** Whether each advert has a knockout one tick from the mid. */
  readonly knockouts?: true
  /** Whether its order, which is the best of every name, is withdrawn there during a locate. */
  withdrawsOrder?(locate: OwnLocate): boolean
  /** When it is in the market at all; otherwise always. */
  isActive?(at: number): boolean
}

/** With a minimum of 10 percent three sizes find every IOI. */
const sizes = [4_000_000, 400_000, 40_000]
const inBothDirections = (directions: readonly Direction[]): readonly Question[] =>
  directions.flatMap((direction) => sizes.map((shareQuantity) => ({ direction, shareQuantity })))
const descending = inBothDirections(['BUY', 'SELL'])

/** Each size on both sides, so that the side changes as often as possible. */
const flips = sizes.flatMap((shareQuantity, i) =>
  (i % 2 === 0 ? (['BUY', 'SELL'] as const) : (['SELL', 'BUY'] as const)).map((direction) => ({
    direction,
    shareQuantity,
  })),
)

/** From the platform minimum, each size a quarter larger than the one before. */
const rising = Array.from({ length: 32 }, (_, i) => Math.ceil((3_500 * 1.25 ** i) / lotSize) * lotSize)

const declineAtOnce: Strategy['answer'] = (_, elapsedMs) => (elapsedMs >= 1_000 ? 'DECLINE' : null)
const acceptAtOnce: Strategy['answer'] = (_, elapsedMs) => (elapsedMs >= 1_000 ? 'ACCEPT' : null)
const neverAnswer: Strategy['answer'] = () => null

/*
 * Not computed from the limits, so that a change of these shows. The budgets of 10 failures, 5 withdrawn locates and 10
 * open handovers count locates that have ended, and one more can be open at that moment.
 */
const bar: Bounds = { foundPerTrader: 11, perSecurity: 3, rating: 40 }
/** A withdrawn locate is not scored, so the rating stays. */
const withdrawnBar: Bounds = { looks: 6 }
/** No locate begins that an end of matching could end. */
const breaksBar: Bounds = { looks: 0 }
/** Rests of 1, 2, 4, 8, 16 and 16 minutes: 7 steps begin in the first hour of a name, and 4 in each later one. */
const risingBar: Bounds = { stepsPerHour: 7 }
/** What who accepts may find is bounded on the mean of many days, in main.ts. */
const walkingAwayBar: Bounds = { agreements: 11 }
/** Each budget has its own count, so who stops short of the first has both. */
const inTurnBar: Bounds = { looks: 15 }

const byDeclines = {
  bounds: bar,
  traders: [['prober']],
  questions: () => descending,
  answer: declineAtOnce,
} satisfies Omit<Strategy, 'name'>

/** Those of earlier audits. */
const usual: readonly Strategy[] = [
  { ...byDeclines, name: 'descending sizes, decline' },
  { ...byDeclines, name: 'decline and resume', resumes: true },
  {
    ...byDeclines,
    name: 'knockout near the mid',
    // Waits for the mid to reach the knockout, and declines only when the window is nearly over.
    answer: (_, elapsedMs) => (elapsedMs >= 29_000 ? 'DECLINE' : null),
    knockouts: true,
  },
  { ...byDeclines, name: 'never answer', answer: neverAnswer },
  {
    ...byDeclines,
    name: 'accept and walk away',
    bounds: walkingAwayBar,
    answer: acceptAtOnce,
    walksAway: true,
  },
  { ...byDeclines, name: 'two colleagues', traders: [['prober', 'colleague']] },
  { ...byDeclines, name: 'two affiliates', traders: [['prober'], ['affiliate']] },
]

/** How long before an end of matching a locate cannot expire any more. */
const beforeBreakMs = 31_500

const staleMarket: Strategy = {
  ...byDeclines,
  name: 'stale market',
  bounds: withdrawnBar,
  answer: neverAnswer,
  withdrawsOrder: () => true,
}
const breaks: Strategy = {
  ...byDeclines,
  name: 'scheduled breaks',
  bounds: breaksBar,
  answer: neverAnswer,
  isActive: (at) => endsOfMatching.some((end) => end - beforeBreakMs <= at && at < end),
}
/** Trades what it finds, in small sizes: that raises its rating. */
const risingSizes: Strategy = {
  ...byDeclines,
  name: 'rising sizes',
  bounds: risingBar,
  answer: acceptAtOnce,
  questions: (name) =>
    rising.map((shareQuantity) => ({ direction: name % 2 === 0 ? 'BUY' : 'SELL', shareQuantity })),
}
const flipsOfSide: Strategy = { ...byDeclines, name: 'flips of side', questions: () => flips }
/** Declines less often than the budget of failures allows, and then withdraws its orders. */
const inTurn: Strategy = {
  ...staleMarket,
  name: 'declines, then stale market',
  bounds: inTurnBar,
  answer: (locate, elapsedMs) => (declinesStill(locate) ? declineAtOnce(locate, elapsedMs) : null),
  withdrawsOrder: (locate) => !declinesStill(locate),
}
const declinesStill = ({ before }: OwnLocate): boolean => before < defaultLimits.probing.failuresPerTrader - 1
const findings = [staleMarket, breaks, risingSizes, flipsOfSide]

/** Each asks the same question several times, the strictest first: the first locate reveals how far the contra goes. */
const filters: Readonly<Record<string, readonly Partial<AdvertTerms>[]>> = {
  hurdle: [81, 61, 41, 21, 10].map((credibilityHurdle) => ({ credibilityHurdle })),
  broker: [['broker1'], ['broker2']].map((brokerIds) => ({ brokerIds })),
  'cash or swap': [{ transactionTypePreference: 'CASH_ONLY' }, { transactionTypePreference: 'SWAP_ONLY' }],
}

/** The strategies of the third audit, each with every filter. */
export const oracles: readonly Strategy[] = findings.flatMap((strategy) =>
  Object.entries(filters).map(([filter, variants]) => ({
    ...strategy,
    name: `${strategy.name}, ${filter}`,
    questions: (name: number) =>
      strategy
        .questions(name)
        .flatMap((question) => variants.map((variant) => ({ ...question, ...variant }))),
  })),
)

export const strategies: readonly Strategy[] = [...usual, ...findings, inTurn]
