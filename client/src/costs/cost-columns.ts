import type { AgreementCosts, CostSummary } from '@aitai/contract/schemas/cost-analysis.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import {
  formatIoiShare,
  formatMid,
  formatNumber,
  formatSigned,
  formatTime,
  formatTimeToLocate,
  ioiSharePercent,
  secondsToLocate,
} from '../ui/format/format.ts'
import type { TableColumn, TableTextContext } from '../ui/table/table-columns.ts'

/** What the columns read beside a row: the names of securities and brokers in the language of the screen. */
export interface CostTextContext extends TableTextContext {
  readonly securityName: (securityId: string, fallback: string) => string
  readonly brokerName: (english: string) => string
}

type Row = AgreementCosts
type Column = TableColumn<Row, CostTextContext, string>

const optional = (value: number | null, show: (value: number) => string): string =>
  value === null ? '–' : show(value)
const bp = (value: number | null): string => optional(value, formatSigned)
const price = (value: Yen | null): string => optional(value, formatMid)

type Key = Column['header']
const number = (
  id: string,
  header: Key,
  value: (row: Row) => number | null,
  show: (row: Row) => string,
): Column => ({
  id,
  header,
  kind: 'number',
  value,
  shown: show,
})

const shares = (
  id: 'ioi' | 'located' | 'executed' | 'quantity',
  value: (row: Row) => number | null,
): Column => number(id, `costs.column.${id}`, value, (row) => optional(value(row), formatNumber))

/** A part of the IOI, in percent. */
const shareOf = (id: 'shareLocated' | 'shareExecuted'): Column => ({
  id,
  header: `costs.column.${id}`,
  kind: 'number',
  value: (row) => ioiSharePercent(row[id]),
  shown: (row, { language }) => formatIoiShare(row[id], language),
})

/** The figures of agreements, in the order of the file. */
export const costColumns: readonly Column[] = [
  { id: 'day', header: 'costs.column.day', kind: 'text', value: ({ day }) => day, shown: ({ day }) => day },
  {
    id: 'time',
    header: 'costs.column.time',
    kind: 'time',
    value: ({ locateTime }) => locateTime,
    shown: ({ locateTime }) => formatTime(locateTime),
  },
  {
    id: 'security',
    header: 'costs.column.security',
    kind: 'text',
    value: (row, { securityName }) => securityName(row.securityId, row.securityName),
    shown: (row, { securityName }) => securityName(row.securityId, row.securityName),
  },
  {
    id: 'direction',
    header: 'costs.column.direction',
    kind: 'text',
    value: ({ direction }, { text }) => text(`common.${direction}`),
    shown: ({ direction }, { text }) => text(`common.${direction}`),
  },
  shares('ioi', ({ shareQuantity }) => shareQuantity),
  shares('located', ({ locatedQuantity }) => locatedQuantity),
  shareOf('shareLocated'),
  shares('executed', ({ executedQuantity }) => executedQuantity),
  shareOf('shareExecuted'),
  shares('quantity', ({ quantity }) => quantity),
  number(
    'halfSpread',
    'costs.column.halfSpread',
    (row) => row.halfSpread,
    (row) => bp(row.halfSpread),
  ),
  number(
    'saved',
    'costs.column.saved',
    (row) => row.halfSpreadSaved,
    (row) => optional(row.halfSpreadSaved, formatNumber),
  ),
  number(
    'againstArrival',
    'costs.column.againstArrival',
    (row) => row.againstArrival,
    (row) => bp(row.againstArrival),
  ),
  number(
    'againstVwap',
    'costs.column.againstVwap',
    (row) => row.againstVwap,
    (row) => bp(row.againstVwap),
  ),
  ...(['after1', 'after5', 'after15', 'after30'] as const).map((after) =>
    number(
      after,
      `costs.column.${after}`,
      ({ reversion }) => reversion[after],
      ({ reversion }) => bp(reversion[after]),
    ),
  ),
  number(
    'timeToLocate',
    'costs.column.timeToLocate',
    ({ timeToLocate }) => secondsToLocate(timeToLocate),
    ({ timeToLocate }) => formatTimeToLocate(timeToLocate),
  ),
  number(
    'price',
    'costs.column.price',
    (row) => row.price,
    (row) => price(row.price),
  ),
  number(
    'arrival',
    'costs.column.arrival',
    (row) => row.arrivalMid,
    (row) => price(row.arrivalMid),
  ),
  number(
    'mid',
    'costs.column.mid',
    (row) => row.midAtLocate,
    (row) => price(row.midAtLocate),
  ),
  number(
    'vwap',
    'costs.column.vwap',
    (row) => row.intervalVwap,
    (row) => price(row.intervalVwap),
  ),
  number(
    'value',
    'costs.column.value',
    (row) => row.value,
    (row) => formatNumber(row.value),
  ),
  {
    id: 'broker',
    header: 'costs.column.broker',
    kind: 'text',
    value: (row, { brokerName }) => brokerName(row.brokerName),
    shown: (row, { brokerName }) => brokerName(row.brokerName),
  },
]

/**
 * The columns of the table on the screen and on paper, where all of them do not fit: the figures that are read down
 * the page, each with the one that explains it in a second line. The file has a column for each.
 */
export const costTableColumns: readonly (readonly [main: string, second?: string])[] = [
  ['time', 'day'],
  ['security', 'broker'],
  ['direction'],
  ['located', 'shareLocated'],
  ['executed', 'shareExecuted'],
  ['price', 'value'],
  ['saved', 'halfSpread'],
  ['againstArrival', 'arrival'],
  ['againstVwap', 'vwap'],
  ['after1'],
  ['after5'],
  ['after15'],
  ['after30'],
  ['timeToLocate', 'mid'],
]

/** The columns of a summary: the same figures for a day, a security or a broker. */
export const summaryCells = (each: CostSummary): readonly string[] => [
  formatNumber(each.agreements),
  formatNumber(each.shares),
  formatNumber(each.value),
  bp(each.halfSpread),
  formatNumber(each.halfSpreadSaved),
  bp(each.againstArrival),
  bp(each.againstVwap),
  bp(each.reversion.after1),
  bp(each.reversion.after5),
  bp(each.reversion.after15),
  bp(each.reversion.after30),
  optional(each.timeToLocate, formatTimeToLocate),
]

export const summaryHeaders = [
  'costs.column.count',
  'costs.column.quantity',
  'costs.column.value',
  'costs.column.halfSpread',
  'costs.column.saved',
  'costs.column.againstArrival',
  'costs.column.againstVwap',
  'costs.column.after1',
  'costs.column.after5',
  'costs.column.after15',
  'costs.column.after30',
  'costs.column.timeToLocate',
] as const
