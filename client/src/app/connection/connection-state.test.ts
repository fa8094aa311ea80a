import { expect, test } from 'vitest'
import {
  type Connection,
  caughtUp,
  connected,
  connectionLost,
  connectionReducer,
  gaveWay,
  isDisconnected,
  networkSeen,
  retryAsked,
} from './connection-state.ts'

const after = (...actions: Parameters<typeof connectionReducer>[1][]): Connection =>
  actions.reduce<Connection>(connectionReducer, connectionReducer(undefined, { type: 'start' }))
const lost = (at: number, online = true) => connectionLost({ at, nextTryAt: at + 10_000, online })

test('what is shown is as old as the first loss, however often it is tried again', () => {
  const { state, attempt, staleSince } = after(connected(), lost(1_000), lost(11_000))

  expect({ state, attempt, staleSince }).toEqual({ state: 'reconnecting', attempt: 2, staleSince: 1_000 })
  expect(after(connected(), lost(1_000), connected()).staleSince).toBeNull()
})

test('a computer that goes offline while the socket is down is told to be offline, and back', () => {
  expect(after(connected(), lost(1), networkSeen(false)).state).toBe('offline')
  expect(after(connected(), lost(1), networkSeen(false), networkSeen(true)).state).toBe('reconnecting')
  expect(after(connected(), networkSeen(false)).state).toBe('live')
})

test('a tab that gave way plans no try until somebody asks for one', () => {
  const resting = after(connected(), gaveWay(1_000))

  expect(isDisconnected(resting)).toBe(true)
  expect(resting.nextTryAt).toBeNull()
  expect(connectionReducer(resting, retryAsked()).nextTryAt).toBe(0)
})

test('asking for a try does nothing while it is live, or while a try is under way', () => {
  expect(after(connected(), retryAsked()).nextTryAt).toBeNull()
})

test('what came meanwhile outlasts the return until it is read, and grows by the next cut', () => {
  const kind = { message: 'Advertisement expired', missed: false, count: 1 }
  const { meanwhile } = after(connected(), caughtUp([kind]), lost(1), connected(), caughtUp([kind]))

  expect(meanwhile).toEqual([{ ...kind, count: 2 }])
})
