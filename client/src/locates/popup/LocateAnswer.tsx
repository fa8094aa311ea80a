import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Answer } from '@aitai/engine/model/locate.ts'
import { useRef, useState } from 'react'
import { useConnectAcceptanceMutation, useConnectRejectionMutation } from '../../shared/api/desk-api.ts'
import { type CallFailure, isCallFailure } from '../../shared/api/failure.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { intervals } from '../../shared/intervals.ts'
import { useAppDispatch } from '../../shared/store/store.ts'
import { useFailureText, useText } from '../../ui/text/use-text.ts'
import { locateAnswered } from '../locates-slice.ts'
import { useShortcutKey } from '../use-popup-shortcut.ts'
import { LocateQuestion } from './LocateQuestion.tsx'

interface Props {
  locate: LocateNotification
  isOver: boolean
  hasFocus: boolean
}

/** The question, then the given answer until the outcome arrives; a refused answer shows why. */
export function LocateAnswer({ locate, isOver, hasFocus }: Props) {
  const text = useText()
  const failureText = useFailureText()
  const answerKey = useShortcutKey()
  const { sending, failure, send } = useLocateAnswer(locate)
  if (locate.answer !== null) {
    return (
      <div className="locate-waiting" role="status">
        <b>{text(locate.answer === 'ACCEPT' ? 'locate.waiting.accepted' : 'locate.waiting.declined')}</b>
        <p>{text('locate.waiting')}</p>
      </div>
    )
  }
  return (
    <>
      <LocateQuestion
        isOver={isOver}
        sending={sending}
        hasFocus={hasFocus}
        answerKey={answerKey}
        onAnswer={(answer) => void send(answer)}
      />
      {failure && (
        <p className="locate-failure" role="alert">
          {failureText(failure)}
        </p>
      )}
    </>
  )
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Failures after which the answer may be sent again, because it is unknown whether it arrived. Repeating it
 * has no effect.
 */
const isLost = ({ errorCode }: CallFailure): boolean =>
  ['ERR_NETWORK', 'UNAVAILABLE', 'GATEWAY_OFFLINE'].includes(errorCode)

/**
 * Answers a locate once; the first click wins. An answer without a response is sent again until the deadline,
 * because thirty seconds leave no time for manual retries.
 */
function useLocateAnswer(locate: LocateNotification) {
  const dispatch = useAppDispatch()
  const [accept] = useConnectAcceptanceMutation()
  const [decline] = useConnectRejectionMutation()
  const [sending, setSending] = useState<Answer | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const isSent = useRef(false)

  const send = async (answer: Answer): Promise<void> => {
    if (isSent.current) return
    isSent.current = true
    setSending(answer)
    setFailure(null)
    const failed = await sendUntilDeadline(locate, answer === 'ACCEPT' ? accept : decline)
    setSending(null)
    setFailure(failed)
    if (!failed) dispatch(locateAnswered({ locateId: locate.locateNotificationId, answer }))
    isSent.current = failed === null
  }
  return { sending, failure, send }
}

type Sender = (body: { direction: LocateNotification['direction']; locationNotificationId: string }) => {
  unwrap(): Promise<unknown>
}

async function sendUntilDeadline(locate: LocateNotification, send: Sender): Promise<CallFailure | null> {
  const { direction, locateNotificationId: locationNotificationId, deadline } = locate
  for (;;) {
    try {
      await send({ direction, locationNotificationId }).unwrap()
      return null
    } catch (failed) {
      if (!isCallFailure(failed)) throw failed
      if (!isLost(failed) || serverClock.now() > deadline) return failed
      await wait(intervals.lostAnswerRetry)
    }
  }
}
