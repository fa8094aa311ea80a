/** Of this client (specification 1). */
export const clientVersion = '0.2.0'

/** Whether a version such as 0.10.0 comes after another: by its numbers, not as text. */
export function isNewerVersion(version: string, than: string): boolean {
  const [a, b] = [partsOf(version), partsOf(than)]
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const [one = 0, other = 0] = [a[i], b[i]]
    if (one !== other) return one > other
  }
  return false
}

/** What is no number counts as none, so that a page in place of a version asks nobody to reload. */
const partsOf = (version: string): readonly number[] =>
  /^\d+(\.\d+)*$/.test(version.trim()) ? version.trim().split('.').map(Number) : []
