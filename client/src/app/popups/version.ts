/** The version of this client (docs/specification.md §1). */
export const clientVersion = '0.2.0'

/** Whether one version is later than another, by numbers and not as text. */
export function isNewerVersion(version: string, than: string): boolean {
  const [a, b] = [partsOf(version), partsOf(than)]
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const [one = 0, other = 0] = [a[i], b[i]]
    if (one !== other) return one > other
  }
  return false
}

/** A text that is not a version counts as none, so that an error page offers no reload. */
const partsOf = (version: string): readonly number[] =>
  /^\d+(\.\d+)*$/.test(version.trim()) ? version.trim().split('.').map(Number) : []
