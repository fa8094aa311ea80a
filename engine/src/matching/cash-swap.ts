import type { AdvertTerms, TransactionType } from '../adverts/advert.ts'

export type Leg = 'CASH' | 'SWAP'

/** A type and a preference read as sets of legs (rules 5). */
const legs: Readonly<Record<TransactionType, readonly Leg[]>> = {
  CASH_ONLY: ['CASH'],
  SWAP_ONLY: ['SWAP'],
  CASH_SWAP: ['CASH', 'SWAP'],
}

export type TransactionTerms = Pick<AdvertTerms, 'transactionType' | 'transactionTypePreference'>

/** What `own` may bring that `contra` accepts: cash before swap, or nothing (rules 5). */
export function legOf(own: TransactionTerms, contra: TransactionTerms): Leg | null {
  const accepted = legs[contra.transactionTypePreference]
  return legs[own.transactionType].find((leg) => accepted.includes(leg)) ?? null
}

/** Compatible ⇔ each side has a leg that the other accepts (rules 5). The legs may differ. */
export const transactionsFit = (a: TransactionTerms, b: TransactionTerms): boolean =>
  legOf(a, b) !== null && legOf(b, a) !== null
