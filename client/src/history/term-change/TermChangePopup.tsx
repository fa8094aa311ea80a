import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { useState } from 'react'
import { actionDisabledReason } from '../../adverts/status/advert-status.ts'
import { DelayedFocusButton } from '../../shared/bulk/DelayedFocusButton.tsx'
import type { RunResult } from '../../shared/bulk/run-sequentially.ts'
import { ignoreHeldEnter } from '../../ui/browser/browser-hooks.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { splitSecurityName } from '../../ui/format/equity-name.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useFailureText, useText } from '../../ui/text/use-text.ts'
import { columnOf } from '../grid/history-columns.ts'
import type { HistoryTable } from '../grid/use-history-table.ts'
import { labelOf, TermValue } from './TermValue.tsx'
import { changeableTerms, type PlannedChange } from './term-change.ts'
import { type ReviewedChange, usePlannedChanges } from './use-planned-changes.ts'
import { type ChangeRun, useTermChange } from './use-term-change.ts'
import '../history-lines.css'
import './term-change.css'

interface Props {
  /** The selected IOIs, in the order of the table. */
  advertIds: readonly string[]
  table: HistoryTable
  /** The server's adverts as they are now. */
  adverts: readonly Advert[]
  onClose: () => void
}

/**
 * One term, or saved conditions, for all selected IOIs: what changes from what to what is on screen before it is
 * applied, and afterwards the result of each.
 */
export function TermChangePopup({ advertIds, table, adverts, onClose }: Props) {
  const text = useText()
  const selected = advertIds.flatMap((id) => adverts.find((advert) => advert.id === id) ?? [])
  const planning = usePlannedChanges(selected, table.context)
  const { run, start, stop } = useTermChange(adverts)
  const resultOf = new Map(run?.results.map((result) => [result.item.advert.id, result]))
  // What was confirmed stays on screen while the list follows the changes.
  const [confirmed, setConfirmed] = useState<readonly ReviewedChange[] | null>(null)
  if (!planning) return null
  const reviewed = confirmed ?? planning.reviewed
  const changed = reviewed.filter(({ rows }) => rows.length > 0)
  const confirm = (): void => {
    setConfirmed(reviewed)
    void start(changed.flatMap(({ planned }) => planned ?? []))
  }
  const count = selected.length
  return (
    <Popup
      title={
        run
          ? text(run.phase === 'over' ? 'history.result.title' : 'history.run.change')
          : text('history.change.title', { count })
      }
      size="large"
      {...(run?.phase === 'running' ? {} : { onClose })}
      actions={
        run ? (
          <RunActions {...{ run, stop, onClose }} />
        ) : (
          <>
            <Button onClick={onClose}>{text('history.question.back')}</Button>
            <Button
              kind="primary"
              dimmedBecause={
                planning.problem
                  ? text(planning.problem)
                  : changed.length === 0
                    ? text('history.change.nothing')
                    : null
              }
              onKeyDown={ignoreHeldEnter}
              onClick={confirm}
            >
              {text('history.change.confirm', { count: changed.length })}
            </Button>
          </>
        )
      }
    >
      {run ? <Progress {...{ run, reviewed }} /> : <Choice planning={planning} />}
      {!run && planning.term !== null && <Summary reviewed={reviewed} />}
      <ul className="history-lines term-change-lines" aria-label={text('history.change.list')}>
        {refusedFirst(reviewed, run).map((each) => (
          <Line
            key={each.advert.id}
            {...{ each, run, table }}
            result={resultOf.get(each.advert.id)}
            isChosen={planning.problem === null}
          />
        ))}
      </ul>
    </Popup>
  )
}

/** After a run the refused ones come first: they need the trader. While it runs, no row moves. */
function refusedFirst(reviewed: readonly ReviewedChange[], run: ChangeRun | null): readonly ReviewedChange[] {
  if (run?.phase !== 'over') return reviewed
  const refused = new Set(
    run.results.flatMap(({ item, outcome }) => (outcome === 'refused' ? item.advert.id : [])),
  )
  const isRefused = ({ advert }: ReviewedChange): number => (refused.has(advert.id) ? 0 : 1)
  return reviewed.toSorted((a, b) => isRefused(a) - isRefused(b))
}

/** What is changed, and to what. */
function Choice({ planning }: { planning: NonNullable<ReturnType<typeof usePlannedChanges>> }) {
  const text = useText()
  const { term, saved, first } = planning
  const offered = changeableTerms.filter((each) => each !== 'conditions' || saved.length > 0)
  return (
    <div className="term-change-choice">
      <Select
        label={text('history.change.term')}
        value={term ?? ''}
        options={[
          { value: '' as const, label: text('history.change.choose') },
          ...offered.map((value) => ({ value, label: text(labelOf[value]) })),
        ]}
        onChange={(chosen) => planning.choose(chosen === '' ? null : chosen)}
      />
      {term !== null && (
        <TermValue
          key={term}
          {...{ term, saved }}
          values={planning.values}
          brokers={planning.brokers}
          conditions={planning.conditions}
          firstOf={splitSecurityName(first.securityName).ric}
          onChange={planning.change}
          onConditions={planning.chooseConditions}
        />
      )}
    </div>
  )
}

