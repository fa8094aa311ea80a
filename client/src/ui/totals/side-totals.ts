import { type Direction, directions } from '@aitai/engine/model/advert.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import type { Language } from '@aitai/messages/language.ts'
import { formatDollars, formatYen } from '../format/amounts.ts'
import { formatNumber } from '../format/format.ts'
import type { TextFunction } from '../text/use-text.ts'

/** Shares and their value, in whole yen and dollars. */
export interface Size {
  readonly shareQuantity: number
  readonly jpynotional: Yen
  readonly usdnotional: number
}

/** What is summed per side. The value is that of the share quantity. */
export interface SizedRow extends Size {
  readonly direction: Direction
  /** What was located of it, once it is completed. */
  readonly located?: Size
}

export interface SideTotal extends Size {
  readonly direction: Direction
  readonly count: number
  /** The part of the total that was located; null if nothing was. */
  readonly located: Size | null
}

const sumOf = (sizes: readonly Size[]): Size => ({
  shareQuantity: sizes.reduce((sum, { shareQuantity }) => sum + shareQuantity, 0),
  jpynotional: sizes.reduce((sum, { jpynotional }) => sum + jpynotional, 0),
  usdnotional: sizes.reduce((sum, { usdnotional }) => sum + usdnotional, 0),
})

/** The totals of each side that has rows, BUY first. */
export const sideTotals = (rows: readonly SizedRow[]): readonly SideTotal[] =>
  directions.flatMap((direction) => {
    const ofSide = rows.filter((row) => row.direction === direction)
    const located = ofSide.flatMap((row) => row.located ?? [])
    return ofSide.length === 0
      ? []
      : {
          direction,
          count: ofSide.length,
          ...sumOf(ofSide),
          located: located.length > 0 ? sumOf(located) : null,
        }
  })

/** The side with the larger value in yen, and by how much (whole yen and dollars); null unless both sides have rows. */
export function netOf(
  totals: readonly SideTotal[],
): Pick<SideTotal, 'direction' | 'jpynotional' | 'usdnotional'> | null {
  const [buy, sell] = directions.map((direction) => totals.find((total) => total.direction === direction))
  if (!buy || !sell) return null
  const [more, less] = buy.jpynotional >= sell.jpynotional ? [buy, sell] : [sell, buy]
  return {
    direction: more.direction,
    jpynotional: more.jpynotional - less.jpynotional,
    usdnotional: more.usdnotional - less.usdnotional,
  }
}

/**
 * What a net is of (docs/glossary.md, "Figures"): the open IOIs, all that were sent on a day, or a choice of
 * them.
 */
export type NetKind = 'open' | 'day' | 'chosen'

/** A line for each side and for what was located of it, and one for the net of both: to show, copy or mail. */
export function totalLines(
  rows: readonly SizedRow[],
  kind: NetKind,
  text: TextFunction,
  language: Language,
): readonly string[] {
  const sizeText = ({ shareQuantity, jpynotional, usdnotional }: Size) => ({
    shares: formatNumber(shareQuantity),
    jpy: formatYen(jpynotional, language),
    usd: formatDollars(usdnotional, language),
  })
  const totals = sideTotals(rows)
  const net = netOf(totals)
  const lines = totals.flatMap((total) => {
    const side = text(`common.${total.direction}`)
    const { count, located } = total
    return [
      text(count === 1 ? 'totals.sideOne' : 'totals.side', { side, count, ...sizeText(total) }),
      ...(located ? [text('totals.located', { side, ...sizeText(located) })] : []),
    ]
  })
  if (!net) return lines
  const jpy = formatYen(net.jpynotional, language)
  const usd = formatDollars(net.usdnotional, language)
  const name = text(`totals.net.${kind}`)
  return [...lines, text('totals.net', { name, side: text(`common.${net.direction}`), jpy, usd })]
}
