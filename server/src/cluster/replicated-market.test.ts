import { emptyState } from '@aitai/engine/model/state.ts'
import { expect, test } from 'vitest'
import { Unavailable } from '../errors.ts'
import type { CommandLoop } from '../market/command-loop.ts'
import type { JournalFollower } from './journal-follower.ts'
import { ReplicatedMarket } from './replicated-market.ts'

const folded = { state: emptyState(), seq: 0, hash: '', snapshotSeq: 0 }

/** A market whose command loop starts, and whose changes of role are complete, when the test says so. */
function startMarket() {
  const [starts, changes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const loop = { isAbandoned: false }
  const commandLoop = {
    abandon() {
      loop.isAbandoned = true
    },
    submit: async () => 'answered',
    onNotifications: () => () => {},
  }
  const follower = { current: async () => folded.state, stop: async () => folded }
  const market = new ReplicatedMarket(
    {
      writer: { request: async () => Promise.reject(new Unavailable('nobody writes')) } as never,
      now: () => 0,
      follow: () => follower as unknown as JournalFollower,
      fold: async () => folded,
      async write() {
        await starts.promise
        return commandLoop as unknown as CommandLoop
      },
      onError: (error) => {
        throw error
      },
      changed: () => changes.promise,
    },
    folded,
  )
  return { market, loop, starts, changes }
}

const command = { type: 'setPresence', traderId: 'alder', present: true } as const

test('a process that is replaced while it begins to write stops the loop that it has started', async () => {
  const { market, loop, starts, changes } = startMarket()
  const elected = market.elected(1)
  const deposed = market.deposed()
  starts.resolve()
  changes.resolve()
  await elected
  await deposed
  expect(loop.isAbandoned).toBe(true)
  expect(market.isWriter()).toBe(false)
})

test('a process that was replaced answers nothing as a writer, while what follows from its election goes on', async () => {
  const { market, loop, starts, changes } = startMarket()
  const elected = market.elected(1)
  starts.resolve()
  while (!market.isWriter()) await new Promise(setImmediate)
  expect(await market.submit(command)).toBe('answered')
  const deposed = market.deposed()
  expect(loop.isAbandoned).toBe(true)
  expect(market.isWriter()).toBe(false)
  const waiting = market.submit(command)
  changes.resolve()
  await Promise.all([elected, deposed])
  await expect(waiting).rejects.toBeInstanceOf(Unavailable)
})
