import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDue, dropDue, dueBy, emptyDueQueue, nextDue } from './due-queue.ts'

const anyTimes = fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 60 })

function queueOf(times: readonly number[]) {
  const queue = emptyDueQueue()
  for (const [index, at] of times.entries()) addDue(queue, at, `${at}#${index}`)
  return queue
}

test('everything due by a moment is found, and nothing later', () => {
  fc.assert(
    fc.property(anyTimes, fc.integer({ min: 0, max: 100 }), (times, now) => {
      const due = dueBy(queueOf(times), now).map((id) => Number(id.split('#')[0]))
      expect(due.toSorted((a, b) => a - b)).toEqual(times.filter((at) => at <= now).toSorted((a, b) => a - b))
    }),
  )
})

test('after dropping invalid entries, the earliest due time is later than the moment', () => {
  fc.assert(
    fc.property(anyTimes, fc.integer({ min: 0, max: 100 }), (times, now) => {
      const queue = queueOf(times)
      dropDue(queue, now, () => false)
      expect(nextDue(queue)).toBe(Math.min(Number.POSITIVE_INFINITY, ...times.filter((at) => at > now)))
    }),
  )
})

test('valid entries are not dropped', () => {
  const queue = queueOf([5, 3, 9])
  dropDue(queue, 10, () => true)
  expect(dueBy(queue, 10)).toHaveLength(3)
})

test('a queue whose entries are all dropped is empty', () => {
  const queue = queueOf([5, 3, 9])
  dropDue(queue, Number.POSITIVE_INFINITY, () => false)
  dropDue(queue, Number.POSITIVE_INFINITY, () => false)

  expect(queue).toEqual(emptyDueQueue())
})

test('everything is due at infinity, and nothing at minus infinity', () => {
  const queue = emptyDueQueue()
  for (const [at, id] of [
    [3, 'c'],
    [1, 'a'],
    [2, 'b'],
  ] as const)
    addDue(queue, at, id)

  expect(dueBy(queue, Number.POSITIVE_INFINITY).sort()).toEqual(['a', 'b', 'c'])
  expect(dueBy(queue, Number.NaN)).toEqual([])
})
