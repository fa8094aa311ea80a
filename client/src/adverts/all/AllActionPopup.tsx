import type { Advert, AllAdvertsResult, DeskTrader } from '@aitai/contract/schemas/adverts.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import {
  useCancelAllAdvertsMutation,
  useCancelDeskAdvertsMutation,
  usePauseAllAdvertsMutation,
  usePauseDeskAdvertsMutation,
  useResumeAllAdvertsMutation,
  useResumeDeskAdvertsMutation,
} from '../../shared/api/desk-api.ts'
import { type CallFailure, isCallFailure } from '../../shared/api/failure.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx'
import { splitSecurityName } from '../../ui/format/equity-name.ts'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useFailureText, useText } from '../../ui/text/use-text.ts'
import { SideTotals } from '../../ui/totals/SideTotals.tsx'
import { type ActionScope, deskAction, ownAction, type ScopedAction } from './action-scope.ts'
import type { AllAction } from './all-actions.ts'

interface Props {
  action: AllAction
  adverts: readonly Advert[]
  /** The traders of the desk of a desk head, else null. */
  desk: readonly DeskTrader[] | null
  /** The scope that is chosen first. */
  firstScope: ActionScope
  /** Called with the result in words, after nothing was refused. */
  onDone: (result: string) => void
  onClose: () => void
}

/** Says to how many IOIs an action applies, asks, and shows which were refused. A desk head chooses whose they are. */
export function AllActionPopup({ action, adverts, desk, firstScope, onDone, onClose }: Props) {
  const text = useText()
  const failureText = useFailureText()
  const [chosenScope, setScope] = useState(firstScope)
  const scope = desk ? chosenScope : 'mine'
  const { send, isSending, failure, refused } = useAllAction(action, scope)
  const confirm = useRef<HTMLButtonElement>(null)
  const keep = useRef<HTMLButtonElement>(null)
  const mine = ownAction(action, adverts)
  const ofDesk = desk && deskAction(action, desk)
  const shown = scope === 'desk' && ofDesk ? ofDesk : mine
  const count = shown.adverts.length
  const isOver = refused !== null
  const act = async (): Promise<void> => {
    const done = await send()
    if (done !== null) onDone(text(`all.done.${action}`, { count: done }))
  }
  return (
    <Popup
      title={text(isOver ? 'all.result' : `all.question${scope === 'desk' ? '.desk' : ''}.${action}`, {
        count,
      })}
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
              {text(action === 'cancel' ? 'history.question.keep' : 'history.question.back')}
            </Button>
            <Button
              ref={confirm}
              kind={action === 'cancel' ? 'danger' : 'primary'}
              busy={isSending}
              dimmedBecause={
                count === 0 ? text(`all.none${scope === 'desk' ? '.desk' : ''}.${action}`) : null
              }
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
              <b>{nameOf(id, adverts, desk)}</b> {failureText({ errorCode: errorCode ?? '' })}
            </li>
          ))}
        </ul>
      ) : (
        <div className="all-totals">
          {ofDesk && (
            <SegmentedControl<ActionScope>
              label={text('all.scope')}
              value={scope}
              options={[
                { value: 'mine', label: text('all.scope.mine', { count: mine.adverts.length }) },
                { value: 'desk', label: text('all.scope.desk', { count: ofDesk.adverts.length }) },
              ]}
              disabled={isSending}
              onChoose={setScope}
            />
          )}
          {action === 'cancel' && (
            <p>{text(scope === 'desk' ? 'all.question.desk.cancel.body' : 'history.question.cancel.body')}</p>
          )}
          <PerTrader action={shown} />
          <SideTotals rows={shown.adverts} />
          {shown.located > 0 && (
            <p className="all-located">{text('all.located', { count: shown.located })}</p>
          )}
          {shown.ownPauses > 0 && (
            <p className="all-located">{text('all.ownPauses', { count: shown.ownPauses })}</p>
          )}
          {shown.absent > 0 && <p className="all-located">{text('all.absent', { count: shown.absent })}</p>}
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

/** How many IOIs of whom. */
function PerTrader({ action: { perTrader } }: { action: ScopedAction }) {
  const text = useText()
  if (perTrader.length === 0) return null
  return (
    <table className="all-per-trader">
      <caption className="visually-hidden">{text('all.perTrader')}</caption>
      <tbody>
        {perTrader.map(({ trader: { name, isYou, adverts }, count }) => (
          <tr key={adverts[0]?.id}>
            <th scope="row">
              {name} {isYou && <span className="desk-you">{text('desk.you')}</span>}
            </th>
            <td>{text('all.perTrader.count', { count })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The ric of an IOI, with the trader's name if it is a colleague's. */
function nameOf(advertId: string, adverts: readonly Advert[], desk: readonly DeskTrader[] | null): string {
  const ricOf = (securityName: string): string => splitSecurityName(securityName).ric
  const own = adverts.find(({ id }) => id === advertId)
  if (own) return ricOf(own.securityName)
  for (const trader of desk ?? [])
    for (const { id, securityName } of trader.adverts)
      if (id === advertId) return `${ricOf(securityName)} ${trader.name}`
  return ''
}

/** A held Enter or key that opened the popup must not confirm it. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault()
}

type Refused = AllAdvertsResult['results']

/** The calls of an action, by scope. */
function useCalls(action: AllAction) {
  const [pauseAll, pausing] = usePauseAllAdvertsMutation()
  const [resumeAll, resuming] = useResumeAllAdvertsMutation()
  const [cancelAll, cancelling] = useCancelAllAdvertsMutation()
  const [pauseDesk, pausingDesk] = usePauseDeskAdvertsMutation()
  const [resumeDesk, resumingDesk] = useResumeDeskAdvertsMutation()
  const [cancelDesk, cancellingDesk] = useCancelDeskAdvertsMutation()
  const running = [pausing, resuming, cancelling, pausingDesk, resumingDesk, cancellingDesk]
  const calls = {
    mine: { pause: pauseAll, resume: resumeAll, cancel: cancelAll },
    desk: { pause: pauseDesk, resume: resumeDesk, cancel: cancelDesk },
  }
  return {
    call: (scope: ActionScope) => calls[scope][action]({}),
    isSending: running.some(({ isLoading }) => isLoading),
  }
}

/**
 * One call for all, applied by the server to each IOI on its own. `send` resolves to the number done; to null
 * if some were refused, which are then in `refused`, or if the call failed.
 */
function useAllAction(action: AllAction, scope: ActionScope) {
  const { call, isSending } = useCalls(action)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)

  const send = async (): Promise<number | null> => {
    setFailure(null)
    const { data, error } = await call(scope)
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
