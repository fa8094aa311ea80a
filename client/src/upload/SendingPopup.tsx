import { useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { download } from '../ui/download.ts'
import { Popup } from '../ui/Popup.tsx'
import { useFailureText, useText } from '../ui/text.ts'
import { countOf, type Flow, unsentErrands } from './flow.ts'
import { resultFile } from './result-file.ts'
import { useRowText } from './row-text.ts'
import type { Outcome } from './send-rows.ts'
import type { Uploads } from './use-uploads.ts'

type Sent = Extract<Flow, { phase: 'sending' | 'done' }>

interface Props {
  uploads: Uploads
  flow: Sent
}

/** How far the upload is, a way to stop it between two rows, then what became of each (quality U40). */
export function SendingPopup({ uploads, flow }: Props) {
  const text = useText()
  const top = useRef<HTMLDivElement>(null)
  const isDone = flow.phase === 'done'
  const { outcomes, errands } = flow
  const progress = text('upload.sending.progress', { done: outcomes.length, total: errands.length })
  const close = (): void => uploads.tell({ type: 'closed' })
  return (
    <Popup
      title={text(isDone ? 'upload.done.title' : 'upload.sending.title')}
      size="medium"
      initialFocus={top}
      {...(isDone ? { onClose: close } : {})}
      actions={
        isDone ? <DoneActions {...{ uploads, flow }} onClose={close} /> : <Stop {...{ uploads, flow }} />
      }
    >
      <div ref={top} tabIndex={-1} className="upload-sending">
        {isDone ? (
          <Result flow={flow} />
        ) : (
          <>
            <p className="upload-progress" role="status">
              {progress}
            </p>
            <progress max={errands.length} value={outcomes.length} aria-label={progress} />
            <p className="upload-waiting">{flow.isWaiting ? text('upload.sending.waiting') : ''}</p>
          </>
        )}
      </div>
    </Popup>
  )
}

function Stop({ uploads, flow }: Props) {
  const text = useText()
  const isStopping = flow.phase === 'sending' && flow.isStopping
  return (
    <Button kind="danger" busy={isStopping} onClick={uploads.stop}>
      {text(isStopping ? 'upload.sending.stopping' : 'upload.sending.stop')}
    </Button>
  )
}

/** Counts, and every row that was not sent with its reason. */
function Result({ flow: { outcomes, rows, origin } }: { flow: Sent }) {
  const text = useText()
  const failureText = useFailureText()
  const notSent = countOf(outcomes, 'notSent')
  const unsure = countOf(outcomes, 'unsure')
  const refused = countOf(outcomes, 'refused')
  const bad = outcomes.filter(({ result }) => result !== 'sent')
  const ricAt = new Map(rows.map(({ line, ric }) => [line, ric]))
  const told = (line: number, reason: string): string => {
    const ric = ricAt.get(line) ?? ''
    // What was restored never stood in a file, so it has no line.
    return origin.kind === 'restored'
      ? text('upload.row.restored', { ric, reason })
      : text('upload.row.at', { line, ric, reason })
  }
  return (
    <>
      <p className="upload-counts" role="status">
        <b className="upload-good">{text('upload.done.sent', { count: countOf(outcomes, 'sent') })}</b>
        {refused > 0 && <b className="upload-bad">{text('upload.done.refused', { count: refused })}</b>}
        {notSent > 0 && <b>{text('upload.done.notSent', { count: notSent })}</b>}
        {unsure > 0 && <b className="upload-bad">{text('upload.done.unsure', { count: unsure })}</b>}
      </p>
      {bad.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard (2.1.1)
        <ul className="upload-outcomes" tabIndex={0}>
          {bad.map(({ line, result, failure }) => (
            <li key={line}>
              <span>{told(line, text(`upload.result.${result}`))}</span>
              {failure && <small>{failureText(failure)}</small>}
            </li>
          ))}
        </ul>
      )}
      {outcomes.some(({ result, draftId }) => result === 'refused' && draftId !== undefined) && (
        <p className="upload-waiting">{text('upload.done.drafts')}</p>
      )}
    </>
  )
}

function DoneActions({ uploads, flow, onClose }: Props & { onClose: () => void }) {
  const text = useText()
  const file = useResultFile(flow)
  const rest = unsentErrands(flow.errands, flow.outcomes)
  return (
    <>
      <Button onClick={() => download(text('upload.done.file'), file())}>
        {text('upload.done.download')}
      </Button>
      {rest.length > 0 && (
        <Button kind="secondary" onClick={() => void uploads.send(rest)}>
          {text('upload.done.rest', { count: rest.length })}
        </Button>
      )}
      <Button kind="primary" onClick={onClose}>
        {text('common.close')}
      </Button>
    </>
  )
}

function useResultFile({ rows, outcomes, origin }: Sent): () => string {
  const text = useText()
  const failureText = useFailureText()
  const rowText = useRowText()
  const heads = [text('upload.result.line'), 'ric', 'direction', 'shareQuantity']
  const failureOf = (outcome: Outcome | undefined): string =>
    outcome?.failure ? failureText(outcome.failure) : ''
  return () =>
    resultFile(rows, outcomes, {
      heads: [...heads, text('upload.result.result'), text('upload.result.reason')],
      resultOf: (outcome, { status }) => {
        if (status !== 'OK') return text('upload.row.notOk')
        return text(outcome ? `upload.result.${outcome.result}` : 'upload.result.notChosen')
      },
      reasonOf: (outcome, row) => (row.status === 'OK' ? failureOf(outcome) : rowText(row, origin)),
    })
}
