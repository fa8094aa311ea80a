import { termNames } from '@aitai/engine/adverts/terms.ts'
import { unreadableExpiry } from '../ui/advert-terms/duration-text.ts'
import { type TermName, type Terms, unreadablePrice, unreadableShares } from './terms.ts'

/** The key of the text that says why a term cannot be sent. */
export type TermProblem =
  | 'advert.quantity.invalid'
  | 'advert.shares.invalid'
  | 'advert.ownExpiry.invalid'
  | 'advert.panel.level.invalid'
  | 'ADVERT-ERROR-011'

type ProblemsOf = { readonly [Name in TermName]?: (value: Terms[Name]) => TermProblem | null }

const sharesProblem = (shares: number | null): TermProblem | null =>
  shares === unreadableShares ? 'advert.shares.invalid' : null

/** The terms that may have a value in the editor that is none; the controls keep all others valid. */
const problemsOf: ProblemsOf = {
  shareQuantity: (shares) => (shares > 0 ? null : 'advert.quantity.invalid'),
  duration: (duration) => (duration === unreadableExpiry ? 'advert.ownExpiry.invalid' : null),
  parentQuantity: sharesProblem,
  doneElsewhere: sharesProblem,
  limitPrice: (yen) => (yen === unreadablePrice ? 'advert.panel.level.invalid' : null),
  brokerIds: (brokerIds) => (brokerIds.length > 0 ? null : 'ADVERT-ERROR-011'),
}

export const termsWithProblems: readonly TermName[] = termNames.filter((name) => name in problemsOf)

/** Returns why a term cannot be sent with this value, whatever the server's rules say; null if it can. */
export const termProblem = <Name extends TermName>(name: Name, value: Terms[Name]): TermProblem | null =>
  problemsOf[name]?.(value) ?? null

/**
 * Returns why terms cannot be sent at all, of the first such term in the order of the editor; null if they can. The
 * side is not among them: a draft has one that nobody has chosen (`lacksSide`).
 */
export function firstTermProblem(terms: Terms): TermProblem | null {
  for (const name of termsWithProblems) {
    const problem = termProblem(name, terms[name])
    if (problem) return problem
  }
  return null
}
