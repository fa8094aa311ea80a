/** jsdom has no IndexedDB. This one holds what the snapshots need of it: one store, with a key of several parts. */
export function createIndexedDb() {
  const rows = new Map<string, Record<string, unknown>>()
  let isNew = true
  const keyOf = (parts: unknown): string => JSON.stringify(parts)
  const answer = <T>(result: T, before?: (request: Record<string, unknown>) => void): unknown => {
    const request: Record<string, unknown> = { result }
    queueMicrotask(() => {
      before?.(request)
      const { onsuccess } = request
      if (typeof onsuccess === 'function') onsuccess()
    })
    return request
  }
  const store = {
    put: (row: Record<string, unknown>) => answer(void rows.set(keyOf([row.box, row.day]), row)),
    getAll: () => answer([...rows.values()]),
    delete: (key: unknown) => answer(void rows.delete(keyOf(key))),
  }
  const database = {
    createObjectStore: () => store,
    transaction: () => ({ objectStore: () => store }),
    close: () => undefined,
  }
  const open = () =>
    answer(database, (request) => {
      if (isNew && typeof request.onupgradeneeded === 'function') request.onupgradeneeded()
      isNew = false
    })
  return { open, count: () => rows.size }
}
