import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyOrder } from '../../test/arbitrary-book.ts'
import { perform, placeOrder, sweepAt, world } from '../../test/book.ts'
import { fold } from '../evolve/evolve.ts'
import { snapshotOf } from '../evolve/snapshot.ts'
import { newLocates } from '../matching/new-locates.ts'
import type { EventOf } from '../model/events.ts'
import type { StateIndex } from '../model/state.ts'
import { copyForSweep, withReleased } from './sweep-copy.ts'

const securityIds = ['toyota', 'sony']
const sweep = sweepAt('00:05')

/** Some of the orders are live before the sweep, and it releases the others. */
const anyRelease = fc.record({
  resting: fc.uniqueArray(anyOrder, { maxLength: 8, selector: ({ traderId }) => traderId }),
  arriving: fc.array(anyOrder, { minLength: 1, maxLength: 8 }),
})

function stateBefore({ resting, arriving }: typeof anyRelease extends fc.Arbitrary<infer T> ? T : never) {
  const state = world()
  for (const order of resting) placeOrder(state, order)
  perform(state, sweepAt('00:02'))
  for (const order of arriving)
    if (!state.index.openAdverts.get(order.traderId)?.has(order.securityId)) placeOrder(state, order)
  return state
}

const idsOf = ({ books, securitiesToSearch }: StateIndex) => ({
  live: [...books.values()].map(({ BUY, SELL }) =>
    [BUY, SELL].map(({ adverts }) => adverts.map(({ id }) => id)),
  ),
  candidates: [...books.values()].map(({ candidates }) => [...candidates].map(({ id }) => id)),
  securitiesToSearch: [...securitiesToSearch],
})

test('a sweep that only releases adverts locates the same pairs as one that copies everything, and changes nothing', () => {
  fc.assert(
    fc.property(anyRelease, (plan) => {
      const state = stateBefore(plan)
      const released = [...state.index.waiting.values()].flatMap((adverts) =>
        [...adverts].map(
          ({ id, priorityTime }): EventOf<'advertReleased'> => ({
            type: 'advertReleased',
            at: sweep.at,
            advertId: id,
            priorityTime,
          }),
        ),
      )
      const before = JSON.stringify([snapshotOf(state), idsOf(state.index)])
      const located = newLocates(withReleased(state, released), sweep)

      expect(located).toEqual(newLocates(fold(copyForSweep(state, securityIds, sweep.at), released), sweep))
      expect(JSON.stringify([snapshotOf(state), idsOf(state.index)])).toBe(before)
    }),
  )
})
