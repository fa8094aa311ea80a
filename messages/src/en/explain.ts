import type { ConditionCode, MatchCondition } from '@aitai/engine/explain/condition-result.ts'
import type { MatchResult } from '@aitai/engine/explain/pair-explanation.ts'

type Sequel = `next.${'none' | 'together' | 'apart' | 'event'}`

/** Why two adverts were matched or not, for staff. A and B are in the order of the command line. */
export const explain = {
  'explain.E1': 'Same security, opposite sides',
  'explain.E2': 'Different institutions',
  'explain.E3': 'Both live',
  'explain.E4': 'Market',
  'explain.E5': 'Quantity',
  'explain.E6': 'Credibility',
  'explain.E7': 'Transaction type',
  'explain.E8': 'Executing broker',
  'explain.E9': 'Expiry',
  'explain.E10': 'Owners present',
  'explain.E11': 'Unchanged for long enough',
  'explain.E12': 'Limit price',

  'explain.OPPOSITE_SIDES': '{aSecurity}: A is a {aDirection}, B a {bDirection}.',
  'explain.OTHER_SECURITY': 'A is on {aSecurity}, B on {bSecurity}.',
  'explain.SAME_DIRECTION': 'Both {aDirection} {aSecurity}.',
  'explain.TWO_INSTITUTIONS': 'Two institutions without a common affiliate group.',
  'explain.SAME_INSTITUTION': 'Both belong to the same institution.',
  'explain.AFFILIATES': 'The institutions belong to the same affiliate group.',
  'explain.BOTH_LIVE': 'Both are LIVE, and the institutions have no cooldown.',
  'explain.NOT_LIVE': 'A is {aStatus}, B is {bStatus}.',
  'explain.COOLING_DOWN': 'Cooldown between the institutions after a failed locate, until {apartUntilAt}.',
  'explain.BUDGET_USED_UP':
    'Too many locates failed today. Budgets used up: A {aBudgets}, B {bBudgets}. Failed between the two: {pairFailures}.',
  'explain.MARKET_FRESH': 'Matching is open and the market is fresh.',
  'explain.MARKET_RECENT': 'The market had not been fresh for long enough: since {freshSinceAt}.',
  'explain.MATCHING_ENDS': 'Matching ended at {endsAt}, too soon for a locate to begin.',
  'explain.OFFICIAL_CLOSE': 'After hours, at the official close of JPY {closePrice}.',
  'explain.NO_COMMON_MARKET': 'The securities differ and have no common market.',
  'explain.PLATFORM_HALTED': 'The operator has halted the platform.',
  'explain.SECURITY_HALTED': 'The operator has halted the security.',
  'explain.NO_MATCHING': 'Outside matching hours. Matching starts at {opensAt}.',
  'explain.MARKET_ERROR': 'The market is not fresh: market error {error}.',
  'explain.MARKET_UNSEEN': 'There was no IOI in this security, so no market data was recorded.',
  'explain.NO_OFFICIAL_CLOSE': 'After hours, and there is no official close of the day.',
  'explain.CLOSE_UNSEEN': 'After hours, and no official close was recorded.',
  'explain.LARGE_ENOUGH': '{quantity} shares; A requires {aMinimum}, B {bMinimum}.',
  'explain.TOO_SMALL':
    'Only {quantity} shares (A has {aCurrent}, B has {bCurrent}); A requires {aMinimum}, B {bMinimum}.',
  'explain.RATED_ENOUGH':
    'A is rated {aRating} (B requires {bHurdle}), B is rated {bRating} (A requires {aHurdle}).',
  'explain.RATED_TOO_LOW':
    'A is rated {aRating} (B requires {bHurdle}), B is rated {bRating} (A requires {aHurdle}).',
  'explain.LEGS_FIT': 'A is {aType} and accepts {aAccepts}, B is {bType} and accepts {bAccepts}.',
  'explain.LEGS_APART': 'A is {aType} and accepts {aAccepts}, B is {bType} and accepts {bAccepts}.',
  'explain.BROKER_SHARED': 'Brokers that could execute: {able}.',
  'explain.NO_BROKER_SHARED':
    'Brokers in both paths: {named}; of these active: {active}; enabled for both: {enabled}; able to execute: {able}.',
  'explain.UNEXPIRED': 'A ends at {aEndsAt}, B at {bEndsAt}.',
  'explain.EXPIRED': 'A ends at {aEndsAt}, B at {bEndsAt}.',
  'explain.AVAILABLE': 'Both owners are present. Open locates: A {aLocates}, B {bLocates}.',
  'explain.FIRM_HALTED': 'Institution halted by the operator: {halted}.',
  'explain.ABSENT': 'Owner absent: {absent}.',
  'explain.BUSY': 'An owner has too many open locates: A {aLocates}, B {bLocates}.',
  'explain.SETTLED': 'A is unchanged since {aSettledAt}, B since {bSettledAt}.',
  'explain.UNSETTLED':
    'A is unchanged since {aSettledAt}, B since {bSettledAt}; required: {aNeededMs} and {bNeededMs} ms.',
  'explain.RESTING':
    'After a larger quantity or another side, A rests until {aRestsUntilAt}, B until {bRestsUntilAt}.',
  'explain.NO_LIMITS': 'Neither has a limit price.',
  'explain.WITHIN_LIMITS': '{midPrice} is within the limits: A {aLimitPrice}, B {bLimitPrice}.',
  'explain.BEYOND_LIMIT': '{midPrice} is beyond a limit: A {aLimitPrice}, B {bLimitPrice}.',
  'explain.PRICE_UNKNOWN': 'No price was recorded. Limits: A {aLimitPrice}, B {bLimitPrice}.',

  'explain.MET': 'They were located: locate {locateId}.',
  'explain.OUTRANKED': 'Another pair was ranked higher: locate {locateId}.',
  'explain.FAILED': 'They were not eligible: {conditions}.',
  'explain.UNKNOWN': 'Their eligibility cannot be determined: {conditions}.',
  'explain.NOT_SWEPT': 'They were eligible; no matching had run since.',
  'explain.next.none': 'No further event for either on that day.',
  'explain.next.together': 'At {nextAt} they were located with each other: locate {locateId}.',
  'explain.next.apart': 'At {nextAt} one of them was located with another: locate {locateId}.',
  'explain.next.event': 'Next event for one of them, at {nextAt}: {event}.',
} as const satisfies Record<`explain.${ConditionCode | MatchResult | MatchCondition | Sequel}`, string>
