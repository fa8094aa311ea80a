import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { Answer, Outcome } from '@aitai/engine/model/locate.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { type RefObject, useEffect, useState } from 'react'
import { useGetQuoteQuery } from '../../shared/api/desk-api.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { intervals } from '../../shared/intervals.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { LocateFrame } from '../popup/LocatePopup.tsx'
import { LocateQuestion } from '../popup/LocateQuestion.tsx'
import { useShortcutKey } from '../use-popup-shortcut.ts'
import { practiceLocate, practiceOutcome } from './practice-locate.ts'

interface Props {
  equity: Equity
  name: string
  heading: RefObject<HTMLHeadingElement | null>
  onEnter: (previous: EventTarget | null) => void
  onLeave: () => void
  onClose: () => void
}

/** A locate against a robot, to learn the keys and the thirty seconds. Nothing of it leaves this browser. */
export function PracticeLocate({ equity, name, heading, onEnter, onLeave, onClose }: Props) {
  const text = useText()
  const { data: quote, isError } = useGetQuoteQuery({ securityId: equity.equityId })
  const [run, setRun] = useState(0)
  if (!quote && !isError) return null
  const mid = quote?.midPrice ?? equity.closePrice
  return (
    <PracticeRun
      key={run}
      {...{ equity, name, heading, onEnter, onLeave }}
      rate={{ midPrice: mid, usdJpy: quote?.usdJpy ?? roundUsdJpy }}
      close={<Button onClick={onClose}>{text('practice.close')}</Button>}
      onRepeat={() => setRun(run + 1)}
    />
  )
}

/** Without a quote. */
const roundUsdJpy: Yen = 150

interface RunProps extends Omit<Props, 'onClose'> {
  /** The mid and the price of a dollar in yen, at the beginning. */
  rate: { readonly midPrice: Yen; readonly usdJpy: Yen }
  close: React.ReactNode
  onRepeat: () => void
}

function PracticeRun({ equity, name, rate, heading, onEnter, onLeave, close, onRepeat }: RunProps) {
  const text = useText()
  const answerKey = useShortcutKey()
  const [start] = useState(() => ({ at: serverClock.now(), rate }))
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const locate = practiceLocate(equity, start.rate, start.at, { answer, outcome })
  usePracticeEnd(answer, locate.deadline, setOutcome)
  return (
    <LocateFrame
      {...{ locate, name, equity, heading, onEnter, onLeave }}
      ric={equity.ric}
      isPractice
      title={text(outcome ? `practice.title.${shownOutcome(outcome)}` : 'practice.title')}
      disclaimer={text('practice.disclaimer')}
    >
      {({ isOver, hasFocus }) =>
        outcome ? (
          <div className="locate-outcome" data-outcome={outcome}>
            <p className="locate-outcome-detail">{text(`practice.outcomeDetail.${shownOutcome(outcome)}`)}</p>
            <div className="locate-outcome-buttons">
              {close}
              <Button kind="primary" onClick={onRepeat}>
                {text('practice.again')}
              </Button>
            </div>
          </div>
        ) : answer ? (
          <div className="locate-waiting" role="status">
            <b>{text(answer === 'ACCEPT' ? 'locate.waiting.accepted' : 'locate.waiting.declined')}</b>
            <p>{text('practice.waiting')}</p>
          </div>
        ) : (
          <LocateQuestion sending={null} onAnswer={setAnswer} {...{ isOver, hasFocus, answerKey }} />
        )
      }
    </LocateFrame>
  )
}

/** The robot answers a moment after the user; without an answer the time runs out. */
function usePracticeEnd(answer: Answer | null, deadline: number, end: (outcome: Outcome) => void): void {
  useEffect(() => {
    const ms = answer ? intervals.practiceAnswer : Math.max(0, deadline - serverClock.now())
    const timer = setTimeout(() => end(answer ? practiceOutcome(answer) : 'TIMED_OUT'), ms)
    return () => clearTimeout(timer)
  }, [answer, deadline, end])
}

const shownOutcome = (outcome: Outcome): 'ACCEPTED' | 'DECLINED' | 'TIMED_OUT' =>
  outcome === 'ACCEPTED' || outcome === 'DECLINED' ? outcome : 'TIMED_OUT'
