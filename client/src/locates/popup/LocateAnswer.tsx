import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { useFailureText, useText } from '../../ui/text/use-text.ts'
import { useAnswerAttempt, useSendAnswer } from '../use-locate-answer.ts'
import { useShortcutKey } from '../use-popup-shortcut.ts'
import { LocateQuestion } from './LocateQuestion.tsx'

interface Props {
  locate: LocateNotification
  isOver: boolean
  hasFocus: boolean
  /** Whether it took the place of another locate without the user's doing. */
  isTakeover: boolean
  /** Whether arrow keys choose another locate. */
  hasList: boolean
}

/** The question, then the given answer until the outcome arrives; a refused answer shows why. */
export function LocateAnswer({ locate, ...question }: Props) {
  const text = useText()
  const failureText = useFailureText()
  const answerKey = useShortcutKey()
  const { sending, failure } = useAnswerAttempt(locate.locateNotificationId)
  const send = useSendAnswer()
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
        {...question}
        sending={sending}
        answerKey={answerKey}
        onAnswer={(answer) => void send(locate, answer)}
      />
      {failure && (
        <p className="locate-failure" role="alert">
          {failureText(failure)}
        </p>
      )}
    </>
  )
}
