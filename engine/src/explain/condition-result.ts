/** The conditions of docs/rules.md §3, in order. */
export const matchConditions = [
  'E1',
  'E2',
  'E3',
  'E4',
  'E5',
  'E6',
  'E7',
  'E8',
  'E9',
  'E10',
  'E11',
  'E12',
] as const
export type MatchCondition = (typeof matchConditions)[number]

/** The possible findings about a condition. Each is a text key, `explain.<code>`. */
const conditionCodes = [
  'OPPOSITE_SIDES',
  'OTHER_SECURITY',
  'SAME_DIRECTION',
  'TWO_INSTITUTIONS',
  'SAME_INSTITUTION',
  'AFFILIATES',
  'BOTH_LIVE',
  'NOT_LIVE',
  'COOLING_DOWN',
  'BUDGET_USED_UP',
  'MARKET_FRESH',
  'MARKET_RECENT',
  'MATCHING_ENDS',
  'OFFICIAL_CLOSE',
  'NO_COMMON_MARKET',
  'PLATFORM_HALTED',
  'SECURITY_HALTED',
  'NO_MATCHING',
  'MARKET_ERROR',
  'MARKET_UNSEEN',
  'NO_OFFICIAL_CLOSE',
  'CLOSE_UNSEEN',
  'LARGE_ENOUGH',
  'TOO_SMALL',
  'RATED_ENOUGH',
  'RATED_TOO_LOW',
  'LEGS_FIT',
  'LEGS_APART',
  'BROKER_SHARED',
  'NO_BROKER_SHARED',
  'UNEXPIRED',
  'EXPIRED',
  'AVAILABLE',
  'FIRM_HALTED',
  'ABSENT',
  'BUSY',
  'SETTLED',
  'UNSETTLED',
  'RESTING',
  'NO_LIMITS',
  'WITHIN_LIMITS',
  'BEYOND_LIMIT',
  'PRICE_UNKNOWN',
] as const
export type ConditionCode = (typeof conditionCodes)[number]

/**
 * The values behind a finding. Names that end in `At` are times in milliseconds UTC, in `Price` prices in
 * 1/10,000 yen, in `Ms` milliseconds. The others are shares, counts, ratings, percentages and words. Null if
 * there is none.
 */
export type ConditionFacts = Readonly<Record<string, number | string | null>>

/** One condition at one moment: the finding, whether the condition held, and the values behind it. */
export interface ConditionResult {
  readonly condition: MatchCondition
  readonly says: ConditionCode
  /** Null if it is unknown. */
  readonly holds: boolean | null
  readonly facts: ConditionFacts
}