/** How many change, and how many lose their time priority by it. Announced as the value changes. */
function Summary({ reviewed }: { reviewed: readonly ReviewedChange[] }) {
  const text = useText()
  const changed = reviewed.filter(({ rows }) => rows.length > 0)
  const out = reviewed.filter(({ planned }) => planned === null).length
  const changes = changed.length
  const losing = changed.filter(({ planned }) => planned?.losesPriority).length
  return (
    <div className="term-change-summary" role="status">
      <p>{text('history.change.summary', { changes, same: reviewed.length - changes - out, out })}</p>
      {losing > 0 && <p className="review-warning">{text('history.change.priority', { count: losing })}</p>}
    </div>
  )
}

function RunActions({ run, stop, onClose }: { run: ChangeRun; stop: () => void; onClose: () => void }) {
  const text = useText()
  if (run.phase === 'over')
    return (
      <DelayedFocusButton kind="primary" onClick={onClose}>
        {text('common.ok')}
      </DelayedFocusButton>
    )
  return (
    <Button busy={run.isStopping} onClick={stop}>
      {text(run.isStopping ? 'history.run.stopping' : 'history.run.stop')}
    </Button>
  )
}

function Progress({ run, reviewed }: { run: ChangeRun; reviewed: readonly ReviewedChange[] }) {
  const text = useText()
  const { results, planned, phase } = run
  const countOf = (outcome: 'done' | 'refused'): number =>
    results.filter((result) => result.outcome === outcome).length
  const same = reviewed.filter((each) => each.planned !== null && each.rows.length === 0).length
  return (
    <div className="history-progress" role="status">
      <progress max={planned.length} value={results.length} aria-label={text('history.result.title')} />
      {phase === 'over'
        ? text('history.change.result', { done: countOf('done'), same, refused: countOf('refused') })
        : text('history.run.progress', { done: results.length, count: planned.length })}
    </div>
  )
}

interface LineProps {
  each: ReviewedChange
  run: ChangeRun | null
  result: RunResult<PlannedChange> | undefined
  table: HistoryTable
  isChosen: boolean
}

/** One selected IOI: what changes, or its result. */
function Line({ each: { advert, planned, rows }, run, result, table, isChosen }: LineProps) {
  const text = useText()
  const listed = { ...advert, shareQuantity: planned?.is.shareQuantity ?? advert.shareQuantity }
  const shown = (id: Parameters<typeof columnOf>[0]): string => columnOf(id).shown(listed, table.context)
  const hasNoSide = table.all.find(({ id }) => id === advert.id)?.hasNoSide
  const changes = rows.length > 0 ? planned : null
  return (
    <li data-outcome={result?.outcome} data-untouched={(isChosen && !changes) || undefined}>
      {hasNoSide ? (
        <span className="side">–</span>
      ) : (
        <Side direction={planned?.is.direction ?? advert.direction} />
      )}
      <b className="history-line-quantity">{shown('shareQuantity')}</b>
      <span className="history-line-security">{shown('security')}</span>
      <ChangeOutcome {...{ advert, planned, changes, run, result, isChosen }} />
      {changes && (
        <div className="history-reviewed">
          <dl>
            {rows.map(({ label, was, value }) => (
              <div key={label} data-changed>
                <dt>{label}</dt>
                <dd>{text('history.change.fromTo', { was: was ?? '', value })}</dd>
              </div>
            ))}
          </dl>
          {!run && hasUnsentEdits(changes) && <p className="terms-hint">{text('history.change.edited')}</p>}
        </div>
      )}
    </li>
  )
}

/** Whether what was sent has edits at the desk that this change does not send. A draft's are part of it. */
const hasUnsentEdits = ({ advert, edits }: PlannedChange): boolean =>
  advert.advertisementStatus !== 'UNSENT' && Object.keys(edits).length > 0

interface ChangeOutcomeProps extends Pick<LineProps, 'run' | 'result' | 'isChosen'> {
  advert: Advert
  planned: PlannedChange | null
  /** Null if nothing changes. */
  changes: PlannedChange | null
}

function ChangeOutcome({ advert, planned, changes, run, result, isChosen }: ChangeOutcomeProps) {
  const text = useText()
  const failureText = useFailureText()
  const isDraft = advert.advertisementStatus === 'UNSENT'
  if (!planned) {
    const reason = actionDisabledReason('modify', advert)
    return <span className="history-line-outcome">{reason && text(reason)}</span>
  }
  if (!changes)
    return <span className="history-line-outcome">{isChosen ? text('history.change.unchanged') : null}</span>
  if (result?.failure) {
    const { errorCode } = result.failure
    return (
      <span className="history-line-refused">
        ✕ {failureText(result.failure)} {isServerCode(errorCode) && <code>{errorCode}</code>}
      </span>
    )
  }
  if (!run && changes.losesPriority)
    return <span className="term-change-priority">{text('history.change.losesPriority')}</span>
  const draft = isDraft ? text('history.change.draft') : ''
  const outcome = !run
    ? ''
    : !result
      ? text('history.result.waiting')
      : text(result.outcome === 'done' ? 'history.change.done' : 'history.result.left')
  return <span className="history-line-outcome">{[outcome, draft].filter(Boolean).join(' · ')}</span>
}

/** Whether a code is one that support knows, and not one of this page. */
const isServerCode = (errorCode: string): boolean => errorCode === errorCode.toUpperCase()
