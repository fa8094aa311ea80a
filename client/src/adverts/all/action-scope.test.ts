import type { DeskAdvert, DeskTrader } from '@aitai/contract/schemas/adverts.ts'
import { expect, test } from 'vitest'
import { deskAction } from './action-scope.ts'

type Status = DeskAdvert['advertisementStatus']

function traderWith(name: string, statuses: readonly Status[], more: Partial<DeskTrader> = {}): DeskTrader {
  const adverts = statuses.map((advertisementStatus, i) => ({
    id: `${name} ${i}`,
    advertisementStatus,
    isPausedByHead: i === 2,
  }))
  return { name, isYou: false, isPresent: true, adverts: adverts as DeskAdvert[], ...more }
}

const traders = [
  traderWith('Aya', ['PAUSED'], { isYou: true, isPresent: false }),
  traderWith('Emma', ['LIVE', 'SENT', 'PAUSED', 'ACCEPT/DECLINE?', 'PAUSED']),
  traderWith('Ken', ['PAUSED', 'PAUSED'], { isPresent: false }),
]
const countsOf = (action: 'pause' | 'resume' | 'cancel') => {
  const { perTrader, located, absent, ownPauses, adverts } = deskAction(action, traders)
  return {
    counts: perTrader.map(({ trader, count }) => [trader.name, count]),
    located,
    absent,
    ownPauses,
    all: adverts.length,
  }
}

test('the confirmation counts what the action concerns of each trader, and what stays with a locate', () => {
  expect(countsOf('pause')).toEqual({ counts: [['Emma', 2]], located: 1, absent: 0, ownPauses: 0, all: 2 })
  expect(countsOf('cancel')).toEqual({
    counts: [
      ['Aya', 1],
      ['Emma', 4],
      ['Ken', 2],
    ],
    located: 1,
    absent: 0,
    ownPauses: 0,
    all: 7,
  })
})

test('what colleagues have paused, and what absent ones have, is counted apart, not what a head has', () => {
  expect(countsOf('resume')).toEqual({
    counts: [
      ['Aya', 1],
      ['Emma', 1],
    ],
    located: 1,
    absent: 2,
    ownPauses: 1,
    all: 2,
  })
})
