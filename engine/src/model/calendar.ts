export const exchanges = ['XTKS', 'XNGO', 'XFKA', 'XSAP'] as const
export type Exchange = (typeof exchanges)[number]

/**
 * Minutes after midnight UTC, the end exclusive. If `to` is smaller than `from`, the range wraps around
 * midnight. If they are equal, the range is the whole day, like 0 to 1,440.
 */
export interface HourRange {
  readonly from: number
  readonly to: number
}

export interface ExchangeHours {
  readonly platform: readonly HourRange[]
  readonly exchange: readonly HourRange[]
  readonly matching: readonly HourRange[]
  /** When matching continues at the official close (docs/rules.md §13). */
  readonly afterHours: readonly HourRange[]
}

/** The hours of each exchange, and the days in Tokyo on which all are closed (docs/rules.md §13). */
export interface Calendar {
  readonly name: string
  readonly weekends: boolean
  /** ISO dates in Tokyo. */
  readonly holidays: readonly string[]
  readonly hours: Readonly<Record<Exchange, ExchangeHours>>
}
