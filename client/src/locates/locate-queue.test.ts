import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { expect, test } from 'vitest'
import { latestLocates, locatePhaseOf, queueLocates, selectDisplayedLocate } from './locate-queue.ts'

const now = 1_000_000
const located = (id: string, deadline: number, more: Partial<LocateNotification> = {}): LocateNotification =>
  ({ locateNotificationId: id, deadline, answer: null, outcome: null, ...more }) as LocateNotification

const notificationOf = (id: string, locate: LocateNotification): Notification =>
  ({
    id,
    locateNotificationId: locate.locateNotificationId,
    messageType: 'locate',
    locate,
  }) as Notification

const nothingSeen = { watched: [], read: [], acknowledged: [] }
const ids = (queue: readonly LocateNotification[]) => queue.map((locate) => locate.locateNotificationId)

test('of three questions the one with the least time is first, in whatever order they arrived', () => {
  const locates = [located('c', now + 25_000), located('a', now + 4_000), located('b', now + 12_000)]

  expect(ids(queueLocates(locates, [], nothingSeen, now))).toEqual(['a', 'b', 'c'])
})

test('questions come before unread outcomes, and locates that wait for the contra come last', () => {
  const outcome = located('read-me', now - 5_000, { answer: 'ACCEPT', outcome: 'CONTRA_DECLINED' })
  const locates = [
    located('waits', now + 10_000, { answer: 'ACCEPT' }),
    outcome,
    located('asks', now + 20_000),
  ]

  expect(ids(queueLocates(locates, [notificationOf('n1', outcome)], nothingSeen, now))).toEqual([
    'asks',
    'read-me',
    'waits',
  ])
})

test('an outcome stays until it is acknowledged', () => {
  const outcome = located('a', now - 5_000, { answer: 'ACCEPT', outcome: 'ACCEPTED' })
  const shown = (seen: Partial<typeof nothingSeen>, arrived = [notificationOf('n1', outcome)]) =>
    queueLocates([outcome], arrived, { ...nothingSeen, ...seen } as never, now + 3_600_000)

  expect(shown({})).toHaveLength(1)
  expect(shown({ read: ['a'] } as never)).toEqual([])
  expect(shown({ acknowledged: ['n1'] } as never)).toEqual([])
})

test('an outcome learned from the list alone is shown if the locate was seen open before', () => {
  const outcome = located('a', now, { outcome: 'CONTRA_TIMEOUT' })

  expect(queueLocates([outcome], [], nothingSeen, now)).toEqual([])
  expect(ids(queueLocates([outcome], [], { ...nothingSeen, watched: ['a'] }, now))).toEqual(['a'])
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

  expect(queueLocates(answered(now - 59_000), [], nothingSeen, now)).toHaveLength(1)
  expect(queueLocates(answered(now - 61_000), [], nothingSeen, now)).toEqual([])
})

// spec: 4.locate.2
test('an unanswered locate closes with the grace period after its deadline, and its outcome has no popup', () => {
  const timedOut = located('a', now - 2_000, { outcome: 'TIMED_OUT' })

  expect(queueLocates([located('a', now - 1_499)], [], nothingSeen, now)).toHaveLength(1)
  expect(queueLocates([located('a', now - 1_500)], [], nothingSeen, now)).toEqual([])
  expect(queueLocates([timedOut], [notificationOf('n1', timedOut)], nothingSeen, now)).toEqual([])
})

test('a declined locate waits for its outcome like an accepted one', () => {
  expect(locatePhaseOf({ outcome: null, answer: 'DECLINE' })).toBe('waiting')
  expect(locatePhaseOf({ outcome: null, answer: null })).toBe('question')
  expect(locatePhaseOf({ outcome: 'DECLINED', answer: 'DECLINE' })).toBe('outcome')
})

const outcome = located('outcome', now - 1_000, { outcome: 'DECLINED', answer: 'DECLINE' })
const answered = located('answered', now + 9_000, { answer: 'ACCEPT' })
const asks = located('asks', now + 20_000)
const shown = (...given: Parameters<typeof selectDisplayedLocate>) =>
  selectDisplayedLocate(...given)?.locateNotificationId

test('an answered locate stays on top until its outcome, even if an older outcome is unread', () => {
  expect(shown([outcome, answered], 'answered', null)).toBe('answered')
})

test('a question is shown before anything that needs no answer', () => {
  expect(shown([asks, outcome, answered], 'answered', null)).toBe('asks')
})

test('a manual selection holds until another question comes to the top', () => {
  const stepped = { locateId: 'outcome', topQuestionId: 'asks' }

  expect(shown([asks, outcome], 'asks', stepped)).toBe('outcome')
  expect(shown([located('sooner', now + 5_000), asks, outcome], 'outcome', stepped)).toBe('sooner')
  expect(shown([asks], 'outcome', stepped)).toBe('asks')
})

test('an empty queue shows nothing', () => {
  expect(shown([], 'gone', null)).toBeUndefined()
})
