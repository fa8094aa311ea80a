import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { intervals } from '../../shared/intervals.ts'
import { isComposing } from '../../ui/browser/browser-hooks.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { type TextKey, useText } from '../../ui/text/use-text.ts'
import { type LocateEntry, type LocatePhase, locatePhaseOf } from '../locate-list.ts'
import { CountdownRing, useIsOver } from './CountdownRing.tsx'
import { LocateAnswer } from './LocateAnswer.tsx'
import { LocateFacts, LocateSummary } from './LocateFacts.tsx'
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
  /** Shows another locate of the list. */
  onStep?: (to: Step) => void
  /** Beside the title. */
  beside?: ReactNode
  /** Below the title. */
  list?: ReactNode
  disclaimer: string
  /** Whether the contra is a robot, so that nobody takes it for a real locate. */
  isPractice?: boolean
  /** The answer or the outcome, below the facts. */
  children: (state: { readonly isOver: boolean; readonly hasFocus: boolean }) => ReactNode
}

/** The frame of a locate: its facts, its countdown and the keys. What can be answered is the children's. */
export function LocateFrame({ locate, heading, onEnter, onLeave, onStep, children, ...rest }: FrameProps) {
  const { ric, name, equity, title, beside, list, disclaimer, isPractice } = rest
  const titleId = useId()
  const factsId = useId()
  const [hasFocus, setHasFocus] = useState(false)
  const isOver = useIsOver(locate)
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
      onKeyDown={(event) => press(event, phase, onLeave, onStep)}
    >
      <div className="locate-head">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {beside}
      </div>
      {list}
      {phase === 'outcome' ? (
        <div className="locate-body" id={factsId}>
          <LocateSummary {...{ locate, ric, name }} />
        </div>
      ) : (
        <div className="locate-body" id={factsId}>
          <LocateFacts {...{ locate, ric, name, equity }} />
          <CountdownRing locate={locate} />
        </div>
      )}
      {children({ isOver, hasFocus })}
      <p className="locate-disclaimer">{disclaimer}</p>
    </section>
  )
}

interface Props
  extends Pick<
    FrameProps,
    'ric' | 'name' | 'equity' | 'list' | 'heading' | 'onEnter' | 'onLeave' | 'onStep'
  > {
  entry: LocateEntry
  /** Whether it took the place of another locate without the user's doing. */
  isTakeover: boolean
  /** Whether the popup had the focus when it closed. */
  hadFocus: RefObject<boolean>
  /** The user is in the popup and can see the outcome. */
  onSeen: () => void
  onRead: () => void
}

/** One locate, from the question to its outcome in the same frame, then the next one. */
export function LocatePopup({ entry, isTakeover, hadFocus, onSeen, onRead, ...frame }: Props) {
  const { id, locate } = entry
  const { heading, ric } = frame
  const text = useText()
  useFocusAtEnd(heading, hadFocus)
  return (
    <LocateFrame
      {...frame}
      locate={locate}
      title={text(titleOf(entry))}
      disclaimer={text('locate.disclaimer')}
      beside={
        isTakeover &&
        entry.phase === 'question' && (
          <span className="locate-takeover">
            {text('locate.takeover')} <Side direction={locate.direction} /> <b>{ric}</b>
          </span>
        )
      }
    >
      {(state) => (
        <Answerable key={id} heading={heading}>
          {locate.outcome ? (
            <>
              {entry.isNew && state.hasFocus && <Seen onSeen={onSeen} />}
              <LocateOutcome locate={locate} outcome={locate.outcome} onRead={onRead} />
            </>
          ) : (
            <LocateAnswer locate={locate} isTakeover={isTakeover} hasList={Boolean(frame.list)} {...state} />
          )}
        </Answerable>
      )}
    </LocateFrame>
  )
}

type TitleKey = Extract<TextKey, `locate.outcome.${string}` | `locate.title${string}`>

function titleOf({ phase, locate: { outcome } }: LocateEntry): TitleKey {
  if (outcome) return `locate.outcome.${outcome}`
  return phase === 'waiting' ? 'locate.title.waiting' : 'locate.title'
}

/** The next popup takes the focus from the previous one, which is no place to return to. */
const isInsidePopup = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.locate-popup') !== null

/** Notes whether the popup has the focus when it closes, which then has to go somewhere. */
function useFocusAtEnd(heading: RefObject<HTMLElement | null>, hadFocus: RefObject<boolean>): void {
  useLayoutEffect(() => {
    const popup = heading.current?.closest('.locate-popup')
    return () => {
      hadFocus.current = popup?.contains(document.activeElement) ?? false
    }
  }, [heading, hadFocus])
}

/** The part that belongs to one locate. If one of its buttons has the focus at its end, the heading takes it. */
function Answerable({ heading, children }: { heading: RefObject<HTMLElement | null>; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = part
    return () => {
      if (current?.contains(document.activeElement)) heading.current?.focus()
    }
  }, [heading])
  return <div ref={part}>{children}</div>
}

/** An outcome is seen once it has been in the frame for a moment while the user was in the popup. */
function Seen({ onSeen }: { onSeen: () => void }) {
  const seen = useRef(onSeen)
  useEffect(() => {
    seen.current = onSeen
  })
  useEffect(() => {
    const timer = setTimeout(() => seen.current(), intervals.popupInert)
    return () => clearTimeout(timer)
  }, [])
  return null
}

/** The position to go to, of `count` positions. */
export type Step = (position: number, count: number) => number

const steps: Readonly<Record<string, Step>> = {
  ArrowDown: (position, count) => Math.min(position + 1, count - 1),
  ArrowUp: (position) => Math.max(position - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
}

function press(
  event: KeyboardEvent<HTMLElement>,
  phase: LocatePhase,
  onLeave: () => void,
  onStep?: (to: Step) => void,
): void {
  if (isComposing(event) || event.ctrlKey || event.altKey || event.metaKey) return
  const step = steps[event.key]
  if (event.key === 'Escape') {
    // A dialog behind this popup listens on the document and would close.
    event.stopPropagation()
    onLeave()
  } else if (step && onStep) {
    event.preventDefault()
    onStep(step)
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
  if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>('.locate-read')?.click()
}
