import type { Answer } from '@aitai/engine/locates/locate.ts'
import { useEffect, useState } from 'react'
import { intervals } from '../../intervals.ts'
import { Kbd } from '../../ui/labels/Kbd.tsx'
import { useText } from '../../ui/text/use-text.ts'

interface Props {
  isOver: boolean
  /** The answer that is on its way. */
  sending: Answer | null
  /** Whether the keys A and D work: only once the user has gone to the popup. */
  hasFocus: boolean
  /** The key that goes to the popup from elsewhere. */
  answerKey: string
  onAnswer: (answer: Answer) => void
}

/**
 * Accept or decline. Inert for the first 700 ms, so that a click or key meant for what was there before
 * decides nothing; neither ever takes the focus by itself. Mounted anew for every locate.
 */
export function LocateQuestion({ isOver, sending, hasFocus, answerKey, onAnswer }: Props) {
  const text = useText()
  const isInert = useInertAtFirst()
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
          <>
            <Kbd>{answerKey}</Kbd> {text('locate.hint.away')}
          </>
        )}
      </p>
    </div>
  )
}

function useInertAtFirst(): boolean {
  const [isInert, setIsInert] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setIsInert(false), intervals.popupInert)
    return () => clearTimeout(timer)
  }, [])
  return isInert
}
