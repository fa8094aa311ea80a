import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
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

/** When an unanswered locate can no longer be answered, in milliseconds UTC on the server's clock. */
export const lapsesAt = ({ deadline }: Pick<LocateNotification, 'deadline'>): number =>
  deadline + defaultLimits.locateGraceMs

/** Whether a locate ended, or will end, without the trader's answer. */
export const isUnanswered = (locate: LocateNotification, now: number): boolean =>
  locate.outcome === 'TIMED_OUT' || (locatePhaseOf(locate) === 'question' && now >= lapsesAt(locate))

/** Whether its trading day is over: an outcome that nobody read is of no use on the next one. */
const isOfEarlierDay = ({ deadline }: LocateNotification, now: number): boolean =>
  tradingDay(deadline) < tradingDay(now)

interface LocateHistory {
  /** Locates that were open in this tab, so that their outcome must be shown here. */
  readonly watched: readonly string[]
  /** Outcomes that were read. */
  readonly read: readonly string[]
  /** Notifications that the user has acknowledged, here or in the bell. */
  readonly acknowledged: readonly string[]
}

/**
 * An outcome is shown until it is read: of a locate that was open here, or one whose notification is not
 * acknowledged.
 */
function isOwed(
  locate: LocateNotification,
  received: readonly Notification[],
  history: LocateHistory,
): boolean {
  const id = locate.locateNotificationId
  if (history.read.includes(id)) return false
  const outcomeNotifications = received.filter(
    (notification) =>
      notification.locateNotificationId === id &&
      notification.messageType === 'locate' &&
      notification.locate?.outcome,
  )
  if (outcomeNotifications.length > 0)
    return outcomeNotifications.some((notification) => !history.acknowledged.includes(notification.id))
  return history.watched.includes(id)
}

const order: readonly LocatePhase[] = ['question', 'outcome', 'waiting']

/**
 * The order of popups: questions by deadline, so that the most urgent is on top; then outcomes; then locates
 * that wait for the contra. An unanswered locate closes by itself (docs/specification.md §4).
 */
export function queueLocates(
  locates: readonly LocateNotification[],
  received: readonly Notification[],
  history: LocateHistory,
  now: number,
): LocateNotification[] {
  return locates
    .filter((locate) => {
      if (isUnanswered(locate, now) || isOfEarlierDay(locate, now)) return false
      return locatePhaseOf(locate) === 'outcome'
        ? isOwed(locate, received, history)
        : now < locate.deadline + forgottenAfter
    })
    .sort(
      (a, b) => order.indexOf(locatePhaseOf(a)) - order.indexOf(locatePhaseOf(b)) || a.deadline - b.deadline,
    )
}

/** The locate that the user has navigated to, and the question that was on top then. */
export interface ManualSelection {
  readonly locateId: string
  readonly topQuestionId: string | null
}

export const topQuestionOf = (queue: readonly LocateNotification[]): LocateNotification | null =>
  queue.find((locate) => locatePhaseOf(locate) === 'question') ?? null

/**
 * The popup on top. Questions precede everything else. Without a question the current one stays, so that an
 * answer becomes its outcome in the same frame. A manual choice holds until another question is on top.
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
