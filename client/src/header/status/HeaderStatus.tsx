import { useEffect, useState } from 'react'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { intervals } from '../../shared/intervals.ts'
import { useUser } from '../../shared/store/current-user.ts'
import { useAppSelector } from '../../shared/store/store.ts'
import { useNow } from '../../ui/browser/browser-hooks.ts'
import { isSoundUnlocked } from '../../ui/browser/sound.ts'
import { formatTimeWithZone } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { isBelowLowestHurdle } from '../rating/lowest-hurdle.ts'
import { ConnectionStatus } from './ConnectionStatus.tsx'
import '../account/alert-settings.css'
import '../rating/rating.css'
import './session-end-warning.css'

/** The status line of the header: the connection, and warnings that a user must not miss. */
export function HeaderStatus() {
  return (
    <>
      <ConnectionStatus />
      <SoundHint />
      <SessionEndWarning />
      <LowRatingWarning />
    </>
  )
}

/**
 * Announces the end of a session ten minutes before, because live adverts are paused then (docs/rules.md
 * §16). The only remedy is to sign in again.
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

const unlocking = ['pointerup', 'keydown'] as const

/**
 * By the browser's rule a reloaded page cannot play sounds until the first click or key, which a trader who
 * relies on them must know.
 */
function SoundHint() {
  const text = useText()
  const isTrader = useUser()?.role === 'TRADER'
  const isOn = useAppSelector((state) => state.settings.sound) === 'on'
  const [isMute, setIsMute] = useState(() => !isSoundUnlocked())
  useEffect(() => {
    const check = (): void => setIsMute(!isSoundUnlocked())
    for (const name of unlocking) addEventListener(name, check)
    return () => {
      for (const name of unlocking) removeEventListener(name, check)
    }
  }, [])
  return isTrader && isOn && isMute ? <span className="sound-hint">{text('alerts.locked')}</span> : null
}

/** A warning in the header that a rating of 1 to 9 matches nobody, and whom to contact (docs/rules.md §14). */
function LowRatingWarning() {
  const text = useText()
  const rating = useUser()?.credibilityRating ?? null
  if (rating === null || !isBelowLowestHurdle(rating)) return null
  return (
    <span className="rating-none" role="status" title={text('ledger.none')}>
      {text('ledger.none')}
    </span>
  )
}
