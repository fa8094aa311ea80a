import type { AdvertTerms, TransactionType } from '@aitai/engine/advert.ts'
import { ceilLot, type Security } from '@aitai/engine/equity.ts'
import type { Limits } from '@aitai/engine/limits.ts'

/** What a trader saved as preferences, as far as a draft takes it over (specification 3). */
export interface Preferences {
  readonly advertPreferences: {
    readonly credibilityHurdle: number
    readonly duration: AdvertTerms['duration']
    readonly minQuantity: number
    readonly transactionType: TransactionType
    readonly contraTransactionType: TransactionType
  }
  readonly pathPreferences: { readonly ranked: boolean; readonly brokers: readonly { readonly id: string }[] }
}

/** What the editor shows to a trader who never saved preferences (rules 19). */
const editorDefaults = {
  minimumQuantity: 50,
  duration: '150',
  credibilityHurdle: 10,
  transactionType: 'CASH_ONLY',
  transactionTypePreference: 'CASH_ONLY',
  ranked: false,
} as const

export interface DraftOf {
  readonly security: Security
  /** The last mid or the close, in 1/10,000 yen. */
  readonly price: number
  readonly limits: Limits
  /** Those the institution may use, in the order in which they are offered. */
  readonly brokerIds: readonly string[]
  readonly preferences: Preferences | null
}

/**
 * The terms of a new draft: the trader's own preferences, or the editor's, and the smallest quantity that can
 * be sent, so that it can be sent at once.
 */
export function draftTerms({ security, price, limits, brokerIds, preferences }: DraftOf): AdvertTerms {
  const smallest = ceilLot(Math.ceil(limits.platformMinimumNotional / price), security.lotSize)
  const size = { direction: 'BUY' as const, shareQuantity: smallest }
  const offered = brokerIds.slice(0, limits.brokersPerAdvert)
  if (!preferences) return { ...editorDefaults, ...size, brokerIds: offered }

  const { advertPreferences: advert, pathPreferences: path } = preferences
  const chosen = path.brokers.map(({ id }) => id).filter((id) => brokerIds.includes(id))
  return {
    ...size,
    minimumQuantity: advert.minQuantity,
    duration: advert.duration,
    credibilityHurdle: advert.credibilityHurdle,
    transactionType: advert.transactionType,
    transactionTypePreference: advert.contraTransactionType,
    ranked: path.ranked,
    brokerIds: chosen.slice(0, limits.brokersPerAdvert),
  }
}
