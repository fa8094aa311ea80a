import { useEffect, useState } from 'react'
import {
  type Connection,
  type ConnectionState,
  type Meanwhile,
  meanwhileRead,
  retryAsked,
} from '../connection.ts'
import { intervals } from '../intervals.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { formatTimeWithZone } from '../ui/format.ts'
import { useNow } from '../ui/system.ts'
import { useLanguage, useText } from '../ui/text.ts'
import './connection-strip.css'

const isDown = (state: ConnectionState): state is 'reconnecting' | 'offline' =>
  state === 'reconnecting' || state === 'offline'

/**
 * Whether the page is live. One quiet word while it is; while it is not, what is being done about it and how
 * old the page may be. It stands in the header, so that nothing under it moves when a socket drops.
 */
export function ConnectionStrip() {
  const text = useText()
  const { state, meanwhile } = useAppSelector((whole) => whole.connection)
  const wasDown = useWasDown(state)
  return (
    <div className="connection" data-state={state}>
      {isDown(state) ? (
        <Lost state={state} />
      ) : (
        <span>{text(state === 'live' ? 'connection.live' : 'connection.connecting')}</span>
      )}
      {state === 'live' && meanwhile ? <CaughtUp meanwhile={meanwhile} /> : null}
      {/* Said once each way: the countdown is for the eyes. */}
      <span className="only-heard" role="alert">
        {isDown(state) ? text(state === 'offline' ? 'connection.offline' : 'connection.lost') : ''}
      </span>
      <span className="only-heard" role="status">
        {state === 'live' && wasDown && !meanwhile ? text('connection.back') : ''}
      </span>
    </div>
  )
}

function Lost({ state }: { state: 'reconnecting' | 'offline' }) {
  const text = useText()
  const language = useLanguage()
  const dispatch = useAppDispatch()
  const connection = useAppSelector((whole) => whole.connection)
  const seconds = useSecondsToNextTry(connection)
  const { attempt, staleSince } = connection
  return (
    <>
      <strong title={text('connection.attempt', { attempt })}>
        {text(state === 'offline' ? 'connection.offline' : 'connection.lost')}
      </strong>
      {state === 'offline' ? null : (
        <span className="connection-next">
          {seconds > 0 ? text('connection.nextTry', { seconds }) : text('connection.tryingNow')}
        </span>
      )}
      {staleSince === null ? null : (
        <span className="connection-age">
          {text('connection.age', { time: formatTimeWithZone(staleSince, language) })}
        </span>
      )}
      <button type="button" onClick={() => dispatch(retryAsked())}>
        {text('connection.retryNow')}
      </button>
    </>
  )
}

/** What came while it was down: it stays until read, but for the word that nothing did. */
function CaughtUp({ meanwhile: { notices, missed } }: { meanwhile: Meanwhile }) {
  const text = useText()
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (notices > 0) return
    const timer = setTimeout(() => dispatch(meanwhileRead()), intervals.nothingMeanwhile)
    return () => clearTimeout(timer)
  }, [notices, dispatch])
  const said = (): string => {
    if (notices === 0) return text('alerts.meanwhile.none')
    return missed > 0
      ? text('alerts.meanwhile.missed', { notices, missed })
      : text('alerts.meanwhile', { notices })
  }
  return (
    <span className="connection-meanwhile" data-some={notices > 0}>
      <span role="status">{said()}</span>
      {notices > 0 && (
        <button type="button" onClick={() => dispatch(meanwhileRead())}>
          {text('common.ok')}
        </button>
      )}
    </span>
  )
}

function useSecondsToNextTry({ nextTryAt }: Connection): number {
  const now = useNow(intervals.countdownTick)
  return nextTryAt === null ? 0 : Math.max(0, Math.ceil((nextTryAt - now) / 1_000))
}

function useWasDown(state: ConnectionState): boolean {
  const [wasDown, setWasDown] = useState(false)
  useEffect(() => {
    if (isDown(state)) setWasDown(true)
  }, [state])
  return wasDown
}
