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
  'explain.E11': 'Settled',

  'explain.OPPOSITE_SIDES': '{aSecurity}: A is a {aDirection}, B a {bDirection}.',
  'explain.OTHER_SECURITY': 'A is on {aSecurity}, B on {bSecurity}.',
  'explain.SAME_DIRECTION': 'Both are a {aDirection} of {aSecurity}.',
  'explain.TWO_INSTITUTIONS': 'Two institutions of no common affiliate group.',
  'explain.SAME_INSTITUTION': 'Both belong to one institution.',
  'explain.AFFILIATES': 'Their institutions are of one affiliate group.',
  'explain.BOTH_LIVE': 'Both are LIVE, and no cooldown keeps the institutions apart.',
  'explain.NOT_LIVE': 'A is {aStatus}, B is {bStatus}.',
  'explain.COOLING_DOWN': 'After a failed locate the institutions are kept apart until {apartUntilAt}.',
  'explain.MARKET_FRESH': 'Matching is open and the market is fresh.',
  'explain.OFFICIAL_CLOSE': 'After hours, at the official close of JPY {closePrice}.',
  'explain.NO_COMMON_MARKET': 'Two securities have no market in common.',
  'explain.PLATFORM_HALTED': 'The platform is closed by the operator.',
  'explain.SECURITY_HALTED': 'The security is halted by the operator.',
  'explain.NO_MATCHING': 'There is no matching at this hour. The next begins at {opensAt}.',
  'explain.MARKET_ERROR': 'The market is not fresh: market error {error}.',
  'explain.MARKET_UNSEEN': 'Nobody had an IOI in this market, so nothing is recorded of it.',
  'explain.NO_OFFICIAL_CLOSE': 'After hours, and there is no official close of the day.',
  'explain.CLOSE_UNSEEN': 'After hours, and no official close was recorded.',
  'explain.LARGE_ENOUGH': '{quantity} shares; A asks for {aMinimum}, B for {bMinimum}.',
  'explain.TOO_SMALL':
    'Only {quantity} shares (A has {aCurrent}, B has {bCurrent}); A asks for {aMinimum}, B for {bMinimum}.',
  'explain.RATED_ENOUGH':
    'A is rated {aRating} (B asks for {bHurdle}), B is rated {bRating} (A asks for {aHurdle}).',
  'explain.RATED_TOO_LOW':
    'A is rated {aRating} (B asks for {bHurdle}), B is rated {bRating} (A asks for {aHurdle}).',
  'explain.LEGS_FIT': 'A is {aType} and accepts {aAccepts}, B is {bType} and accepts {bAccepts}.',
  'explain.LEGS_APART': 'A is {aType} and accepts {aAccepts}, B is {bType} and accepts {bAccepts}.',
  'explain.BROKER_SHARED': 'Brokers that could execute: {able}.',
  'explain.NO_BROKER_SHARED':
    'Brokers in both paths: {named}; of these active: {active}; enabled for both: {enabled}; able to execute: {able}.',
  'explain.UNEXPIRED': 'A ends at {aEndsAt}, B at {bEndsAt}.',
  'explain.EXPIRED': 'A ends at {aEndsAt}, B at {bEndsAt}.',
  'explain.AVAILABLE': 'Both owners are present. Locates open: A {aLocates}, B {bLocates}.',
  'explain.FIRM_HALTED': 'Institution halted by the operator: {halted}.',
  'explain.ABSENT': 'Owner absent: {absent}.',
  'explain.BUSY': 'An owner has too many locates open: A {aLocates}, B {bLocates}.',
  'explain.SETTLED': 'A is unchanged since {aSettledAt}, B since {bSettledAt}.',
  'explain.UNSETTLED': 'A is unchanged since {aSettledAt}, B since {bSettledAt}; needed are {neededMs} ms.',

  'explain.MET': 'They met: locate {locateId}.',
  'explain.OUTRANKED': 'Another pair came first: locate {locateId}.',
  'explain.FAILED': 'They could not meet: {conditions}.',
  'explain.UNKNOWN': 'Whether they could meet cannot be known: {conditions}.',
  'explain.NOT_SWEPT': 'They could meet; nothing had looked for contras since.',
  'explain.next.none': 'Nothing else happened to either on that day.',
  'explain.next.together': 'At {nextAt} they were located with each other: locate {locateId}.',
  'explain.next.apart': 'At {nextAt} one of them was located with another: locate {locateId}.',
  'explain.next.event': 'What happened next to one of them, at {nextAt}: {event}.',
} as const satisfies Record<`explain.${ConditionCode | MatchResult | MatchCondition | Sequel}`, string>
