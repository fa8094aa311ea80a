/** The candidate that was probably meant by a mistyped word: the nearest by edits; null if none is near. */
export function nearestWord(typed: string, candidates: readonly string[]): string | null {
  const most = Math.max(1, Math.floor(typed.length / 3))
  const near = candidates
    .map((candidate) => ({ candidate, edits: editsBetween(typed, candidate) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits)
  return near[0]?.candidate ?? null
}

/** Insertions, deletions, replacements and swaps of neighbours that make one word of the other. */
function editsBetween(a: string, b: string): number {
  let before: readonly number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
