import { ChevronDownIcon } from '@salt-ds/icons'
import { useEffect } from 'react'
import { missedUpdatesRead } from '../../shared/connection/connection-state.ts'
import {
  countMissedUpdates,
  type MissedUpdateGroup,
  type MissedUpdateSummary,
} from '../../shared/connection/missed-updates.ts'
import { intervals } from '../../shared/intervals.ts'
import { useAppDispatch } from '../../shared/store/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dropdown } from '../../ui/controls/Dropdown.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { useNotificationTitle } from '../../ui/text/notification-title.ts'
import { useText } from '../../ui/text/use-text.ts'
import './missed-updates.css'

/**
 * Updates that were missed while the socket was down, by kind. Opens automatically without covering anything
 * urgent, and stays until read. If nothing was missed, that is shown only briefly.
 */
export function MissedUpdates({ missedUpdates }: { missedUpdates: MissedUpdateSummary }) {
  const text = useText()
  const notifications = countMissedUpdates(missedUpdates)
  if (notifications === 0) return <NothingMissed />
  const title = text('missedUpdates.summary', { notifications: formatNumber(notifications) })
  return (
    <div className="missed-updates">
      <Dropdown
        startsOpen
        label={text('missedUpdates.title')}
        name={title}
        trigger={
          <>
            {title}
            <ChevronDownIcon aria-hidden />
          </>
        }
      >
        <MissedUpdateList missedUpdates={missedUpdates} />
      </Dropdown>
    </div>
  )
}

function MissedUpdateList({ missedUpdates }: { missedUpdates: MissedUpdateSummary }) {
  const text = useText()
  const notificationText = useNotificationTitle()
  const dispatch = useAppDispatch()
  const nameOf = ({ message, missed }: MissedUpdateGroup): string =>
    missed ? text('missedUpdates.missed') : notificationText({ message })
  return (
    <div className="missed-updates-panel">
      <h2>{text('missedUpdates.title')}</h2>
      <div role="status">
        <ul>
          {missedUpdates.map((kind) => (
            <li key={`${kind.message} ${kind.missed}`} data-missed={kind.missed}>
              <span>{nameOf(kind)}</span>
              <b>{formatNumber(kind.count)}</b>
            </li>
          ))}
        </ul>
      </div>
      <p>{text('missedUpdates.where')}</p>
      <Button onClick={() => dispatch(missedUpdatesRead())}>{text('common.ok')}</Button>
    </div>
  )
}

function NothingMissed() {
  const text = useText()
  const dispatch = useAppDispatch()
  useEffect(() => {
    const timer = setTimeout(() => dispatch(missedUpdatesRead()), intervals.nothingMissed)
    return () => clearTimeout(timer)
  }, [dispatch])
  return <span role="status">{text('missedUpdates.none')}</span>
}
