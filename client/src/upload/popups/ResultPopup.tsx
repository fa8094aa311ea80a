import { type RowOutcome, type RowSendResult, unsentRows } from '@aitai/contract/bulk-file/send-rows.ts'
import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import { useRef } from 'react'
import { downloadFile } from '../../ui/browser/download.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { Popup } from '../../ui/popups/Popup.tsx'
import { toCsv } from '../../ui/table/delimited-text.ts'
import { useText } from '../../ui/text/use-text.ts'
import { countOutcomes, type UploadState } from '../upload-state.ts'
import type { Uploads } from '../use-uploads.ts'
import { useRowErrorText, useRowMessage, useSendFailureText } from './row-text.ts'

type Done = Extract<UploadState, { phase: 'done' }>

interface Props {
  uploads: Uploads
  flow: Done
}

/** The result of each row, to be read, fixed, sent again or downloaded. */
export function ResultPopup({ uploads, flow }: Props) {
  const text = useText()
  const top = useRef<HTMLDivElement>(null)
  const close = (): void => uploads.dispatchUpload({ type: 'closed' })
  return (
    <Popup
      title={text(flow.origin.kind === 'restored' ? 'upload.done.restored' : 'upload.done.title')}
      size="medium"
      initialFocus={top}
      onClose={close}
      actions={<Actions {...{ uploads, flow }} onClose={close} />}
    >
      <div ref={top} tabIndex={-1} className="upload-sending">
        <Counts outcomes={flow.outcomes} />
        <Unsent {...{ uploads, flow }} />
      </div>
    </Popup>
  )
}

function Counts({ outcomes }: Pick<Done, 'outcomes'>) {
  const text = useText()
  const has = (result: RowSendResult): boolean => countOutcomes(outcomes, result) > 0
  const of = (result: RowSendResult): string => formatNumber(countOutcomes(outcomes, result))
  return (
    <p className="upload-counts" role="status">
      <b className="upload-good">{text('upload.done.sent', { count: of('sent') })}</b>
      {has('refused') && (
        <b className="upload-bad">{text('upload.done.refused', { count: of('refused') })}</b>
      )}
      {has('notSent') && <b>{text('upload.done.notSent', { count: of('notSent') })}</b>}
      {has('unsure') && <b className="upload-bad">{text('upload.done.unsure', { count: of('unsure') })}</b>}
    </p>
  )
}

/** Every unsent row with its reason; a refused draft can be fixed in the editor. */
function Unsent({ uploads, flow: { outcomes, rows, origin } }: Props) {
  const text = useText()
  const reasonOf = useSendFailureText()
  const place = useRowMessage()
  const bad = outcomes.filter(({ result }) => result !== 'sent')
  if (bad.length === 0) return null
  const ricAt = new Map(rows.map(({ line, ric }) => [line, ric]))
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must by keyboard, too (2.1.1) */}
      <ul className="upload-outcomes" tabIndex={0} aria-label={text('upload.done.list')}>
        {bad.map(({ line, result, failure, draftId }) => {
          const row = { line, ric: ricAt.get(line) ?? '' }
          return (
            <li key={line}>
              <span>{place(row, origin, text(`upload.result.${result}`))}</span>
              {result === 'refused' && draftId !== undefined && (
                <Button
                  kind="quiet"
                  aria-label={text('upload.done.fixOf', { ric: row.ric })}
                  onClick={() => uploads.openInEditor(draftId)}
                >
                  {text('upload.done.fix')}
                </Button>
              )}
              {failure && <small>{reasonOf(failure)}</small>}
            </li>
          )
        })}
      </ul>
      {bad.some(({ result, draftId }) => result === 'refused' && draftId !== undefined) && (
        <p className="upload-waiting">{text('upload.done.drafts')}</p>
      )}
    </>
  )
}

function Actions({ uploads, flow, onClose }: Props & { onClose: () => void }) {
  const text = useText()
  const file = useResultFile(flow)
  const rest = unsentRows(flow.rowsToSend, flow.outcomes)
  const name = flow.origin.kind === 'restored' ? 'upload.done.restoredFile' : 'upload.done.file'
  return (
    <>
      <Button onClick={() => downloadFile(text(name), file())}>{text('upload.done.download')}</Button>
      {rest.length > 0 && (
        <Button kind="secondary" onClick={() => void uploads.send(rest)}>
          {text('upload.done.rest', { count: formatNumber(rest.length) })}
        </Button>
      )}
      <Button kind="primary" onClick={onClose}>
        {text('common.close')}
      </Button>
    </>
  )
}

function useResultFile({ rows, outcomes, origin }: Done): () => string {
  const text = useText()
  const reasonOf = useSendFailureText()
  const rowText = useRowErrorText()
  const heads = [text('upload.result.line'), 'ric', 'direction', 'shareQuantity']
  const failureOf = (outcome: RowOutcome | undefined): string =>
    outcome?.failure ? reasonOf(outcome.failure) : ''
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

/** Texts of the result file: column headers, the result of a row and its reason. */
interface ResultTexts {
  readonly heads: readonly string[]
  readonly resultOf: (outcome: RowOutcome | undefined, row: ResultRow) => string
  readonly reasonOf: (outcome: RowOutcome | undefined, row: ResultRow) => string
}

/** A CSV file for Excel with the result of every row, including those that were not chosen. */
function resultFile(
  rows: readonly ResultRow[],
  outcomes: readonly RowOutcome[],
  { heads, resultOf, reasonOf }: ResultTexts,
): string {
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.line, outcome]))
  const lines = rows.map((row) => {
    const { advertisement, line, ric } = row
    const outcome = outcomeOf.get(line)
    const advert = [advertisement?.direction ?? '', advertisement?.shareQuantity ?? '']
    return [line, ric, ...advert, resultOf(outcome, row), reasonOf(outcome, row)]
  })
  return toCsv([heads, ...lines])
}
