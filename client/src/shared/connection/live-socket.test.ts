import { notificationTypes } from '@aitai/engine/notifications.ts'
import { en } from '@aitai/messages/en.ts'
import { expect, test } from 'vitest'
import { connectTimeout, parseNotification, retryDelay, transportsAfter } from './live-socket.ts'
import { sessionEndIn, tagsInvalidatedBy } from './push-invalidation.ts'

// spec: 4.other.6, 9.9
test('a lost socket is retried at once, 10 seconds after the loss, then every 20', () => {
  const triedAt: number[] = []
  let downFor = 0
  for (let failures = 1; failures <= 4; failures += 1) {
    downFor += retryDelay(failures, downFor, 0.4)
    triedAt.push(downFor)
  }
  expect(triedAt).toEqual([400, 10_000, 30_000, 50_000])
})

test('a first retry that hangs for longer than 10 seconds is followed at once', () => {
  expect(retryDelay(2, 10_400, 0)).toBe(0)
})

test('the first retry is random within a second, so that not all clients return at once', () => {
  expect(retryDelay(1, 0, 0.5)).toBe(500)
  expect(retryDelay(1, 0, 0.999)).toBeLessThan(1_000)
})

test('each attempt to connect may take twice as long as the one before, up to a minute', () => {
  expect([0, 1, 2, 3, 9].map(connectTimeout)).toEqual([15_000, 30_000, 60_000, 60_000, 60_000])
})

test('an attempt after a time-out uses only the transport that passes every proxy, the next one all again', () => {
  const all = ['websocket', 'xhr-streaming', 'eventsource', 'xhr-polling']
  expect([0, 1, 2, 3].map(transportsAfter)).toEqual([all, ['xhr-polling'], all, ['xhr-polling']])
})

test('every message type refreshes the bell and has a text', () => {
  for (const message of notificationTypes) {
    expect(tagsInvalidatedBy(message), message).toContain('Notifications')
    expect(tagsInvalidatedBy(message).length, message).toBeGreaterThan(1)
    expect(Object.keys(en)).toContain(`notification.${message}`)
  }
})

// spec: 4.notifications.19
test('messages about a locate refresh adverts, locates, and the rating once it is revealed', () => {
  expect(tagsInvalidatedBy('Contra Located')).toEqual(['Notifications', 'Adverts', 'Locates'])
  expect(tagsInvalidatedBy('Contra locate timeout')).toContain('User')
})

test('an unknown message refreshes the bell only', () => {
  expect(tagsInvalidatedBy('toString')).toEqual(['Notifications'])
})

test('a session ends by being replaced or timing out, and by no other message', () => {
  expect(sessionEndIn('Emma Whitfield logged out')).toBe('SESSION_REPLACED')
  expect(sessionEndIn('Emma Whitfield timed out')).toBe('SESSION_TIMED_OUT')
  for (const message of notificationTypes) expect(sessionEndIn(message), message).toBeNull()
})

test('a pushed frame has its notification as JSON in a string', () => {
  const notification = { id: 'n1', message: 'ADVERT_UPDATED', messageType: 'statusAlert' }

  expect(parseNotification(JSON.stringify({ message: JSON.stringify(notification) }))).toEqual(notification)
})

test.each(['', 'not JSON', '{}', '{"message":"not JSON"}', '{"message":"{}"}', 'null'])(
  'a frame without a notification (%s) is ignored',
  (body) => {
    expect(parseNotification(body)).toBeNull()
  },
)
