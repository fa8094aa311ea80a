import type { HourListName } from '@aitai/contract/schemas/console/reference-data.ts'
import type { StaticTextKey } from '../../ui/text/use-text.ts'

/** The lists of hours of an exchange. */
export const hourLists = ['platform', 'exchange', 'matching', 'afterHours'] as const satisfies HourListName[]

export const hourListText = {
  platform: 'operations.hours.platform',
  exchange: 'operations.hours.trading',
  matching: 'operations.hours.matching',
  afterHours: 'operations.hours.afterHours',
} as const satisfies Record<HourListName, StaticTextKey>
