import type { TermName } from '../../adverts/terms.ts'

/**
 * The terms without a column of their own. A level is shown only while its trigger is on, and brokers are
 * numbered if they are ranked.
 */
type TermWithoutColumn =
  | 'advertisingTriggerActivated'
  | 'knockoutTriggerActivated'
  | 'indexRelativeKOTriggerActivated'
  | 'brokerIds'
  | 'ranked'
  | 'transactionTypePreference'
  | 'quantityDecay'

/** One column per term, and those of values that the server derives. Browsers store the ids: do not rename them. */
export type HistoryColumnId =
  | Exclude<TermName, TermWithoutColumn>
  | 'security'
  | 'quantityRemaining'
  | 'percentRemaining'
  | 'percentLocated'
  | 'status'
  | 'submitTime'
  | 'expiryDate'
  | 'jpynotional'
  | 'usdnotional'
  | 'locatedQuantity'
  | 'locatedNotional'
  | 'midPrice'
  | 'executingBroker'
  | 'brokerContact'
  | 'connection'
  | 'locateTime'
  | 'timeToLocate'
  | 'timeLeft'
  | 'brokers'

/**
 * Sets of columns that fit into a window of 1280 pixels without scrolling sideways: what is out and what resulted from
 * it, what was agreed, and under which terms it is out.
 */
export const columnPresets = {
  overview: [
    ...(['security', 'direction', 'shareQuantity', 'jpynotional', 'status', 'timeLeft'] as const),
    ...(['percentRemaining', 'percentLocated', 'locatedQuantity', 'locatedNotional'] as const),
    ...(['timeToLocate', 'connection', 'submitTime'] as const),
  ],
  deals: [
    ...(['security', 'direction', 'locatedQuantity', 'midPrice', 'locatedNotional'] as const),
    ...(['connection', 'brokerContact', 'locateTime', 'timeToLocate', 'status'] as const),
  ],
  terms: [
    ...(['security', 'direction', 'shareQuantity', 'status'] as const),
    ...(['transactionType', 'duration', 'minimumQuantity', 'credibilityHurdle'] as const),
    ...(['advertisingTrigger', 'knockoutTrigger', 'indexRelativeKOTrigger', 'brokers'] as const),
  ],
} as const satisfies Record<string, readonly HistoryColumnId[]>
export type ColumnPreset = keyof typeof columnPresets
