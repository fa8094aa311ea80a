import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { createContext, useContext } from 'react'
import { useEquities } from '../use-adverts.ts'

/** An advert of an earlier day, as stored in this browser for restoring. */
export interface PreviousDayAdvert {
  readonly securityId: string
  readonly shareQuantity: number
}

/** The adverts of the newest stored day; the upload feature provides them. */
export const PreviousDayAdverts = createContext<readonly PreviousDayAdvert[]>([])

interface UsualSize {
  /** Whole yen. */
  readonly jpynotional: number
}

/**
 * The sizes that an unusual size is compared with, in yen: the other adverts sent today and those of the last
 * stored day at the last close. Drafts do not count, because their sizes may be unfinished.
 */
export function useUsualSizes(others: readonly Advert[]): readonly UsualSize[] {
  const equities = useEquities()
  const previous = useContext(PreviousDayAdverts).map(({ securityId, shareQuantity }) => ({
    jpynotional: shareQuantity * (equities.get(securityId)?.closePrice ?? 0),
  }))
  return [...others.filter(({ advertisementStatus }) => advertisementStatus !== 'UNSENT'), ...previous]
}
