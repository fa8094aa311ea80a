import type { Answer } from '@aitai/engine/model/locate.ts'
import { useEffect, useState } from 'react'
import { intervals } from '../../shared/intervals.ts'
import { Kbd } from '../../ui/labels/Kbd.tsx'
import { useText } from '../../ui/text/use-text.ts'

interface Props {
  isOver: boolean
  /** The answer that is being sent. */
  sending: Answer | null
  /** Whether the keys A and D work: only while the focus is in the popup. */
  hasFocus: boolean
  /** Whether it took the place of another locate without the user's doing. */
  isTakeover?: boolean
  /** Whether arrow keys choose another locate. */
  hasList?: boolean
  /** The key that moves the focus to the popup. */
  answerKey: string
  onAnswer: (answer: Answer) => void
}

/**
 * Accept or decline. Inert at first, so that a click or key meant for something else decides nothing, and longer if
 * the something else was another locate; it never takes the focus on its own. Mounted again for every locate.
 */
export function LocateQuestion(props: Props) {
  const { isOver, sending, hasFocus, answerKey, onAnswer, isTakeover = false, hasList = false } = props
  const text = useText()
  const isInert = useInertOnOpen(isTakeover ? intervals.takeoverInert : intervals.popupInert)
  const isOff = isInert || isOver || sending !== null
  const answer = (given: Answer) => () => {
    if (!isOff) onAnswer(given)
  }
  return (
    <div className="locate-question">
      <div className="locate-buttons" data-takeover={(isInert && isTakeover) || undefined}>
        <button
          type="button"
          className="locate-decline"
          aria-disabled={isOff}
          aria-keyshortcuts="D"
          title={isInert ? text('locate.inert') : undefined}
          onClick={answer('DECLINE')}
        >
          {text(sending === 'DECLINE' ? 'locate.declining' : 'locate.decline')}
          {hasFocus && <Kbd>D</Kbd>}
        </button>
        <button
          type="button"
          className="locate-accept"
          aria-disabled={isOff}
          aria-keyshortcuts="A"
          title={isInert ? text('locate.inert') : undefined}
          onClick={answer('ACCEPT')}
        >
          {text(sending === 'ACCEPT' ? 'locate.accepting' : 'locate.accept')}
          {hasFocus && <Kbd>A</Kbd>}
        </button>
      </div>
      <p className="locate-hint" data-quiet={hasFocus || undefined}>
        {isOver ? (
          `${text('locate.over')} · ${text('locate.over.hint')}`
        ) : hasFocus ? (
          `${hasList ? `${text('locate.hint.list')} · ` : ''}${text('locate.hint.here')}`
        ) : (
          <span className="locate-hint-key">
            <Kbd>{answerKey}</Kbd> {text('locate.hint.away')}
          </span>
        )}
      </p>
    </div>
  )
}

/** True for so many milliseconds after the question was opened: 700, or 1.5 s. */
function useInertOnOpen(ms: number): boolean {
  const [elapsed, setElapsed] = useState(0)
  useEffect(() => {
    const timers = [intervals.popupInert, intervals.takeoverInert].map((passed) =>
      setTimeout(() => setElapsed(passed), passed),
    )
    return () => timers.forEach(clearTimeout)
  }, [])
  return elapsed < ms
}
