import { legOf, transactionsFit } from '@aitai/engine/matching/cash-swap.ts'
import { type AdvertTerms, optionalTermsOff, transactionTypes } from '@aitai/engine/model/advert.ts'
import { defaultLimits, type ProbingLimits } from '@aitai/engine/model/limits.ts'
import { type Answer, type BothSides, opposite } from '@aitai/engine/model/locate.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { noSizeLimits } from '@aitai/engine/model/reference-data.ts'
import { brokerNames, calendarOf, firmNames, securityNamed } from '../../../engine/test/book.ts'
import { drawTerms } from '../../../engine/test/random-terms.ts'
import { noProbingLimits } from '../../../engine/test/test-limits.ts'
import type { Random } from '../../harness/random.ts'

/** A venue on which everybody may use every broker, every broker may execute swaps, and a fresh market is enough. */
export const testVenue = {
  firms: firmNames.map((firmId) => ({
    firmId,
    affiliateGroup: null,
    brokerIds: brokerNames,
    ...noSizeLimits,
  })),
  brokers: brokerNames.map((brokerId) => ({ brokerId, active: true, swapEnabled: true })),
  traders: firmNames.map((name) => ({ traderId: name, firmId: name })),
  securities: [securityNamed('toyota')] as const,
  limits: { ...defaultLimits, freshMarketMs: 0 },
  calendar: calendarOf(),
}

const exhaustedAtOnce: ProbingLimits = {
  ...noProbingLimits,
  failuresPerSecurity: 1,
  failedLocatesPerPair: 1,
  failuresPerTrader: 1,
  failuresPerFirm: 1,
}

/** The data that both worlds share: the watched advert, its owner's actions, and the market. */
export interface ContraScenario {
  readonly terms: AdvertTerms
  /** The located quantity, which is the watched advert's. */
  readonly part: number | null
  readonly leg: 'CASH' | 'SWAP'
  readonly answer: Answer | null
  /** Seconds after the start. */
  readonly answersAt: number
  readonly resumes: boolean
  /** Half a yen per second. */
  readonly drift: number
  /** The budgets of failures, which one locate may exhaust (docs/rules.md §21). */
  readonly probing: ProbingLimits
  /** What the broker reports if both accept (docs/rules.md §24). */
  readonly report: NotExecutedReport | null
}

interface NotExecutedReport {
  readonly atFault: BothSides<boolean>
  /** Whether the broker then names other sides, withdraws the report, or neither. */
  readonly followUp: BothSides<boolean> | 'WITHDRAWN' | null
}

/** The data that differs: the contra, and what happens after it. */
export interface ContraVariant {
  readonly traderId: string
  readonly terms: AdvertTerms
  readonly rating: number
  readonly postsAt: number
  readonly answer: Answer | null
  readonly answersAt: number
  readonly afterwards: 'RESUMES' | 'CANCELS' | 'LEAVES' | 'STAYS'
  /** An order of another trader on the watched side, after the locate. */
  readonly crowd: AdvertTerms | null
}

const faults: readonly BothSides<boolean>[] = [
  { BUY: true, SELL: false },
  { BUY: false, SELL: true },
  { BUY: true, SELL: true },
]

const lots = (chance: Random, from: number, to: number): number => 100 * chance.between(from, to)
const answers = ['ACCEPT', 'ACCEPT', 'DECLINE', null] as const

const withSmallMinimum = (chance: Random) => ({
  ...optionalTermsOff,
  minimumQuantity: chance.between(10, 20),
})
const [security] = testVenue.securities

export function drawContraScenario(chance: Random): ContraScenario {
  const shareQuantity = lots(chance, 150, 300)
  const brokerIds = [...new Set([chance.oneOf(brokerNames), ...chance.someOf(brokerNames.slice(0, 3), 1)])]
  const terms = drawTerms(
    chance,
    { security, brokerIds },
    {
      ...withSmallMinimum(chance),
      shareQuantity,
      credibilityHurdle: chance.oneOf([10, 21, 41]),
      transactionType: chance.oneOf(transactionTypes),
      transactionTypePreference: chance.oneOf(transactionTypes),
      brokerIds,
      quantityDecay: chance.happens(0.3),
    },
  )
  return {
    terms: { ...terms, ...limitFor(chance, terms.direction) },
    // More than either minimum and the platform's, and less than decay leaves of the whole.
    part: chance.happens(0.5) ? lots(chance, 60, 120) : null,
    leg: terms.transactionType === 'SWAP_ONLY' ? 'SWAP' : 'CASH',
    answer: chance.oneOf(answers),
    answersAt: 20 + chance.between(1, 29),
    resumes: chance.happens(0.7),
    drift: chance.oneOf([0, 0, 1, -1]),
    probing: chance.oneOf([defaultLimits.probing, exhaustedAtOnce]),
    report: chance.happens(0.2)
      ? null
      : { atFault: chance.oneOf(faults), followUp: chance.oneOf([null, 'WITHDRAWN', ...faults]) },
  }
}

/** A contra that is located with the watched advert for the same shares and leg as any other. */
export function drawContraVariant(chance: Random, scenario: ContraScenario): ContraVariant {
  const { terms: own, part } = scenario
  const direction = opposite(own.direction)
  const beyond = 100 * Math.floor((own.shareQuantity * chance.between(1, 35)) / 1_000)
  const brokerIds = [...new Set([chance.oneOf(own.brokerIds), ...chance.someOf(brokerNames.slice(1, 4), 0)])]
  const terms = drawTerms(
    chance,
    { security, brokerIds },
    {
      ...withSmallMinimum(chance),
      direction,
      shareQuantity: part ?? own.shareQuantity + (chance.happens(0.3) ? 0 : beyond),
      // A new account has a rating of 60.
      credibilityHurdle: chance.oneOf([10, 21, 41, 60]),
      ...legsFor(chance, scenario),
      brokerIds,
      ...knockoutFor(chance, direction),
      ...limitFor(chance, direction),
    },
  )
  const crowd = { ...own, shareQuantity: lots(chance, 150, 600), quantityDecay: false }
  return {
    traderId: chance.oneOf(['birch', 'cypress', 'dogwood', 'elder']),
    terms,
    rating: chance.between(Math.max(10, own.credibilityHurdle), 100),
    postsAt: chance.oneOf([5, 15]),
    answer: chance.oneOf(answers),
    answersAt: 20 + chance.between(1, 29),
    afterwards: chance.oneOf(['RESUMES', 'RESUMES', 'CANCELS', 'LEAVES', 'STAYS']),
    crowd: chance.happens(0.3) ? crowd : null,
  }
}

/** Legs that match the watched advert and leave it the same leg. */
function legsFor(chance: Random, { terms: own, leg }: ContraScenario) {
  for (;;) {
    const legs = {
      transactionType: chance.oneOf(transactionTypes),
      transactionTypePreference: chance.oneOf(transactionTypes),
    }
    if (transactionsFit(own, legs) && legOf(own, legs) === leg) return legs
  }
}

/** Not reached before the locate, and possibly reached during it by a drift. */
function knockoutFor(chance: Random, direction: AdvertTerms['direction']) {
  if (chance.happens(0.8)) return {}
  const away = direction === 'BUY' ? 18 : -18
  return { knockoutTriggerActivated: true, knockoutTrigger: (2_000 + away) * yen }
}

/** Within it at the locate, and possibly left by the mid during the locate or before the return. */
function limitFor(chance: Random, direction: AdvertTerms['direction']) {
  if (chance.happens(0.6)) return {}
  const away = chance.between(10, 17)
  return { limitPrice: (2_000 + (direction === 'BUY' ? away : -away)) * yen }
}
