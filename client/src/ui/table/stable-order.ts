/**
 * Rows in their previous order, whatever the current sort; new rows come after them. A refresh then never
 * moves the row under the pointer or the focus.
 */
export function inStableOrder<Row>(
  rows: readonly Row[],
  held: readonly string[],
  idOf: (row: Row) => string | undefined,
): Row[] {
  const positions = new Map(held.map((id, i) => [id, i]))
  const positionOf = (row: Row): number => positions.get(idOf(row) ?? '') ?? held.length
  // The sort is stable: new rows keep the order among themselves.
  return [...rows].sort((a, b) => positionOf(a) - positionOf(b))
}
