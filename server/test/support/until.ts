/** Waits until `look` finds something, and returns it. The failure names what it waited for. */
export async function until<T>(what: string, look: () => Promise<T | null | undefined | false>): Promise<T> {
  const giveUpAt = performance.now() + 60_000
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > giveUpAt) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
