/** Operations on a broker path: at most `max` brokers in order, each once (docs/specification.md §5). */
export const withBroker = (path: readonly string[], brokerId: string, max: number): readonly string[] =>
  path.includes(brokerId) || path.length >= max ? path : [...path, brokerId]

export const withoutBroker = (path: readonly string[], brokerId: string): readonly string[] =>
  path.filter((each) => each !== brokerId)

/**
 * The path after a broker is put into a position by choosing or dropping. If it is in another position, the
 * two are swapped, so that none is there twice; null empties the position (docs/specification.md §5). A
 * position beyond the last one is the end of the path.
 */
export function withBrokerAt(
  path: readonly string[],
  index: number,
  brokerId: string | null,
  max: number,
): readonly string[] {
  const here = path[index]
  if (brokerId === null) return here === undefined ? path : withoutBroker(path, here)
  if (brokerId === here) return path
  if (here === undefined) return withBroker(withoutBroker(path, brokerId), brokerId, max)
  return path.map((each) => (each === here ? brokerId : each === brokerId ? here : each))
}

/** Swaps a broker with its neighbour; no change at either end. */
export function withBrokerMoved(path: readonly string[], brokerId: string, step: -1 | 1): readonly string[] {
  const from = path.indexOf(brokerId)
  const neighbour = path[from + step]
  if (from < 0 || neighbour === undefined) return path
  return path.map((each, i) => (i === from ? neighbour : i === from + step ? brokerId : each))
}
