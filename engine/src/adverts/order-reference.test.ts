import { expect, test } from 'vitest'
import { advertIn, book, buys, modifyOf, perform } from '../../test/book.ts'
import { readOrderReference } from './order-reference.ts'

// rule: 27.1
test.each([
  ['PT-2026/0412 #3', 'PT-2026/0412 #3'],
  [' 発注 12\t', '発注 12'],
  ['x'.repeat(32), 'x'.repeat(32)],
  ['x'.repeat(33), null],
  [' \t', null],
])('the reference %j is read as %j', (typed, reference) => {
  expect(readOrderReference(typed)).toBe(reference)
})

// rule: 27.2
test.each([{ orderReference: 'PT-12' }, { parentQuantity: 50_000 }, { doneElsewhere: 20_000 }])(
  'a change of the order, %j, keeps the priority time and everything but the term',
  (order) => {
    const state = book(buys('alder', 10_000))
    const { priorityTime, advertisementStatus, minShares } = advertIn(state, 'alder-1')
    perform(state, modifyOf(state, 'alder-1', order, '00:10'))

    expect(advertIn(state, 'alder-1')).toMatchObject({
      terms: order,
      priorityTime,
      advertisementStatus,
      minShares,
    })
  },
)
