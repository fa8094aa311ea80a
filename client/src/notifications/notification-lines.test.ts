import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import { notificationTypes } from '@aitai/engine/notifications.ts'
import { expect, test } from 'vitest'
import { notificationWith } from '../../test/support/fixtures.ts'
import {
  bellTabOf,
  isAcknowledgedByClick,
  isUnread,
  mergeNotifications,
  toLines,
} from './notification-lines.ts'

const notification = (id: string, message: string, given: Partial<Notification> = {}): Notification =>
  notificationWith({ id, message, timestamp: Number(id), ...given })

const idsOf = (notifications: readonly Notification[]): string[] =>
  toLines(notifications).map(({ notification: { id } }) => id)

test('a notification that is both listed and pushed is shown once, as listed', () => {
  const shown = mergeNotifications(
    [notification('1', 'LOCATE_ERROR', { ack: true })],
    [notification('1', 'LOCATE_ERROR')],
    [],
  )

  expect(shown.map(({ id, ack }) => [id, ack])).toEqual([['1', true]])
})

// spec: 2.header.8
test('a notification acknowledged here is read before the server confirms it', () => {
  expect(mergeNotifications([notification('1', 'LOCATE_ERROR')], [], ['1'])[0]?.ack).toBe(true)
})

test('a newer notification on a security replaces the older one', () => {
  const shown = mergeNotifications(
    [notification('1', 'Contra Located'), notification('2', 'Connection Declined')],
    [],
    [],
  )

  expect(idsOf(shown)).toEqual(['2'])
  expect(toLines(shown)[0]?.replacedIds).toEqual(['1'])
})

// spec: 4.notifications.20
test('accepted and expired notifications are never replaced', () => {
  const accepted = notification('1', 'Contra Connection Accepted!')
  const expired = notification('2', 'Advertisement expired')

  expect(
    idsOf(mergeNotifications([accepted, expired, notification('3', 'ADVERT_SUBMITTED')], [], [])),
  ).toEqual(['3', '2', '1'])
})

test('notifications on different securities do not replace each other', () => {
  const other = notification('2', 'ADVERT_UPDATED', { securityId: 'sony' })

  expect(idsOf(mergeNotifications([notification('1', 'ADVERT_UPDATED'), other], [], []))).toEqual(['2', '1'])
})

test('for a broker, each agreement keeps its newest notification, even on the same security', () => {
  const notificationOf = (id: string, message: string, connectionAgreementId: string) =>
    notification(id, message, { connectionAgreementId, buyStatus: false, sellStatus: false })
  const first = notificationOf('1', 'New IOI Match Confirmed', 'a')
  const second = notificationOf('2', 'New IOI Match Confirmed', 'b')
  const update = notificationOf('3', 'Connection status updated', 'a')

  expect(idsOf(mergeNotifications([first, second, update], [], []))).toEqual(['3', '2'])
})

test('a report that nothing was executed is replaced by its correction and withdrawal only', () => {
  const ofAgreement = (id: string, message: string, connectionAgreementId: string) =>
    notification(id, message, { connectionAgreementId })
  const submitted = notification('1', 'ADVERT_SUBMITTED')
  const report = ofAgreement('2', 'NOT_EXECUTED_REPORTED', 'a')
  const others = [ofAgreement('3', 'NOT_EXECUTED_REPORTED', 'b'), notification('4', 'ADVERT_SUBMITTED')]
  const shownWith = (...later: Notification[]) =>
    idsOf(mergeNotifications([submitted, report, ...others, ...later], [], []))

  expect(shownWith()).toEqual(['4', '3', '2'])
  expect(shownWith(ofAgreement('5', 'NOT_EXECUTED_REPORTED', 'a'))).toEqual(['5', '4', '3'])
  expect(shownWith(ofAgreement('5', 'NOT_EXECUTED_WITHDRAWN', 'a'))).toEqual(['5', '4', '3'])
})

test('of a status update and its confirmation at the same time, the confirmation is shown', () => {
  const notificationOf = (id: string, message: string) =>
    notification(id, message, { connectionAgreementId: 'a', buyStatus: true, sellStatus: true, timestamp: 9 })
  const pairs = [
    [notificationOf('1', 'Connection confirmed'), notificationOf('2', 'Connection status updated')],
    [notificationOf('2', 'Connection confirmed'), notificationOf('1', 'Connection status updated')],
  ]

  for (const pair of pairs) {
    const [line] = toLines(mergeNotifications(pair, [], []))
    expect(line?.notification.message).toBe('Connection confirmed')
  }
})

test('a hidden notification is not shown', () => {
  expect(mergeNotifications([notification('1', 'ADVERT_UPDATED', { visible: false })], [], [])).toEqual([])
})

// spec: 4.notifications.1
test('every message is unread until it is acknowledged; a missed locate has its own badge', () => {
  const unread = (message: string, given?: Partial<Notification>) =>
    isUnread({ notification: notification('1', message, given), replacedIds: [] })

  expect(notificationTypes.filter((message) => !unread(message))).toEqual([])
  expect(notificationTypes.filter((message) => unread(message, { ack: true }))).toEqual([])
  expect(unread('Connection status updated', { brokerUserName: 'Emma Whitfield' })).toBe(true)
  expect(unread('Contra locate timeout', { errorCode: 'LOCATE-TIMEOUT-OWN' })).toBe(false)
})

// spec: 2.header.9, 6.10
test('the second tab has locates for traders and acknowledged notifications for brokers', () => {
  const locate = {
    notification: notification('1', 'Contra Located', { messageType: 'locate' }),
    replacedIds: [],
  }
  const read = { notification: notification('1', 'New IOI Match Confirmed', { ack: true }), replacedIds: [] }

  expect([bellTabOf(locate, 'TRADER'), bellTabOf(read, 'BROKER')]).toEqual(['located', 'acknowledged'])
})

const missed = (id: string, given: Partial<Notification> = {}) =>
  notification(id, 'Contra locate timeout', { errorCode: 'LOCATE-TIMEOUT-OWN', ...given })

test('a missed locate keeps a line of its own until acknowledged, whatever follows on its security', () => {
  const resumed = notification('2', 'USER_RESUMED_ADVERT')
  const cancelled = notification('3', 'MARKET_ERROR')

  expect(idsOf(mergeNotifications([], [missed('1'), resumed, cancelled], []))).toEqual(['3', '1'])
  expect(idsOf(mergeNotifications([], [missed('1'), resumed, cancelled], ['1']))).toEqual(['3'])
})

test('a missed locate that a later notification has replaced on the server is still shown', () => {
  const hidden = missed('1', { visible: false })

  expect(idsOf(mergeNotifications([notification('2', 'USER_RESUMED_ADVERT')], [hidden], []))).toEqual([
    '2',
    '1',
  ])
  expect(
    idsOf(mergeNotifications([notification('2', 'USER_RESUMED_ADVERT')], [{ ...hidden, ack: true }], [])),
  ).toEqual(['2'])
})

// spec: 4.notifications.2, 4.notifications.3
test('a click acknowledges notifications without further details and opens all others', () => {
  const byClick = ['Advertisement expired', 'CANCEL_TRIGGER', 'USER_ACCEPTED_LOCATE', 'MARKET_ERROR']
  const shownFirst = ['Contra Located', 'Contra Connection Accepted!', 'LOCATE_ERROR', 'Connection confirmed']

  expect(byClick.map((message) => isAcknowledgedByClick(notification('1', message)))).toEqual(
    Array(4).fill(true),
  )
  expect(shownFirst.map((message) => isAcknowledgedByClick(notification('1', message)))).toEqual(
    Array(4).fill(false),
  )
})
