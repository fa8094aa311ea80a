/**
 * What a command remarks of a file or of a change: what is wrong with a line, likely mistakes, and what one should
 * know. The texts are `operations.remark.CODE`; the command line prints the English ones.
 */
export const remarkCodes = [
  'ENCODING',
  'TOO_MANY_LINES',
  'ROW_CELLS',
  'ROW_LENGTH',
  'MORE_PROBLEMS',
  'QUOTATION_MARKS',
  'COLUMNS',
  'COLUMN_UNKNOWN',
  'COLUMN_TWICE',
  'CELLS',
  'ROW_TWICE',
  'NO_ROWS',
  'NAME_LENGTH',
  'RIC',
  'LOT_SIZE',
  'NO_CLOSE',
  'NAMES_MISSING',
  'KANA',
  'PRICE',
  'OFF_TICK',
  'CLOSE_OUTSIDE_LIMITS',
  'TICK_TABLE',
  'NO_TICK_TABLE',
  'TOPIX500',
  'VOLUME',
  'SECTOR',
  'DELISTED',
  'FORMER_RIC',
  'SAME_SECURITY',
  'RATIO',
  'RATIO_FROM',
  'DATE',
  'CENTURY',
  'HOLIDAY_NAME',
  'SECURITIES_DROPPED',
  'CLOSE_LEAPS',
  'LIMITS_WIDE',
  'RATIO_DAY',
  'TRADING_NOW',
  'LOTS_CHANGE',
  'NOT_ADVERTISED',
  'HOLIDAYS_DROPPED',
  'HOLIDAYS_OVER',
  'HOLIDAY_TODAY',
  'NO_HOLIDAY_TODAY',
  'YEAR_WITHOUT_HOLIDAYS',
  'YEAR_END_OPEN',
  'MANY_HOLIDAYS',
  'OTHER_CALENDAR',
  'OPENS_NOW',
  'CLOSES_NOW',
  'LATE_LOCATE',
  'TRADES_WHILE_CLOSED',
  'ADVERTS_KEEP_END',
] as const
export type RemarkCode = (typeof remarkCodes)[number]

export interface Remark {
  /** The line of the file that it is about, from 1. */
  readonly line?: number
  readonly code: RemarkCode
  /** What the text of the code names. Hours and ranges are in UTC. */
  readonly variables: Readonly<Record<string, string | number>>
}
