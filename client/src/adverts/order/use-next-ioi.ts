import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { useCallback, useMemo } from 'react'
import {
  useAdvertListQuery,
  useCreateAdvertMutation,
  useCreateResidualAdvertisementMutation,
} from '../../shared/api/desk-api.ts'
import { onlyData } from '../../shared/api/stale-since.ts'
import { useOrderBehind } from '../../shared/orders/use-orders.ts'
import { useAppDispatch } from '../../shared/store/store.ts'
import { advertSelected, sideChosen, termsEdited } from '../desk-slice.ts'
import type { ShownAdvert } from '../shown-advert.ts'
import { refetchWith } from '../use-adverts.ts'
import { draftNextIoi, type NextIoi, nextIoiOf } from './next-ioi.ts'

const none: readonly Advert[] = []

/** Returns a function that gives what may follow an IOI; null if nothing may. */
export function useNextIoiOf(): (advert: Advert, equity: Pick<Equity, 'lotSize'>) => NextIoi | null {
  const { data: adverts = none } = useAdvertListQuery(undefined, { selectFromResult: onlyData })
  const orderBehind = useOrderBehind()
  return useCallback(
    (advert, { lotSize }) => nextIoiOf(advert, { order: orderBehind(advert), lotSize, adverts }),
    [orderBehind, adverts],
  )
}

/** IOIs with what may follow each; the others stay the same objects. */
export function useWithNextIois(
  shown: readonly ShownAdvert[],
  equities: ReadonlyMap<string, Equity>,
): readonly ShownAdvert[] {
  const nextOf = useNextIoiOf()
  return useMemo(
    () =>
      shown.map((advert) => {
        const equity = equities.get(advert.securityId)
        const nextIoi = equity && nextOf(advert, equity)
        return nextIoi ? { ...advert, nextIoi } : advert
      }),
    [shown, equities, nextOf],
  )
}

/** Drafts what follows a completed IOI, and selects it. The error popup shows a refusal. */
export function useDraftNextIoi(completed: Advert, equity: Equity) {
  const dispatch = useAppDispatch()
  const { refetch } = useAdvertListQuery(undefined, { selectFromResult: onlyData })
  const [createResidual, residual] = useCreateResidualAdvertisementMutation()
  const [createAdvert, fresh] = useCreateAdvertMutation()
  const draft = async (next: NextIoi): Promise<void> => {
    const drafted = await draftNextIoi(completed, next, equity, { createResidual, createAdvert })
    if ('error' in drafted) return
    const { id, edits } = drafted
    await refetchWith(id, refetch)
    dispatch(termsEdited({ advertId: id, edits }))
    dispatch(sideChosen(id))
    dispatch(advertSelected(id))
  }
  return { draft, isDrafting: residual.isLoading || fresh.isLoading }
}
