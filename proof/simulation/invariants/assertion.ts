/** Throws an Error that names the invariant that does not hold. */
export function assertInvariant(holds: boolean, says: string): void {
  if (!holds) throw new Error(`invariant broken: ${says}`)
}
