import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  advertIn,
  bookIn,
  brokerNames,
  buys,
  ownerCommand,
  perform,
  placeOrder,
  sells,
  sweepAt,
  type WorldOptions,
  world,
} from '../../test/book.ts'
import type { AdvertTerms } from '../model/advert.ts'
import type { EventOf } from '../model/events.ts'
import { chooseBroker, commonBrokers } from './broker-choice.ts'
import { sha256 } from './sha256.ts'

type Path = Pick<AdvertTerms, 'brokerIds' | 'ranked'>
const ranked = (...brokerIds: string[]): Path => ({ brokerIds, ranked: true })
const anyOf = (...brokerIds: string[]): Path => ({ brokerIds, ranked: false })

/** The broker chosen between two paths, the first of which was live first. */
function chosen(first: Path, second: Path, locateId = 'locate', of: WorldOptions = {}): string | null {
  const state = bookIn(world(of), buys('alder', 10_000, first), sells('birch', 10_000, second))
  const [a, b] = [advertIn(state, 'alder-1'), advertIn(state, 'birch-1')]
  const choice = chooseBroker(state, a, b, locateId)
  expect(chooseBroker(state, b, a, locateId)).toBe(choice)
  return choice
}

// rule: 7.1
test('the smallest sum of ranks is chosen, and of equal sums the smaller worse rank', () => {
  expect(chosen(ranked('NOM', 'DAI', 'MIZ', 'SMB'), ranked('SMB', 'MIZ', 'DAI', 'GS'))).toBe('DAI')
})

// rule: 7.2
test('of equal sums and equal worse ranks, the best rank in the earlier advert is chosen', () => {
  expect(chosen(ranked('NOM', 'DAI'), ranked('DAI', 'NOM'))).toBe('NOM')
  expect(chosen(ranked('DAI', 'NOM'), ranked('NOM', 'DAI'))).toBe('DAI')
})

test('the earlier advert is the one with the earlier priority time, not the one drafted first', () => {
  const state = bookIn(
    world(),
    buys('alder', 10_000, ranked('NOM', 'DAI')),
    sells('birch', 10_000, ranked('DAI', 'NOM')),
  )
  perform(state, ownerCommand('pauseAdvert', 'alder-1', '00:01'))
  perform(state, ownerCommand('resumeAdvert', 'alder-1', '00:02'))

  expect(chooseBroker(state, advertIn(state, 'alder-1'), advertIn(state, 'birch-1'), 'locate')).toBe('DAI')
})

test('of two adverts with the same priority time, the one drafted first is the earlier', () => {
  const state = world()
  placeOrder(state, sells('birch', 10_000, ranked('DAI', 'NOM')))
  placeOrder(state, buys('alder', 10_000, ranked('NOM', 'DAI')))
  perform(state, sweepAt('00:01', []))
  const [a, b] = [advertIn(state, 'alder-1'), advertIn(state, 'birch-1')]
  a.priorityTime = b.priorityTime

  expect(chooseBroker(state, a, b, 'locate')).toBe('DAI')
  expect(chooseBroker(state, b, a, 'locate')).toBe('DAI')
})

// rule: 7.3
test('an unranked list leaves the choice to the ranked one', () => {
  expect(chosen(ranked('NOM', 'DAI', 'MIZ'), anyOf('MIZ', 'NOM'))).toBe('NOM')
  expect(chosen(anyOf('MIZ', 'NOM'), ranked('NOM', 'DAI', 'MIZ'))).toBe('NOM')
})

test('of equal sums the smaller worse rank is chosen, whichever advert was first', () => {
  const [one, other] = [ranked('NOM', 'DAI', 'MIZ'), ranked('MIZ', 'DAI', 'NOM')]

  expect(chosen(one, other)).toBe('DAI')
  expect(chosen(other, one)).toBe('DAI')
})

