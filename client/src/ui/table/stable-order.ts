/**
 * Rows in the order in which they stood, whatever they would be sorted to now; rows that were not there come
 * after them. So a refresh never moves the row under the pointer or the focus (quality U22).
 */
export function inStableOrder<Row>(
  rows: readonly Row[],
  held: readonly string[],
  idOf: (row: Row) => string | undefined,
): Row[] {
  const place = new Map(held.map((id, i) => [id, i]))
  const placeOf = (row: Row): number => place.get(idOf(row) ?? '') ?? held.length
  // The sort is stable: new rows keep the order among themselves.
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b))
}
