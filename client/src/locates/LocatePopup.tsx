import type { LocateNotification } from '@aitai/contract/locates.ts'
import type { Answer } from '@aitai/engine/locate.ts'
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react'
import { intervals } from '../intervals.ts'
import { serverClock } from '../server-clock.ts'
import { isComposing, useNow } from '../ui/system.ts'
import { useFailureText, useText } from '../ui/text.ts'
import { CountdownRing } from './CountdownRing.tsx'
import { countdownAt } from './countdown.ts'
import { LocateFacts } from './LocateFacts.tsx'
import { LocateOutcome } from './LocateOutcome.tsx'
import { LocateQuestion } from './LocateQuestion.tsx'
import { type Face, faceOf } from './locate-queue.ts'
import { useAnswer } from './use-answer.ts'

interface Props {
  locate: LocateNotification
  ric: string
  name: string
  /** '1 of 3', and the way to the others; nothing for a single one. */
  place: ReactNode
  headingRef: Ref<HTMLHeadingElement>
  onRead: () => void
  /** Escape gives the focus back; it closes nothing. */
  onLeave: () => void
}

/** One locate, from the question to its outcome in the same frame. Mounted anew for every locate. */
export function LocatePopup({ locate, ric, name, place, headingRef, onRead, onLeave }: Props) {
  const text = useText()
  const failureText = useFailureText()
  const titleId = useId()
  const factsId = useId()
  const [hasFocus, setHasFocus] = useState(false)
  const { sending, failure, send } = useAnswer(locate)
  useNow(intervals.locateTick)
  const countdown = countdownAt(locate, serverClock.now())
  const face = faceOf(locate)
  const { outcome } = locate

  return (
    <section
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={factsId}
      className="locate-popup"
      data-face={face}
      data-direction={locate.direction}
      onFocus={() => setHasFocus(true)}
      onBlur={(event) => setHasFocus(event.currentTarget.contains(event.relatedTarget))}
      onKeyDown={(event) => press(event, face, onLeave)}
    >
      <div className="locate-head">
        <h2 id={titleId} ref={headingRef} tabIndex={-1}>
          {text(
            outcome
              ? `locate.outcome.${outcome}`
              : face === 'waiting'
                ? 'locate.title.waiting'
                : 'locate.title',
          )}
        </h2>
        {place}
      </div>
      <div className="locate-body" id={factsId}>
        <LocateFacts locate={locate} ric={ric} name={name} />
        {face !== 'outcome' && <CountdownRing countdown={countdown} />}
      </div>
      {face === 'question' && (
        <LocateQuestion
          isOver={countdown.isOver}
          sending={sending}
          hasFocus={hasFocus}
          onAnswer={(answer) => void send(answer)}
        />
      )}
      {face === 'waiting' && <Waiting answer={locate.answer} />}
      {outcome && <LocateOutcome locate={locate} outcome={outcome} onRead={onRead} />}
      {failure && face === 'question' && (
        <p className="locate-failure" role="alert">
          {failureText(failure)}
        </p>
      )}
      <p className="locate-disclaimer">{text('locate.disclaimer')}</p>
    </section>
  )
}

function press(event: KeyboardEvent<HTMLElement>, face: Face, onLeave: () => void): void {
  if (isComposing(event) || event.ctrlKey || event.altKey || event.metaKey) return
  if (event.key === 'Escape') {
    // A dialog behind this popup listens on the document and would close.
    event.stopPropagation()
    onLeave()
  } else if (face === 'question' && !event.repeat) pressAnswer(event)
}

const keys: Readonly<Record<string, string>> = { a: '.locate-accept', d: '.locate-decline' }

/** A and D press the buttons, so that both obey the same first 700 ms. */
function pressAnswer(event: KeyboardEvent<HTMLElement>): void {
  const button = keys[event.key.normalize('NFKC').toLowerCase()]
  if (!button) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>(button)?.click()
}

function Waiting({ answer }: { answer: Answer | null }) {
  const text = useText()
  return (
    <div className="locate-waiting" role="status">
      <b>{text(answer === 'ACCEPT' ? 'locate.waiting.accepted' : 'locate.waiting.declined')}</b>
      <p>{text('locate.waiting')}</p>
    </div>
  )
}
