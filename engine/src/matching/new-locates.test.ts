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
import type { EventOf } from '../events.ts'
import { yen } from '../market/price.ts'
import type { State } from '../state/state.ts'
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

/** Two sellers that stood in the pool, looked for a contra and found none, before a buyer comes alone. */
function newcomer(...sellers: readonly Parameters<typeof sells>[]): State {
  const state = world({ calendar: calendarOf() })
  bookIn(state, ...sellers.map((seller) => sells(...seller)))
  expect(pairs(state, '00:01')).toEqual([])
  return bookIn(state, buys('alder', 20_000))
}

test('who comes alone to a crowd is located with the largest, whoever came first', () => {
  expect(pairs(newcomer(['birch', 10_000], ['cypress', 12_000], ['dogwood', 11_000]), '00:05')).toEqual([
    'alder-1 cypress-1',
  ])
})

test('who comes alone to equals is located with the better rated', () => {
  const state = newcomer(['birch', 10_000], ['cypress', 10_000])
  setRating(state, 'cypress', 61)

  expect(pairs(state, '00:05')).toEqual(['alder-1 cypress-1'])
})

test('who comes alone to equals of one band is located with the one that waited longer', () => {
  expect(pairs(newcomer(['birch', 10_000], ['cypress', 10_000]), '00:05')).toEqual(['alder-1 birch-1'])
})

test('who comes alone is located with the next best when the best is knocked out in the same sweep', () => {
  const knockout = { knockoutTriggerActivated: true, knockoutTrigger: 1_900 * yen }
  const state = newcomer(['birch', 20_000, knockout], ['cypress', 10_000])

  expect(pairs(state, '00:05', 1_899)).toEqual(['alder-1 cypress-1'])
})

test('nobody meets in a market that is shown before its drawn time is over, and it stays restless', () => {
  const state = book(buys('alder', 10_000), sells('birch', 10_000))
  const shown = sightingOf(quoteOf('toyota', '00:05'))

  expect(perform(state, sweepWithSightings('00:05', { ...shown, waits: true }))).toEqual([])
  expect(securitiesToMatch(state, state.at)).toEqual(['toyota'])
  expect(perform(state, sweepWithSightings('00:05', shown)).map(({ type }) => type)).toEqual([
    'contraLocated',
  ])
})
