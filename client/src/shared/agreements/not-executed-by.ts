import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'

/** Which sides did not follow through, in one word; null if nothing was reported (docs/rules.md §24). */
export function notExecutedBy({ notExecuted }: Pick<ConnectionAgreement, 'notExecuted'>) {
  if (!notExecuted) return null
  const [side, other] = notExecuted.sides
  return other === undefined && side !== undefined ? side : 'BOTH'
}
