import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { advertCan } from '@aitai/engine/adverts/status-actions.ts'
import { isInLocate } from '@aitai/engine/model/advert.ts'
import { ConnectionDetails } from '../../shared/agreements/ConnectionDetails.tsx'
import { ExecutedNote } from '../../shared/agreements/ExecutedNote.tsx'
import { NotExecutedNote } from '../../shared/agreements/NotExecutedNote.tsx'
import { useAdvertListQuery, useCreateResidualAdvertisementMutation } from '../../shared/api/desk-api.ts'
import { onlyData } from '../../shared/api/stale-since.ts'
import { useOrderProgress } from '../../shared/orders/use-orders.ts'
import { useAppDispatch } from '../../shared/store/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { advertSelected } from '../desk-slice.ts'
import type { TermsForm } from './use-terms-form.ts'

interface Props {
  advert: Advert
  terms: TermsForm
  /** The locate that completed it: broker and password stay here until the end of the day. */
  agreed: LocateNotification | undefined
}

/** Explains what a change of the terms would do in the advert's current status. */
export function TermsNote({ advert, terms, agreed }: Props) {
  const text = useText()
  // Then the line of the order proposes the next IOI, with what is left of the order, if anything is.
  const isOfOrder = useOrderProgress()(advert) !== null
  if (isInLocate(advert)) {
    return (
      <p className="terms-note" data-tone="located">
        {text('advert.editor.locked')}
      </p>
    )
  }
  if (terms.isModified && advertCan('modify', advert)) {
    return (
      <p className="terms-note">
        {text('advert.editor.edited')}
        <Button kind="quiet" onClick={() => terms.form.reset(terms.sent)}>
          {text('advert.editor.discard')}
        </Button>
      </p>
    )
  }
  if (advert.advertisementStatus === 'COMPLETED') {
    return (
      <div className="terms-note">
        {agreed && <ExecutedNote locate={agreed} />}
        {agreed && <NotExecutedNote notExecuted={agreed.notExecuted} />}
        {!agreed?.notExecuted && text('advert.editor.completed')}
        {agreed?.residualQuantity !== 0 && !isOfOrder && <ResidualButton advert={advert} />}
        {agreed && <ConnectionDetails locate={agreed} withDeal />}
      </div>
    )
  }
  return advert.advertisementStatus === 'DEAD' ? (
    <p className="terms-note">{text('advert.editor.ended')}</p>
  ) : null
}

/**
 * Creates a draft for the residual of a completed advert and selects it (docs/rules.md §10). The error popup
 * shows a refusal (ADVERT-ERROR-005), for example when a colleague has an advert on the security.
 */
function ResidualButton({ advert }: { advert: Advert }) {
  const text = useText()
  const dispatch = useAppDispatch()
  const { refetch } = useAdvertListQuery(undefined, { selectFromResult: onlyData })
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
