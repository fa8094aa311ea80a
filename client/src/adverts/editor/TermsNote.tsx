import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { advertCan } from '@aitai/engine/adverts/status-actions.ts'
import { isInLocate } from '@aitai/engine/model/advert.ts'
import { ConnectionDetails } from '../../shared/agreements/ConnectionDetails.tsx'
import { ExecutedNote } from '../../shared/agreements/ExecutedNote.tsx'
import { NotExecutedNote } from '../../shared/agreements/NotExecutedNote.tsx'
import { useOrderBehind } from '../../shared/orders/use-orders.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { useDraftNextIoi, useNextIoiOf } from '../order/use-next-ioi.ts'
import type { TermsForm } from './use-terms-form.ts'

interface Props {
  advert: Advert
  equity: Equity
  terms: TermsForm
  /** The locate that completed it: broker and password stay here until the end of the day. */
  agreed: LocateNotification | undefined
}

/** Explains what a change of the terms would do in the advert's current status. */
export function TermsNote({ advert, equity, terms, agreed }: Props) {
  const text = useText()
  // Then the line of the order proposes the next IOI, with what is left of the order, if anything is.
  const isOfOrder = useOrderBehind()(advert) !== null
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
        {agreed?.residualQuantity !== 0 && !isOfOrder && <ResidualButton {...{ advert, equity }} />}
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
function ResidualButton({ advert, equity }: Pick<Props, 'advert' | 'equity'>) {
  const text = useText()
  const next = useNextIoiOf()(advert, equity)
  const { draft, isDrafting } = useDraftNextIoi(advert, equity)
  return (
    <Button
      busy={isDrafting}
      dimmedBecause={next ? null : text('advert.panel.residual.none')}
      onClick={() => next && void draft(next)}
    >
      {text(isDrafting ? 'advert.panel.residual.creating' : 'advert.panel.residual')}
    </Button>
  )
}
