import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { createContext, useContext } from 'react'
import { useEquities } from '../use-adverts.ts'

/** An advert of an earlier day, as it was kept in this browser for the restore. */
export interface PreviousDayAdvert {
  readonly securityId: string
  readonly shareQuantity: number
}

/** What the trader had on the newest day that is kept; another feature keeps and opens it. */
export const PreviousDayAdverts = createContext<readonly PreviousDayAdvert[]>([])

interface Sized {
  /** Whole yen. */
  readonly jpynotional: number
}

/**
 * What "five times the usual" is measured against: the other adverts that were sent today, as they were sent,
 * and those of the last kept day, at the last close. In yen, since ten thousand shares of one security are
 * little and of another a lot. Drafts were never a size that somebody meant.
 */
export function useUsualSizes(others: readonly Advert[]): readonly Sized[] {
  const equities = useEquities()
  const kept = useContext(PreviousDayAdverts).map(({ securityId, shareQuantity }) => ({
    jpynotional: shareQuantity * (equities.get(securityId)?.closePrice ?? 0),
  }))
  return [...others.filter(({ advertisementStatus }) => advertisementStatus !== 'UNSENT'), ...kept]
}
