import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { WarningIcon } from '@salt-ds/icons'
import {
  useBrokerExecutionConfirmationMutation,
  useBrokerExecutionUndoMutation,
} from '../shared/api/desk-api.ts'
import { serverClock } from '../shared/connection/server-clock.ts'
import { intervals } from '../shared/intervals.ts'
import { useNow } from '../ui/browser/browser-hooks.ts'
import { Button } from '../ui/controls/Button.tsx'
import { agreementSecurityIn } from '../ui/format/equity-name.ts'
import { formatTime, formatUtc } from '../ui/format/format.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { partyOf, pendingAge, type TradeSide } from './agreement-display.ts'
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
  const ask = (status: boolean) =>
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
          {...pressedOnce(() => void undo(ask(false)))}
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
          {...pressedOnce(() => void confirm(ask(true)))}
        >
          {text('agreement.confirm')}
        </Button>
      )}
    </span>
  )
}

/** For how long a side has been pending, in the colour of its urgency and with a mark after five minutes. */
function PendingAge({ agreement }: { agreement: ConnectionAgreement }) {
  const text = useText()
  useNow(intervals.pendingAgeTick)
  // After a report that nothing was executed, nobody waits for the password any more.
  if (agreement.notExecuted) return null
  const { minutes, age } = pendingAge(agreement, serverClock.now())
  const isLate = age === 'late'
  return (
    <span className="agreement-age" data-age={age} title={isLate ? text('agreement.late') : undefined}>
      {minutes < 60
        ? text('agreement.age', { minutes })
        : text('agreement.ageHours', { hours: Math.floor(minutes / 60) })}
      {isLate ? <WarningIcon aria-label={text('agreement.late')} /> : null}
    </span>
  )
}
