import { expect, test } from 'vitest'
import {
  book,
  bookIn,
  buys,
  calendarOf,
  locatedPair,
  perform,
  quoteOf,
  sells,
  setRating,
  sightingOf,
  sweepAt,
  sweepWithSightings,
  world,
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

/** Two sellers without a contra are in the pool before a single buyer arrives. */
function newcomer(...sellers: readonly Parameters<typeof sells>[]): State {
  const state = world({ calendar: calendarOf() })
  bookIn(state, ...sellers.map((seller) => sells(...seller)))
  expect(pairs(state, '00:01')).toEqual([])
  return bookIn(state, buys('alder', 20_000))
}

test('a single new advert is located with the largest contra, whichever came first', () => {
  expect(pairs(newcomer(['birch', 10_000], ['cypress', 12_000], ['dogwood', 11_000]), '00:05')).toEqual([
    'alder-1 cypress-1',
  ])
})

test('a single new advert is located with the better rated of equal contras', () => {
  const state = newcomer(['birch', 10_000], ['cypress', 10_000])
  setRating(state, 'cypress', 61)

  expect(pairs(state, '00:05')).toEqual(['alder-1 cypress-1'])
})

test('a single new advert is located with the earlier of equal contras in one band', () => {
  expect(pairs(newcomer(['birch', 10_000], ['cypress', 10_000]), '00:05')).toEqual(['alder-1 birch-1'])
})

test('a single new advert is located with the next best contra if the best is knocked out in the same sweep', () => {
  const knockout = { knockoutTriggerActivated: true, knockoutTrigger: 1_900 * yen }
  const state = newcomer(['birch', 20_000, knockout], ['cypress', 10_000])

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
