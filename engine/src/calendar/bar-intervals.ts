/** Hours in which an exchange trades, in milliseconds UTC. */
export interface TradingSpan {
  readonly from: number
  readonly to: number
}

/**
 * The start of the interval that contains a minute of trading. Intervals of a length are counted from the start of each
 * span, and the last one of a span includes what follows its end: the auction at the close.
 */
export function intervalStart(at: number, spans: readonly TradingSpan[], lengthMs: number): number {
  const span = spans.findLast(({ from }) => from <= at)
  if (!span) return Math.floor(at / lengthMs) * lengthMs
  const last = Math.max(0, Math.ceil((span.to - span.from) / lengthMs) - 1)
  return span.from + Math.min(Math.floor((at - span.from) / lengthMs), last) * lengthMs
}
