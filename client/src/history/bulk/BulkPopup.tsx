import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { type Ref, useRef, useState } from 'react'
import { selectEdits } from '../../adverts/desk-slice.ts'
import { submitOrModify } from '../../adverts/status/advert-status.ts'
import { DelayedFocusButton } from '../../shared/bulk/DelayedFocusButton.tsx'
import type { RunResult } from '../../shared/bulk/run-sequentially.ts'
import { useOrderProgress } from '../../shared/orders/use-orders.ts'
import { isRetyped, RetypedQuantity } from '../../shared/sizes/SizeWarnings.tsx'
import { sizeWarnings } from '../../shared/sizes/size-warnings.ts'
import { useUsualSizes } from '../../shared/sizes/use-usual-sizes.ts'
import { useAppSelector } from '../../shared/store/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Side } from '../../ui/labels/Side.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useFailureText, useText } from '../../ui/text/use-text.ts'
import { SideTotals } from '../../ui/totals/SideTotals.tsx'
import { columnOf } from '../grid/history-columns.ts'
import type { HistoryTable } from '../grid/use-history-table.ts'
import { advertWithEdits } from './edited-advert.ts'
import { ReviewedTerms } from './ReviewedTerms.tsx'
import type { BulkRun, BulkRunControls } from './use-bulk-run.ts'
import '../history-lines.css'

interface Props {
  bulk: BulkRunControls
  now: BulkRun
  table: HistoryTable
  /** All adverts of the day, against which a size is unusual. */
  others: readonly Advert[]
}

/** One action on several adverts: confirmation, progress and the result for each. */
export function BulkPopup({ bulk, now, table, others }: Props) {
  const text = useText()
  const least = useRef<HTMLButtonElement>(null)
  const sizes = useReviewedSizes(now, others, table)
  const isRunning = now.phase === 'running'
  return (
    <Popup
      title={useTitle(now)}
      size="large"
      initialFocus={least}
      {...(isRunning ? {} : { onClose: bulk.close })}
      actions={<Actions {...{ bulk, now, least }} isMissing={sizes.isMissing} />}
    >
      {now.phase === 'confirming' && now.action === 'cancel' && <p>{text('history.question.cancel.body')}</p>}
      {now.phase === 'confirming' && now.skipped > 0 && (
        <p className="history-skipped">{text('history.question.skipped', { count: now.skipped })}</p>
      )}
      {now.phase !== 'confirming' && <Progress now={now} />}
      <ul className="history-lines" aria-label={text('history.title')}>
        {now.adverts.map((advert, i) => (
          <Line key={advert.id} {...{ advert, now, table, others }} result={now.results[i]} />
        ))}
      </ul>
      {now.phase === 'confirming' && <SideTotals rows={sizes.reviewed} />}
      {now.phase === 'confirming' && sizes.warned.length > 0 && (
        <RetypedQuantity
          label={text('advert.retype.bulk', { count: sizes.warned.length })}
          expected={sizes.expected}
          typed={sizes.typed}
          onType={sizes.setTyped}
          onEnter={() => undefined}
        />
      )}
      {now.phase === 'confirming' && now.action === 'send' && (
        <p className="review-disclaimer">{text('advert.review.disclaimer')}</p>
      )}
    </Popup>
  )
}

/**
 * The adverts as they would be sent, and those whose size may be a typing error: their total must be typed again
 * before anything is sent (docs/decisions/0077-safety-of-size.md).
 */
function useReviewedSizes(now: BulkRun, others: readonly Advert[], { context }: HistoryTable) {
  const edits = useAppSelector(selectEdits)
  const usualOf = useUsualSizes(others)
  const progressOf = useOrderProgress()
  const [typed, setTyped] = useState('')
  const sent = sendableIn(now)
  const reviewed = sent.map((advert) =>
    now.action === 'send' ? advertWithEdits(advert, edits[advert.id]) : advert,
  )
  const warned = reviewed.filter((advert, i) => {
    if (now.action !== 'send' || !isLargerThan(sent[i], advert)) return false
    const averageDailyVolume = context.equities.get(advert.securityId)?.averageDailyVolume
    const leftOfOrder = progressOf(advert)?.left ?? null
    return sizeWarnings({ ...advert, averageDailyVolume, usual: usualOf(advert.id), leftOfOrder }).length > 0
  })
  const expected = warned.reduce((sum, { shareQuantity }) => sum + shareQuantity, 0)
  const isMissing = warned.length > 0 && !isRetyped(typed, expected)
  return { reviewed, warned, expected, typed, setTyped, isMissing }
}

/** The adverts without those that are known to be refused. */
const sendableIn = ({ adverts, refusals }: BulkRun): readonly Advert[] =>
  adverts.filter(({ id }) => !refusals.has(id))

/** Whether it is sent again, or with a larger quantity than the one that was confirmed before. */
const isLargerThan = (sent: Advert | undefined, reviewed: Advert): boolean =>
  !sent || submitOrModify(sent) === 'submit' || reviewed.shareQuantity > sent.shareQuantity

