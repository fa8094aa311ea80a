import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { useEffect, useRef } from 'react'
import { notificationAcknowledged } from '../shared/connection/received-notifications.ts'
import { intervals } from '../shared/intervals.ts'
import { useAppDispatch, useAppSelector } from '../shared/store/store.ts'
import { useSettled } from '../ui/browser/use-settled.ts'
import { Button } from '../ui/controls/Button.tsx'
import { formatYen } from '../ui/format/amounts.ts'
import { agreementSecurityIn } from '../ui/format/equity-name.ts'
import { formatMid, formatNumber, formatTimeWithZone } from '../ui/format/format.ts'
import { Side } from '../ui/labels/Side.tsx'
import { Popup } from '../ui/popups/Popup.tsx'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { partyOf, transactionTypesText } from './agreement-display.ts'
import { SideStatus } from './SideStatus.tsx'
import './match-popup.css'

interface Props {
  agreements: readonly ConnectionAgreement[]
}

interface PopupProps extends Props {
  /** Takes the focus to the row of an agreement. */
  onFocusRow: (agreementId: string) => void
}

/**
 * Shows the broker all new matches until an OK, which is for all of them. Without a place to return to, the focus
 * goes to the row of the last one.
 */
export function MatchConfirmedPopup({ agreements, onFocusRow }: PopupProps) {
  const { received, acknowledged } = useAppSelector((state) => state.notifications)
  const matches = openMatches(received, acknowledged)
  const last = matches.at(-1)?.connectionAgreementId ?? null
  const lastShown = useRef(last)
  useEffect(() => {
    const closed = lastShown.current
    lastShown.current = last
    if (closed === null || last !== null) return
    // After the popup has returned the focus, which it does in a microtask.
    queueMicrotask(() => {
      if (document.activeElement === document.body) onFocusRow(closed)
    })
  }, [last, onFocusRow])
  return matches.length > 0 ? <Matches agreements={agreements} matches={matches} /> : null
}

function Matches({ agreements, matches }: Props & { matches: readonly Notification[] }) {
  const text = useText()
  const dispatch = useAppDispatch()
  const ok = useRef<HTMLButtonElement>(null)
  // A match that arrives while the hand is on the button is not closed by it.
  const read = useSettled(
    matches.map(({ id }) => id),
    intervals.popupInert,
  )
  const close = (): void => {
    for (const id of read) dispatch(notificationAcknowledged(id))
  }
  const shown = matches.flatMap(({ connectionAgreementId }) =>
    agreements.filter((each) => each.connectionAgreementId === connectionAgreementId),
  )
  return (
    <Popup
      title={text('agreement.matchTitle')}
      size={matches.length > 1 ? 'large' : 'medium'}
      onClose={close}
      // Not the first button, which would confirm a password that nobody has given yet.
      initialFocus={ok}
      actions={
        <>
          {matches.length > 1 ? (
            <span className="match-others">{text('agreement.matches', { count: matches.length })}</span>
          ) : null}
          <Button ref={ok} kind="primary" onClick={close}>
            {text('common.ok')}
          </Button>
        </>
      }
    >
      <p>{text('agreement.matchLead')}</p>
      <ul className="matches">
        {shown.map((agreement) => (
          <Match key={agreement.connectionAgreementId} agreement={agreement} />
        ))}
      </ul>
      <p className="match-disclaimer">{text('agreement.disclaimer')}</p>
    </Popup>
  )
}

function Match({ agreement }: { agreement: ConnectionAgreement }) {
  const text = useText()
  const language = useLanguage()
  const facts = [
    `${formatNumber(agreement.locationQuantity)} ${text('common.shares')}`,
    `${text('agreement.mid')} ${formatMid(agreement.midPrice)}`,
    formatYen(agreement.jpynotional, language),
    transactionTypesText(agreement, text),
    formatTimeWithZone(agreement.locateTime, language),
  ]
  return (
    <li className="match">
      {/* No break beside the hyphen: a line must not end with it. */}
      <p className="match-security">
        {agreementSecurityIn(language, agreement).replace(' - ', '\u00a0-\u00a0')}
      </p>
      <p className="match-facts">{facts.join(' · ')}</p>
      <div className="match-parties">
        {(['BUY', 'SELL'] as const).map((side) => {
          const { institution, password, trader, phone } = partyOf(agreement, side)
          return (
            <div key={side} className="match-party">
              <span className="match-institution">
                <Side direction={side} /> {institution}
              </span>
              {trader ? (
                <span className="match-trader">{[trader, phone].filter(Boolean).join(' · ')}</span>
              ) : null}
              <span className="agreement-password">{password || text('agreement.passwordLost')}</span>
              <SideStatus agreement={agreement} side={side} />
            </div>
          )
        })}
      </div>
    </li>
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
