import type { TraderPreferences } from '../src/adverts/preferences.ts'
import type { State } from '../src/model/state.ts'
import { type BulkContext, type BulkFacts, bulkContext } from '../src/upload/bulk-context.ts'
import type { UploadColumn } from '../src/upload/header.ts'
import type { RowResult } from '../src/upload/row-result.ts'
import { validateUpload } from '../src/upload/upload.ts'
import { brokerNames, moment, world } from './world.ts'

/** The data that the server adds: no saved preferences, brokers named by their ids, every price the close. */
export const defaultBulkFacts: BulkFacts = {
  preferences: null,
  brokers: brokerNames.map((name) => ({ brokerId: name, shortName: name })),
  priceOf: ({ closePrice }) => closePrice,
}

/** Preferences of a trader who changed every one of them. */
export const savedPreferences: TraderPreferences = {
  priceConditions: {
    advertTriggerOffset: 1.5,
    advertTriggerStatus: true,
    knockoutTriggerOffset: 4,
    knockoutTriggerStatus: true,
    indexRelativeOffset: 6,
    indexRelativeStatus: true,
  },
  advertPreferences: {
    credibilityHurdle: 61,
    duration: '60',
    minQuantity: 20,
    quantityDecay: true,
    transactionType: 'CASH_SWAP',
    contraTransactionType: 'SWAP_ONLY',
  },
  pathPreferences: { ranked: true, brokers: [{ id: 'SMB' }, { id: 'DAI' }] },
}

/** The context for alder's rows, at 'HH:MM' of the day in UTC. */
export const bulkContextAt = (
  state: State = world(),
  facts: Partial<BulkFacts> = {},
  clock = '00:05',
): BulkContext => bulkContext(state, 'alder', moment(clock), { ...defaultBulkFacts, ...facts })

/** A row by the names of its columns. */
export type RowCells = Partial<Record<UploadColumn, string>>

/** A valid row: 10,000 shares of a security that closed at 2,000 yen. */
export const validRow: RowCells = { ric: 'toyota', direction: 'BUY', shareQuantity: '10000' }

/** A file of these rows. The header has every column that one of them names. */
export function fileOf(rows: readonly RowCells[]): {
  readonly header: UploadColumn[]
  readonly rows: string[][]
} {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row) as UploadColumn[]))]
  return { header, rows: rows.map((row) => header.map((column) => row[column] ?? '')) }
}

/** The results for a file of plain rows with these changes. */
export function rowResultsFor(context: BulkContext, ...changes: readonly RowCells[]): readonly RowResult[] {
  const { header, rows } = fileOf(changes.map((change) => ({ ...validRow, ...change })))
  return validateUpload(context, header, rows)
}
