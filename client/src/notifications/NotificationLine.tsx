import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { executedTotal } from '@aitai/engine/cost-analysis/ioi-figures.ts'
import { useState } from 'react'
import { ConnectionDetails } from '../shared/agreements/ConnectionDetails.tsx'
import { notExecutedBy } from '../shared/agreements/not-executed-by.ts'
import { useAgreedLocates } from '../shared/agreements/use-agreed-locates.ts'
import { useResumeAdvertMutation } from '../shared/api/desk-api.ts'
import { Button } from '../ui/controls/Button.tsx'
import { brokerNameIn } from '../ui/format/broker-name.ts'
import { formatHourMinute, formatMid, formatNumber, formatUtc, zoneName } from '../ui/format/format.ts'
import { Side } from '../ui/labels/Side.tsx'
import { useNotificationTitle } from '../ui/text/notification-title.ts'
import { type TextFunction, useFailureText, useLanguage, useText } from '../ui/text/use-text.ts'
import { isAcknowledgedByClick, isMissed, isUnread, type NotificationLineData } from './notification-lines.ts'

interface Props {
  line: NotificationLineData
  /** 'ric - name' in the language of the screen. */
  name: string
  /** The agreement of a broker's notification. */
  agreement: ConnectionAgreement | undefined
  /** The trader's own IOI that it is about, if it is of today. */
  advert: Advert | undefined
  onAcknowledge: (line: NotificationLineData) => void
  onOpenAdvert: (advertId: string) => void
}

/** A line of the bell. A click shows it in full; kinds without details are acknowledged by it. */
export function NotificationLine(props: Props) {
  const { line, name, agreement, advert, onAcknowledge, onOpenAdvert } = props
  const text = useText()
  const notificationText = useNotificationTitle()
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const { notification } = line
  const failureText = useFailureText()
  const unread = isUnread(line)
  const missed = isMissed(line)
  const click = (): void => {
    if (isAcknowledgedByClick(notification)) onAcknowledge(line)
    else setOpen(!open)
  }
  return (
    <li className="bell-line" data-unread={unread} data-located={notification.message === 'Contra Located'}>
      <button type="button" className="bell-line-head" aria-expanded={open} onClick={click}>
        <span className="bell-line-title">
          {notificationText(notification)}
          {unread ? <span className="bell-new">{text('notification.new')}</span> : null}
          {missed ? <span className="bell-missed">{text('notification.missed')}</span> : null}
        </span>
        <time
          dateTime={new Date(notification.timestamp).toISOString()}
          title={formatUtc(notification.timestamp)}
        >
          {formatHourMinute(notification.timestamp)} {zoneName(notification.timestamp, language)}
        </time>
        <span className="bell-line-security">
          <Size {...{ notification, advert, agreement }} />
          <span>{name}</span>
        </span>
        {/* What a click only acknowledges has to say everything before it. */}
        {isAcknowledgedByClick(notification) && notification.errorCode ? (
          <span className="bell-line-reason">
            {failureText(failureOf(notification, notification.errorCode))}
          </span>
        ) : null}
        {notification.deskHeadName ? (
          <span className="bell-line-reason">{notification.deskHeadName}</span>
        ) : null}
        {notification.message === 'EXECUTION_REPORTED' && notification.locate ? (
          <span className="bell-line-reason">{executedText(notification.locate, text)}</span>
        ) : null}
        {notification.locate?.notExecuted && notification.message === 'NOT_EXECUTED_REPORTED' ? (
          <span className="bell-line-reason">
            {text(`notification.notExecuted.${notification.locate.notExecuted.by}`)}
          </span>
        ) : null}
      </button>
      {open || missed ? (
        <div className="bell-line-more">
          {open ? <Details notification={notification} agreement={agreement} /> : null}
          <div className="bell-line-buttons">
            {notification.ack || !open ? null : (
              <Button onClick={() => onAcknowledge(line)}>{text('notification.acknowledge')}</Button>
            )}
            {advert ? <AdvertButtons {...{ advert, name, onOpenAdvert }} /> : null}
          </div>
        </div>
      ) : null}
    </li>
  )
}

interface SizeProps extends Pick<Props, 'advert' | 'agreement'> {
  notification: Notification
}

