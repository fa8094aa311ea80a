import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useMemo } from 'react'
import { completedAs } from '../adverts/shown-advert.ts'
import { usePastDayQuery } from '../shared/api/desk-api.ts'
import { brokerNameIn } from '../ui/format/broker-name.ts'
import { useLanguage } from '../ui/text/use-text.ts'

const noAdverts: readonly Advert[] = []
const noLocates: readonly LocateNotification[] = []

/**
 * The trader's own IOIs of a past trading day, an ISO date in Tokyo, with the locates that were agreed on; null for
 * today.
 */
export function usePastDay(day: string | null) {
  const language = useLanguage()
  const { currentData, isError, refetch } = usePastDayQuery(day === null ? skipToken : { day })
  return useMemo(() => {
    if (day === null) return null
    const locates = currentData?.locates.filter((each) => each.connectionAgreementId !== null) ?? []
    const agreed: ReadonlyMap<string, LocateNotification> = new Map(
      locates.map((locate) => [
        locate.advertisementId,
        { ...locate, brokerName: brokerNameIn(language, locate.brokerName ?? '') },
      ]),
    )
    const adverts = currentData?.adverts ?? noAdverts
    return {
      adverts: adverts.map((advert) => completedAs(advert, agreed.get(advert.id))),
      agreed,
      locates: currentData?.locates ?? noLocates,
      reload: isError ? () => void refetch() : null,
    }
  }, [day, currentData, isError, refetch, language])
}
