import type { ScriptedIoi, Side } from './episodes.ts'
import { midOf, newestAt, type ScriptedQuote, type ScriptedSecurity } from './price-script.ts'
import { exchangeIsOpen, minuteMs, secondMs } from './tokyo-day.ts'

/**
 * How IOIs end, from the text of the rules (docs/rules.md §2, §11, §12, §13) and the scripted prices. It shares no code
 * with the engine's and was written without reading that.
 */

export type ConditionedIoi = Pick<
  ScriptedIoi,
  'direction' | 'knockoutTrigger' | 'indexRelativeKnockout' | 'submitAt'
>

/** A knockout fires on so many fresh mids in a row. */
const confirmations = 2
const apartMs = secondMs
const quoteAgeMs = 10 * secondMs

/** The quotes beyond a knockout until it fires, and when it does. Milliseconds UTC. */
export interface Firing {
  readonly past: readonly number[]
  readonly firesAt: number | null
  readonly errorCode: 'CANCEL-TRIGGER-001' | 'CANCEL-TRIGGER-002'
  /**
   * A quote would decide about which the rules say nothing: one outside the sessions, or a move within the rounding of
   * its offset. Such a script is not used.
   */
  readonly isUnclear: boolean
}

/** When a knockout of an IOI fires, by the quotes after its submit. */
export function firingOf(ioi: ConditionedIoi, security: ScriptedSecurity): Firing {
  const levels = firingBy(ioi, security, isBeyondLevel)
  const index = firingBy(ioi, security, isBeyondIndex)
  const isFirst = (levels.firesAt ?? Number.POSITIVE_INFINITY) <= (index.firesAt ?? Number.POSITIVE_INFINITY)
  return {
    ...(isFirst ? levels : index),
    past: [...levels.past, ...index.past],
    isUnclear: levels.isUnclear || index.isUnclear,
    errorCode: isFirst ? 'CANCEL-TRIGGER-001' : 'CANCEL-TRIGGER-002',
  }
}

type IsBeyond = (
  ioi: ConditionedIoi,
  mid: number,
  indexPercent: number,
  previousClose: number,
) => boolean | 'unclear'

const sign = (direction: Side): number => (direction === 'BUY' ? 1 : -1)

const isBeyondLevel: IsBeyond = ({ direction, knockoutTrigger: level }, mid) =>
  level !== null && sign(direction) * (mid - level) >= 0

function isBeyondIndex(
  { direction, indexRelativeKnockout: percent }: ConditionedIoi,
  mid: number,
  indexPercent: number,
  previousClose: number,
): boolean | 'unclear' {
  if (percent === null) return false
  const lead = sign(direction) * ((mid / previousClose - 1) * 100 - indexPercent)
  // Moves are in basis points: how they are rounded decides within one.
  return Math.abs(lead - percent) <= 0.015 ? 'unclear' : lead >= percent
}

function firingBy(
  ioi: ConditionedIoi,
  { quotes, previousClose }: ScriptedSecurity,
  isBeyond: IsBeyond,
): Pick<Firing, 'past' | 'firesAt' | 'isUnclear'> {
  const past: number[] = []
  let run: ScriptedQuote[] = []
  for (const quote of quotes) {
    if (quote.at <= ioi.submitAt) continue
    const mid = midOf(quote)
    const isConsecutive = quote.at - (run.at(-1)?.at ?? quote.at) <= quoteAgeMs
    const beyond = mid !== null && isBeyond(ioi, mid, quote.indexPercent ?? 0, previousClose)
    if (!beyond) {
      run = []
      continue
    }
    if (beyond === 'unclear' || !exchangeIsOpen(quote.at)) return { past, firesAt: null, isUnclear: true }
    run = isConsecutive ? [...run, quote] : [quote]
    past.push(quote.at)
    if (run.length >= confirmations && quote.at - (run[0]?.at ?? 0) >= apartMs)
      return { past, firesAt: quote.at, isUnclear: false }
  }
  return { past, firesAt: null, isUnclear: false }
}

const patienceMs = 5 * minuteMs

/** A market that was not fresh for five minutes of exchange hours. */
export interface MarketFailure {
  readonly at: number
  readonly errorCode: 'MARKET-ERROR-003' | 'MARKET-ERROR-004'
}

/**
 * When what is LIVE in a security ends for want of a fresh quote: a halt is not fresh at once, a quote that is not
 * followed by another one after ten seconds.
 */
export function marketFailureOf(
  { quotes }: ScriptedSecurity,
  from: number,
  until: number,
): MarketFailure | null {
  for (const [i, quote] of quotes.entries()) {
    const following = quotes[i + 1]
    if (midOf(quote) === null || (following && midOf(following) !== null)) continue
    // The last fresh quote before a halt or a silence.
    const begins = Math.min(following?.at ?? Number.POSITIVE_INFINITY, quote.at + quoteAgeMs)
    const next = quotes.find((each, k) => k > i && midOf(each) !== null)
    const at = afterExchangeTime(begins, patienceMs)
    if (at <= from || at > until || (next && next.at <= at)) continue
    const isHalted = newestAt(quotes, at)?.condition === 'HALTED'
    return { at, errorCode: isHalted ? 'MARKET-ERROR-004' : 'MARKET-ERROR-003' }
  }
  return null
}

/** The moment at which so much time of exchange hours has passed. Infinite if it does not pass within a day. */
function afterExchangeTime(from: number, ms: number): number {
  let passed = 0
  for (let at = from; at < from + 24 * 60 * minuteMs; at += secondMs) {
    if (passed >= ms) return at
    if (exchangeIsOpen(at)) passed += secondMs
  }
  return Number.POSITIVE_INFINITY
}
