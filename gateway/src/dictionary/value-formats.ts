import { parseUtcTimestamp } from '../wire/utc-timestamp.ts'

const integer = (value: string): boolean => /^-?\d{1,18}$/.test(value)
const natural = (value: string): boolean => /^\d{1,18}$/.test(value)
const decimal = (value: string): boolean => /^-?(\d+(\.\d*)?|\.\d+)$/.test(value)
const time = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,12})?$/

const date = (value: string): boolean =>
  /^\d{8}$/.test(value) && parseUtcTimestamp(`${value}-00:00:00`) !== null

const monthYear = (value: string): boolean => /^\d{4}(0[1-9]|1[0-2])(w[1-5])?$/.test(value) || date(value)

/** What a value of each type looks like; a type that is not here takes any text. */
const formats: Readonly<Record<string, (value: string) => boolean>> = {
  INT: integer,
  LENGTH: natural,
  NUMINGROUP: natural,
  SEQNUM: natural,
  TAGNUM: natural,
  DAYOFMONTH: (value) => /^([1-9]|0[1-9]|[12]\d|3[01])$/.test(value),
  FLOAT: decimal,
  QTY: decimal,
  PRICE: decimal,
  PRICEOFFSET: decimal,
  AMT: decimal,
  PERCENTAGE: decimal,
  CHAR: (value) => value.length === 1,
  BOOLEAN: (value) => value === 'Y' || value === 'N',
  CURRENCY: (value) => /^[A-Z]{3}$/.test(value),
  COUNTRY: (value) => /^[A-Z]{2}$/.test(value),
  UTCTIMESTAMP: (value) => parseUtcTimestamp(value) !== null,
  UTCTIMEONLY: (value) => time.test(value),
  UTCDATE: date,
  UTCDATEONLY: date,
  LOCALMKTDATE: date,
  MONTHYEAR: monthYear,
}

/** Whether a value has the format of its type. */
export const hasFormat = (type: string, value: string): boolean => formats[type]?.(value) ?? true
