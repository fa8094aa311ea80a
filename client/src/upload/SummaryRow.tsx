import type { ResultRow, WantedAdvert } from '@aitai/contract/upload.ts'
import { memo, type Dispatch as Tell, useMemo } from 'react'
import { useGetEquitiesQuery } from '../api.ts'
import { titleIn } from '../ui/equity-name.ts'
import { formatNotional, formatNumber } from '../ui/format.ts'
import { Side } from '../ui/Side.tsx'
import { useLanguage, useText } from '../ui/text.ts'
import type { Happening, Origin } from './flow.ts'
import { useRowText } from './row-text.ts'

interface Props {
  row: ResultRow
  origin: Origin
  isChosen: boolean
  tell: Tell<Happening>
}

/** The label of a security in a popup is cut here, the whole on hover (specification 9). */
const longestLabel = 24

const cut = (label: string): string =>
  label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label

/** One row of the summary list; one that cannot be sent is grey, with a cross and the reason under it. */
export const SummaryRow = memo(function SummaryRow({ row, origin, isChosen, tell }: Props) {
  const text = useText()
  const rowText = useRowText()
  const label = useLabel(row)
  const { advertisement: advert, status } = row
  const isOk = status === 'OK'
  const said = advert && {
    security: label,
    direction: text(`common.${advert.direction}`),
    shares: formatNumber(advert.shareQuantity),
  }
  return (
    <tr className="upload-row" data-ok={isOk}>
      <td>
        {isOk && said ? (
          <input
            type="checkbox"
            aria-label={text('upload.summary.select', said)}
            checked={isChosen}
            onChange={() => tell({ type: 'rowTurned', line: row.line })}
          />
        ) : (
          <span className="upload-cross" role="img" aria-label={text('upload.row.notOk')}>
            ✕
          </span>
        )}
      </td>
      <td colSpan={advert ? 1 : 6}>
        <span title={label}>{cut(label)}</span>
        {origin.kind === 'restored' && (
          <small className="upload-prior">{text('upload.summary.priorDay')}</small>
        )}
        {!isOk && <small className="upload-reason">{rowText(row, origin)}</small>}
      </td>
      <Terms advert={advert} />
    </tr>
  )
})

function Terms({ advert }: { advert: WantedAdvert | null }) {
  const text = useText()
  if (!advert) return null
  return (
    <>
      <td>
        <Side direction={advert.direction} />
      </td>
      <td className="upload-number">{formatNumber(advert.shareQuantity)}</td>
      <td className="upload-number">{formatNotional(advert.jpynotional)}</td>
      <td className="upload-number">{formatNotional(advert.usdnotional)}</td>
      <td className="upload-type">{text(`common.${advert.transactionType}`)}</td>
    </>
  )
}

/** 'ric - name' in the language of the screen; what was typed where there is no such security. */
function useLabel({ advertisement, ric }: ResultRow): string {
  const language = useLanguage()
  const { data } = useGetEquitiesQuery()
  return useMemo(() => {
    const equity = data?.find((each) =>
      advertisement ? each.equityId === advertisement.securityId : each.ric === ric,
    )
    return equity ? titleIn(language, equity) : (advertisement?.securityName ?? ric)
  }, [data, language, advertisement, ric])
}
