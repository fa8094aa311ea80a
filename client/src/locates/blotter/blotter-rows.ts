import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { isUnanswered, type LocateEntry, locatePhaseOf } from '../locate-list.ts'

/**
 * The rows of the blotter: open locates by deadline, then what ended today, the newest first. An open row keeps its
 * place when it is answered: only its outcome moves it below the open ones.
 * @param entries what the popup would show, with what is new
 * @param now milliseconds UTC on the server's clock
 */
export function blotterRows(
  known: readonly LocateNotification[],
  entries: readonly LocateEntry[],
  now: number,
): readonly LocateEntry[] {
  const shown = new Map(entries.map((entry) => [entry.id, entry]))
  const rows = known
    .filter(({ deadline }) => tradingDay(deadline) === tradingDay(now))
    .map((locate) => shown.get(locate.locateNotificationId) ?? rowOf(locate, now))
  return rows.sort(
    (a, b) =>
      rankOf(a) - rankOf(b) || bySequence(a, b) * (rankOf(a) === 0 ? 1 : -1) || (a.id < b.id ? -1 : 1),
  )
}

function rowOf(locate: LocateNotification, now: number): LocateEntry {
  const phase = locatePhaseOf(locate)
  // It can no longer be answered, and the server has not yet sent its outcome.
  const isLapsed = phase === 'question' && isUnanswered(locate, now)
  return { id: locate.locateNotificationId, phase: isLapsed ? 'waiting' : phase, locate, isNew: false }
}

const rankOf = ({ phase }: LocateEntry): number => (phase === 'outcome' ? 1 : 0)
const bySequence = (a: LocateEntry, b: LocateEntry): number => a.locate.deadline - b.locate.deadline

/** What Shift and an arrow choose: all questions from the one to the other. */
export function questionsBetween(
  rows: readonly LocateEntry[],
  fromId: string | null,
  toId: string | null,
): readonly string[] {
  const [from, to] = [fromId, toId].map((id) => rows.findIndex((row) => row.id === id)) as [number, number]
  if (from < 0 || to < 0) return []
  return rows
    .slice(Math.min(from, to), Math.max(from, to) + 1)
    .filter(({ phase }) => phase === 'question')
    .map(({ id }) => id)
}
