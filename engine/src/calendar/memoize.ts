/**
 * A function that works its answer out once for each object it is asked about. Only for what follows from
 * data that never changes: the answer must be the same whether it was remembered or not.
 */
export function memoized<Key extends object, Value extends object>(
  workOut: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const value = workOut(key)
    known.set(key, value)
    return value
  }
}
