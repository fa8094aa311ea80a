import { type Direction, directions } from '@aitai/engine/model/advert.ts'
import { formatNotional, formatNumber } from '../format/format.ts'
import type { TextFunction } from '../text/use-text.ts'

/** What is summed per side. Notionals in whole yen and dollars. */
export interface SizedRow {
  readonly direction: Direction
  readonly shareQuantity: number
  readonly jpynotional: number
  readonly usdnotional: number
}

export interface SideTotal extends SizedRow {
  readonly count: number
}

/** The totals of each side that has rows, BUY first. */
export const sideTotals = (rows: readonly SizedRow[]): readonly SideTotal[] =>
  directions.flatMap((direction) => {
    const ofSide = rows.filter((row) => row.direction === direction)
    const sum = (name: 'shareQuantity' | 'jpynotional' | 'usdnotional'): number =>
      ofSide.reduce((total, row) => total + row[name], 0)
    return ofSide.length === 0
      ? []
      : {
          direction,
          count: ofSide.length,
          shareQuantity: sum('shareQuantity'),
          jpynotional: sum('jpynotional'),
          usdnotional: sum('usdnotional'),
        }
  })

/** The side with the larger value in yen, and by how much (whole yen and dollars); null unless both sides have rows. */
export function netOf(
  totals: readonly SideTotal[],
): Pick<SizedRow, 'direction' | 'jpynotional' | 'usdnotional'> | null {
  const [buy, sell] = directions.map((direction) => totals.find((total) => total.direction === direction))
  if (!buy || !sell) return null
  const [more, less] = buy.jpynotional >= sell.jpynotional ? [buy, sell] : [sell, buy]
  return {
    direction: more.direction,
    jpynotional: more.jpynotional - less.jpynotional,
    usdnotional: more.usdnotional - less.usdnotional,
  }
}

/** One line per side, and the net of both: to show, copy or mail. */
export function totalLines(rows: readonly SizedRow[], text: TextFunction): readonly string[] {
  const totals = sideTotals(rows)
  const net = netOf(totals)
  const lines = totals.map(({ direction, count, shareQuantity, jpynotional, usdnotional }) =>
    text(count === 1 ? 'history.summary.totalOne' : 'history.summary.total', {
      side: text(`common.${direction}`),
      count,
      shares: formatNumber(shareQuantity),
      jpy: formatNotional(jpynotional),
      usd: formatNotional(usdnotional),
    }),
  )
  if (!net) return lines
  const side = text(`common.${net.direction}`)
  const values = { side, jpy: formatNotional(net.jpynotional), usd: formatNotional(net.usdnotional) }
  return [...lines, text('history.summary.net', values)]
}
