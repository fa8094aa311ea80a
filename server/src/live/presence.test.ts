import { expect, test, vi } from 'vitest'
import { manualTimers } from '../../test/live/manual-timers.ts'
import { Presence } from './presence.ts'

/** A market that records the submitted presences, and rejects them while it cannot write. */
function market() {
  const submitted: string[] = []
  const timers = manualTimers()
  const failures: unknown[] = []
  let isWritable = true
  const presence = new Presence({
    async setPresence(traderId, present) {
      if (!isWritable) throw new Error('the disk is full')
      submitted.push(`${traderId} ${present ? 'present' : 'absent'}`)
    },
    timers,
    absentAfterMs: 60_000,
    failed: (failure) => void failures.push(failure),
  })
  const setWritable = (now: boolean): void => {
    isWritable = now
  }
  return { presence, timers, submitted, failures, setWritable }
}

/** Lets pending work finish. */
const settled = (): Promise<void> => new Promise((done) => setImmediate(done))

test('the first socket makes the trader present, the last one absent a minute later', async () => {
  const { presence, timers, submitted } = market()
  await presence.socketOpened('alder')
  await presence.socketOpened('alder')
  presence.socketClosed('alder')
  timers.advance(60_000)
  await settled()
  expect(submitted).toEqual(['alder present'])

  presence.socketClosed('alder')
  timers.advance(59_999)
  await settled()
  expect(submitted).toEqual(['alder present'])
  timers.advance(1)
  await settled()
  expect(submitted).toEqual(['alder present', 'alder absent'])
})

test('a trader who returns within the minute was never absent', async () => {
  const { presence, timers, submitted } = market()
  await presence.socketOpened('alder')
  presence.socketClosed('alder')
  timers.advance(59_999)
  await presence.socketOpened('alder')
  timers.advance(120_000)
  await settled()
  expect(submitted).toEqual(['alder present'])
})

test('after a session has ended the presence is submitted again when the trader returns', async () => {
  const { presence, timers, submitted } = market()
  await presence.socketOpened('alder')
  presence.socketClosed('alder')
  presence.sessionEnded('alder')
  timers.advance(120_000)
  await settled()
  expect(submitted).toEqual(['alder present'])
  await presence.socketOpened('alder')
  expect(submitted).toEqual(['alder present', 'alder present'])
})

test('a session that ends while a newer one is open leaves the trader present', async () => {
  const { presence, submitted } = market()
  await presence.socketOpened('alder')
  await presence.socketOpened('alder')
  presence.socketClosed('alder')
  presence.sessionEnded('alder')
  await settled()
  expect(submitted).toEqual(['alder present', 'alder present'])
})

test('a presence that could not be written is retried until it is', async () => {
  const { presence, timers, submitted, failures, setWritable } = market()
  setWritable(false)
  await presence.socketOpened('alder')
  expect(failures).toHaveLength(1)
  timers.advance(1_000)
  await vi.waitFor(() => expect(failures).toHaveLength(2))
  setWritable(true)
  timers.advance(1_000)
  await settled()
  expect(submitted).toEqual(['alder present'])
})

test('a trader who was present at the last stop is absent after a minute, unless they return', async () => {
  const { presence, timers, submitted } = market()
  presence.expectReturn(['alder', 'birch'])
  await presence.socketOpened('birch')
  timers.advance(60_000)
  await settled()
  expect(submitted).toEqual(['alder absent'])
})

test('a stopping server makes nobody absent', async () => {
  const { presence, timers, submitted } = market()
  await presence.socketOpened('alder')
  presence.close()
  presence.socketClosed('alder')
  timers.advance(120_000)
  await settled()
  expect(submitted).toEqual(['alder present'])
})
