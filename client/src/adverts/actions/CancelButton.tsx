import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { useRef, useState } from 'react'
import { useCancelAdvertMutation } from '../../shared/api/desk-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { equityNameIn } from '../../ui/format/equity-name.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { actionDisabledReason } from '../status/advert-status.ts'

interface Props {
  advert: Advert | null
  equity: Equity | undefined
  /** The server has cancelled it. */
  onDone: () => void
}

/** Cancels an advert after a confirmation, because it cannot be undone (WCAG 3.3.4). */
export function CancelButton({ advert, equity, onDone }: Props) {
  const text = useText()
  const language = useLanguage()
  const [isConfirming, setIsConfirming] = useState(false)
  const keepButton = useRef<HTMLButtonElement>(null)
  const [cancelAdvert, { isLoading }] = useCancelAdvertMutation()
  const reason = actionDisabledReason('cancel', advert)
  const close = (): void => setIsConfirming(false)
  const cancel = async (id: string): Promise<void> => {
    const { error } = await cancelAdvert({ id })
    if (!error) onDone()
    close()
  }
  return (
    <>
      <Button dimmedBecause={reason && text(reason)} onClick={() => setIsConfirming(true)}>
        {text('advert.action.cancel')}
      </Button>
      {isConfirming && advert && (
        <Popup
          title={text('advert.cancel.title')}
          initialFocus={keepButton}
          onClose={close}
          actions={
            <>
              <Button ref={keepButton} onClick={close}>
                {text('advert.cancel.keep')}
              </Button>
              <Button kind="danger" busy={isLoading} onClick={() => void cancel(advert.id)}>
                {text(isLoading ? 'advert.cancel.cancelling' : 'advert.cancel.confirm')}
              </Button>
            </>
          }
        >
          <div className="review-heading">
            <Side direction={advert.direction} />
            <b className="review-quantity">{formatNumber(advert.shareQuantity)}</b>
            <span>{equity ? `${equity.ric} ${equityNameIn(language, equity)}` : advert.securityName}</span>
          </div>
          <p className="review-disclaimer">{text('advert.cancel.body')}</p>
        </Popup>
      )}
    </>
  )
}
