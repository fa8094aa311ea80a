import { serverClock } from '../../app/connection/server-clock.ts'
import { useUser } from '../../app/store/current-user.ts'
import { intervals } from '../../intervals.ts'
import { useNow } from '../../ui/browser/browser-hooks.ts'
import { formatTimeWithZone } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import './session-end-warning.css'

/**
 * Says ten minutes before a session ends, however busy it is, that it will: its live adverts are paused then
 * (rules 16). Signing in again in time is all that can be done, so it asks for nothing.
 */
export function SessionEndWarning() {
  const text = useText()
  const language = useLanguage()
  const endsAt = useUser()?.sessionEndsAt
  useNow(intervals.sessionEndCheck)
  if (endsAt === undefined || endsAt - serverClock.now() > intervals.sessionEndWarning) return null
  return (
    <span className="session-ending" role="alert" title={text('header.sessionEnds.why')}>
      {text('header.sessionEnds', { time: formatTimeWithZone(endsAt, language) })}
    </span>
  )
}
