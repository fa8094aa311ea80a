/** The result of work, and how often other work of the process could continue in the meantime. */
export async function turnsDuring<T>(
  work: () => Promise<T>,
): Promise<{ readonly turns: number; readonly result: T }> {
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  try {
    const result = await work()
    return { turns, result }
  } finally {
    isOver = true
  }
}
