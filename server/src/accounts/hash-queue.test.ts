import { expect, test } from 'vitest'
import { HashQueue, type HashQueueLane, signedInLane } from './hash-queue.ts'

/** A queue whose work ends when the test says so; `order` is who had a turn, `refused` who had none. */
function queueOf(atOnce: number, longest: number) {
  const queue = new HashQueue({ atOnce, longest })
  const order: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  const comes = (name: string, lane: HashQueueLane): void => {
    const work = async (): Promise<void> => {
      order.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
    }
    queue.run(lane, work).catch(() => refused.push(name))
  }
  const endsAll = async (): Promise<void> => {
    for (let idle = 0; idle < 3; idle += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      for (const end of ends.splice(0)) {
        end()
        idle = 0
      }
    }
  }
  return { comes, endsAll, order, refused }
}

test('the networks take turns, and who is signed in goes first', async () => {
  const { comes, endsAll, order, refused } = queueOf(1, 10)
  for (const name of ['a1', 'a2', 'a3']) comes(name, { network: 'a' })
  comes('b1', { network: 'b' })
  comes('b2', { network: 'b' })
  comes('own', signedInLane)
  await endsAll()

  expect(order).toEqual(['a1', 'own', 'a2', 'b1', 'a3', 'b2'])
  expect(refused).toEqual([])
})

test('no more than so many run at once, and a full queue refuses the next of the longest line', async () => {
  const { comes, endsAll, order, refused } = queueOf(2, 3)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) comes(name, { network: 'a' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(order).toEqual(['a1', 'a2'])
  expect(refused).toEqual(['a6'])

  comes('b1', { network: 'b' })
  for (const name of ['own1', 'own2', 'own3', 'own4']) comes(name, signedInLane)
  await endsAll()
  expect(refused.toSorted()).toEqual(['a5', 'a6', 'own4'])
  expect(order).toEqual(['a1', 'a2', 'own1', 'own2', 'own3', 'a3', 'b1', 'a4'])
})

test('work that fails gives its place to the next', async () => {
  const queue = new HashQueue({ atOnce: 1, longest: 1 })
  const fails = queue.run(signedInLane, async () => {
    throw new Error('no')
  })
  const next = queue.run(signedInLane, async () => 'done')

  await expect(fails).rejects.toThrow('no')
  expect(await next).toBe('done')
})
