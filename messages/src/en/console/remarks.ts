/** What a command remarks of a file or of a change, by its code; the command line prints these. */
export const remarks = {
  'operations.remarkOfLine': 'line {line}: {says}',
  'operations.remark.ENCODING':
    'The file is neither UTF-8 nor UTF-16 nor Shift_JIS. Save it as CSV in one of them.',
  'operations.remark.TOO_MANY_LINES': 'The file has more than {max} lines.',
  'operations.remark.ROW_CELLS': 'more than {max} cells',
  'operations.remark.ROW_LENGTH': 'longer than {max} characters, perhaps because a quotation mark is missing',
  'operations.remark.MORE_PROBLEMS': 'and {more} more',
  'operations.remark.QUOTATION_MARKS': 'a quotation mark is missing, or stands within a cell',
  'operations.remark.COLUMNS': 'the columns must be {columns}, and may be among {optional}',
  'operations.remark.COLUMN_UNKNOWN': "the column '{column}' is unknown",
  'operations.remark.COLUMN_TWICE': 'the column {column} is there twice',
  'operations.remark.CELLS': '{cells} cells for {columns} columns',
  'operations.remark.ROW_TWICE': '{what} is on line {before} already',
  'operations.remark.NO_ROWS': 'nothing follows the header',
  'operations.remark.NAME_LENGTH': 'a name of {what} is longer than {max} characters or not on one line',
  'operations.remark.RIC': "'{ric}' is not a RIC of a Japanese exchange",
  'operations.remark.LOT_SIZE': 'the lotSize of {ric} is not 1, 10, 100 or 1000 shares',
  'operations.remark.NO_CLOSE': '{ric} has no closePrice',
  'operations.remark.NAMES_MISSING': '{ric} needs a name and a localName',
  'operations.remark.KANA': 'the kana of {ric} are not katakana',
  'operations.remark.PRICE': 'the {column} of {ric} is not a price in yen',
  'operations.remark.OFF_TICK': 'the {column} {price} of {ric} is not on its tick of {tick} yen',
  'operations.remark.CLOSE_OUTSIDE_LIMITS':
    'the closePrice {price} of {ric} is not between its limits of the day',
  'operations.remark.TICK_TABLE': 'the tickTable of {ric} is not fine, coarse or fund',
  'operations.remark.NO_TICK_TABLE': '{ric} needs a tickTable: fine, coarse or fund',
  'operations.remark.TOPIX500': 'topix500 of {ric} is neither y nor n',
  'operations.remark.VOLUME': 'the averageDailyVolume of {ric} is not a number of shares',
  'operations.remark.SECTOR': "the sector of {ric} is not a code of the exchange's 33, such as 3700",
  'operations.remark.DELISTED': 'delisted of {ric} is neither y nor n',
  'operations.remark.FORMER_RIC': "the formerRic '{former}' is not a RIC",
  'operations.remark.SAME_SECURITY':
    '{ric} and {other} are one security: a former code must not be listed any more',
  'operations.remark.RATIO': 'the ratio of {ric} is not new shares for old, such as 5 or 1/10',
  'operations.remark.RATIO_FROM': 'the ratio of {ric} needs ratioFrom, a day such as 2027-04-01',
  'operations.remark.DATE': "'{date}' is not a date such as 2027-01-01",
  'operations.remark.CENTURY': '{date} is not of this century',
  'operations.remark.HOLIDAY_NAME': '{date} needs a name',
  'operations.remark.SECURITIES_DROPPED':
    'The file drops {removed} of {before} securities, more than a tenth.',
  'operations.remark.CLOSE_LEAPS':
    'The close of {rics} is outside the daily limits of the previous close: a split or consolidation missing from the file, or a wrong file.',
  'operations.remark.LIMITS_WIDE': 'The daily limits of {rics} are more than four times as wide as usual.',
  'operations.remark.RATIO_DAY': 'The ratio of {ric} applies from {day}, which is not near today.',
  'operations.remark.TRADING_NOW':
    'The exchange is trading now: the closes and daily limits of {rics} change at once.',
  'operations.remark.LOTS_CHANGE': 'The lot size of {rics} changes. IOIs already sent keep their quantity.',
  'operations.remark.NOT_ADVERTISED':
    '{rics} can no longer be advertised. IOIs already sent, if any, stay valid until they expire.',
  'operations.remark.HOLIDAYS_DROPPED':
    'The file drops {lost} of {known} holidays to come, more than a tenth. A file must contain all holidays of all years.',
  'operations.remark.HOLIDAYS_OVER': 'All holidays in the file are in the past.',
  'operations.remark.HOLIDAY_TODAY': 'Today, {date}, becomes a holiday: the platform closes at once.',
  'operations.remark.NO_HOLIDAY_TODAY':
    'Today, {date}, is no longer a holiday: the platform opens at its usual hours.',
  'operations.remark.YEAR_WITHOUT_HOLIDAYS': 'The file has no holiday in {year}.',
  'operations.remark.YEAR_END_OPEN':
    'The file leaves {dates} open, when the exchanges are closed every year.',
  'operations.remark.MANY_HOLIDAYS': 'The file closes {days} days in {year}.',
  'operations.remark.OTHER_CALENDAR':
    'These hours and holidays are not in force: the server last ran with CALENDAR={calendar}. They apply with CALENDAR=jpx.',
  'operations.remark.OPENS_NOW': 'the platform opens at once',
  'operations.remark.CLOSES_NOW': 'the platform closes at once',
  'operations.remark.LATE_LOCATE':
    "'{hours}' ends together with the session: a locate shortly before may end after it",
  'operations.remark.TRADES_WHILE_CLOSED': 'the exchange trades while the platform is closed: at {time} UTC',
  'operations.remark.ADVERTS_KEEP_END': 'IOIs already sent keep their expiry.',
} as const
