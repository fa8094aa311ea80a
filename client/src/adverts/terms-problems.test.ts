import { expect, test } from 'vitest'
import { termsOf } from '../../test/support/fixtures.ts'
import { unreadableExpiry } from '../ui/advert-terms/duration-text.ts'
import { unreadablePrice, unreadableShares } from './terms.ts'
import { firstTermProblem, termProblem } from './terms-problems.ts'

test.each([
  ['no quantity', { shareQuantity: 0 }, 'advert.quantity.invalid'],
  ['an own expiry that cannot be read', { duration: unreadableExpiry }, 'advert.ownExpiry.invalid'],
  [
    'a quantity of the order that cannot be read',
    { parentQuantity: unreadableShares },
    'advert.shares.invalid',
  ],
  [
    'a quantity done elsewhere that cannot be read',
    { doneElsewhere: unreadableShares },
    'advert.shares.invalid',
  ],
  ['a limit price that cannot be read', { limitPrice: unreadablePrice }, 'advert.panel.level.invalid'],
  ['no broker', { brokerIds: [] }, 'ADVERT-ERROR-011'],
  [
    'several of them, the first in the order of the editor',
    { brokerIds: [], shareQuantity: 0 },
    'advert.quantity.invalid',
  ],
  ['none of them', { duration: '15:10', parentQuantity: null, doneElsewhere: 0 }, null],
] as const)('terms with %s', (_, given, problem) => {
  expect(firstTermProblem(termsOf(given))).toBe(problem)
})

test('a term has its own problem, whatever the others have', () => {
  const terms = termsOf({ duration: unreadableExpiry, brokerIds: [] })

  expect(termProblem('duration', terms.duration)).toBe('advert.ownExpiry.invalid')
  expect(termProblem('brokerIds', terms.brokerIds)).toBe('ADVERT-ERROR-011')
  expect(termProblem('minimumQuantity', terms.minimumQuantity)).toBeNull()
})
