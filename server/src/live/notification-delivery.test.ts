import fc from 'fast-check'
import { expect, test } from 'vitest'
import { manualTimers } from '../../test/live/manual-timers.ts'
import { NotificationDelivery, type PushedNotification } from './notification-delivery.ts'
import { frameBody } from './stomp-frames.ts'

const notification = (number: number): PushedNotification => ({
  id: `n${number}`,
  number,
  body: frameBody(`body ${number}`),
})

/**
 * A reader with limited buffer space, and the table of stored notifications, which is read in pages that take
 * time.
 */
function reader(own: { readonly pageSize: number; readonly backlogBytes?: number }) {
  const rows: PushedNotification[] = []
  const delivered: string[] = []
  const slow: string[] = []
  const reads: (() => void)[] = []
  const timers = manualTimers()
  let room = 0
  let waiting: (() => void) | null = null
  const delivery = new NotificationDelivery({
    channel: {
      send(text) {
        room -= 1
        delivered.push(text)
      },
      hasRoom: () => room > 0,
      whenRoom(act) {
        waiting = act
      },
    },
    timers,
    limits: { backlogBytes: own.backlogBytes ?? 1_000_000, backlogMs: 30_000 },
    async unackedAfter(number) {
      const found = rows.filter((each) => each.number > number)
      const pushed = found.slice(0, own.pageSize)
      await new Promise<void>((read) => reads.push(read))
      return { pushed, isLast: found.length < own.pageSize }
    },
    frameOf: ({ id }) => id,
    tooSlow: (why) => slow.push(why),
    failed: (failure) => {
      throw failure
    },
  })
  return {
    rows,
    delivered,
    slow,
    timers,
    delivery,
    makeRoom(messages: number) {
      room += messages
      const act = waiting
      waiting = null
      act?.()
    },
    finishRead: () => reads.shift()?.(),
    isReading: () => reads.length > 0,
  }
}

const settled = (): Promise<void> => new Promise((done) => setImmediate(done))

test('whatever happens while the backlog is sent, each notification arrives once and in order', async () => {
  const step = fc.constantFrom('write', 'push', 'read', 'room')
  const before = fc.integer({ min: 0, max: 12 })
  await fc.assert(
    fc.asyncProperty(
      before,
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      async (backlog, steps, pageSize, pushesBeforeStore) => {
        const to = reader({ pageSize })
        let lastPushed = backlog
        const write = (): void => void to.rows.push(notification(to.rows.length + 1))
        const push = (): void => {
          // Pushed in order, after it was stored, perhaps much later.
          if (lastPushed < to.rows.length) to.delivery.push(notification(++lastPushed))
        }
        for (let each = 0; each < backlog; each += 1) write()
        const sending = to.delivery.begin()
        for (const each of steps) {
          if (each === 'write') write()
          if (each === 'push') push()
          if (each === 'read') to.finishRead()
          if (each === 'room') to.makeRoom(2)
          await settled()
        }
        to.makeRoom(1_000)
        const pushRest = (): void => {
          while (lastPushed < to.rows.length) push()
        }
        if (pushesBeforeStore) pushRest()
        while (to.isReading()) {
          to.finishRead()
          await settled()
        }
        pushRest()
        await sending

        expect(to.delivered).toEqual(to.rows.map(({ id }) => id))
        expect(to.slow).toEqual([])
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a notification pushed while the page that contains it is being read arrives once', async () => {
  const to = reader({ pageSize: 2 })
  to.rows.push(notification(1), notification(2))
  const sending = to.delivery.begin()
  to.finishRead()
  await sending
  to.rows.push(notification(3))
  to.makeRoom(10)
  expect(to.isReading()).toBe(true)
  to.delivery.push(notification(3))
  to.finishRead()
  await settled()

  expect(to.delivered).toEqual(['n1', 'n2', 'n3'])
})

test('new notifications wait in the table, not in memory, while the backlog is being sent', async () => {
  const to = reader({ pageSize: 2, backlogBytes: 20 })
  for (const number of [1, 2, 3]) to.rows.push(notification(number))
  const sending = to.delivery.begin()
  to.finishRead()
  await sending
  for (let number = 4; number <= 20; number += 1) {
    to.rows.push(notification(number))
    to.delivery.push(notification(number))
  }
  to.makeRoom(1_000)
  while (to.isReading()) {
    to.finishRead()
    await settled()
  }

  expect(to.slow).toEqual([])
  expect(to.delivered).toEqual(to.rows.map(({ id }) => id))
})

test('a reader with too large a backlog is disconnected, and gets no more', async () => {
  const to = reader({ pageSize: 10, backlogBytes: 20 })
  const sending = to.delivery.begin()
  to.finishRead()
  await sending
  for (const number of [1, 2, 3]) to.delivery.push(notification(number))
  expect(to.slow).toEqual([])
  to.delivery.push(notification(4))
  expect(to.slow).toEqual(['too much waits for it'])
  to.makeRoom(10)
  expect(to.delivered).toEqual([])
})

test('a reader has half a minute for each batch, not for all of them', async () => {
  const to = reader({ pageSize: 100 })
  for (let number = 1; number <= 10; number += 1) to.rows.push(notification(number))
  const sending = to.delivery.begin()
  to.finishRead()
  await sending
  for (let batch = 0; batch < 9; batch += 1) {
    to.timers.advance(29_999)
    to.makeRoom(1)
  }
  expect(to.delivered).toHaveLength(9)
  to.timers.advance(30_000)
  expect(to.slow).toEqual(['it took nothing for too long'])
})
