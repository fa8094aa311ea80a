import { expect, test } from 'vitest'
import {
  type Connection,
  caughtUp,
  connected,
  connectionLost,
  connectionReducer,
  isDisconnected,
  networkSeen,
  retryRequested,
  yielded,
} from './connection-state.ts'

const after = (...actions: Parameters<typeof connectionReducer>[1][]): Connection =>
  actions.reduce<Connection>(connectionReducer, connectionReducer(undefined, { type: 'start' }))
const lost = (at: number, online = true) => connectionLost({ at, nextTryAt: at + 10_000, online })

test('data is as old as the first loss, whatever the number of retries', () => {
  const { state, attempt, staleSince } = after(connected(), lost(1_000), lost(11_000))

  expect({ state, attempt, staleSince }).toEqual({ state: 'reconnecting', attempt: 2, staleSince: 1_000 })
  expect(after(connected(), lost(1_000), connected()).staleSince).toBeNull()
})

test('going offline and online while the socket is down is recorded', () => {
  expect(after(connected(), lost(1), networkSeen(false)).state).toBe('offline')
  expect(after(connected(), lost(1), networkSeen(false), networkSeen(true)).state).toBe('reconnecting')
  expect(after(connected(), networkSeen(false)).state).toBe('live')
})

test('a resting tab plans no retry until the user requests one', () => {
  const resting = after(connected(), yielded(1_000))

  expect(isDisconnected(resting)).toBe(true)
  expect(resting.nextTryAt).toBeNull()
  expect(connectionReducer(resting, retryRequested()).nextTryAt).toBe(0)
})

test('requesting a retry does nothing while connected or while a retry is under way', () => {
  expect(after(connected(), retryRequested()).nextTryAt).toBeNull()
})

test('missed updates remain until they are read, and a second loss adds to them', () => {
  const kind = { message: 'Advertisement expired', missed: false, count: 1 }
  const { missedUpdates } = after(connected(), caughtUp([kind]), lost(1), connected(), caughtUp([kind]))

  expect(missedUpdates).toEqual([{ ...kind, count: 2 }])
})
