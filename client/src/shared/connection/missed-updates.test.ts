import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { expect, test } from 'vitest'
import { countMissedUpdates, mergeMissedUpdates, missedUpdatesSince } from './missed-updates.ts'

const notificationOf = (id: string, message: string, more: Partial<Notification> = {}): Notification =>
  ({ id, message, visible: true, ack: false, errorCode: null, ...more }) as Notification
const missed = (id: string, more: Partial<Notification> = {}) =>
  notificationOf(id, 'Contra locate timeout', { errorCode: 'LOCATE-TIMEOUT-OWN', ...more })

test('missed updates are counted by kind, unanswered locates first', () => {
  const all = [
    notificationOf('1', 'Advertisement expired'),
    notificationOf('2', 'Advertisement expired'),
    notificationOf('3', 'CANCEL_TRIGGER'),
    missed('4'),
  ]

  expect(missedUpdatesSince(all, new Set())).toEqual([
    { message: 'Contra locate timeout', missed: true, count: 1 },
    { message: 'Advertisement expired', missed: false, count: 2 },
    { message: 'CANCEL_TRIGGER', missed: false, count: 1 },
  ])
})

test('known notifications, own actions and replaced notifications are not missed updates', () => {
  const all = [
    notificationOf('known', 'Advertisement expired'),
    notificationOf('own', 'ADVERT_SUBMITTED'),
    notificationOf('replaced', 'Contra Located', { visible: false }),
  ]

  expect(missedUpdatesSince(all, new Set(['known']))).toEqual([])
})

test('a missed locate is reported even if a later notification has replaced it', () => {
  expect(countMissedUpdates(missedUpdatesSince([missed('1', { visible: false })], new Set()))).toBe(1)
})

test('a locate that the contra let lapse is not a missed locate', () => {
  const all = [
    missed('1'),
    notificationOf('2', 'Contra locate timeout', { errorCode: 'LOCATE-TIMEOUT-CONTRA' }),
  ]

  expect(missedUpdatesSince(all, new Set()).map(({ missed: isOwn }) => isOwn)).toEqual([true, false])
})

test('a second loss adds to unread missed updates', () => {
  const expired = { message: 'Advertisement expired', missed: false, count: 2 }
  const lost = { message: 'Contra locate timeout', missed: true, count: 1 }

  expect(mergeMissedUpdates([expired], [lost, expired])).toEqual([lost, { ...expired, count: 4 }])
})
