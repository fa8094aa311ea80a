import type { Direction } from '@aitai/engine/model/advert.ts'
import { readSide } from '@aitai/engine/upload/side-words.ts'
import { parseAmount } from './parse-amount.ts'

/** A quantity as typed, with the side before it; both null where the text says neither. */
interface SidedAmount {
  readonly direction: Direction | null
  readonly amount: number | null
}

/** Reads a quantity with an optional side before it: S 10k, B 1.5m, 売 3万. */
export function parseSidedAmount(typed: string): SidedAmount {
  const [, word = '', rest = ''] =
    /^\s*([a-z]+|[買売][いり]?付?け?)?(.*)$/.exec(typed.normalize('NFKC').toLowerCase()) ?? []
  const direction = readSide(word)
  return direction ? { direction, amount: parseAmount(rest) } : { direction, amount: parseAmount(typed) }
}
