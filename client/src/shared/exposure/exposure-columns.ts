import type { AdvertExposure, DayExposure, Exposure } from '@aitai/contract/schemas/cost-analysis.ts'
import { percentOf } from '@aitai/engine/adverts/percent.ts'
import { formatNumber, formatShare } from '../../ui/format/format.ts'
import type { TableColumn, TableTextContext } from '../../ui/table/table-columns.ts'

/** What the columns read beside a row: the names of securities in the language of the screen. */
export interface ExposureTextContext extends TableTextContext {
  readonly securityName: (securityId: string, fallback: string) => string
}

type Column<Row> = TableColumn<Row, ExposureTextContext>

type Count = Exclude<keyof Exposure, 'agreedOfShown' | 'executedOfShown'>

const count = (id: Count): Column<Exposure> => ({
  id,
  header: `exposure.column.${id}`,
  kind: 'number',
  value: (row) => row[id],
  shown: (row) => formatNumber(row[id]),
})

/** In percent with two decimals in a file, like other fractions. */
const ofShown = (id: 'agreedOfShown' | 'executedOfShown'): Column<Exposure> => ({
  id,
  header: `exposure.column.${id}`,
  kind: 'number',
  unit: 'percent',
  value: ({ [id]: fraction }) => (fraction === null ? null : percentOf(Math.round(fraction * 10_000))),
  shown: ({ [id]: fraction }, { language }) => (fraction === null ? '–' : formatShare(fraction, language)),
})

const values = [
  count('locates'),
  count('shownValue'),
  count('agreements'),
  count('agreedValue'),
  count('executedValue'),
  ofShown('agreedOfShown'),
  ofShown('executedOfShown'),
]

const day: Column<DayExposure> = {
  id: 'day',
  header: 'exposure.column.day',
  kind: 'text',
  value: (row) => row.day,
  shown: (row) => row.day,
}

/** A day or several have no shares: those of several securities cannot be added up. */
export const dayColumns: readonly Column<DayExposure>[] = [day, ...values]
/** What the total of a table of days or IOIs shows. */
export const totalColumns: readonly Column<Exposure>[] = values

export const advertColumns: readonly Column<AdvertExposure>[] = [
  {
    id: 'security',
    header: 'exposure.column.security',
    kind: 'text',
    value: (row, { securityName }) => securityName(row.securityId, row.securityName),
    shown: (row, { securityName }) => securityName(row.securityId, row.securityName),
  },
  {
    id: 'direction',
    header: 'exposure.column.direction',
    kind: 'text',
    value: ({ direction }, { text }) => text(`common.${direction}`),
    shown: ({ direction }, { text }) => text(`common.${direction}`),
  },
  {
    id: 'ioi',
    header: 'exposure.column.ioi',
    kind: 'number',
    value: ({ shareQuantity }) => shareQuantity,
    shown: ({ shareQuantity }) => formatNumber(shareQuantity),
  },
  count('locates'),
  count('shown'),
  count('agreed'),
  count('executed'),
  count('shownValue'),
  count('agreedValue'),
  count('executedValue'),
  ofShown('agreedOfShown'),
  ofShown('executedOfShown'),
]
