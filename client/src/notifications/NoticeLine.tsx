import type { Notification } from '@aitai/contract/notifications.ts'
import { useState } from 'react'
import { isMissed } from '../notices.ts'
import { Button } from '../ui/Button.tsx'
import { formatMid, formatNumber, formatTimeWithZone, formatUtc } from '../ui/format.ts'
import { Side } from '../ui/Side.tsx'
import { useFailureText, useLanguage, useNoticeText, useText } from '../ui/text.ts'
import { isAcknowledgedByClick, isUnread, type Line } from './shown.ts'

interface Props {
  line: Line
  /** 'ric - name' in the language of the screen. */
  name: string
  onAcknowledge: (line: Line) => void
}

/**
 * One line of the bell. A click shows it whole; the kinds with nothing more to show are acknowledged by it.
 */
export function NoticeLine({ line, name, onAcknowledge }: Props) {
  const text = useText()
  const noticeText = useNoticeText()
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const { notice } = line
  const unread = isUnread(line)
  const click = (): void => {
    if (isAcknowledgedByClick(notice)) onAcknowledge(line)
    else setOpen(!open)
  }
  return (
    <li className="bell-line" data-unread={unread} data-located={notice.message === 'Contra Located'}>
      <button type="button" className="bell-line-head" aria-expanded={open} onClick={click}>
        <span className="bell-line-title">
          {noticeText(notice.message)}
          {unread ? (
            <span className="bell-new">
              {text(isMissed(notice) ? 'notification.missed' : 'notification.new')}
            </span>
          ) : null}
        </span>
        <time dateTime={new Date(notice.timestamp).toISOString()} title={formatUtc(notice.timestamp)}>
          {formatTimeWithZone(notice.timestamp, language)}
        </time>
        <span className="bell-line-security">{name}</span>
      </button>
      {open ? (
        <div className="bell-line-more">
          <Details notice={notice} />
          {notice.ack ? null : (
            <Button onClick={() => onAcknowledge(line)}>{text('notification.acknowledge')}</Button>
          )}
        </div>
      ) : null}
    </li>
  )
}

function Details({ notice }: { notice: Notification }) {
  const text = useText()
  const failureText = useFailureText()
  const { locate, errorCode, errorMessage, buyStatus, sellStatus } = notice
  const by = notice.confirmedBy ?? notice.brokerUserName
  const statusOf = (received: boolean): string => text(received ? 'common.received' : 'common.pending')
  return (
    <>
      {locate ? (
        <p className="bell-facts">
          <Side direction={locate.direction} />
          <span>
            {formatNumber(locate.locateQuantity)} {text('common.shares')}
          </span>
          <span>JPY {formatMid(locate.midPrice)}</span>
        </p>
      ) : null}
      {errorCode ? <p>{failureText({ errorCode, message: errorMessage ?? undefined })}</p> : null}
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
      {by ? <p>{text('notification.by', { name: by })}</p> : null}
    </>
  )
}
