import { useEffect, useState } from 'react'
import { type Connection, isDisconnected, retryRequested } from '../../shared/connection/connection-state.ts'
import { intervals } from '../../shared/intervals.ts'
import { useAppDispatch, useAppSelector } from '../../shared/store/store.ts'
import { useNow } from '../../ui/browser/browser-hooks.ts'
import { formatTimeWithZone } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { MissedUpdates } from './MissedUpdates.tsx'
import './connection-status.css'

/** The text for each state that is not live. */
const downTexts = {
  reconnecting: 'connection.lost',
  offline: 'connection.offline',
  resting: 'connection.resting',
} as const

const downTextOf = ({ state }: Connection) =>
  state in downTexts ? downTexts[state as keyof typeof downTexts] : null

/**
 * The connection status: one word while live; otherwise what happens next and how old the page may be. It is
 * in the header, so that nothing moves when the socket is lost.
 */
export function ConnectionStatus() {
  const text = useText()
  const connection = useAppSelector((whole) => whole.connection)
  const { state, missedUpdates } = connection
  const downText = downTextOf(connection)
  const wasDown = useWasDown(isDisconnected(connection))
  return (
    <div className="connection" data-state={state}>
      {downText ? (
        <LostConnection connection={connection} label={text(downText)} />
      ) : (
        <span>{text(state === 'live' ? 'connection.live' : 'connection.connecting')}</span>
      )}
      {state === 'live' && missedUpdates ? <MissedUpdates missedUpdates={missedUpdates} /> : null}
      {/* Said once each way: the countdown is for the eyes. `aria-live`, so that no modal dialog hides it. */}
      <span className="visually-hidden" role="alert" aria-live="assertive">
        {downText ? text(downText) : ''}
      </span>
      <span className="visually-hidden" role="status" aria-live="polite">
        {state === 'live' && wasDown && !missedUpdates ? text('connection.back') : ''}
      </span>
    </div>
  )
}

function LostConnection({ connection, label }: { connection: Connection; label: string }) {
  const text = useText()
  const language = useLanguage()
  const dispatch = useAppDispatch()
  const seconds = useSecondsToNextTry(connection)
  const { state, attempt, staleSince } = connection
  return (
    <>
      {/* Hidden, because the alert beside it says the same. */}
      <strong
        aria-hidden
        title={text(state === 'resting' ? 'connection.resting.why' : 'connection.attempt', { attempt })}
      >
        {label}
      </strong>
      {state === 'reconnecting' && (
        <span className="connection-next">
          {seconds > 0 ? text('connection.nextTry', { seconds }) : text('connection.tryingNow')}
        </span>
      )}
      {staleSince !== null && (
        <span className="connection-age">
          {text('connection.age', { time: formatTimeWithZone(staleSince, language) })}
        </span>
      )}
      <button type="button" onClick={() => dispatch(retryRequested())}>
        {text('connection.retryNow')}
      </button>
    </>
  )
}

function useSecondsToNextTry({ nextTryAt }: Connection): number {
  const now = useNow(intervals.countdownTick)
  return nextTryAt === null ? 0 : Math.max(0, Math.ceil((nextTryAt - now) / 1_000))
}

function useWasDown(down: boolean): boolean {
  const [wasDown, setWasDown] = useState(false)
  useEffect(() => {
    if (down) setWasDown(true)
  }, [down])
  return wasDown
}
