import { currentQuantity } from '../adverts/quantity-decay.ts'
import { isResting } from '../adverts/rest-after-raise.ts'
import { commonBrokers } from '../matching/broker-choice.ts'
import {
  conditionHolds,
  isCoolingDown,
  locatableQuantity,
  neededLiveMs,
  type PairCondition,
} from '../matching/eligibility.ts'
import { failedLocatesOfPair, usedUpBudgets } from '../matching/probing-budgets.ts'
import { type Advert, effectiveHurdle } from '../model/advert.ts'
import { isBrokerEnabled } from '../model/lookups.ts'
import { firmPairKey, type State } from '../model/state.ts'
import type { ConditionCode, ConditionFacts, ConditionResult } from './condition-result.ts'

/** How a condition is explained: the code if it holds, the code if it fails, and the values behind it. */
interface Explanation {
  readonly held: ConditionCode
  readonly failed: (state: State, a: Advert, b: Advert, at: number) => ConditionCode
  readonly facts: (state: State, a: Advert, b: Advert, at: number) => ConditionFacts
}

const ricOf = (state: State, { securityId }: Advert): string =>
  state.securities.get(securityId)?.ric ?? securityId
const ratingOf = (state: State, { traderId }: Advert): number => state.traders.get(traderId)?.rating ?? 0
const isAbsent = (state: State, { traderId }: Advert): boolean =>
  state.traders.get(traderId)?.present !== true
const locatesOf = (state: State, { traderId }: Advert): number =>
  state.traders.get(traderId)?.openLocates ?? 0
const isFirmHalted = (state: State, { firmId }: Advert): boolean => state.halts.firms.has(firmId)
const always = (code: ConditionCode) => (): ConditionCode => code

/** The adverts for which something is true: 'A', 'B', 'A, B' or ''. */
const sides = (state: State, a: Advert, b: Advert, is: (state: State, advert: Advert) => boolean): string =>
  [is(state, a) ? 'A' : '', is(state, b) ? 'B' : ''].filter(Boolean).join(', ')

/** How many of the brokers in both paths pass each step of E8 (docs/rules.md §3). */
function brokerFunnel(state: State, a: Advert, b: Advert): ConditionFacts {
  const named = a.terms.brokerIds.filter((brokerId) => b.terms.brokerIds.includes(brokerId))
  const active = named.filter((brokerId) => state.brokers.get(brokerId)?.active)
  const enabled = active.filter((brokerId) =>
    [a, b].every(({ firmId }) => isBrokerEnabled(state, firmId, brokerId)),
  )
  return {
    named: named.length,
    active: active.length,
    enabled: enabled.length,
    able: commonBrokers(state, a, b).length,
  }
}

/** The explanation of each condition except E4 and E12. Whether it holds is decided by matching's own rule. */
const explanations: Readonly<Record<PairCondition, Explanation>> = {
  E1: {
    held: 'OPPOSITE_SIDES',
    failed: (_, a, b) => (a.securityId === b.securityId ? 'SAME_DIRECTION' : 'OTHER_SECURITY'),
    facts: (state, a, b) => ({
      aSecurity: ricOf(state, a),
      bSecurity: ricOf(state, b),
      aDirection: a.terms.direction,
      bDirection: b.terms.direction,
    }),
  },
  E2: {
    held: 'TWO_INSTITUTIONS',
    failed: (_, a, b) => (a.firmId === b.firmId ? 'SAME_INSTITUTION' : 'AFFILIATES'),
    facts: () => ({}),
  },
  E3: {
    held: 'BOTH_LIVE',
    failed: (state, a, b, at) => {
      if (![a, b].every(({ advertisementStatus }) => advertisementStatus === 'LIVE')) return 'NOT_LIVE'
      return isCoolingDown(state, a, b, at) ? 'COOLING_DOWN' : 'BUDGET_USED_UP'
    },
    facts: (state, a, b, at) => ({
      aStatus: a.advertisementStatus,
      bStatus: b.advertisementStatus,
      apartUntilAt: state.cooldowns.get(firmPairKey(a.firmId, b.firmId, a.securityId))?.until ?? null,
      aBudgets: usedUpBudgets(state, a, at).join(', ') || null,
      bBudgets: usedUpBudgets(state, b, at).join(', ') || null,
      pairFailures: failedLocatesOfPair(state, a, b, at),
    }),
  },
  E5: {
    held: 'LARGE_ENOUGH',
    failed: always('TOO_SMALL'),
    facts: (state, a, b, at) => ({
      quantity: locatableQuantity(state, a, b, at),
      aCurrent: currentQuantity(state, a, at),
      bCurrent: currentQuantity(state, b, at),
      aMinimum: a.minShares,
      bMinimum: b.minShares,
    }),
  },
  E6: {
    held: 'RATED_ENOUGH',
    failed: always('RATED_TOO_LOW'),
    facts: (state, a, b) => ({
      aRating: ratingOf(state, a),
      bRating: ratingOf(state, b),
      aHurdle: effectiveHurdle(a.terms),
      bHurdle: effectiveHurdle(b.terms),
    }),
  },
  E7: {
    held: 'LEGS_FIT',
    failed: always('LEGS_APART'),
    facts: (_, { terms: a }, { terms: b }) => ({
      aType: a.transactionType,
      bType: b.transactionType,
      aAccepts: a.transactionTypePreference,
      bAccepts: b.transactionTypePreference,
    }),
  },
  E8: { held: 'BROKER_SHARED', failed: always('NO_BROKER_SHARED'), facts: brokerFunnel },
  E9: {
    held: 'UNEXPIRED',
    failed: always('EXPIRED'),
    facts: (_, a, b) => ({ aEndsAt: a.expiryDate, bEndsAt: b.expiryDate }),
  },
  E10: {
    held: 'AVAILABLE',
    failed: (state, a, b) => {
      if (sides(state, a, b, isFirmHalted) !== '') return 'FIRM_HALTED'
      return sides(state, a, b, isAbsent) === '' ? 'BUSY' : 'ABSENT'
    },
    facts: (state, a, b) => ({
      halted: sides(state, a, b, isFirmHalted),
      absent: sides(state, a, b, isAbsent),
      aLocates: locatesOf(state, a),
      bLocates: locatesOf(state, b),
    }),
  },
  E11: {
    held: 'SETTLED',
    failed: (_, a, b, at) => ([a, b].some((each) => isResting(each, at)) ? 'RESTING' : 'UNSETTLED'),
    facts: (state, a, b, at) => ({
      aSettledAt: a.settledSince,
      bSettledAt: b.settledSince,
      aNeededMs: neededLiveMs(state, a, at),
      bNeededMs: neededLiveMs(state, b, at),
      aRestsUntilAt: a.restsUntil,
      bRestsUntilAt: b.restsUntil,
    }),
  },
}

/** A condition of two adverts at a moment, by the rule that matching itself uses. */
export function conditionResultOf(
  condition: PairCondition,
  state: State,
  a: Advert,
  b: Advert,
  at: number,
): ConditionResult {
  const { held, failed, facts } = explanations[condition]
  const holdsNow = conditionHolds[condition](state, a, b, at)
  return {
    condition,
    says: holdsNow ? held : failed(state, a, b, at),
    holds: holdsNow,
    facts: facts(state, a, b, at),
  }
}
