import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { expect, test } from 'vitest'
import {
  type ChosenEntry,
  displayedEntry,
  type LocateEntry,
  latestLocates,
  locateEntries,
  locatePhaseOf,
} from './locate-list.ts'

const now = 1_000_000
const located = (id: string, deadline: number, more: Partial<LocateNotification> = {}): LocateNotification =>
  ({
    locateNotificationId: id,
    deadline,
    lapsesAt: deadline + 1_501,
    answer: null,
    outcome: null,
    ...more,
  }) as LocateNotification

const notificationOf = (id: string, locate: LocateNotification): Notification =>
  ({
    id,
    locateNotificationId: locate.locateNotificationId,
    messageType: 'locate',
    locate,
  }) as Notification

const nothingSeen: Parameters<typeof locateEntries>[2] = {
  watched: [],
  seen: [],
  closed: [],
  acknowledged: [],
}
const ids = (entries: readonly LocateEntry[]) => entries.map(({ id }) => id)

test('of three questions the one with the least time is first, in whatever order they arrived', () => {
  const locates = [located('c', now + 25_000), located('a', now + 4_000), located('b', now + 12_000)]

  expect(ids(locateEntries(locates, [], nothingSeen, now))).toEqual(['a', 'b', 'c'])
})

test('an entry stays where it is when its question becomes an answer and then an outcome', () => {
  const [first, second] = [located('a', now + 4_000), located('b', now + 12_000)]
  const accepted = { ...first, answer: 'ACCEPT' as const }
  const ended = { ...accepted, outcome: 'ACCEPTED' as const }
  const shown = (locate: LocateNotification) =>
    locateEntries([second, locate], [], { ...nothingSeen, watched: ['a'] }, now)

  for (const locate of [first, accepted, ended]) expect(ids(shown(locate))).toEqual(['a', 'b'])
  expect(shown(ended).map(({ phase }) => phase)).toEqual(['outcome', 'question'])
})

test('an outcome is new until it is seen, and stays until it is closed', () => {
  const outcome = located('a', now, { answer: 'ACCEPT', outcome: 'ACCEPTED' })
  const entriesWith = (history: object) =>
    locateEntries([outcome], [], { ...nothingSeen, watched: ['a'], ...history }, now)

  expect(entriesWith({}).map(({ isNew }) => isNew)).toEqual([true])
  expect(entriesWith({ seen: ['a'] }).map(({ isNew }) => isNew)).toEqual([false])
  expect(entriesWith({ closed: ['a'] })).toEqual([])
})

test('an outcome stays until it is acknowledged', () => {
  const outcome = located('a', now - 5_000, { answer: 'ACCEPT', outcome: 'ACCEPTED' })
  const shown = (seen: Partial<typeof nothingSeen>, arrived = [notificationOf('n1', outcome)]) =>
    locateEntries([outcome], arrived, { ...nothingSeen, ...seen }, now + 3_600_000)

  expect(shown({})).toHaveLength(1)
  expect(shown({ closed: ['a'] })).toEqual([])
  expect(shown({ acknowledged: ['n1'] })).toEqual([])
})

test('an outcome learned from the list alone is shown if the locate was seen open before', () => {
  const outcome = located('a', now, { outcome: 'CONTRA_TIMEOUT' })

  expect(locateEntries([outcome], [], nothingSeen, now)).toEqual([])
  expect(ids(locateEntries([outcome], [], { ...nothingSeen, watched: ['a'] }, now))).toEqual(['a'])
})

test('the later of two updates of a locate counts, in whatever order they arrive', () => {
  const open = located('a', now)
  const answered = located('a', now, { answer: 'ACCEPT' })
  const ended = located('a', now, { answer: 'ACCEPT', outcome: 'ACCEPTED' })

  expect(latestLocates([open], [notificationOf('n1', answered), notificationOf('n2', ended)])).toEqual([
    ended,
  ])
  expect(latestLocates([ended], [notificationOf('n1', open)])).toEqual([ended])
  expect(latestLocates([answered], [notificationOf('n1', open)])).toEqual([answered])
})

test('a locate answered in another tab is answered here before the list is refreshed', () => {
  const [locate] = latestLocates([located('a', now)], [], { a: 'DECLINE' })

  expect(locate && locatePhaseOf(locate)).toBe('waiting')
})

test('an answered locate whose outcome never arrives is eventually removed', () => {
  const answered = (deadline: number) => [located('a', deadline, { answer: 'ACCEPT' })]

  expect(locateEntries(answered(now - 59_000), [], nothingSeen, now)).toHaveLength(1)
  expect(locateEntries(answered(now - 61_000), [], nothingSeen, now)).toEqual([])
})

// spec: 4.locate.2
test('an unanswered locate closes with the grace period after its deadline, and its outcome has no popup', () => {
  const timedOut = located('a', now - 2_000, { outcome: 'TIMED_OUT' })
  const open = (lapsesAt: number) => located('a', now - 5_000, { lapsesAt })

  expect(locateEntries([open(now + 1)], [], nothingSeen, now)).toHaveLength(1)
  expect(locateEntries([open(now)], [], nothingSeen, now)).toEqual([])
  expect(locateEntries([timedOut], [notificationOf('n1', timedOut)], nothingSeen, now)).toEqual([])
})

test('a declined locate waits for its outcome like an accepted one', () => {
  expect(locatePhaseOf({ outcome: null, answer: 'DECLINE' })).toBe('waiting')
  expect(locatePhaseOf({ outcome: null, answer: null })).toBe('question')
  expect(locatePhaseOf({ outcome: 'DECLINED', answer: 'DECLINE' })).toBe('outcome')
})

const outcome = located('outcome', now - 1_000, { outcome: 'DECLINED', answer: 'DECLINE' })
const answered = located('answered', now + 9_000, { answer: 'ACCEPT' })
const question = located('question', now + 20_000)
const shown = (locates: readonly LocateNotification[], lastShownId: string, chosen: ChosenEntry | null) => {
  const seenOpen = { ...nothingSeen, watched: locates.map((locate) => locate.locateNotificationId) }
  return displayedEntry(locateEntries(locates, [], seenOpen, now), lastShownId, chosen)?.id
}

test('an answered locate stays in the frame until its outcome, even if an older outcome is unread', () => {
  expect(shown([outcome, answered], 'answered', null)).toBe('answered')
})

test('a question is shown before anything that needs no answer', () => {
  expect(shown([question, outcome, answered], 'answered', null)).toBe('question')
})

test('a chosen outcome holds until another question comes to the top', () => {
  const chosen = { id: 'outcome', phase: 'outcome', topQuestionId: 'question' } as const

  expect(shown([question, outcome], 'question', chosen)).toBe('outcome')
  expect(shown([located('sooner', now + 5_000), question, outcome], 'outcome', chosen)).toBe('sooner')
  expect(shown([question], 'outcome', chosen)).toBe('question')
})

test('a chosen question holds until it is answered, whatever else ends or begins', () => {
  const sooner = located('sooner', now + 5_000)
  const chosen = { id: 'question', phase: 'question', topQuestionId: 'sooner' } as const

  expect(shown([sooner, question], 'question', chosen)).toBe('question')
  expect(shown([question, located('later', now + 25_000)], 'question', chosen)).toBe('question')
  expect(shown([sooner, { ...question, answer: 'ACCEPT' }], 'question', chosen)).toBe('sooner')
})

test('without entries nothing is shown', () => {
  expect(shown([], 'gone', null)).toBeUndefined()
})
