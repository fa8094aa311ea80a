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
  /** The key that moves the focus to the popup. */
  answerKey: string
  onAnswer: (answer: Answer) => void
}

/**
 * Accept or decline. Inert for the first 700 ms, so that a click or key meant for something else decides
 * nothing; it never takes the focus on its own. Mounted again for every locate.
 */
export function LocateQuestion({ isOver, sending, hasFocus, answerKey, onAnswer }: Props) {
  const text = useText()
  const isInert = useInertOnOpen()
  const isOff = isInert || isOver || sending !== null
  const answer = (given: Answer) => () => {
    if (!isOff) onAnswer(given)
  }
  return (
    <div className="locate-question">
      <div className="locate-buttons">
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
          text('locate.hint.here')
        ) : (
          <span className="locate-hint-key">
            <Kbd>{answerKey}</Kbd> {text('locate.hint.away')}
          </span>
        )}
      </p>
    </div>
  )
}

function useInertOnOpen(): boolean {
  const [isInert, setIsInert] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setIsInert(false), intervals.popupInert)
    return () => clearTimeout(timer)
  }, [])
  return isInert
}
