import { expect, test } from 'vitest'
import { type AgreedPosition, type OpenPosition, openInterestOf } from './open-interest.ts'

const open = (given: Partial<OpenPosition>): OpenPosition => ({
  direction: 'BUY',
  sector: '3700',
  jpynotional: 30_000_000,
  brokers: ['Hinoki'],
  shareQuantity: 10_000,
  isInLocate: false,
  ...given,
})
const agreed = (given: Partial<AgreedPosition>): AgreedPosition => ({
  direction: 'BUY',
  sector: '3700',
  jpynotional: 12_000_000,
  brokers: ['Hinoki'],
  ...given,
})
const nothing = {
  ...{ count: 0, shareQuantity: 0, jpynotional: 0, buyNotional: 0, sellNotional: 0 },
  ...{ locatedCount: 0, locatedNotional: 0, agreedCount: 0, agreedNotional: 0 },
}

test('an institution without IOIs has both sides, without sectors and brokers', () => {
  expect(openInterestOf([], [])).toEqual({
    bySide: [
      { key: 'BUY', ...nothing },
      { key: 'SELL', ...nothing },
    ],
    bySector: [],
    byBroker: [],
  })
})

test('each side has its IOIs, shares and value, what is in a locate, and what was agreed on', () => {
  const { bySide } = openInterestOf(
    [
      open({}),
      open({ shareQuantity: 2_000, jpynotional: 11_000_000, isInLocate: true }),
      open({ direction: 'SELL', shareQuantity: 500, jpynotional: 15_000_000 }),
    ],
    [agreed({}), agreed({ direction: 'SELL' }), agreed({ direction: 'SELL', jpynotional: 1_000_000 })],
  )

  expect(bySide).toEqual([
    {
      ...{ key: 'BUY', count: 2, shareQuantity: 12_000, jpynotional: 41_000_000 },
      ...{ buyNotional: 41_000_000, sellNotional: 0, locatedCount: 1, locatedNotional: 11_000_000 },
      ...{ agreedCount: 1, agreedNotional: 12_000_000 },
    },
    {
      ...{ key: 'SELL', count: 1, shareQuantity: 500, jpynotional: 15_000_000 },
      ...{ buyNotional: 0, sellNotional: 15_000_000, locatedCount: 0, locatedNotional: 0 },
      ...{ agreedCount: 2, agreedNotional: 13_000_000 },
    },
  ])
})

test('sectors are in the order of the exchange, and securities without one come last', () => {
  const { bySector } = openInterestOf(
    [
      open({ sector: null }),
      open({ sector: '7050' }),
      open({ sector: '3700' }),
      open({ sector: '3700', direction: 'SELL', jpynotional: 10_000_000 }),
    ],
    [agreed({ sector: '0050' })],
  )

  expect(bySector.map(({ key, count, agreedCount }) => [key, count, agreedCount])).toEqual([
    ['0050', 0, 1],
    ['3700', 2, 0],
    ['7050', 1, 0],
    ['', 1, 0],
  ])
  expect(bySector[1]).toMatchObject({ buyNotional: 30_000_000, sellNotional: 10_000_000 })
})

test('an open IOI counts at each broker that it names, an agreement at its executing broker alone', () => {
  const { bySide, byBroker } = openInterestOf(
    [open({ brokers: ['Kaede', 'Hinoki'] }), open({ brokers: ['Kaede'] })],
    [agreed({ brokers: ['Hinoki'] })],
  )

  expect(byBroker.map(({ key, count, agreedCount }) => [key, count, agreedCount])).toEqual([
    ['Hinoki', 1, 1],
    ['Kaede', 2, 0],
  ])
  expect(bySide[0]).toMatchObject({ count: 2, agreedCount: 1 })
})
