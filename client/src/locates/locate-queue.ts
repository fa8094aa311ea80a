import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { Answer } from '@aitai/engine/locates/locate.ts'

/** What a locate needs from its owner: an answer, nothing while the contra decides, or reading the outcome. */
export type LocatePhase = 'question' | 'waiting' | 'outcome'

export const locatePhaseOf = ({
  outcome,
  answer,
}: Pick<LocateNotification, 'outcome' | 'answer'>): LocatePhase => {
  if (outcome !== null) return 'outcome'
  return answer === null ? 'question' : 'waiting'
}

/** Orders states of the same locate: question, waiting, outcome. */
const progress = (locate: LocateNotification): number =>
  ['question', 'waiting', 'outcome'].indexOf(locatePhaseOf(locate))

/**
 * Every locate that is known, from the list and from the pushed notices, each in its latest state: an answer
 * that another tab gave is known before the list says so.
 */
export function latestLocates(
  listed: readonly LocateNotification[],
  arrived: readonly Notification[],
  answered: Readonly<Record<string, Answer>> = {},
): LocateNotification[] {
  const latest = new Map<string, LocateNotification>()
  const pushed = arrived.flatMap(({ locate }) => (locate ? [locate] : []))
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
 * How long after a deadline without a word from the server a question is still worth a popup, in
 * milliseconds.
 */
const forgottenAfter = 60_000

interface LocateHistory {
  /** LocateHistory open at this screen, so that their outcome is owed to it. */
  readonly watched: readonly string[]
  /** Outcomes that were read. */
  readonly read: readonly string[]
  /** Notices the person has acknowledged, here or in the bell. */
  readonly acknowledged: readonly string[]
}

/** An outcome stays until it is read: one history coming, or one whose notice nobody has acknowledged yet. */
function isOwed(
  locate: LocateNotification,
  arrived: readonly Notification[],
  history: LocateHistory,
): boolean {
  const id = locate.locateNotificationId
  if (history.read.includes(id)) return false
  const outcomeNotices = arrived.filter(
    (notice) =>
      notice.locateNotificationId === id && notice.messageType === 'locate' && notice.locate?.outcome,
  )
  if (outcomeNotices.length > 0)
    return outcomeNotices.some((notice) => !history.acknowledged.includes(notice.id))
  return history.watched.includes(id)
}

const order: readonly LocatePhase[] = ['question', 'outcome', 'waiting']

/**
 * What is shown, first to last: questions by their deadline, so that the one with the least time is on top;
 * then outcomes to read; then those that wait for the contra and need nothing.
 */
export function queueLocates(
  locates: readonly LocateNotification[],
  arrived: readonly Notification[],
  history: LocateHistory,
  now: number,
): LocateNotification[] {
  return locates
    .filter((locate) =>
      locatePhaseOf(locate) === 'outcome'
        ? isOwed(locate, arrived, history)
        : now < locate.deadline + forgottenAfter,
    )
    .sort(
      (a, b) => order.indexOf(locatePhaseOf(a)) - order.indexOf(locatePhaseOf(b)) || a.deadline - b.deadline,
    )
}

/** Where the user has stepped to by hand, and the question that was on top then. */
export interface ManualSelection {
  readonly locateId: string
  readonly topQuestionId: string | null
}

export const topQuestionOf = (queue: readonly LocateNotification[]): LocateNotification | null =>
  queue.find((locate) => locatePhaseOf(locate) === 'question') ?? null

/**
 * The one on top. A question comes before all else; what is shown stays while nothing asks, so that an answer
 * turns into its outcome in the same frame; a step by hand holds until the next question is on top.
 */
export function selectDisplayedLocate(
  queue: readonly LocateNotification[],
  lastShownId: string | null,
  stepped: ManualSelection | null,
): LocateNotification | null {
  const find = (id: string | null): LocateNotification | undefined =>
    queue.find(({ locateNotificationId }) => locateNotificationId === id)
  const question = topQuestionOf(queue)
  const isSame = stepped?.topQuestionId === (question?.locateNotificationId ?? null)
  const byHand = isSame ? find(stepped?.locateId ?? null) : undefined
  return byHand ?? question ?? find(lastShownId) ?? queue[0] ?? null
}
