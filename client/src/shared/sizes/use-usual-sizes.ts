import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { createContext, useContext } from 'react'
import { useGetEquitiesQuery } from '../api/desk-api.ts'

/** An advert of an earlier day, as stored in this browser for restoring. */
export interface PreviousDayAdvert {
  readonly securityId: string
  readonly shareQuantity: number
  /** The previous close of its day in yen, if it is known. */
  readonly closePrice?: Yen | null | undefined
}

/** The adverts of the newest stored day; the upload feature provides them. */
export const PreviousDayAdverts = createContext<readonly PreviousDayAdvert[]>([])

export interface UsualSize {
  /** Whole yen. */
  readonly jpynotional: Yen
}

type SentAdvert = Pick<Advert, 'id' | 'advertisementStatus' | 'jpynotional'>

/**
 * Returns a function that gives the sizes with which that of an advert is compared, in yen: the other adverts
 * sent today and those of the last stored day at the close of that day. Drafts do not count, because their sizes may
 * be unfinished.
 */
export function useUsualSizes(adverts: readonly SentAdvert[]): (advertId: string) => readonly UsualSize[] {
  const { data: equities = [] } = useGetEquitiesQuery()
  const previousDay = useContext(PreviousDayAdverts)
  const closes = new Map(equities.map(({ equityId, closePrice }) => [equityId, closePrice]))
  const previous = previousDay.map(({ securityId, shareQuantity, closePrice }) => ({
    // At the close of its own day: a ratio since then changes shares and price, not the value.
    jpynotional: shareQuantity * (closePrice ?? closes.get(securityId) ?? 0),
  }))
  const sent = adverts.filter(({ advertisementStatus }) => advertisementStatus !== 'UNSENT')
  return (advertId) => [...sent.filter(({ id }) => id !== advertId), ...previous]
}
