import { ChevronDownIcon } from '@salt-ds/icons'
import { useEffect } from 'react'
import { meanwhileRead } from '../../app/connection/connection-state.ts'
import {
  countMissedUpdates,
  type MissedUpdateGroup,
  type MissedUpdateSummary,
} from '../../app/connection/missed-updates.ts'
import { useAppDispatch } from '../../app/store/store.ts'
import { intervals } from '../../intervals.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dropdown } from '../../ui/controls/Dropdown.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { useNotificationTitle } from '../../ui/text/notification-title.ts'
import { useText } from '../../ui/text/use-text.ts'
import './missed-updates.css'

/**
 * What came while the socket was down, by kind. It opens by itself, covers nothing that cannot wait, and
 * stays in the strip until read; that nothing came is said for a moment only.
 */
export function MissedUpdates({ meanwhile }: { meanwhile: MissedUpdateSummary }) {
  const text = useText()
  const notices = countMissedUpdates(meanwhile)
  if (notices === 0) return <NothingCame />
  const said = text('alerts.meanwhile', { notices: formatNumber(notices) })
  return (
    <div className="meanwhile">
      <Dropdown
        startsOpen
        label={text('alerts.meanwhile.title')}
        name={said}
        trigger={
          <>
            {said}
            <ChevronDownIcon aria-hidden />
          </>
        }
      >
        <News meanwhile={meanwhile} />
      </Dropdown>
    </div>
  )
}

function News({ meanwhile }: { meanwhile: MissedUpdateSummary }) {
  const text = useText()
  const noticeText = useNotificationTitle()
  const dispatch = useAppDispatch()
  const nameOf = ({ message, missed }: MissedUpdateGroup): string =>
    missed ? text('alerts.meanwhile.missed') : noticeText(message)
  return (
    <div className="meanwhile-news">
      <h2>{text('alerts.meanwhile.title')}</h2>
      <div role="status">
        <ul>
          {meanwhile.map((kind) => (
            <li key={`${kind.message} ${kind.missed}`} data-missed={kind.missed}>
              <span>{nameOf(kind)}</span>
              <b>{formatNumber(kind.count)}</b>
            </li>
          ))}
        </ul>
      </div>
      <p>{text('alerts.meanwhile.where')}</p>
      <Button onClick={() => dispatch(meanwhileRead())}>{text('common.ok')}</Button>
    </div>
  )
}

function NothingCame() {
  const text = useText()
  const dispatch = useAppDispatch()
  useEffect(() => {
    const timer = setTimeout(() => dispatch(meanwhileRead()), intervals.nothingMeanwhile)
    return () => clearTimeout(timer)
  }, [dispatch])
  return <span role="status">{text('alerts.meanwhile.none')}</span>
}
