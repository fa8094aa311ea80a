import { longestOrderReference } from '../model/advert.ts'

/**
 * Reads a reference that is typed or pasted, without control characters and the spaces around it. Null if nothing is
 * left, or if it is longer than 32 characters (docs/rules.md §27).
 */
export function readOrderReference(typed: string): string | null {
  const reference = typed.replace(/\p{Cc}/gu, ' ').trim()
  return reference === '' || reference.length > longestOrderReference ? null : reference
}
