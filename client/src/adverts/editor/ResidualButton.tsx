import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { useAdvertListQuery, useCreateResidualAdvertisementMutation } from '../../app/api/desk-api.ts'
import { useAppDispatch } from '../../app/store/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { advertSelected } from '../desk-slice.ts'

/**
 * What a completed advert left, as a new draft with the same settings, which is then the one in hand (rules
 * 10). A refusal (ADVERT-ERROR-005) meets the error popup: a colleague may have taken the firm's place.
 */
export function ResidualButton({ advert }: { advert: Advert }) {
  const text = useText()
  const dispatch = useAppDispatch()
  const { refetch } = useAdvertListQuery()
  const [createResidual, creating] = useCreateResidualAdvertisementMutation()
  const create = async (): Promise<void> => {
    const { data: residual } = await createResidual({ advertId: advert.id })
    if (!residual) return
    await refetch()
    dispatch(advertSelected(residual.id))
  }
  return (
    <Button
      busy={creating.isLoading}
      dimmedBecause={advert.residualPossible ? null : text('advert.panel.residual.none')}
      onClick={() => void create()}
    >
      {text(creating.isLoading ? 'advert.panel.residual.creating' : 'advert.panel.residual')}
    </Button>
  )
}
