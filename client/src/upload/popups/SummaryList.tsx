import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import { type ReactNode, type Dispatch as Tell, useEffect, useMemo, useRef } from 'react'
import { useGetEquitiesQuery } from '../../app/api/desk-api.ts'
import { equityTitleIn } from '../../ui/format/equity-name.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { okLines, type UploadAction, type UploadState } from '../upload-state.ts'
import { chunkRows, RowChunk } from './RowChunk.tsx'
import { useRowErrorText } from './row-text.ts'
import { SummaryRow } from './SummaryRow.tsx'

interface Props {
  flow: Extract<UploadState, { phase: 'summary' }>
  tell: Tell<UploadAction>
}

/** Minimum number of rows; missing ones are empty. */
const minRows = 8

/** The rows of a file or an earlier day with a checkbox each, and one for all. */
export function SummaryList({ flow, tell }: Props) {
  const text = useText()
  const { rows, chosen, origin } = flow
  const rowText = useRowErrorText()
  const labelOf = useLabels()
  const rowOf = (row: ResultRow): ReactNode => (
    <SummaryRow
      key={row.line}
      {...{ row, tell }}
      label={labelOf(row)}
      reason={row.status === 'OK' ? null : rowText(row, origin)}
      isRestored={origin.kind === 'restored'}
      isChosen={chosen.has(row.line)}
    />
  )
  const chunks = Array.from({ length: Math.ceil(rows.length / chunkRows) }, (_, nth) =>
    rows.slice(nth * chunkRows, (nth + 1) * chunkRows),
  )
  const padded = Array.from({ length: minRows }, (_, index) => -index).slice(rows.length)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard (WCAG 2.1.1)
    <section className="upload-list" tabIndex={0} aria-label={text('upload.summary.list')}>
      <table aria-label={text('upload.summary.list')} aria-rowcount={rows.length + 1}>
        <Head flow={flow} tell={tell} />
        {chunks.map((chunk, nth) => (
          <RowChunk key={chunk[0]?.line} count={chunk.length} isFirst={nth === 0}>
            {() => chunk.map(rowOf)}
          </RowChunk>
        ))}
        {padded.length > 0 && (
          <tbody>
            {padded.map((index) => (
              <tr key={index} aria-hidden className="upload-empty">
                <td colSpan={7} />
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </section>
  )
}

function Head({ flow, tell }: Props) {
  const text = useText()
  return (
    <thead>
      <tr>
        <th scope="col">
          <AllBox flow={flow} tell={tell} />
        </th>
        <th scope="col">{text('upload.column.security')}</th>
        <th scope="col">{text('upload.column.side')}</th>
        <th scope="col" className="upload-number">
          {text('upload.column.quantity')}
        </th>
        <th scope="col" className="upload-number">
          JPY
        </th>
        <th scope="col" className="upload-number">
          USD
        </th>
        <th scope="col">{text('upload.column.type')}</th>
      </tr>
    </thead>
  )
}

/** Chooses all valid rows or none; indeterminate while only some are chosen. */
function AllBox({ flow: { rows, chosen }, tell }: Props) {
  const text = useText()
  const box = useRef<HTMLInputElement>(null)
  const ok = okLines(rows).length
  const isSome = chosen.size > 0 && chosen.size < ok
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome
  }, [isSome])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={text('upload.summary.all')}
      title={text('upload.summary.all')}
      disabled={ok === 0}
      checked={ok > 0 && chosen.size === ok}
      onChange={() => tell({ type: 'allTurned' })}
    />
  )
}

/** 'ric - name' in the language of the screen; what was typed where there is no such security. */
function useLabels(): (row: ResultRow) => string {
  const language = useLanguage()
  const { data } = useGetEquitiesQuery()
  return useMemo(() => {
    const byId = new Map(data?.map((equity) => [equity.equityId, equity]))
    const byRic = new Map(data?.map((equity) => [equity.ric, equity]))
    return ({ advertisement, ric }) => {
      const equity = advertisement ? byId.get(advertisement.securityId) : byRic.get(ric)
      return equity ? equityTitleIn(language, equity) : (advertisement?.securityName ?? ric)
    }
  }, [data, language])
}
