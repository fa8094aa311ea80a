import type { Direction } from '@aitai/engine/model/advert.ts'
import { parseAmount } from './parse-amount.ts'

const sideWords: Readonly<Record<string, Direction>> = {
  b: 'BUY',
  buy: 'BUY',
  買: 'BUY',
  買い: 'BUY',
  s: 'SELL',
  sell: 'SELL',
  売: 'SELL',
  売り: 'SELL',
}

/** A quantity as typed, with the side before it; both null where the text says neither. */
interface SidedAmount {
  readonly direction: Direction | null
  readonly amount: number | null
}

/** Reads a quantity with an optional side before it: S 10k, B 1.5m, 売 3万. */
export function parseSidedAmount(typed: string): SidedAmount {
  const [, word = '', rest = ''] =
    /^\s*([a-z]+|[買売]い?り?)?(.*)$/.exec(typed.normalize('NFKC').toLowerCase()) ?? []
  const direction = sideWords[word] ?? null
  return direction ? { direction, amount: parseAmount(rest) } : { direction, amount: parseAmount(typed) }
}
