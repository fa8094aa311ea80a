import { setImmediate as nextTurn } from 'node:timers/promises'
import { marketTopic } from '@aitai/contract/routes/live.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startServerWithFeed } from '../support/feed-handler.ts'
import type { TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'
import { frame, rawSocket } from './stomp-clients.ts'

/** A raw socket of a trader that follows securities, in this order and from the same tick on. */
async function follow(desk: TestServer, trader: TestUser, securityIds: readonly string[]) {
  const socket = await rawSocket(new URL(desk.url).host)
  onTestFinished(() => socket.close())
  const headers = { 'accept-version': '1.2', host: 'aitai', Authorization: `Bearer ${trader.token}` }
  const subscribed = securityIds.map((id, i) =>
    frame('SUBSCRIBE', { id: `${i}`, destination: marketTopic(id), ack: 'auto' }),
  )
  socket.send(frame('CONNECT', headers), ...subscribed, frame('UNSUBSCRIBE', { id: 'none', receipt: 'all' }))
  await until('the subscriptions', async () => socket.received.some((text) => text.startsWith('RECEIPT')))
  return socket
}

/** Every turn of the event loop takes a millisecond of the clock, so that two batches are read at two times. */
function runClock({ clock }: TestServer): void {
  let isRunning = true
  onTestFinished(() => {
    isRunning = false
  })
  void (async () => {
    while (isRunning) {
      clock.advance(1)
      await nextTurn()
    }
  })()
}

const observed = 60
const ticks = 2

/** Times as milliseconds after the earliest of the tick. */
function relative(writes: readonly (readonly string[])[]): string[][] {
  const times = writes.flat().flatMap((text) => text.match(/\b1\d{12}\b/g) ?? [])
  const first = Math.min(...times.map(Number))
  return writes.map((frames) =>
    frames.map((text) => text.replace(/\b1\d{12}\b/g, (time) => `+${Number(time) - first}`)),
  )
}

/** The writes that a socket which follows securities receives in each tick. */
async function writesOfTicks(desk: TestServer, trader: TestUser, securityIds: readonly string[]) {
  const socket = await follow(desk, trader, securityIds)
  const updatesIn = (writes: readonly (readonly string[])[]) =>
    writes
      .map((frames) => frames.filter((text) => text.startsWith('MESSAGE')))
      .filter(({ length }) => length > 0)
  await until('the ticks', async () => updatesIn(socket.writes).flat().length >= ticks * observed)
  socket.close()
  const all: (readonly string[])[][] = []
  let count = 0
  for (const write of updatesIn(socket.writes)) {
    if (count % observed === 0) all.push([])
    all.at(-1)?.push(write)
    count += write.length
  }
  return all.slice(0, ticks).map(relative)
}

// rule: 15.30
test('what a socket receives in each tick is the same, write by write, when others follow 0, 7 or 40 names', async () => {
  const desk = await startServerWithFeed()
  const [alder, birch] = [await desk.trader('alder'), await desk.trader('birch')]
  const ids = desk.app.reference
    .names()
    .listed.map(({ security }) => security.securityId)
    .sort()
  // The names of others sort before those of the observer, whose order is its own.
  const own = ids.slice(-observed).reverse()
  runClock(desk)

  const alone = await writesOfTicks(desk, alder, own)
  for (const count of [7, 40]) {
    const others = await follow(desk, birch, ids.slice(0, count))
    expect(await writesOfTicks(desk, alder, own)).toEqual(alone)
    others.close()
  }
  expect(alone).toHaveLength(ticks)
  for (const writes of alone) {
    expect(writes).toHaveLength(1)
    // Without quotes each update has the time of its tick.
    expect(new Set(writes.flat().map((text) => /"at":(\+\d+)\}/.exec(text)?.[1]))).toEqual(new Set(['+0']))
    expect(writes.flat().map((text) => /destination:.*\/(\w+)/.exec(text)?.[1])).toEqual(own)
  }
})