function useTitle(run: BulkRun): string {
  const text = useText()
  const { phase, action, adverts } = run
  if (phase === 'running') return text(`history.run.${action}`)
  if (phase === 'over') return text('history.result.title')
  return action === 'cancel'
    ? text('history.question.cancel', { count: adverts.length })
    : text(isUpdate(run) ? 'history.question.update' : 'history.question.send')
}

/** Whether all that is sent are changes of what was sent before. */
const isUpdate = (run: BulkRun): boolean =>
  run.action === 'send' && sendableIn(run).every((advert) => submitOrModify(advert) === 'modify')

interface ActionsProps extends Pick<Props, 'bulk' | 'now'> {
  least: Ref<HTMLButtonElement>
  /** Whether a quantity must be typed again first. */
  isMissing: boolean
}

function Actions({ bulk, now, least, isMissing }: ActionsProps) {
  const text = useText()
  const failureText = useFailureText()
  const edits = useAppSelector(selectEdits)
  const count = sendableIn(now).length
  const isUnchanged = isUpdate(now) && sendableIn(now).every(({ id }) => !edits[id])
  const [refusal] = now.refusals.values()
  if (now.phase === 'over')
    return (
      <DelayedFocusButton kind="primary" onClick={bulk.close}>
        {text('common.ok')}
      </DelayedFocusButton>
    )
  if (now.phase === 'running') {
    return (
      <Button ref={least} busy={now.isStopping} onClick={bulk.stop}>
        {text(now.isStopping ? 'history.run.stopping' : 'history.run.stop')}
      </Button>
    )
  }
  return (
    <>
      <Button ref={least} onClick={bulk.close}>
        {text(
          now.action !== 'cancel'
            ? 'history.question.back'
            : count === 1
              ? 'advert.cancel.keep'
              : 'history.question.keep',
        )}
      </Button>
      <Button
        kind={now.action === 'cancel' ? 'danger' : 'primary'}
        dimmedBecause={
          count === 0 && refusal
            ? failureText(refusal)
            : isUnchanged
              ? text('advert.why.unchanged')
              : isMissing
                ? text('advert.retype.why')
                : null
        }
        onClick={bulk.confirm}
      >
        {now.action === 'cancel'
          ? text('history.question.cancel.confirm', { count })
          : text(isUpdate(now) ? 'history.question.update.confirm' : 'history.question.send.confirm', {
              count,
            })}
      </Button>
    </>
  )
}

function Progress({ now: { phase, adverts, results } }: Pick<Props, 'now'>) {
  const text = useText()
  const count = adverts.length
  const done = results.filter(({ outcome }) => outcome === 'done').length
  return (
    <div className="history-progress" role="status">
      <progress max={count} value={results.length} aria-label={text('history.result.title')} />
      {phase === 'over'
        ? text('history.result.all', { done, count })
        : text('history.run.progress', { done: results.length, count })}
    </div>
  )
}

interface LineProps extends Pick<Props, 'now' | 'table' | 'others'> {
  advert: Advert
  result: RunResult<Advert> | undefined
}

/** One advert as it would be sent, and its result. */
function Line({ advert, result, now, table, others }: LineProps) {
  const edits = useAppSelector(selectEdits)[advert.id]
  const reviewed = now.action === 'send' ? advertWithEdits(advert, edits) : advert
  const shown = (id: Parameters<typeof columnOf>[0]): string => columnOf(id).shown(reviewed, table.context)
  return (
    <li data-outcome={result?.outcome}>
      <Side direction={reviewed.direction} />
      <b className="history-line-quantity">{shown('shareQuantity')}</b>
      <span className="history-line-security">{shown('security')}</span>
      <ActionOutcome {...{ advert, result, now }} isEdited={edits !== undefined} />
      {now.phase === 'confirming' && now.action === 'send' && (
        <ReviewedTerms {...{ advert, edits, others }} context={table.context} openedAt={now.openedAt} />
      )}
    </li>
  )
}

interface ActionOutcomeProps extends Pick<LineProps, 'advert' | 'result' | 'now'> {
  isEdited: boolean
}

function ActionOutcome({ advert, result, now, isEdited }: ActionOutcomeProps) {
  const text = useText()
  const failureText = useFailureText()
  const failure = result ? result.failure : now.refusals.get(advert.id)
  if (failure) return <span className="history-line-refused">✕ {failureText(failure)}</span>
  if (result)
    return (
      <span className="history-line-outcome">
        {text(`history.result.${result.outcome === 'done' ? 'done' : 'left'}`)}
      </span>
    )
  if (now.phase === 'running')
    return <span className="history-line-outcome">{text('history.result.waiting')}</span>
  if (now.action !== 'send') return null
  const kind = submitOrModify(advert) === 'submit' ? 'submit' : isEdited ? 'modify' : 'unchanged'
  return <span className="history-line-outcome">{text(`history.question.${kind}`)}</span>
}
