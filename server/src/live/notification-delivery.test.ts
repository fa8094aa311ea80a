import fc from 'fast-check'
import { expect, test } from 'vitest'
import { manualTimers } from '../../test/live/manual-timers.ts'
import { NotificationDelivery, type PushedNotification } from './notification-delivery.ts'
import { frameBody } from './stomp-frames.ts'

const notice = (number: number): PushedNotification => ({
  id: `n${number}`,
  number,
  body: frameBody(`body ${number}`),
})

/** A reader behind a narrow way, and the table of what was written, read in pages that take their time. */
function reader(own: { readonly pageSize: number; readonly backlogBytes?: number }) {
  const written: PushedNotification[] = []
  const got: string[] = []
  const slow: string[] = []
  const reads: (() => void)[] = []
  const timers = manualTimers()
  let room = 0
  let waiting: (() => void) | null = null
  const delivery = new NotificationDelivery({
    channel: {
      send(text) {
        room -= 1
        got.push(text)
      },
      hasRoom: () => room > 0,
      whenRoom(act) {
        waiting = act
      },
    },
    timers,
    limits: { backlogBytes: own.backlogBytes ?? 1_000_000, backlogMs: 30_000 },
    async unackedAfter(number) {
      const found = written.filter((each) => each.number > number)
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
    written,
    got,
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

test('whatever happens while the old is sent again, each notice comes once and in order', async () => {
  const step = fc.constantFrom('write', 'tell', 'read', 'room')
  const before = fc.integer({ min: 0, max: 12 })
  await fc.assert(
    fc.asyncProperty(
      before,
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      async (old, steps, pageSize, pushesBeforeStore) => {
        const to = reader({ pageSize })
        let stored = old
        const write = (): void => void to.written.push(notice(to.written.length + 1))
        const tell = (): void => {
          // Told in order, after it was written, perhaps much later.
          if (stored < to.written.length) to.delivery.push(notice(++stored))
        }
        for (let each = 0; each < old; each += 1) write()
        const begun = to.delivery.begin()
        for (const each of steps) {
          if (each === 'write') write()
          if (each === 'tell') tell()
          if (each === 'read') to.finishRead()
          if (each === 'room') to.makeRoom(2)
          await settled()
        }
        to.makeRoom(1_000)
        const tellRest = (): void => {
          while (stored < to.written.length) tell()
        }
        if (pushesBeforeStore) tellRest()
        while (to.isReading()) {
          to.finishRead()
          await settled()
        }
        tellRest()
        await begun

        expect(to.got).toEqual(to.written.map(({ id }) => id))
        expect(to.slow).toEqual([])
      },
    ),
    { numRuns: 2_000 },
  )
})

test('what is told while the page that holds it is being read comes once', async () => {
  const to = reader({ pageSize: 2 })
  to.written.push(notice(1), notice(2))
  const begun = to.delivery.begin()
  to.finishRead()
  await begun
  to.written.push(notice(3))
  to.makeRoom(10)
  expect(to.isReading()).toBe(true)
  to.delivery.push(notice(3))
  to.finishRead()
  await settled()

  expect(to.got).toEqual(['n1', 'n2', 'n3'])
})

test('what is new while the old is still being taken waits in the table, not in memory', async () => {
  const to = reader({ pageSize: 2, backlogBytes: 20 })
  for (const number of [1, 2, 3]) to.written.push(notice(number))
  const begun = to.delivery.begin()
  to.finishRead()
  await begun
  for (let number = 4; number <= 20; number += 1) {
    to.written.push(notice(number))
    to.delivery.push(notice(number))
  }
  to.makeRoom(1_000)
  while (to.isReading()) {
    to.finishRead()
    await settled()
  }

  expect(to.slow).toEqual([])
  expect(to.got).toEqual(to.written.map(({ id }) => id))
})

test('a reader that lets too much wait is given up, and gets no more', async () => {
  const to = reader({ pageSize: 10, backlogBytes: 20 })
  const begun = to.delivery.begin()
  to.finishRead()
  await begun
  for (const number of [1, 2, 3]) to.delivery.push(notice(number))
  expect(to.slow).toEqual([])
  to.delivery.push(notice(4))
  expect(to.slow).toEqual(['too much waits for it'])
  to.makeRoom(10)
  expect(to.got).toEqual([])
})

test('a reader has half a minute for each batch, not for all of them', async () => {
  const to = reader({ pageSize: 100 })
  for (let number = 1; number <= 10; number += 1) to.written.push(notice(number))
  const begun = to.delivery.begin()
  to.finishRead()
  await begun
  for (let batch = 0; batch < 9; batch += 1) {
    to.timers.advance(29_999)
    to.makeRoom(1)
  }
  expect(to.got).toHaveLength(9)
  to.timers.advance(30_000)
  expect(to.slow).toEqual(['it took nothing for too long'])
})
