import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Answer } from '@aitai/engine/model/locate.ts'

/**
 * What a locate needs from its owner: an answer, nothing while the contra decides, or acknowledging the
 * outcome.
 */
export type LocatePhase = 'question' | 'waiting' | 'outcome'

export const locatePhaseOf = ({
  outcome,
  answer,
}: Pick<LocateNotification, 'outcome' | 'answer'>): LocatePhase => {
  if (outcome !== null) return 'outcome'
  return answer === null ? 'question' : 'waiting'
}

/** A locate that the popup shows: a question, an answer that waits for the contra, or an outcome to read. */
export interface LocateEntry {
  readonly id: string
  readonly phase: LocatePhase
  readonly locate: LocateNotification
  /** An outcome that the user has not looked at. */
  readonly isNew: boolean
}

/** The order of states of the same locate: question, waiting, outcome. */
const progress = (locate: LocateNotification): number =>
  ['question', 'waiting', 'outcome'].indexOf(locatePhaseOf(locate))

/**
 * All known locates, from the list and from pushed notifications, each in its latest state: an answer of
 * another tab is known before the list has it.
 */
export function latestLocates(
  listed: readonly LocateNotification[],
  received: readonly Notification[],
  answered: Readonly<Record<string, Answer>> = {},
): LocateNotification[] {
  const latest = new Map<string, LocateNotification>()
  const pushed = received.flatMap(({ locate }) => (locate ? [locate] : []))
  for (const locate of [...listed, ...pushed]) {
    const known = latest.get(locate.locateNotificationId)
    if (!known || progress(locate) > progress(known)) latest.set(locate.locateNotificationId, locate)
  }
  return [...latest.values()].map((locate) => ({
    ...locate,
    answer: locate.answer ?? answered[locate.locateNotificationId] ?? null,
  }))
}

/**
 * How long after its deadline an answered locate still has a popup if the server sends nothing, in
 * milliseconds.
 */
const forgottenAfter = 60_000

/** Whether a locate ended, or will end, without the trader's answer, at a time on the server's clock. */
export const isUnanswered = (locate: LocateNotification, now: number): boolean =>
  locate.outcome === 'TIMED_OUT' || (locatePhaseOf(locate) === 'question' && now >= lapseOf(locate))

/** When a locate lapses if the trader does not answer, in milliseconds UTC. */
export const lapseOf = ({ lapsesAt }: Pick<LocateNotification, 'lapsesAt'>): number => lapsesAt ?? Infinity

/** Whether its trading day is over: an outcome that nobody read is of no use on the next one. */
const isOfEarlierDay = ({ deadline }: LocateNotification, now: number): boolean =>
  tradingDay(deadline) < tradingDay(now)

/** What the user has done with locates so far, in any tab. */
interface LocateHistory {
  /** Locates that were open in this tab, so that their outcome must be shown here. */
  readonly watched: readonly string[]
  /** Outcomes that the user has looked at. */
  readonly seen: readonly string[]
  /** Outcomes that were closed. */
  readonly closed: readonly string[]
  /** Notifications that the user has acknowledged, here or in the bell. */
  readonly acknowledged: readonly string[]
}

/** Whether a notification brings the outcome of its locate, and not a later report about it. */
export const isOutcomeNotification = ({ messageType, locate }: Notification): boolean =>
  messageType === 'locate' && Boolean(locate?.outcome)

/**
 * An outcome is shown until it is closed: of a locate that was open here, or one whose notification is not
 * acknowledged.
 */
function isOwed(id: string, received: readonly Notification[], history: LocateHistory): boolean {
  if (history.closed.includes(id)) return false
  const notifications = received.filter(
    (notification) => notification.locateNotificationId === id && isOutcomeNotification(notification),
  )
  if (notifications.length === 0) return history.watched.includes(id)
  return notifications.some((notification) => !history.acknowledged.includes(notification.id))
}

/**
 * The entries of the popup by deadline, the oldest first. The order depends on nothing that changes, so an entry
 * stays where it is when its question becomes an outcome. An unanswered locate closes automatically
 * (docs/specification.md §4).
 */
export function locateEntries(
  locates: readonly LocateNotification[],
  received: readonly Notification[],
  history: LocateHistory,
  now: number,
): LocateEntry[] {
  return locates
    .filter((locate) => {
      if (isUnanswered(locate, now) || isOfEarlierDay(locate, now)) return false
      return locatePhaseOf(locate) === 'outcome'
        ? isOwed(locate.locateNotificationId, received, history)
        : now < locate.deadline + forgottenAfter
    })
    .map((locate) => {
      const { locateNotificationId: id } = locate
      const phase = locatePhaseOf(locate)
      return { id, phase, locate, isNew: phase === 'outcome' && !history.seen.includes(id) }
    })
    .sort((a, b) => a.locate.deadline - b.locate.deadline || (a.id < b.id ? -1 : 1))
}

/** The entry that the user has chosen, what it was then, and the question that was on top. */
export interface ChosenEntry {
  readonly id: string
  readonly phase: LocatePhase
  readonly topQuestionId: string | null
}

/** The question with the least time left. */
export const topQuestionOf = (entries: readonly LocateEntry[]): LocateEntry | null =>
  entries.find(({ phase }) => phase === 'question') ?? null

/** The choice of an entry as it is now. */
export const chosenNow = ({ id, phase }: LocateEntry, entries: readonly LocateEntry[]): ChosenEntry => ({
  id,
  phase,
  topQuestionId: topQuestionOf(entries)?.id ?? null,
})

/**
 * The entry in the frame. A chosen question stays until it is answered or lapses; another choice holds until
 * another question is on top. Otherwise questions precede everything else, and without a question the current
 * entry stays, so that an answer becomes its outcome in the same frame.
 */
export function displayedEntry(
  entries: readonly LocateEntry[],
  lastShownId: string | null,
  chosen: ChosenEntry | null,
): LocateEntry | null {
  const find = (id: string | null): LocateEntry | undefined => entries.find((entry) => entry.id === id)
  const question = topQuestionOf(entries)
  const byHand = find(chosen?.id ?? null)
  const holds =
    chosen?.phase === 'question'
      ? byHand?.phase === 'question'
      : chosen?.topQuestionId === (question?.id ?? null)
  return (
    (holds ? byHand : undefined) ??
    question ??
    find(lastShownId) ??
    entries.find(({ isNew }) => isNew) ??
    entries[0] ??
    null
  )
}
