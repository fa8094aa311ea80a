import { intervals } from '../intervals.ts'
import { serverClock } from '../server-clock.ts'
import { formatTimeWithZone } from '../ui/format.ts'
import { useNow } from '../ui/system.ts'
import { useLanguage, useText } from '../ui/text.ts'
import { useUser } from '../user.ts'
import './session-ending.css'

/**
 * Says ten minutes before a session ends, however busy it is, that it will: its live adverts are paused then
 * (rules 16). Signing in again in time is all that can be done, so it asks for nothing.
 */
export function SessionEnding() {
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
