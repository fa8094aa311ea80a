import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { securitiesToMatch } from '@aitai/engine/matching/candidates.ts'
import { nextDue } from '@aitai/engine/model/due-queue.ts'
import type { State } from '@aitai/engine/model/state.ts'

/**
 * The changed securities in which a sweep looks for contras. Each is due `delay()` milliseconds after its change, so
 * that the time of a locate does not reveal who came last.
 */
interface SecuritiesToMatch {
  /** Takes the securities that are due. */
  take(state: State, at: number): string[]
  /** The market of a security is closed to matching. The security waits until its market is checked again. */
  suspend(securityId: string): void
  /** The market of a security is checked again. */
  resume(securityId: string): void
  /** The state has changed. */
  note(): void
  /** The next sweep is of another state. */
  reset(): void
}

export function createSecuritiesToMatch(delay: () => number): SecuritiesToMatch {
  /** When each changed security is due, in milliseconds UTC. */
  let dueTimes = new Map<string, number>()
  /** The securities that may hold a match. Null if unknown. */
  let candidateIds: readonly string[] | null = null
  const suspended = new Set<string>()

  return {
    take(state, at) {
      // By time alone, a security may only hold a match again after a cooldown or a rest, and on a new day.
      const { cooldownEnds, restEnds } = state.index
      const isDue = nextDue(cooldownEnds) <= at || nextDue(restEnds) <= at
      if (isDue || tradingDay(at) > state.day) candidateIds = null
      candidateIds ??= securitiesToMatch(state, at)
      const next = new Map<string, number>()
      for (const id of candidateIds) if (!suspended.has(id)) next.set(id, dueTimes.get(id) ?? at + delay())
      const due = [...next].filter(([, time]) => time <= at).map(([id]) => id)
      for (const id of due) next.delete(id)
      dueTimes = next
      // The sweep removes the due securities from the candidates.
      if (due.length > 0) candidateIds = null
      return due
    },
    suspend(securityId) {
      suspended.add(securityId)
    },
    resume(securityId) {
      suspended.delete(securityId)
    },
    note() {
      candidateIds = null
    },
    reset() {
      dueTimes = new Map()
      candidateIds = null
      suspended.clear()
    },
  }
}
