import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Answer } from '@aitai/engine/model/locate.ts'
import { useConnectAcceptanceMutation, useConnectRejectionMutation } from '../shared/api/desk-api.ts'
import { type CallFailure, isCallFailure } from '../shared/api/failure.ts'
import { serverClock } from '../shared/connection/server-clock.ts'
import { intervals } from '../shared/intervals.ts'
import { useAppSelector, useAppStore } from '../shared/store/store.ts'
import { type AnswerAttempt, answerAttempted, locateAnswered, selectLocatesState } from './locates-slice.ts'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Failures after which the answer may be sent again, because it is unknown whether it arrived. Repeating it
 * has no effect.
 */
const isLost = ({ errorCode }: CallFailure): boolean =>
  ['ERR_NETWORK', 'UNAVAILABLE', 'GATEWAY_OFFLINE'].includes(errorCode)

/**
 * After how many milliseconds to send the answer again; null for a failure that is final. The answers of a burst, or
 * one during a bulk change, can exceed the calls that one user may make in a second: those wait as long as the server
 * says.
 */
function waitBeforeRetry(failure: CallFailure): number | null {
  if (failure.status === 429) return (failure.retryAfter ?? 1) * 1_000
  return isLost(failure) ? intervals.lostAnswerRetry : null
}

/**
 * Answers a locate once; the first click wins. An answer without a response, or beyond the rate of calls, is sent again
 * until the deadline, because thirty seconds leave no time for manual retries.
 */
export function useSendAnswer(): (locate: LocateNotification, answer: Answer) => Promise<void> {
  const store = useAppStore()
  const [accept] = useConnectAcceptanceMutation()
  const [decline] = useConnectRejectionMutation()
  return async (locate, answer) => {
    const { locateNotificationId: locateId } = locate
    const { attempts, answered } = selectLocatesState(store.getState())
    if (attempts[locateId]?.sending || answered[locateId]) return
    store.dispatch(answerAttempted({ locateId, sending: answer, failure: null }))
    const failure = await sendUntilDeadline(locate, answer === 'ACCEPT' ? accept : decline)
    store.dispatch(answerAttempted({ locateId, sending: null, failure }))
    if (!failure) store.dispatch(locateAnswered({ locateId, answer }))
  }
}

/** The answer that is being sent to a locate, and why the last one was refused. */
export const useAnswerAttempt = (locateId: string): AnswerAttempt =>
  useAppSelector((state) => selectLocatesState(state).attempts[locateId]) ?? none

const none: AnswerAttempt = { sending: null, failure: null }

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
      const waitMs = waitBeforeRetry(failed)
      if (waitMs === null || serverClock.now() > deadline) return failed
      await wait(waitMs)
    }
  }
}
