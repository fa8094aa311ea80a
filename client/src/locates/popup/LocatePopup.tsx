import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useState } from 'react'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { intervals } from '../../shared/intervals.ts'
import { isComposing, useNow } from '../../ui/browser/browser-hooks.ts'
import { type TextKey, useText } from '../../ui/text/use-text.ts'
import { type LocatePhase, locatePhaseOf } from '../locate-queue.ts'
import { CountdownRing, countdownAt } from './CountdownRing.tsx'
import { LocateAnswer } from './LocateAnswer.tsx'
import { LocateFacts } from './LocateFacts.tsx'
import { LocateOutcome } from './LocateOutcome.tsx'

interface FrameProps {
  locate: LocateNotification
  ric: string
  name: string
  equity: Equity | undefined
  title: string
  heading: RefObject<HTMLHeadingElement | null>
  /** The focus came from this element outside the popup, or from none. */
  onEnter: (previous: EventTarget | null) => void
  /** Escape returns the focus and closes nothing. */
  onLeave: () => void
  /** Beside the title. */
  queuePosition?: ReactNode
  /** Below the title. */
  queue?: ReactNode
  disclaimer: string
  /** Whether the contra is a robot, so that nobody takes it for a real locate. */
  isPractice?: boolean
  /** The answer or the outcome, below the facts. */
  children: (state: { readonly isOver: boolean; readonly hasFocus: boolean }) => ReactNode
}

/** The frame of a locate: its facts, its countdown and the keys. What can be answered is the children's. */
export function LocateFrame({ locate, heading, onEnter, onLeave, children, ...rest }: FrameProps) {
  const { ric, name, equity, title, queuePosition, queue, disclaimer, isPractice } = rest
  const titleId = useId()
  const factsId = useId()
  const [hasFocus, setHasFocus] = useState(false)
  useNow(intervals.locateTick)
  const countdown = countdownAt(locate, serverClock.now())
  const phase = locatePhaseOf(locate)

  return (
    <section
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={factsId}
      className="locate-popup"
      data-phase={phase}
      data-practice={isPractice || undefined}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHasFocus(true)
        if (!isInsidePopup(relatedTarget) && !currentTarget.contains(relatedTarget)) onEnter(relatedTarget)
      }}
      onBlur={(event) => setHasFocus(event.currentTarget.contains(event.relatedTarget))}
      onKeyDown={(event) => press(event, phase, onLeave)}
    >
      <div className="locate-head">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {queuePosition}
      </div>
      {queue}
      <div className="locate-body" id={factsId}>
        <LocateFacts {...{ locate, ric, name, equity }} />
        {phase !== 'outcome' && <CountdownRing countdown={countdown} />}
      </div>
      {children({ isOver: countdown.isOver, hasFocus })}
      <p className="locate-disclaimer">{disclaimer}</p>
    </section>
  )
}

interface Props extends Omit<FrameProps, 'title' | 'disclaimer' | 'isPractice' | 'children'> {
  /** Whether the previous popup had the focus, which then stays here. */
  focusStays: RefObject<boolean>
  onRead: () => void
}

/** One locate, from the question to its outcome in the same frame. Each locate mounts its own. */
export function LocatePopup({ focusStays, onRead, ...frame }: Props) {
  const { locate, heading } = frame
  const text = useText()
  useStayingFocus(heading, focusStays)
  return (
    <LocateFrame
      {...frame}
      title={text(titleOf(locate, locatePhaseOf(locate)))}
      disclaimer={text('locate.disclaimer')}
    >
      {(state) =>
        locate.outcome ? (
          <LocateOutcome locate={locate} outcome={locate.outcome} onRead={onRead} />
        ) : (
          <LocateAnswer locate={locate} {...state} />
        )
      }
    </LocateFrame>
  )
}

type TitleKey = Extract<TextKey, `locate.outcome.${string}` | `locate.title${string}`>

function titleOf({ outcome }: LocateNotification, phase: LocatePhase): TitleKey {
  if (outcome) return `locate.outcome.${outcome}`
  return phase === 'waiting' ? 'locate.title.waiting' : 'locate.title'
}

/** The next popup takes the focus from the previous one, which is no place to return to. */
const isInsidePopup = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.locate-popup') !== null

/** A trader who answers several locates keeps the focus in the next one. */
function useStayingFocus(heading: RefObject<HTMLElement | null>, focusStays: RefObject<boolean>): void {
  useLayoutEffect(() => {
    const popup = heading.current?.closest('.locate-popup')
    if (focusStays.current) heading.current?.focus()
    focusStays.current = false
    return () => {
      focusStays.current = popup?.contains(document.activeElement) ?? false
    }
  }, [heading, focusStays])
}

function press(event: KeyboardEvent<HTMLElement>, phase: LocatePhase, onLeave: () => void): void {
  if (isComposing(event) || event.ctrlKey || event.altKey || event.metaKey) return
  if (event.key === 'Escape') {
    // A dialog behind this popup listens on the document and would close.
    event.stopPropagation()
    onLeave()
  } else if (phase === 'question' && !event.repeat) pressAnswer(event)
  else if (phase === 'outcome' && !event.repeat) pressRead(event)
}

const keys: Readonly<Record<string, string>> = { a: '.locate-accept', d: '.locate-decline' }

/** A and D press the buttons, so that both ignore the same first 700 ms. */
function pressAnswer(event: KeyboardEvent<HTMLElement>): void {
  const button = keys[event.key.normalize('NFKC').toLowerCase()]
  if (!button) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>(button)?.click()
}

/** Enter on the heading, where F8 leads, reads the outcome. On a button it presses that button. */
function pressRead(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLHeadingElement)) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>('.locate-read')?.click()
}
