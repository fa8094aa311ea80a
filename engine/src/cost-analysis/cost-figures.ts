import { minuteMs } from '../calendar/trading-days.ts'
import type { Direction } from '../model/advert.ts'
import type { Price } from '../model/price.ts'
import { executedTotal, shareOfIoi, timeToLocate } from './ioi-figures.ts'

/** An own IOI that was located and agreed on, as the journal has it. Prices in 1/10,000 yen, times in ms UTC. */
export interface AgreedIoi {
  readonly direction: Direction
  /** The quantity of the IOI as it was sent. */
  readonly shareQuantity: number
  readonly submitTime: number
  /** The mid of a fresh quote at the submit; null if there was none, for example before the open. */
  readonly arrivalMid: Price | null
  readonly locatedAt: number
  readonly locatedQuantity: number
  readonly midAtLocate: Price
  /** The best bid and ask at the locate; null after the close, when there is no spread. */
  readonly bid: Price | null
  readonly ask: Price | null
  /** What the broker has reported as executed. */
  readonly executions: readonly { readonly quantity: number; readonly price: Price }[]
}

/** One minute of the market. */
export interface MarketMinute {
  /** Its start. */
  readonly at: number
  readonly volume: number | null
  /** The average price of the minute by volume. */
  readonly vwap: Price | null
  /** The last mid of the minute. */
  readonly mid: Price | null
}

/** Minutes after the locate at which reversion is measured. */
export const reversionMinutes = [1, 5, 15, 30] as const
export type ReversionMinute = (typeof reversionMinutes)[number]

/**
 * The costs of one agreement. Basis points are of the arrival mid, or of the mid at the locate if there is no arrival
 * mid, rounded to 0.01; a positive half-spread or slippage is in the trader's favour. Null where the data are missing.
 */
export interface CostFigures {
  readonly arrivalMid: Price | null
  readonly midAtLocate: Price
  /** The average executed price, else the mid at the locate. May have a fraction. */
  readonly price: Price
  /** Executed shares, else located ones. */
  readonly quantity: number
  readonly isExecuted: boolean
  /** Price times quantity. */
  readonly value: Price
  readonly halfSpreadBp: number | null
  /** Half the quoted spread times the quantity. */
  readonly halfSpreadSaved: Price | null
  /** From the submit to the locate. May have a fraction. */
  readonly intervalVwap: Price | null
  readonly againstArrivalBp: number | null
  readonly againstVwapBp: number | null
  readonly reversionBp: Readonly<Record<ReversionMinute, number | null>>
  readonly timeToLocateMs: number
  readonly locatedQuantity: number
  /** Null without a report. */
  readonly executedQuantity: number | null
  /** Fractions of the quantity of the IOI. */
  readonly shareLocated: number | null
  readonly shareExecuted: number | null
}

/**
 * The costs of an agreement, from the journal and the minutes of its security (docs/rules.md §24,
 * docs/decisions/0072-cost-analysis.md). Pure: the same facts give the same figures. `minutes` in ascending order, as
 * they are known at `now`, in ms UTC.
 */
export function costFiguresOf(ioi: AgreedIoi, minutes: readonly MarketMinute[], now: number): CostFigures {
  const { direction, arrivalMid, midAtLocate, bid, ask, locatedAt, submitTime } = ioi
  const executed = executedTotal(ioi.executions)
  const { locatedQuantity, shareQuantity } = ioi
  const { quantity, value, price } = executed ?? {
    quantity: locatedQuantity,
    value: locatedQuantity * midAtLocate,
    price: midAtLocate,
  }
  const halfSpread = bid === null || ask === null ? null : (ask - bid) / 2
  const intervalVwap = vwapBetween(minutes, submitTime, locatedAt)
  const inBp = (amount: Price): number => rounded((amount / (arrivalMid ?? midAtLocate)) * 10_000)
  /** A BUY gains when its price is below a benchmark, a SELL when it is above. */
  const gain = (benchmark: Price | null, own: Price): number | null =>
    benchmark === null ? null : inBp(direction === 'BUY' ? benchmark - own : own - benchmark)
  /** After a BUY the price comes back by falling, after a SELL by rising. */
  const reversion = (after: ReversionMinute): number | null => {
    const moment = locatedAt + after * minuteMs
    const mid = moment > now ? null : midAfter(minutes, locatedAt, moment)
    return mid === null ? null : inBp(direction === 'BUY' ? midAtLocate - mid : mid - midAtLocate)
  }
  return {
    arrivalMid,
    midAtLocate,
    price,
    quantity,
    isExecuted: executed !== null,
    value,
    halfSpreadBp: halfSpread === null ? null : inBp(halfSpread),
    halfSpreadSaved: halfSpread === null ? null : halfSpread * quantity,
    intervalVwap,
    againstArrivalBp: gain(arrivalMid, price),
    againstVwapBp: gain(intervalVwap, price),
    reversionBp: { 1: reversion(1), 5: reversion(5), 15: reversion(15), 30: reversion(30) },
    timeToLocateMs: timeToLocate(submitTime, locatedAt),
    locatedQuantity,
    executedQuantity: executed?.quantity ?? null,
    shareLocated: shareOfIoi(locatedQuantity, shareQuantity),
    shareExecuted: executed && shareOfIoi(executed.quantity, shareQuantity),
  }
}

// Without the addition a number that rounds to zero from below would be -0.
const rounded = (bp: number): number => Math.round(bp * 100) / 100 + 0

/**
 * The average price by volume from one time to another; null if nothing was traded. A minute that the interval
 * covers in part counts with that part of its volume.
 */
function vwapBetween(minutes: readonly MarketMinute[], from: number, to: number): Price | null {
  let [volume, turnover] = [0, 0]
  for (const minute of minutes) {
    const covered = Math.min(to, minute.at + minuteMs) - Math.max(from, minute.at)
    if (covered <= 0 || minute.volume === null || minute.vwap === null) continue
    const shares = (minute.volume * covered) / minuteMs
    volume += shares
    turnover += shares * minute.vwap
  }
  return volume > 0 ? turnover / volume : null
}

/** Older mids say nothing about the moment. */
const oldestMidMs = 5 * minuteMs

/**
 * The mid at a moment after a locate: the last one of the newest minute that had ended by then, after the locate and
 * at most five minutes before. Null if the market was closed.
 */
function midAfter(minutes: readonly MarketMinute[], locatedAt: number, moment: number): Price | null {
  const ended = minutes.filter(({ at, mid }) => {
    const end = at + minuteMs
    return mid !== null && end > locatedAt && end <= moment && end >= moment - oldestMidMs
  })
  return ended.at(-1)?.mid ?? null
}
