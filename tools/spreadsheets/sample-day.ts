import type { HistoryColumnId } from '@aitai/client/history/grid/column-presets.ts'
import {
  type HistoryColumn,
  type HistoryTextContext,
  historyColumns,
} from '@aitai/client/history/grid/history-columns.ts'
import { clipboardText, csvFileText } from '@aitai/client/ui/table/spreadsheet-export.ts'
import type { TextFunction } from '@aitai/client/ui/text/use-text.ts'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Broker, Equity } from '@aitai/contract/schemas/reference.ts'
import { type Language, textIn } from '@aitai/messages/texts.ts'

/**
 * A day with everything that a spreadsheet may misread: long numbers, names with commas and quotes, Japanese,
 * names that start like a formula in half and in full width, and one that looks like a month.
 */
const equities = [
  ['toyota', '7203.T', 'Toyota Motor', 'トヨタ自動車', 0.5],
  ['quoted', '130A.T', 'Says "Yes", Inc.', '「はい」、髙島屋～①㈱', 1],
  ['zero', '0700.HK', 'Tencent', '騰訊', 0.1],
] as const

/** Operators enter the names of brokers, so a formula could get into an export through them. */
export const formulaLikeNames = ['=cmd()', '＝1+1', '+81 3', '-1+1', '@SUM(1,1)', 'MAR1', '1E5'] as const

const advert = (fields: Partial<Advert>): Advert =>
  ({
    securityId: 'toyota',
    securityName: '7203.T - Toyota Motor',
    direction: 'BUY',
    duration: '60',
    shareQuantity: 1_234_500,
    quantityRemaining: 411_500,
    minimumQuantity: 25,
    credibilityHurdle: 41,
    advertisementStatus: 'LIVE',
    causeOfDeath: null,
    transactionType: 'CASH_SWAP',
    brokerIds: [],
    ranked: false,
    jpynotional: 3_586_839_750,
    usdnotional: 23_912_265,
    advertisingTriggerActivated: true,
    advertisingTrigger: 2_900.5,
    knockoutTriggerActivated: false,
    knockoutTrigger: 3_050,
    indexRelativeKOTriggerActivated: true,
    indexRelativeKOTrigger: 3.5,
    submitTime: Date.parse('2026-11-20T06:04:05Z'),
    expiryDate: '2026-11-20T07:04:05.000Z',
    ...fields,
  }) as Advert

const draft = { advertisementStatus: 'UNSENT', submitTime: null, expiryDate: null } as const
const adverts: readonly Advert[] = [
  advert({ id: 'first' }),
  advert({ id: 'quoted', securityId: 'quoted', direction: 'SELL', advertisementStatus: 'PAUSED' }),
  advert({ id: 'zero', securityId: 'zero', brokerIds: ['0', '5'], ranked: true }),
  advert({ id: 'draft', ...draft, shareQuantity: 0, quantityRemaining: 0, jpynotional: 0, usdnotional: 0 }),
  ...formulaLikeNames.map((_, i) => advert({ id: `d${i}`, brokerIds: [String(i)] })),
]

const readerIn = (language: Language): HistoryTextContext => ({
  text: ((key: Parameters<TextFunction>[0], values?: Record<string, string>) =>
    textIn(language, key, values)) as TextFunction,
  language,
  equities: new Map(
    equities.map(([equityId, ric, name, localName, tickSize]) => [
      equityId,
      { equityId, ric, name, localName, tickSize } as Equity,
    ]),
  ),
  brokers: formulaLikeNames.map((brokerName, i) => ({ brokerID: String(i), brokerName }) as Broker),
  agreed: new Map(),
  pastDay: null,
})

/**
 * The sampled columns cover every kind of cell. The list is separate from the client's, so that a new column
 * of the history leaves the fixtures as they are.
 */
const sampleColumnIds: readonly HistoryColumnId[] = [
  'security',
  'direction',
  'shareQuantity',
  'quantityRemaining',
  'percentRemaining',
  'status',
  'transactionType',
  'duration',
  'submitTime',
  'expiryDate',
  'jpynotional',
  'usdnotional',
  'minimumQuantity',
  'credibilityHurdle',
  'advertisingTrigger',
  'knockoutTrigger',
  'indexRelativeKOTrigger',
  'brokers',
]
const sampleColumns = sampleColumnIds.map((id) => {
  const column = historyColumns.find((each) => each.id === id)
  if (!column) throw new Error(`The history has no column ${id}`)
  return column
})

/** An exported text with the columns that it has. */
export interface SpreadsheetSample {
  readonly file: string
  readonly columns: readonly HistoryColumn[]
  readonly text: string
}

/** The exported file and the copied rows in one language. Times are local: run it in Tokyo's time zone. */
export const samplesIn = (language: Language): readonly SpreadsheetSample[] => [
  {
    file: `export.${language}.csv`,
    columns: sampleColumns,
    text: csvFileText(adverts, sampleColumns, readerIn(language)),
  },
  {
    file: `copied.${language}.tsv`,
    columns: sampleColumns,
    text: clipboardText(adverts, sampleColumns, readerIn(language), true),
  },
]
