import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { notificationAcknowledged } from '../shared/connection/received-notifications.ts'
import { useAppDispatch, useAppSelector } from '../shared/store/store.ts'
import { Button } from '../ui/controls/Button.tsx'
import { formatExactYen } from '../ui/format/amounts.ts'
import { agreementSecurityIn } from '../ui/format/equity-name.ts'
import { formatMid, formatNumber, formatTimeWithZone } from '../ui/format/format.ts'
import { Side } from '../ui/labels/Side.tsx'
import { Popup } from '../ui/popups/Popup.tsx'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { partyOf, transactionTypesText } from './agreement-display.ts'

/** Shows new matches to the broker one after the other until each is confirmed. */
export function MatchConfirmedPopup({ agreements }: { agreements: readonly ConnectionAgreement[] }) {
  const text = useText()
  const dispatch = useAppDispatch()
  const { received, acknowledged } = useAppSelector((state) => state.notifications)
  const [match, ...others] = openMatches(received, acknowledged)
  if (!match) return null
  const agreement = agreements.find((each) => each.connectionAgreementId === match.connectionAgreementId)
  const close = (): void => void dispatch(notificationAcknowledged(match.id))
  return (
    <Popup
      title={text('agreement.matchTitle')}
      onClose={close}
      actions={
        <>
          {others.length > 0 ? (
            <span className="match-others">{text('agreement.matchNext', { count: others.length })}</span>
          ) : null}
          <Button kind="primary" onClick={close}>
            {text('common.ok')}
          </Button>
        </>
      }
    >
      <p>{text('agreement.matchLead')}</p>
      {agreement ? <MatchFacts agreement={agreement} /> : null}
      <p className="match-disclaimer">{text('agreement.disclaimer')}</p>
    </Popup>
  )
}

function MatchFacts({ agreement }: { agreement: ConnectionAgreement }) {
  const text = useText()
  const language = useLanguage()
  return (
    <div className="match">
      {/* No break beside the hyphen: a line must not end with it. */}
      <p className="match-security">
        {agreementSecurityIn(language, agreement).replace(' - ', '\u00a0-\u00a0')}
      </p>
      <dl className="match-facts">
        <dt>{text('agreement.quantity')}</dt>
        <dd>{formatNumber(agreement.locationQuantity)}</dd>
        <dt>{text('agreement.mid')}</dt>
        <dd>{formatMid(agreement.midPrice)}</dd>
        <dt>{text('agreement.value')}</dt>
        <dd>{formatExactYen(agreement.jpynotional, language)}</dd>
        <dt>{text('agreement.type')}</dt>
        <dd>{transactionTypesText(agreement, text)}</dd>
        <dt>{text('agreement.time')}</dt>
        <dd>{formatTimeWithZone(agreement.locateTime, language)}</dd>
      </dl>
      <div className="match-parties">
        {(['BUY', 'SELL'] as const).map((side) => {
          const { institution, password, trader, phone } = partyOf(agreement, side)
          return (
            <div key={side} className="match-party">
              <Side direction={side} />
              <span className="match-institution">{institution}</span>
              {trader ? (
                <span className="match-trader">{[trader, phone].filter(Boolean).join(' · ')}</span>
              ) : null}
              <span className="agreement-password">{password}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

/**
 * Matches that wait for this user's OK, oldest first. One that a colleague has already confirmed needs no
 * popup.
 */
export function openMatches(
  received: readonly Notification[],
  acknowledged: readonly string[],
): Notification[] {
  const confirmed = new Set(
    received
      .filter(({ message }) => message === 'Connection confirmed')
      .map(({ connectionAgreementId }) => connectionAgreementId),
  )
  return received
    .filter(({ message, ack }) => message === 'New IOI Match Confirmed' && !ack)
    .filter(({ id }) => !acknowledged.includes(id))
    .filter(({ connectionAgreementId }) => !confirmed.has(connectionAgreementId))
    .sort((a, b) => a.timestamp - b.timestamp)
}
