import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { type UploadColumn, uploadColumns } from '@aitai/engine/upload/header.ts'
import { toCsv } from '../../ui/table/delimited-text.ts'

type Example = Readonly<Record<UploadColumn, string>>

const buy: Omit<Example, 'brokers'> = {
  ric: '7203.T',
  direction: 'BUY',
  shareQuantity: '40000',
  minimumQuantity: '25',
  quantityDecay: 'FALSE',
  orderReference: '',
  parentQuantity: '',
  doneElsewhere: '',
  autoRenewals: '0',
  autoResumes: '0',
  limitPrice: '',
  duration: '60',
  credibilityHurdle: '10',
  advertisingTriggerActivated: 'FALSE',
  advertisingTriggerOffset: '',
  knockoutTriggerActivated: 'TRUE',
  knockoutTriggerOffset: '5',
  indexRelativeKOTriggerActivated: 'FALSE',
  indexRelativeKOTriggerOffset: '',
  transactionType: 'CASH_ONLY',
  transactionTypePreference: 'CASH_ONLY',
  ranked: 'FALSE',
  conditions: '',
}

const sell: Omit<Example, 'brokers'> = {
  ...buy,
  ric: '6758.T',
  direction: 'SELL',
  shareQuantity: '20000',
  duration: 'END_OF_DAY',
  knockoutTriggerActivated: 'FALSE',
  knockoutTriggerOffset: '',
  transactionType: 'CASH_SWAP',
  transactionTypePreference: 'CASH_SWAP',
  ranked: 'TRUE',
}

/**
 * The template for a bulk upload: every column (docs/rules.md §18) and two example rows with brokers of the
 * trader's institution.
 */
export function templateFile(brokers: readonly Pick<Broker, 'shortName'>[]): string {
  const names = brokers.map(({ shortName }) => shortName)
  const rows: Example[] = [
    { ...buy, brokers: names.slice(0, 1).join(';') },
    { ...sell, brokers: names.slice(0, 2).join(';') },
  ]
  return toCsv([uploadColumns, ...rows.map((row) => uploadColumns.map((column) => cellOf(row[column])))])
}

/** Converts numeric text to numbers, which the CSV writer would otherwise escape as text. */
const cellOf = (value: string): string | number => (/^\d+$/.test(value) ? Number(value) : value)
