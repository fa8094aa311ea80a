import { type CostTextContext, costColumns } from '@aitai/client/costs/cost-columns.ts'
import { csvFileText } from '@aitai/client/ui/table/spreadsheet-export.ts'
import type { TextFunction } from '@aitai/client/ui/text/use-text.ts'
import type { CostAnalysis } from '@aitai/contract/schemas/cost-analysis.ts'
import { textIn } from '@aitai/messages/texts.ts'
import { differences } from './comparison.ts'
import type { ExpectedCosts } from './oracle.ts'

const text = ((key, ...values) => textIn('En', key as 'costs.title', values[0] as undefined)) as TextFunction

/** Somebody who reads the screens in English. */
export const reader: CostTextContext = {
  text,
  language: 'En',
  securityName: (_, fallback) => fallback,
  brokerName: (name) => name,
}

/** The file that the page exports, in English. */
const exportedFile = ({ agreements }: CostAnalysis): string => csvFileText(agreements, costColumns, reader)

type CsvRow = Readonly<Record<string, string>>

/** The rows of a file without quoted line breaks, by its header. Written from RFC 4180. */
function rowsOf(file: string): readonly CsvRow[] {
  const cells = (line: string): string[] =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    )
  const [header = '', ...lines] = file
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
  const names = cells(header)
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, i) => [names[i] ?? '', cell])))
}

const figure = (cell: string | undefined): number | null => (cell ? Number(cell) : null)

/** Every difference between the exported file and the expected figures. */
export function fileDifferences(
  expected: readonly ExpectedCosts[],
  analysis: CostAnalysis,
  ricOf: (securityId: string) => string,
): readonly string[] {
  const rows = rowsOf(exportedFile(analysis))
  const inFile = rows.map((row) => ({
    day: row.Day,
    locateTime: Date.parse(row['Locate time'] ?? ''),
    security: row.Security?.split(' ')[0],
    direction: row.Side,
    shareQuantity: figure(row.IOI),
    locatedQuantity: figure(row['Located shares']),
    percentLocated: figure(row['% of IOI located']),
    executedQuantity: figure(row['Executed shares']),
    percentExecuted: figure(row['% of IOI executed']),
    quantity: figure(row.Shares),
    halfSpread: figure(row['Half-spread (bp)']),
    halfSpreadSaved: figure(row['Saved (JPY)']),
    againstArrival: figure(row['Arrival (bp)']),
    againstVwap: figure(row['VWAP (bp)']),
    reversion: {
      after1: figure(row['Reversion 1 min']),
      after5: figure(row['5 min']),
      after15: figure(row['15 min']),
      after30: figure(row['30 min']),
    },
    secondsToLocate: figure(row['Time to locate']),
    price: figure(row.Price),
    arrivalMid: figure(row['Arrival mid']),
    midAtLocate: figure(row['Locate mid']),
    intervalVwap: figure(row['Interval VWAP']),
    value: figure(row['Value (JPY)']),
    brokerName: row.Broker,
  }))
  const inScript = expected.map((each) => ({
    day: each.day,
    // The file has whole seconds.
    locateTime: Math.floor(each.locateTime / 1_000) * 1_000,
    security: ricOf(each.securityId),
    direction: each.direction,
    shareQuantity: each.shareQuantity,
    locatedQuantity: each.locatedQuantity,
    percentLocated: percent(each.shareLocated),
    executedQuantity: each.executedQuantity,
    percentExecuted: percent(each.shareExecuted),
    quantity: each.quantity,
    halfSpread: each.halfSpread,
    halfSpreadSaved: each.halfSpreadSaved,
    againstArrival: each.againstArrival,
    againstVwap: each.againstVwap,
    reversion: each.reversion,
    secondsToLocate: Math.round(each.timeToLocate / 1_000),
    price: each.price,
    arrivalMid: each.arrivalMid,
    midAtLocate: each.midAtLocate,
    intervalVwap: each.intervalVwap,
    value: each.value,
    brokerName: each.brokerName,
  }))
  return differences(inScript, inFile, 'agreements in the file')
}

/** A share of an IOI in percent, with one decimal; the script's are neither nearly nothing nor nearly all. */
const percent = (share: number | null): number | null =>
  share === null ? null : Math.round(share * 1_000) / 10

/** The number that a reader of the table takes from a cell; null for the dash of a figure that is missing. */
const readFigure = (cell: string | undefined): number | null =>
  cell === undefined || cell === '–'
    ? null
    : Number(cell.replaceAll(',', '').replace('−', '-').replace(' %', ''))

type FigureOf = (each: ExpectedCosts) => number | null

/** The table has one decimal of basis points that the call has rounded to 0.01 (docs/rules.md §24). */
const bp = 0.05 + 0.005
/** Three decimals of a price in ten-thousandths of a yen. */
const yen = 0.0005 + 0.00005
/** Of the interval VWAP, each minute of which is stored to 0.0001 yen (`toleranceAt` in comparison.ts). */
const ofMinutes = { yen: 0.0005 + 0.00011, bp: 0.05 + 0.01001 }

/** The figures of a row of the page's table, with half of the last digit that it shows. */
const tableFigures: Readonly<Record<string, readonly [half: number, figureOf: FigureOf]>> = {
  located: [0, (each) => each.locatedQuantity],
  shareLocated: [0, (each) => percent(each.shareLocated)],
  executed: [0, (each) => each.executedQuantity],
  shareExecuted: [0, (each) => percent(each.shareExecuted)],
  halfSpread: [bp, (each) => each.halfSpread],
  saved: [0.5, (each) => each.halfSpreadSaved],
  againstArrival: [bp, (each) => each.againstArrival],
  againstVwap: [ofMinutes.bp, (each) => each.againstVwap],
  after1: [bp, (each) => each.reversion.after1],
  after5: [bp, (each) => each.reversion.after5],
  after15: [bp, (each) => each.reversion.after15],
  after30: [bp, (each) => each.reversion.after30],
  price: [yen, (each) => each.price],
  arrival: [yen, (each) => each.arrivalMid],
  mid: [yen, (each) => each.midAtLocate],
  vwap: [ofMinutes.yen, (each) => each.intervalVwap],
  value: [0.5, (each) => each.value],
}

/** Every difference between the table as the page shows it and the expected figures. */
export function tableDifferences(
  expected: readonly ExpectedCosts[],
  { agreements }: CostAnalysis,
): readonly string[] {
  return expected.flatMap((each, i) =>
    Object.entries(tableFigures).flatMap(([id, [half, figureOf]]) => {
      const [row, column] = [agreements[i], costColumns.find((known) => known.id === id)]
      const cell = row && column?.shown(row, reader)
      const [shown, right] = [readFigure(cell), figureOf(each)]
      const isSame =
        shown === null || right === null ? shown === right : Math.abs(shown - right) <= half + 1e-6
      return isSame ? [] : [`the table shows ${cell} as ${id} of agreement ${i + 1}, expected ${right}`]
    }),
  )
}
