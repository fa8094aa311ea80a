import { expect, test } from 'vitest'
import { HashQueue, type HashQueueLane, signedInLane } from './hash-queue.ts'

/** A queue whose jobs end when the test says so. `order` lists the jobs that ran, `refused` the rejected ones. */
function queueOf(atOnce: number, longest: number) {
  const queue = new HashQueue({ atOnce, longest })
  const order: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  const enqueue = (name: string, lane: HashQueueLane): void => {
    const work = async (): Promise<void> => {
      order.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
    }
    queue.run(lane, work).catch(() => refused.push(name))
  }
  const finishAll = async (): Promise<void> => {
    for (let idle = 0; idle < 3; idle += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      for (const end of ends.splice(0)) {
        end()
        idle = 0
      }
    }
  }
  return { enqueue, finishAll, order, refused }
}

test('networks take turns, and signed-in users go first', async () => {
  const { enqueue, finishAll, order, refused } = queueOf(1, 10)
  for (const name of ['a1', 'a2', 'a3']) enqueue(name, { network: 'a' })
  enqueue('b1', { network: 'b' })
  enqueue('b2', { network: 'b' })
  enqueue('own', signedInLane)
  await finishAll()

  expect(order).toEqual(['a1', 'own', 'a2', 'b1', 'a3', 'b2'])
  expect(refused).toEqual([])
})

test('concurrency is limited, and a full queue rejects the newest job of the longest network', async () => {
  const { enqueue, finishAll, order, refused } = queueOf(2, 3)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) enqueue(name, { network: 'a' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(order).toEqual(['a1', 'a2'])
  expect(refused).toEqual(['a6'])

  enqueue('b1', { network: 'b' })
  for (const name of ['own1', 'own2', 'own3', 'own4']) enqueue(name, signedInLane)
  await finishAll()
  expect(refused.toSorted()).toEqual(['a5', 'a6', 'own4'])
  expect(order).toEqual(['a1', 'a2', 'own1', 'own2', 'own3', 'a3', 'b1', 'a4'])
})

test('a job that fails frees its slot for the next', async () => {
  const queue = new HashQueue({ atOnce: 1, longest: 1 })
  const fails = queue.run(signedInLane, async () => {
    throw new Error('no')
  })
  const next = queue.run(signedInLane, async () => 'done')

  await expect(fails).rejects.toThrow('no')
  expect(await next).toBe('done')
})
