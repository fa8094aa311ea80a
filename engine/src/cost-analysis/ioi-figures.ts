import { executedQuantity } from '../locates/executions.ts'
import type { Price, Yen } from '../model/price.ts'

/*
 * Figures that several screens, files and calls show. Each is defined here once (docs/glossary.md, "Figures").
 */

/**
 * A number of shares as a fraction of the IOI's quantity as it was sent, before any decay: the share located, the
 * share executed, the share left. Null for a draft without a quantity.
 */
export const shareOfIoi = (shares: number, shareQuantity: number): number | null =>
  shareQuantity > 0 ? shares / shareQuantity : null

/** The time to locate: milliseconds from the submit of an IOI to its locate. */
export const timeToLocate = (submitTime: number, locatedAt: number): number => locatedAt - submitTime

/** What was executed, in the unit of the given prices. */
export interface ExecutedTotal<Amount extends Price | Yen> {
  readonly quantity: number
  readonly value: Amount
  /** The average price by quantity. May have a fraction. */
  readonly price: Amount
}

/** The sum of the executions that were reported and not withdrawn; null without one. */
export function executedTotal<Amount extends Price | Yen>(
  executions: readonly { readonly quantity: number; readonly price: Amount }[] = [],
): ExecutedTotal<Amount> | null {
  const quantity = executedQuantity({ executions })
  const value = executions.reduce((sum, each) => sum + each.quantity * each.price, 0)
  return quantity > 0 ? { quantity, value: value as Amount, price: (value / quantity) as Amount } : null
}

/** A trader's own locates that have ended or been answered, by how the trader answered. */
export interface AnswerCounts {
  readonly accepted: number
  readonly declined: number
  /** They lapsed. */
  readonly unanswered: number
  /** They were withdrawn before the trader answered. */
  readonly withdrawn: number
}

/** Accepts as a fraction of all own locates; null without one. */
export const acceptanceOfLocates = ({
  accepted,
  declined,
  unanswered,
  withdrawn,
}: AnswerCounts): number | null => fractionOf(accepted, accepted + declined + unanswered + withdrawn)

/** Accepts as a fraction of the answers given; null without one. */
export const acceptanceOfAnswers = ({ accepted, declined }: AnswerCounts): number | null =>
  fractionOf(accepted, accepted + declined)

const fractionOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)
