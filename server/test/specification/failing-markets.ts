import { yen } from '@aitai/engine/market/price.ts'
import type { Quote } from '@aitai/engine/market/quote.ts'

/** The market of a security that fails, given its close and its daily limit in 1/10,000 yen. */
export type FailingMarket = (of: { now: number; close: number; highest: number }) => Partial<Quote> | null

/** How the market of a security fails, by the number of the market error that it causes (docs/rules.md §12). */
export const failingMarkets = {
  '001': () => null,
  '002': () => ({ bid: 0 }),
  '003': ({ now }) => ({ at: now }),
  '004': () => ({ condition: 'HALTED' }),
  '005': () => ({ condition: 'SPECIAL_QUOTE' }),
  '006': ({ highest }) => ({ bid: highest, ask: null }),
  '007': () => ({ last: Number.POSITIVE_INFINITY }),
  '012': ({ close }) => ({ bid: Math.round(close * 0.97), ask: Math.round(close * 1.03) }),
  '013': ({ highest }) => ({ bid: highest + 10 * yen, ask: highest + 11 * yen }),
} as const satisfies Readonly<Record<string, FailingMarket>>
