import type { Advert, AllAdvertsResult } from '@aitai/contract/schemas/adverts.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import {
  useCancelAllAdvertsMutation,
  usePauseAllAdvertsMutation,
  useResumeAllAdvertsMutation,
} from '../../app/api/desk-api.ts'
import { type CallFailure, isCallFailure } from '../../app/api/failure.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { splitSecurityName } from '../../ui/format/equity-name.ts'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useFailureText, useText } from '../../ui/text/use-text.ts'
import { SideTotals } from '../../ui/totals/SideTotals.tsx'
import { type AllAction, concernedAdverts, locatedCount } from './all-actions.ts'

interface Props {
  action: AllAction
  adverts: readonly Advert[]
  /** Called with the result in words, after nothing was refused. */
  onDone: (result: string) => void
  onClose: () => void
}

/** Says to how many IOIs an action applies, asks, and shows which were refused. */
export function AllActionPopup({ action, adverts, onDone, onClose }: Props) {
  const text = useText()
  const failureText = useFailureText()
  const { send, isSending, failure, refused } = useAllAction(action)
  const confirm = useRef<HTMLButtonElement>(null)
  const keep = useRef<HTMLButtonElement>(null)
  const concerned = concernedAdverts(action, adverts)
  const count = concerned.length
  const located = locatedCount(adverts)
  const isOver = refused !== null
  const act = async (): Promise<void> => {
    const done = await send()
    if (done !== null) onDone(text(`all.done.${action}`, { count: done }))
  }
  return (
    <Popup
      title={text(isOver ? 'all.result' : `all.ask.${action}`, { count })}
      // What can be taken back is confirmed at once, what cannot is not (WCAG 3.3.4).
      initialFocus={action === 'cancel' ? keep : confirm}
      onClose={onClose}
      actions={
        isOver ? (
          <Button kind="primary" onClick={onClose}>
            {text('common.ok')}
          </Button>
        ) : (
          <>
            <Button ref={keep} onClick={onClose}>
              {text(action === 'cancel' ? 'history.ask.keep' : 'history.ask.back')}
            </Button>
            <Button
              ref={confirm}
              kind={action === 'cancel' ? 'danger' : 'primary'}
              busy={isSending}
              onKeyDown={ignoreHeldEnter}
              onClick={() => void act()}
            >
              {text(isSending ? `history.run.${action}` : `all.confirm.${action}`, { count })}
            </Button>
          </>
        )
      }
    >
      {isOver ? (
        <ul className="all-refused" role="alert">
          {refused.map(({ id, errorCode }) => (
            <li key={id}>
              <b>{ricOf(adverts, id)}</b> {failureText({ errorCode: errorCode ?? '' })}
            </li>
          ))}
        </ul>
      ) : (
        <div className="all-totals">
          {action === 'cancel' && <p>{text('history.ask.cancel.body')}</p>}
          <SideTotals rows={concerned} />
          {located > 0 && <p className="all-located">{text('all.located', { count: located })}</p>}
        </div>
      )}
      {failure && (
        <p className="review-failure" role="alert">
          {failureText(failure)}
        </p>
      )}
    </Popup>
  )
}

const ricOf = (adverts: readonly Advert[], advertId: string): string =>
  splitSecurityName(adverts.find(({ id }) => id === advertId)?.securityName ?? '').ric

/** A held Enter or key that opened the popup must not confirm it. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault()
}

type Refused = AllAdvertsResult['results']

/**
 * One call for all, applied by the server to each IOI on its own. `send` resolves to the number done; to null
 * if some were refused, which are then in `refused`, or if the call failed.
 */
function useAllAction(action: AllAction) {
  const [pauseAll, pausing] = usePauseAllAdvertsMutation()
  const [resumeAll, resuming] = useResumeAllAdvertsMutation()
  const [cancelAll, cancelling] = useCancelAllAdvertsMutation()
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const call = { pause: pauseAll, resume: resumeAll, cancel: cancelAll }[action]
  const isSending = pausing.isLoading || resuming.isLoading || cancelling.isLoading

  const send = async (): Promise<number | null> => {
    setFailure(null)
    const { data, error } = await call({})
    if (error && !isCallFailure(error)) throw error
    if (!data) {
      setFailure(error ?? null)
      return null
    }
    const failed = data.results.filter(({ errorCode }) => errorCode !== null)
    if (failed.length === 0) return data.results.length
    setRefused(failed)
    return null
  }
  return { send, isSending, failure, refused }
}
