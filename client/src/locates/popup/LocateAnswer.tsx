import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { useFailureText, useText } from '../../ui/text/use-text.ts'
import { useShortcutKey } from '../use-popup-shortcut.ts'
import { LocateQuestion } from './LocateQuestion.tsx'
import { useLocateAnswer } from './use-locate-answer.ts'

interface Props {
  locate: LocateNotification
  isOver: boolean
  hasFocus: boolean
}

/** The question, then what was answered until the outcome is revealed; a refused answer says why. */
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
