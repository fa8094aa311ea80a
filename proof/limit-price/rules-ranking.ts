import type { RulesRecord } from './rules-record.ts'
import { minSharesOf, type RulesAdvert } from './rules-terms.ts'

export interface RulesPair {
  readonly BUY: RulesAdvert
  readonly SELL: RulesAdvert
  readonly quantity: number
  /** Compared in this order, the smaller first (docs/rules.md 4.1 to 4.5). */
  readonly ranks: readonly number[]
}

/** The pairs that may be located with each other, the best one first. */
export function rankedPairs(
  buys: readonly RulesAdvert[],
  sells: readonly RulesAdvert[],
  record: RulesRecord,
  now: number,
): RulesPair[] {
  const mayMeet = ({ BUY, SELL, quantity }: RulesPair): boolean =>
    BUY.firmId !== SELL.firmId &&
    !record.isCool(BUY, SELL, now) &&
    quantity >= minSharesOf(BUY.terms) &&
    quantity >= minSharesOf(SELL.terms)
  return buys
    .flatMap((buy) => sells.map((sell) => pairOf(buy, sell, record)))
    .filter(mayMeet)
    .sort(compareRanks)
}

function pairOf(BUY: RulesAdvert, SELL: RulesAdvert, record: RulesRecord): RulesPair {
  const quantity = Math.min(BUY.terms.shareQuantity, SELL.terms.shareQuantity)
  const laterFirst = [BUY.priorityTime, SELL.priorityTime].sort((a, b) => b - a)
  const sequences = [BUY.sequence, SELL.sequence].sort((a, b) => a - b)
  const stars = record.stars(BUY.firmId) + record.stars(SELL.firmId)
  return { BUY, SELL, quantity, ranks: [-quantity, -stars, ...laterFirst, ...sequences] }
}

function compareRanks(a: RulesPair, b: RulesPair): number {
  for (const [i, rank] of a.ranks.entries()) {
    const difference = rank - Number(b.ranks[i])
    if (difference !== 0) return difference
  }
  return 0
}
