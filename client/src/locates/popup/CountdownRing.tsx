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
  const { fraction, isOver } = countdownAt(locate, serverClock.now())
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
      <span className="countdown-number">{isOver ? 0 : seconds}</span>
      <span className="countdown-word">
        {text(seconds === 1 && !isOver ? 'locate.secondLeft' : 'locate.secondsLeft')}
      </span>
    </div>
  )
}

/**
 * The remaining time of a locate on the server's clock, which never restarts, whatever happens to this page.
 */
interface Countdown {
  /** Whole seconds, rounded up, so that 0 means over. */
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
  return { seconds: Math.ceil(left / 1_000), fraction: Math.min(1, left / whole), isOver: left === 0 }
}

/** The whole seconds that are left, 0 once it is over. Causes a render once a second. */
export const useSecondsLeft = (locate: Period): number =>
  useTimedValue(intervals.locateTick, () => countdownAt(locate, serverClock.now()).seconds)

/**
 * The whole seconds that are left, for a table of many countdowns: all of them change at the same moment, at a full
 * second of the server's clock, because one frame for each of thirty costs the browser more than all else of the
 * desk. Within a second of `useSecondsLeft`; the last second reads 0 before it is over.
 */
export const useFullSecondsLeft = ({ deadline }: Period): number =>
  useTimedValue(intervals.locateTick, () => fullSecondsLeft(deadline, serverClock.now()))

/** @param deadline and now: milliseconds UTC on the server's clock */
export const fullSecondsLeft = (deadline: number, now: number): number =>
  Math.max(0, Math.floor(deadline / 1_000) - Math.floor(now / 1_000))

/** Whether a locate's time is over. Causes one render, at its end. */
export const useIsOver = (locate: Period): boolean =>
  useTimedValue(intervals.locateTick, () => countdownAt(locate, serverClock.now()).isOver)
