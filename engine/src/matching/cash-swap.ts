import type { AdvertTerms, TransactionType } from '../model/advert.ts'
import type { Leg } from '../model/locate.ts'

/** The legs that a transaction type or preference allows, cash first (docs/rules.md §5). */
const legs: Readonly<Record<TransactionType, readonly Leg[]>> = {
  CASH_ONLY: ['CASH'],
  SWAP_ONLY: ['SWAP'],
  CASH_SWAP: ['CASH', 'SWAP'],
}

export type TransactionTerms = Pick<AdvertTerms, 'transactionType' | 'transactionTypePreference'>

/** The leg of `own` that `contra` accepts, cash before swap. Null if there is none (docs/rules.md §5). */
export function legOf(own: TransactionTerms, contra: TransactionTerms): Leg | null {
  const accepted = legs[contra.transactionTypePreference]
  return legs[own.transactionType].find((leg) => accepted.includes(leg)) ?? null
}

/** Whether each side has a leg that the other accepts (docs/rules.md §5). The legs may differ. */
export const transactionsFit = (a: TransactionTerms, b: TransactionTerms): boolean =>
  legOf(a, b) !== null && legOf(b, a) !== null
