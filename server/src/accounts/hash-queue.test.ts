import { expect, test } from 'vitest'
import { HashQueue, type PasswordOrigin, signedInOrigin } from './hash-queue.ts'

/** A queue whose jobs end when the test says so. `order` lists the jobs that ran, `refused` the rejected ones. */
function queueOf(atOnce: number, longest: number) {
  const queue = new HashQueue({ atOnce, maxLength: longest })
  const order: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  const enqueue = (name: string, origin: PasswordOrigin): void => {
    const work = async (): Promise<void> => {
      order.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
    }
    queue.run(origin, work).catch(() => refused.push(name))
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
  for (const name of ['a1', 'a2', 'a3']) enqueue(name, { network: 'a', isKnown: false })
  enqueue('b1', { network: 'b', isKnown: false })
  enqueue('b2', { network: 'b', isKnown: false })
  enqueue('own', signedInOrigin)
  await finishAll()

  expect(order).toEqual(['a1', 'own', 'a2', 'b1', 'a3', 'b2'])
  expect(refused).toEqual([])
})

test('concurrency is limited, and a full queue rejects the newest job of the longest network', async () => {
  const { enqueue, finishAll, order, refused } = queueOf(2, 3)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) enqueue(name, { network: 'a', isKnown: false })
  await new Promise((resolve) => setImmediate(resolve))
  expect(order).toEqual(['a1', 'a2'])
  expect(refused).toEqual(['a6'])

  enqueue('b1', { network: 'b', isKnown: false })
  for (const name of ['own1', 'own2', 'own3', 'own4']) enqueue(name, signedInOrigin)
  await finishAll()
  expect(refused.toSorted()).toEqual(['a5', 'a6', 'own4'])
  expect(order).toEqual(['a1', 'a2', 'own1', 'own2', 'own3', 'a3', 'b1', 'a4'])
})

test('a flood from other networks delays a known network by at most its own number', async () => {
  const { enqueue, finishAll, order, refused } = queueOf(1, 50)
  for (let index = 1; index <= 80; index += 1)
    enqueue(`flood${index}`, { network: `203.0.${index}.7`, isKnown: false })
  for (let index = 1; index <= 40; index += 1)
    enqueue(`member${index}`, { network: '198.51.100.7', isKnown: true })
  await finishAll()

  const members = order.filter((name) => name.startsWith('member'))
  expect(members).toHaveLength(40)
  expect(order.indexOf('member40')).toBeLessThanOrEqual(80)
  expect(refused).toHaveLength(29)
})

test('whoever filled the queue first does not keep out a network that comes later', async () => {
  let admitted = 0
  for (let round = 0; round < 40; round += 1) {
    const { enqueue, finishAll, order } = queueOf(1, 5)
    for (let index = 0; index < 6; index += 1)
      enqueue(`flood${index}`, { network: `203.0.${index}.7`, isKnown: false })
    enqueue('newcomer', { network: '198.51.100.7', isKnown: false })
    await finishAll()
    admitted += Number(order.includes('newcomer'))
  }
  // Five of six chances in each round; none of forty has a probability of 10^-31.
  expect(admitted).toBeGreaterThan(0)
})

test('the networks of one owner count as one, and are the first to lose a job', async () => {
  const { enqueue, finishAll, order, refused } = queueOf(1, 6)
  enqueue('first', { network: '192.0.2.1', isKnown: false })
  for (let index = 1; index <= 6; index += 1)
    enqueue(`owner${index}`, { network: `2001:db8:${index}:1`, isKnown: false })
  enqueue('b1', { network: '198.51.100.7', isKnown: false })
  enqueue('b2', { network: '198.51.100.7', isKnown: false })
  await finishAll()

  expect(refused).toHaveLength(2)
  expect(refused.every((name) => name.startsWith('owner'))).toBe(true)
  expect(order.indexOf('b1')).toBeLessThanOrEqual(2)
  expect(order.indexOf('b2')).toBeLessThanOrEqual(4)
})

test('a job that fails frees its slot for the next', async () => {
  const queue = new HashQueue({ atOnce: 1, maxLength: 1 })
  const fails = queue.run(signedInOrigin, async () => {
    throw new Error('no')
  })
  const next = queue.run(signedInOrigin, async () => 'done')

  await expect(fails).rejects.toThrow('no')
  expect(await next).toBe('done')
})
