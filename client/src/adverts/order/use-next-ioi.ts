import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { isTerminal } from '@aitai/engine/model/advert.ts'
import {
  useAdvertListQuery,
  useCreateAdvertMutation,
  useCreateResidualAdvertisementMutation,
} from '../../shared/api/desk-api.ts'
import { onlyData } from '../../shared/api/stale-since.ts'
import { useAppDispatch } from '../../shared/store/store.ts'
import { termsAfterDirectionChange } from '../advanced/price-conditions/triggers.ts'
import { advertSelected, sideChosen, termsEdited } from '../desk-slice.ts'
import { type Terms, termsOf } from '../terms.ts'

/**
 * Drafts the next IOI of an order with what is left of it, and selects it: the residual of the completed one, as far as
 * it has one, else a new draft for the same order (docs/rules.md §27). The error popup shows a refusal.
 */
export function useNextIoi(completed: Advert, equity: Equity, shareQuantity: number) {
  const dispatch = useAppDispatch()
  const { data: adverts = [], refetch } = useAdvertListQuery(undefined, { selectFromResult: onlyData })
  const [createResidual, residual] = useCreateResidualAdvertisementMutation()
  const [createAdvert, fresh] = useCreateAdvertMutation()
  const { direction, orderReference, parentQuantity, doneElsewhere, securityId } = completed

  const draft = async (): Promise<{ id: string; edits: Partial<Terms> } | null> => {
    if (completed.residualPossible) {
      const { data } = await createResidual({ advertId: completed.id })
      return data
        ? { id: data.id, edits: data.shareQuantity === shareQuantity ? {} : { shareQuantity } }
        : null
    }
    const { data } = await createAdvert({ securityId })
    if (!data || 'error' in data) return null
    const terms = termsOf(data)
    const ofSide = termsAfterDirectionChange(direction, data, terms, terms, equity)
    return { id: data.id, edits: { ...ofSide, shareQuantity, orderReference, parentQuantity, doneElsewhere } }
  }
  const create = async (): Promise<void> => {
    const drafted = await draft()
    if (!drafted) return
    const { id, edits } = drafted
    await refetch()
    dispatch(termsEdited({ advertId: id, edits }))
    dispatch(sideChosen(id))
    dispatch(advertSelected(id))
  }
  return {
    create,
    isCreating: residual.isLoading || fresh.isLoading,
    /** Whether the trader has a draft or an open IOI in the security: there can be only one. */
    hasOther: adverts.some((each) => each.securityId === securityId && !isTerminal(each)),
  }
}
