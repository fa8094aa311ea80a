import { expect, test } from 'vitest'
import {
  book,
  bookIn,
  buys,
  locatedPair,
  perform,
  quoteOf,
  sells,
  sightingOf,
  sweepAt,
  sweepWithSightings,
} from '../../test/book.ts'
import type { EventOf } from '../model/events.ts'
import { yen } from '../model/price.ts'
import type { State } from '../model/state.ts'
import { securitiesToMatch } from './candidates.ts'

const pairs = (state: State, when: string, midYen?: number): string[] =>
  perform(state, sweepAt(when, [quoteOf('toyota', when, midYen)]))
    .filter((event): event is EventOf<'contraLocated'> => event.type === 'contraLocated')
    .map(({ buyId, sellId }) => `${buyId} ${sellId}`)

test('each side of a locate has its own leg', () => {
  const state = locatedPair(
    buys('alder', 10_000, { transactionTypePreference: 'CASH_SWAP' }),
    sells('birch', 10_000, { transactionType: 'SWAP_ONLY' }),
  )

  expect([...state.locates.values()]).toMatchObject([{ legs: { BUY: 'CASH', SELL: 'SWAP' } }])
})

test('a single new advert is located with the next best contra if the best is knocked out in the same sweep', () => {
  const knockout = { knockoutTriggerActivated: true, knockoutTrigger: 1_900 * yen }
  const state = book(sells('birch', 20_000, knockout), sells('cypress', 10_000))
  expect(pairs(state, '00:01')).toEqual([])
  bookIn(state, buys('alder', 20_000))

  expect(pairs(state, '00:05', 1_899)).toEqual(['alder-1 cypress-1'])
})

test('nobody is located before the random delay of a market is over, and the candidates stay', () => {
  const state = book(buys('alder', 10_000), sells('birch', 10_000))
  const shown = sightingOf(quoteOf('toyota', '00:05'))

  expect(perform(state, sweepWithSightings('00:05', { ...shown, waits: true }))).toEqual([])
  expect(securitiesToMatch(state, state.at)).toEqual(['toyota'])
  expect(perform(state, sweepWithSightings('00:05', shown)).map(({ type }) => type)).toEqual([
    'contraLocated',
  ])
})
