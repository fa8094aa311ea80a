import { retryAsked } from '../connection.ts'
import { intervals } from '../intervals.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Button } from '../ui/Button.tsx'
import { formatTimeWithZone } from '../ui/format.ts'
import { useNow } from '../ui/system.ts'
import { useLanguage, useText } from '../ui/text.ts'

/** Only while the live socket is down: what is being done about it, and how old the page may be. */
export function ConnectionStrip() {
  const state = useAppSelector((whole) => whole.connection.state)
  return state === 'reconnecting' || state === 'offline' ? <Strip state={state} /> : null
}

function Strip({ state }: { state: 'reconnecting' | 'offline' }) {
  const text = useText()
  const language = useLanguage()
  const dispatch = useAppDispatch()
  const { attempt, nextTryAt, staleSince } = useAppSelector((whole) => whole.connection)
  const now = useNow(intervals.countdownTick)
  const seconds = nextTryAt === null ? 0 : Math.max(0, Math.ceil((nextTryAt - now) / 1_000))
  const sentence =
    state === 'offline'
      ? text('connection.offline')
      : seconds > 0
        ? text('connection.reconnecting', { seconds, attempt })
        : text('connection.tryingNow', { attempt })
  return (
    <div className="connection-strip" data-state={state}>
      <span>{sentence}</span>
      {staleSince === null ? null : (
        <span>{text('connection.age', { time: formatTimeWithZone(staleSince, language) })}</span>
      )}
      {/* The countdown is not read out every second: only that the connection went. */}
      <span className="only-heard" role="alert">
        {state === 'offline' ? text('connection.offline') : text('connection.tryingNow', { attempt })}
      </span>
      <Button kind="quiet" onClick={() => dispatch(retryAsked())}>
        {text('connection.retryNow')}
      </Button>
    </div>
  )
}
