/** The path as it stands after one step. An order of at most `max` brokers, each once (specification 5). */
export const withBroker = (path: readonly string[], brokerId: string, max: number): readonly string[] =>
  path.includes(brokerId) || path.length >= max ? path : [...path, brokerId]

export const withoutBroker = (path: readonly string[], brokerId: string): readonly string[] =>
  path.filter((each) => each !== brokerId)

/** Swaps a broker with its neighbour; at either end nothing changes. */
export function movedBroker(path: readonly string[], brokerId: string, step: -1 | 1): readonly string[] {
  const from = path.indexOf(brokerId)
  const neighbour = path[from + step]
  if (from < 0 || neighbour === undefined) return path
  return path.map((each, i) => (i === from ? neighbour : i === from + step ? brokerId : each))
}
