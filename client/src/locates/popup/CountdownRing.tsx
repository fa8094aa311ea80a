import { secondsLeft } from '../../shared/agreements/seconds-left.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { intervals } from '../../shared/intervals.ts'
import { useTimedValue } from '../../ui/browser/browser-hooks.ts'
import { useText } from '../../ui/text/use-text.ts'
import './countdown-ring.css'

const radius = 26
const length = 2 * Math.PI * radius
/** Seconds from which the countdown is urgent and announced. */
export const urgentSeconds = 10

/** The remaining time as a ring, a number and a text. */
export function CountdownRing({ locate }: { locate: Period }) {
  const text = useText()
  // Drawn once a second: four times a second cost the browser more than the rest of a desk with 100 IOIs.
  const seconds = useSecondsLeft(locate)
  const { fraction } = countdownAt(locate, serverClock.now())
  return (
    <div
      className="countdown"
      role="timer"
      aria-live="off"
      data-urgent={seconds <= urgentSeconds || undefined}
    >
      <svg viewBox="0 0 60 60" aria-hidden="true" focusable="false">
        <circle cx="30" cy="30" r={radius} className="countdown-track" />
        <circle
          cx="30"
          cy="30"
          r={radius}
          className="countdown-left"
          strokeDasharray={length}
          strokeDashoffset={length * (1 - fraction)}
        />
      </svg>
      <span className="countdown-number">{seconds}</span>
      <span className="countdown-word">
        {text(seconds === 1 ? 'locate.secondLeft' : 'locate.secondsLeft')}
      </span>
    </div>
  )
}

/**
 * The remaining time of a locate on the server's clock, which never restarts, whatever happens to this page.
 */
interface Countdown {
  /** See `secondsLeft`. */
  readonly seconds: number
  /** From 1 at the locate to 0 at the deadline. */
  readonly fraction: number
  readonly isOver: boolean
}

/** For how long a locate can be answered, in milliseconds UTC on the server's clock. */
interface Period {
  readonly locateTime: number
  readonly deadline: number
}

/** @param now milliseconds UTC on the server's clock */
export function countdownAt({ locateTime, deadline }: Period, now: number): Countdown {
  const left = Math.max(0, deadline - now)
  const whole = Math.max(1, deadline - locateTime)
  const seconds = secondsLeft(deadline, now)
  return { seconds, fraction: Math.min(1, left / whole), isOver: left === 0 }
}

/** The seconds of `countdownAt`. Causes a render once a second. */
export const useSecondsLeft = (locate: Period): number =>
  useTimedValue(intervals.locateTick, () => countdownAt(locate, serverClock.now()).seconds)

/** Whether a locate's time is over. Causes one render, at its end. */
export const useIsOver = (locate: Period): boolean =>
  useTimedValue(intervals.locateTick, () => countdownAt(locate, serverClock.now()).isOver)
