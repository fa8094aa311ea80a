import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import {
  useBrokerExecutionConfirmationMutation,
  useBrokerExecutionUndoMutation,
} from '../shared/api/desk-api.ts'
import { Button } from '../ui/controls/Button.tsx'
import { agreementSecurityIn } from '../ui/format/equity-name.ts'
import { formatTime, formatUtc } from '../ui/format/format.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { partyOf, type TradeSide } from './agreement-display.ts'
import { PendingAge } from './PendingAge.tsx'
import { pressedOnce } from './pressed-once.ts'

/** Pending or Received for one side, who confirmed it and when, and the button to change it. */
export function SideStatus({ agreement, side }: { agreement: ConnectionAgreement; side: TradeSide }) {
  const text = useText()
  const language = useLanguage()
  const [confirm, confirming] = useBrokerExecutionConfirmationMutation()
  const [undo, undoing] = useBrokerExecutionUndoMutation()
  const { institution, received, confirmedBy, confirmedAt } = partyOf(agreement, side)
  const naming = { institution, security: agreementSecurityIn(language, agreement) }
  const { connectionAgreementId } = agreement
  // The side is named by its status: what it shall be.
  const requestOf = (status: boolean) =>
    side === 'BUY'
      ? { connectionAgreementId, buyStatus: status }
      : { connectionAgreementId, sellStatus: status }
  return (
    <span className="agreement-status">
      <span className="agreement-lines">
        <span className="agreement-state" data-received={received}>
          {text(received ? 'common.received' : 'common.pending')}
          {received && confirmedAt !== null ? (
            <time dateTime={new Date(confirmedAt).toISOString()} title={formatUtc(confirmedAt)}>
              {formatTime(confirmedAt).slice(0, 5)}
            </time>
          ) : null}
        </span>
        {received ? (
          <span className="agreement-second">{confirmedBy}</span>
        ) : (
          <PendingAge agreement={agreement} />
        )}
      </span>
      {received ? (
        <Button
          kind="quiet"
          busy={undoing.isLoading}
          dimmedBecause={agreement.undoPossible ? null : text('agreement.undoOver')}
          aria-label={text(side === 'BUY' ? 'agreement.undoBuy' : 'agreement.undoSell', naming)}
          {...pressedOnce(() => void undo(requestOf(false)))}
        >
          {text('agreement.undo')}
        </Button>
      ) : (
        <Button
          kind="secondary"
          busy={confirming.isLoading}
          // As for the undo button, so that both are one element and the focus stays on it.
          dimmedBecause={null}
          aria-label={text(side === 'BUY' ? 'agreement.confirmBuy' : 'agreement.confirmSell', naming)}
          {...pressedOnce(() => void confirm(requestOf(true)))}
        >
          {text('agreement.confirm')}
        </Button>
      )}
    </span>
  )
}