/** Side, shares and broker in the line itself: of the locate, else of the IOI; a broker's has two sides. */
function Size({ notification: { locate }, advert, agreement }: SizeProps) {
  const language = useLanguage()
  const direction = locate?.direction ?? advert?.direction
  const shares = locate?.locateQuantity ?? advert?.shareQuantity ?? agreement?.locationQuantity
  return (
    <>
      {direction ? <Side direction={direction} /> : null}
      {shares ? <span>{formatNumber(shares)}</span> : null}
      {locate?.brokerName ? <span>{brokerNameIn(language, locate.brokerName)}</span> : null}
    </>
  )
}

/** Goes to the IOI, and resumes it if it is paused. */
function AdvertButtons({
  advert,
  name: security,
  onOpenAdvert,
}: Pick<Props, 'name' | 'onOpenAdvert'> & { advert: Advert }) {
  const text = useText()
  const [resumeAdvert, resuming] = useResumeAdvertMutation()
  const label = resuming.isLoading ? 'notification.resuming' : 'notification.resume'
  return (
    <>
      {advert.advertisementStatus === 'PAUSED' ? (
        <Button
          busy={resuming.isLoading}
          aria-label={text(`${label}Named`, { security })}
          onClick={() => void resumeAdvert({ id: advert.id })}
        >
          {text(label)}
        </Button>
      ) : null}
      <Button
        kind="quiet"
        aria-label={text('notification.openNamed', { security })}
        onClick={() => onOpenAdvert(advert.id)}
      >
        {text('notification.open')}
      </Button>
    </>
  )
}

/** What was executed, at its average price; empty once it was withdrawn. */
function executedText({ executions, locateQuantity }: LocateNotification, text: TextFunction): string {
  const executed = executedTotal(executions)
  if (!executed) return ''
  return text(executions?.length === 1 ? 'notification.executedOne' : 'notification.executed', {
    quantity: formatNumber(executed.quantity),
    located: formatNumber(locateQuantity),
    price: formatMid(executed.price),
  })
}

/** The text of a notification by its code, else the server's. */
const failureOf = ({ errorMessage }: Notification, errorCode: string) => ({
  errorCode,
  message: errorMessage ?? undefined,
})

function Details({ notification, agreement }: { notification: Notification } & Pick<Props, 'agreement'>) {
  const text = useText()
  const failureText = useFailureText()
  const { locate, errorCode, buyStatus, sellStatus } = notification
  const reported = agreement ? notExecutedBy(agreement) : null
  const statusOf = (received: boolean): string => text(received ? 'common.received' : 'common.pending')
  return (
    <>
      {locate?.connectionAgreementId ? (
        <AgreedLocate locate={locate} />
      ) : locate ? (
        <LocateFacts locate={locate} />
      ) : null}
      {errorCode ? <p>{failureText(failureOf(notification, errorCode))}</p> : null}
      {buyStatus === null ? null : (
        <p className="bell-facts">
          <Side direction="BUY" /> {statusOf(buyStatus)}
        </p>
      )}
      {sellStatus === null ? null : (
        <p className="bell-facts">
          <Side direction="SELL" /> {statusOf(sellStatus)}
        </p>
      )}
      {reported ? <p>{text(`agreement.execution.${reported}`)}</p> : null}
      <ConfirmedBy notification={notification} />
    </>
  )
}

/** The handover as it is now, because the broker may have confirmed it since; without it on a later day. */
function AgreedLocate({ locate }: { locate: LocateNotification }) {
  const agreed = useAgreedLocates().get(locate.advertisementId)
  return agreed ? <ConnectionDetails locate={agreed} withDeal /> : <LocateFacts locate={locate} />
}

function LocateFacts({ locate }: { locate: LocateNotification }) {
  const text = useText()
  return (
    <p className="bell-facts">
      <Side direction={locate.direction} />
      <span>
        {formatNumber(locate.locateQuantity)} {text('common.shares')}
      </span>
      <span>
        {text('locate.mid')} {formatMid(locate.midPrice)}
      </span>
    </p>
  )
}

/** The broker's user who confirmed or changed a confirmation. */
function ConfirmedBy({ notification: { confirmedBy, brokerUserName } }: { notification: Notification }) {
  const text = useText()
  if (confirmedBy) return <p>{text('notification.confirmedBy', { name: confirmedBy })}</p>
  return brokerUserName ? <p>{text('notification.by', { name: brokerUserName })}</p> : null
}
