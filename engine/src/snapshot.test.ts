import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, anyStory, attempt, bookOf, commandOf, live } from '../simulation/any-book.ts'
import { sweepAt, world } from '../simulation/book.ts'
import { dueBy } from './due.ts'
import { restlessSecurities } from './evolve.ts'
import { type Snapshot, snapshotOf, stateFrom } from './snapshot.ts'
import { emptyState, type State } from './state.ts'

const bytesOf = (state: State): string => JSON.stringify(snapshotOf(state))
const restored = (state: State): State => stateFrom(JSON.parse(bytesOf(state)) as Snapshot)

test('an empty platform and a fresh one are restored as they were', () => {
  for (const state of [emptyState(), world()]) expect(snapshotOf(restored(state))).toEqual(snapshotOf(state))
})

test('a snapshot of a restored state is the same, byte for byte', () => {
  fc.assert(
    fc.property(anyPlan, anyStory, (plan, story) => {
      const state = live(bookOf(plan), story)
      expect(bytesOf(restored(state))).toBe(bytesOf(state))
    }),
    { numRuns: 300 },
  )
})

test('a restored state decides the same as the original, whatever is asked of both afterwards', () => {
  fc.assert(
    fc.property(anyPlan, anyStory, anyStory, (plan, before, after) => {
      const original = live(bookOf(plan), before)
      const copy = restored(original)
      for (const move of after) {
        const command = commandOf(original, move) ?? sweepAt(original.at + move.passes)
        // Asked, not taken over from the original: the copy must find the same by itself.
        expect(commandOf(copy, move) ?? command).toEqual(command)
        expect(attempt(copy, command)).toEqual(attempt(original, command))
      }
      expect(bytesOf(copy)).toBe(bytesOf(original))
    }),
    { numRuns: 300 },
  )
})

test('what is found again from the rest is found as it was: pools, open locates, places, waiting', () => {
  fc.assert(
    fc.property(anyPlan, anyStory, (plan, story) => {
      const state = live(bookOf(plan), story)
      const [was, is] = [state.index, restored(state).index]
      const ids = (adverts: Iterable<{ id: string }>) => [...adverts].map(({ id }) => id).sort()
      for (const [securityId, pool] of is.pools) {
        expect(ids(pool.BUY)).toEqual(ids(was.pools.get(securityId)?.BUY ?? []))
        expect(ids(pool.SELL)).toEqual(ids(was.pools.get(securityId)?.SELL ?? []))
      }
      expect(ids(is.waiting)).toEqual(ids(was.waiting))
      expect([...is.openLocates.keys()]).toEqual([...was.openLocates.keys()])
      const places = (index: typeof is) => [...index.openAdverts].map(([place, { id }]) => [place, id]).sort()
      expect(places(is)).toEqual(places(was))
    }),
    { numRuns: 200 },
  )
})

test('after a restart what is live looks once more, and finds no contra that was not there before', () => {
  fc.assert(
    fc.property(anyPlan, anyStory, (plan, story) => {
      const state = live(bookOf(plan), story)
      const at = state.at + 6_000
      for (const quotes of [[], undefined]) attempt(state, sweepAt(at, quotes))
      const copy = restored(state)
      const decision = attempt(copy, sweepAt(at))
      expect('events' in decision && decision.events.some(({ type }) => type === 'contraLocated')).toBe(false)
      expect(restlessSecurities(copy, at)).toEqual(restlessSecurities(state, at))
    }),
    { numRuns: 200 },
  )
})

test('an open locate keeps its deadline over a restart, and a silence its end', () => {
  fc.assert(
    fc.property(anyPlan, anyStory, (plan, story) => {
      const state = live(bookOf(plan), story)
      const copy = restored(state)
      for (const [locateId, { deadline }] of state.index.openLocates)
        expect(copy.index.openLocates.get(locateId)?.deadline).toBe(deadline)
      for (const [pair, { until }] of state.cooldowns)
        expect(dueBy(copy.index.cooldownEnds, until)).toContain(pair)
    }),
  )
})
