import type { Direction } from '../model/advert.ts'
import { normalizeText } from './cell-text.ts'

const words: Readonly<Record<Direction, readonly string[]>> = {
  BUY: ['buy', 'b', '買', '買い', '買付', '買付け', '買い付け'],
  SELL: ['sell', 's', '売', '売り', '売付', '売付け', '売り付け'],
}

const sideOfWord = new Map(
  (Object.keys(words) as Direction[]).flatMap((side) => words[side].map((word) => [word, side] as const)),
)

/** The side that a word names as desks write it, in any width and case; null for another word. */
export const readSide = (word: string): Direction | null => sideOfWord.get(normalizeText(word)) ?? null
