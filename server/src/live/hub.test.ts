import { expect, test } from 'vitest'
import type { Session } from '../accounts/session-rows.ts'
import { type ConnectedSocket, Hub } from './hub.ts'

const noPresence = { socketOpened: async () => {}, socketClosed() {}, sessionEnded() {} }

const sessionOf = (n: number) => ({ tokenHash: `hash ${n}`, userId: `user ${n}`, role: 'BROKER' }) as Session

/** A hub with one socket for each session, whose look-up is answered at once, as SQLite does. */
function hubWith(isLive: readonly boolean[], onLookUp: () => void) {
  const hub = new Hub(noPresence, 3)
  const expired: number[] = []
  for (const [n, live] of isLive.entries()) {
    const socket: ConnectedSocket = {
      async hasLiveSession() {
        onLookUp()
        return live
      },
      sessionEnded() {},
      closeForNewerSocket() {},
      expire: () => expired.push(n),
    }
    hub.join(sessionOf(n), socket)
  }
  return { hub, expired }
}

test('a socket whose session ended in another process is closed, and no other', async () => {
  const { hub, expired } = hubWith([true, false, true], () => {})

  await hub.recheck()

  expect(expired).toEqual([1])
})

test('other work goes on between the look-ups of two sessions', async () => {
  const order: string[] = []
  const { hub } = hubWith([true, true, true], () => {
    order.push('look-up')
    setImmediate(() => order.push('other work'))
  })

  await hub.recheck()

  expect(order).toEqual(['look-up', 'other work', 'look-up', 'other work', 'look-up', 'other work'])
})