// rule: 7.4
test('between two unranked lists a draw decides, by a hash of the locate id and the broker', () => {
  const byLot = (locateId: string): string =>
    ['DAI', 'GS', 'NOM'].toSorted((x, y) =>
      sha256(`${locateId}|${x}`) < sha256(`${locateId}|${y}`) ? -1 : 1,
    )[0] as string
  const ids = Array.from({ length: 40 }, (_, i) => `locate-${i}`)
  const choices = ids.map((id) => chosen(anyOf('NOM', 'DAI', 'GS'), anyOf('GS', 'NOM', 'DAI'), id))

  expect(choices).toEqual(ids.map(byLot))
  expect(new Set(choices)).toEqual(new Set(['DAI', 'GS', 'NOM']))
})

// rule: 7.6
test('without a common broker there is none', () => {
  expect(chosen(ranked('NOM', 'DAI'), ranked('MIZ', 'SMB'))).toBeNull()
})

// rule: 7.5
test('an inactive broker is skipped', () => {
  const brokers = ['DAI', { brokerId: 'NOM', active: true, swapEnabled: true }] as const
  const state = bookIn(
    world({ brokers }),
    buys('alder', 10_000, ranked('NOM', 'DAI')),
    sells('birch', 10_000, ranked('NOM', 'DAI')),
  )
  const choose = () => chooseBroker(state, advertIn(state, 'alder-1'), advertIn(state, 'birch-1'), 'locate')
  expect(choose()).toBe('NOM')

  const reference = { brokers: [{ brokerId: 'NOM', active: false, swapEnabled: true }] }
  perform(state, { type: 'changeReference', at: state.at, reference })
  expect(choose()).toBe('DAI')
})

const noSwaps = { brokers: ['DAI', { brokerId: 'NOM', active: true, swapEnabled: false }] } as const

// rule: 5.4
test.each([
  ['both bring cash', 'CASH_ONLY', 'NOM'],
  ['one brings a swap', 'SWAP_ONLY', 'DAI'],
] as const)('a broker that writes no swaps is chosen or not when %s', (_, transactionType, broker) => {
  const path = { ...ranked('NOM', 'DAI'), transactionTypePreference: 'CASH_SWAP' } as const
  const state = bookIn(
    world(noSwaps),
    buys('alder', 10_000, path),
    sells('birch', 10_000, { ...path, transactionType }),
  )
  perform(state, sweepAt('00:05'))

  expect([...state.locates.values()].map(({ brokerId }) => brokerId)).toEqual([broker])
})

test('the broker of a locate is the one chosen by its id', () => {
  const path = anyOf('NOM', 'DAI', 'GS')
  const state = bookIn(world(), buys('alder', 10_000, path), sells('birch', 10_000, path))
  const [a, b] = [advertIn(state, 'alder-1'), advertIn(state, 'birch-1')]
  const [located] = perform(state, sweepAt('00:05')) as [EventOf<'contraLocated'>]

  expect(located.brokerId).toBe(chooseBroker(state, a, b, located.locateId))
})

const anyPath = fc.record({
  brokerIds: fc.shuffledSubarray([...brokerNames], { minLength: 1, maxLength: 4 }),
  ranked: fc.boolean(),
})

test('the chosen broker is common to both, and there is one whenever any is common', () => {
  fc.assert(
    fc.property(anyPath, anyPath, fc.string(), (first, second, id) => {
      const locateId = encodeURIComponent(id)
      const common = first.brokerIds.filter((each) => second.brokerIds.includes(each))
      const choice = chosen(first, second, locateId)
      expect(choice === null).toBe(common.length === 0)
      if (choice) expect(common).toContain(choice)
    }),
  )
})

test('common brokers do not depend on the order of the two adverts', () => {
  fc.assert(
    fc.property(anyPath, anyPath, (first, second) => {
      const state = bookIn(world(), buys('alder', 10_000, first), sells('birch', 10_000, second))
      const [a, b] = [advertIn(state, 'alder-1'), advertIn(state, 'birch-1')]
      expect(commonBrokers(state, a, b).sort()).toEqual(commonBrokers(state, b, a).sort())
    }),
  )
})
