import type { ResultRow, WantedAdvert } from '@aitai/contract/schemas/upload.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { type Dispatch, memo, type Ref } from 'react'
import { durationText } from '../../ui/advert-terms/duration-text.ts'
import { formatNotional } from '../../ui/format/amounts.ts'
import { shortLabel } from '../../ui/format/equity-name.ts'
import { formatNumber, formatPrice, withPercentSign } from '../../ui/format/format.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import type { UploadAction } from '../upload-state.ts'

interface Props {
  /** Measures the row. */
  ref: Ref<HTMLTableRowElement>
  /** Position among all rows, because only visible rows are rendered. */
  index: number
  /** Distance from the top of the first row, in pixels. */
  start: number
  row: ResultRow
  /** 'ric - name'. */
  label: string
  /** Why it cannot be sent; null if it can. */
  reason: string | null
  /** Why its size may be a typing error; null if it is not unusual. */
  warning: string | null
  /** Whether the list has a column of limit prices. */
  hasLimits: boolean
  isRestored: boolean
  isChosen: boolean
  dispatchUpload: Dispatch<UploadAction>
}

/**
 * One row of the summary list. A row that cannot be sent is grey with a cross and the reason below it. Memoized,
 * because there may be 1,000 rows.
 */
export const SummaryRow = memo(function SummaryRow(props: Props) {
  const { ref, index, start, row, label, reason, warning, hasLimits, isRestored, isChosen, dispatchUpload } =
    props
  const wide = hasLimits ? 9 : 8
  const text = useText()
  const { advertisement: advert, draftId } = row
  const textValues = advert && {
    security: label,
    direction: text(`common.${advert.direction}`),
    shares: formatNumber(advert.shareQuantity),
  }
  return (
    <tr
      ref={ref}
      className="upload-row"
      aria-rowindex={index + 2}
      data-index={index}
      data-ok={reason === null}
      style={{ transform: `translateY(${start}px)` }}
    >
      <td>
        {reason === null && textValues ? (
          <label className="upload-check">
            <input
              type="checkbox"
              aria-label={text('upload.summary.select', textValues)}
              checked={isChosen}
              onChange={() => dispatchUpload({ type: 'rowToggled', line: row.line })}
            />
          </label>
        ) : (
          <span className="upload-cross" role="img" aria-label={text('upload.row.notOk')}>
            ✕
          </span>
        )}
      </td>
      <td colSpan={advert ? 1 : wide}>
        <span className="upload-label" title={label}>
          {shortLabel(label)}
        </span>
        {isRestored && <small className="upload-prior">{text('upload.summary.priorDay')}</small>}
        {row.adjusted && (
          <small className="upload-adjusted">
            {text('upload.summary.adjusted', {
              newShares: formatNumber(row.adjusted.newShares),
              oldShares: formatNumber(row.adjusted.oldShares),
              shares: formatNumber(row.adjusted.shareQuantity),
            })}
          </small>
        )}
        {reason === null && draftId !== null && (
          <small className="upload-prior">{text('upload.summary.draft')}</small>
        )}
      </td>
      <Terms advert={advert} hasLimits={hasLimits} />
      {warning !== null && (
        <td colSpan={wide} className="upload-why">
          <small className="size-warning">{warning}</small>
        </td>
      )}
      {reason !== null && (
        <td colSpan={wide} className="upload-why">
          <small className="upload-reason">{reason}</small>
        </td>
      )}
    </tr>
  )
})

function Terms({ advert, hasLimits }: { advert: WantedAdvert | null; hasLimits: boolean }) {
  const text = useText()
  const language = useLanguage()
  if (!advert) return null
  return (
    <>
      <td>
        <Side direction={advert.direction} />
      </td>
      <td className="upload-number">{formatNumber(advert.shareQuantity)}</td>
      {hasLimits && (
        <td className="upload-number">{advert.limitPrice === null ? '–' : limitText(advert.limitPrice)}</td>
      )}
      <td className="upload-number">{formatNotional(advert.jpynotional, language)}</td>
      <td className="upload-number upload-dollars">{formatNotional(advert.usdnotional, language)}</td>
      <td className="upload-type">{text(`common.${advert.transactionType}`)}</td>
      <td className="upload-type">{durationText(text, advert.duration)}</td>
      <td className="upload-number">{withPercentSign(advert.minimumQuantity, language)}</td>
    </>
  )
}

/** A limit price with the decimals that it has. */
const limitText = (price: Yen): string => formatPrice(price, Number.isInteger(price) ? 1 : 0.1)
