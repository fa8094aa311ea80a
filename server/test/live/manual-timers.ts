import type { Timers } from '../../src/live/timers.ts'

/** Time that a test advances by hand. */
export function manualTimers(): Timers & { advance(ms: number): void } {
  let now = 0
  let waiting: { readonly at: number; readonly act: () => void }[] = []

  return {
    now: () => now,
    after(ms, act) {
      const one = { at: now + ms, act }
      waiting.push(one)
      return () => {
        waiting = waiting.filter((each) => each !== one)
      }
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const [due] = waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!due) break
        now = due.at
        waiting = waiting.filter((each) => each !== due)
        due.act()
      }
      now = end
    },
  }
}
