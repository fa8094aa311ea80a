import { useMemo, useRef, useState } from 'react'
import { useAdvertListQuery, useGetEquitiesQuery } from '../../shared/api/desk-api.ts'
import { useOrderProgress } from '../../shared/orders/use-orders.ts'
import { isRetyped, RetypedQuantity, sizeWarningText } from '../../shared/sizes/SizeWarnings.tsx'
import { sizeWarnings } from '../../shared/sizes/size-warnings.ts'
import { useUsualSizes } from '../../shared/sizes/use-usual-sizes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatNumber, formatTradingDay } from '../../ui/format/format.ts'
import { Popup } from '../../ui/popups/Popup.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { SideTotals } from '../../ui/totals/SideTotals.tsx'
import { okLines, type UploadState } from '../upload-state.ts'
import type { Uploads } from '../use-uploads.ts'
import { PastedColumns } from './pasted-columns.tsx'
import { RejectedDownload } from './RejectedDownload.tsx'
import { SummaryList } from './SummaryList.tsx'

interface Props {
  uploads: Uploads
  flow: Extract<UploadState, { phase: 'summary' }>
}

/** All rows, as they would be sent or why they cannot be, before any is sent. */
export function UploadSummaryPopup({ uploads, flow }: Props) {
  const text = useText()
  const language = useLanguage()
  const top = useRef<HTMLDivElement>(null)
  const { dispatchUpload } = uploads
  const { origin, rows } = flow
  const close = (): void => dispatchUpload({ type: 'closed' })
  const ok = okLines(rows).length
  const sizes = useChosenSizes(flow)
  const title =
    origin.kind === 'restored'
      ? text('upload.summary.restored', { date: formatTradingDay(language, origin.day) })
      : text('upload.summary.title')
  const source =
    origin.kind === 'file' ? origin.name : origin.kind === 'pasted' ? text('upload.source.pasted') : null
  return (
    <Popup
      title={title}
      size="large"
      initialFocus={top}
      onClose={close}
      actions={<Actions {...{ uploads, flow }} isMissing={sizes.isMissing} onClose={close} />}
    >
      <div ref={top} tabIndex={-1} className="upload-summary">
        <p className="upload-counts">
          {source && <span>{text('upload.summary.file', { source })}</span>}
          <span>{text('upload.summary.ok', { count: formatNumber(ok) })}</span>
          {ok < rows.length && (
            <b className="upload-bad">
              {text('upload.summary.bad', { count: formatNumber(rows.length - ok) })}
            </b>
          )}
          {ok < rows.length && <RejectedDownload flow={flow} />}
        </p>
        {origin.kind === 'pasted' && origin.table && <PastedColumns table={origin.table} />}
        <SummaryList flow={flow} dispatchUpload={dispatchUpload} warningOf={sizes.warningOf} />
        <SideTotals rows={sizes.chosen} />
        {sizes.warned.length > 0 && (
          <RetypedQuantity
            label={text('advert.retype.bulk', { count: sizes.warned.length })}
            expected={sizes.expected}
            typed={sizes.typed}
            onType={sizes.setTyped}
            onEnter={() => undefined}
          />
        )}
      </div>
    </Popup>
  )
}

/**
 * The chosen rows, the warnings about their sizes, and whether the total of those with a warning was typed again
 * (docs/decisions/0077-safety-of-size.md).
 */
function useChosenSizes({ rows, chosen }: Props['flow']) {
  const text = useText()
  const language = useLanguage()
  const { data: adverts = [] } = useAdvertListQuery()
  const { data: equities } = useGetEquitiesQuery()
  const usualOf = useUsualSizes(adverts)
  const progressOf = useOrderProgress()
  const [typed, setTyped] = useState('')
  const volumes = useMemo(
    () => new Map(equities?.map(({ equityId, averageDailyVolume }) => [equityId, averageDailyVolume])),
    [equities],
  )
  const warnings = new Map<number, string>()
  for (const { line, status, advertisement } of rows) {
    if (status !== 'OK' || !advertisement) continue
    const averageDailyVolume = volumes.get(advertisement.securityId)
    const leftOfOrder = progressOf(advertisement)?.left ?? null
    const found = sizeWarnings({ ...advertisement, averageDailyVolume, usual: usualOf(''), leftOfOrder })
    if (found.length > 0)
      warnings.set(line, found.map((each) => sizeWarningText(each, text, language)).join(' '))
  }
  const chosenRows = rows.filter(({ line }) => chosen.has(line))
  const advertsOf = (some: typeof chosenRows) =>
    some.flatMap(({ advertisement }) => (advertisement ? [advertisement] : []))
  const warned = advertsOf(chosenRows.filter(({ line }) => warnings.has(line)))
  const expected = warned.reduce((sum, { shareQuantity }) => sum + shareQuantity, 0)
  return {
    chosen: advertsOf(chosenRows),
    warned,
    expected,
    typed,
    setTyped,
    isMissing: warned.length > 0 && !isRetyped(typed, expected),
    warningOf: (line: number): string | null => warnings.get(line) ?? null,
  }
}

interface ActionsProps extends Props {
  /** Whether a quantity must be typed again first. */
  isMissing: boolean
  onClose: () => void
}

function Actions({ uploads, flow, isMissing, onClose }: ActionsProps) {
  const text = useText()
  const why = isMissing ? text('advert.retype.why') : null
  const { rows, chosen } = flow
  const rowsToSend = rows.flatMap(({ line, advertisement, draftId }) =>
    chosen.has(line) && advertisement ? [{ line, wanted: advertisement, draftId: draftId ?? undefined }] : [],
  )
  return (
    <>
      <Button onClick={onClose}>{text('upload.cancel')}</Button>
      <Button
        kind="primary"
        dimmedBecause={rowsToSend.length === 0 ? text('upload.why.nothing') : why}
        onClick={() => void uploads.send(rowsToSend)}
      >
        {text('upload.upload', { count: formatNumber(rowsToSend.length) })}
      </Button>
    </>
  )
}
