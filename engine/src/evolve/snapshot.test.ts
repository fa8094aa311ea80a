import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../test/arbitrary-book.ts'
import {
  anyScenario,
  commandForStep,
  copyLatestTime,
  latestTime,
  runScenario,
  tryCommand,
} from '../../test/arbitrary-scenario.ts'
import { quoteOf, sweepAt, world } from '../../test/book.ts'
import { matchingPrice } from '../market/matching-price.ts'
import { securitiesToMatch } from '../matching/candidates.ts'
import { dueBy } from '../model/due-queue.ts'
import { emptyState, type State } from '../model/state.ts'
import { copyOfState, type Snapshot, snapshotOf, stateFrom } from './snapshot.ts'

const bytesOf = (state: State): string => JSON.stringify(snapshotOf(state))
const restored = (state: State): State => stateFrom(JSON.parse(bytesOf(state)) as Snapshot)

test('an empty and a new platform are restored as they were', () => {
  for (const state of [emptyState(), world()]) expect(snapshotOf(restored(state))).toEqual(snapshotOf(state))
})

test('a snapshot of a restored state is the same, byte for byte', () => {
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = runScenario(bookFromPlan(plan), scenario)
      expect(bytesOf(restored(state))).toBe(bytesOf(state))
    }),
    { numRuns: 300 },
  )
})

test('a restored state decides the same as the original', () => {
  fc.assert(
    fc.property(anyPlan, anyScenario, anyScenario, (plan, before, after) => {
      const original = runScenario(bookFromPlan(plan), before)
      const copy = copyLatestTime(restored(original), original)
      for (const step of after) {
        const command = commandForStep(original, step) ?? sweepAt(latestTime(original) + step.passes)
        // Decided separately, because the copy must reach the same result.
        expect(commandForStep(copy, step) ?? command).toEqual(command)
        expect(tryCommand(copy, command)).toEqual(tryCommand(original, command))
      }
      expect(bytesOf(copy)).toBe(bytesOf(original))
    }),
    { numRuns: 300 },
  )
})

test('a copy has the same content, and neither changes with the other', () => {
  fc.assert(
    fc.property(anyPlan, anyScenario, anyScenario, (plan, before, after) => {
      const original = runScenario(bookFromPlan(plan), before)
      const copy = copyOfState(original)
      const content = bytesOf(original)
      expect(bytesOf(copy)).toBe(content)

      runScenario(original, after)
      expect(bytesOf(copy)).toBe(content)
      const changed = bytesOf(original)
      runScenario(copyLatestTime(copy, original), after)
      expect(bytesOf(original)).toBe(changed)
    }),
    { numRuns: 100 },
  )
})

test('the rebuilt index equals the original: pools, open locates, open adverts, waiting, armed, handovers', () => {
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = runScenario(bookFromPlan(plan), scenario)
      const [was, is] = [state.index, restored(state).index]
      const ids = (adverts: Iterable<{ id: string }>) => [...adverts].map(({ id }) => id).sort()
      for (const [securityId, { BUY, SELL }] of was.books) {
        expect(ids(is.books.get(securityId)?.BUY.adverts ?? [])).toEqual(ids(BUY.adverts))
        expect(ids(is.books.get(securityId)?.SELL.adverts ?? [])).toEqual(ids(SELL.adverts))
      }
      expect([...is.openLocates.keys()]).toEqual([...was.openLocates.keys()])
      const openAdvertIds = ({ openAdverts }: typeof is) =>
        ids([...openAdverts.values()].flatMap((own) => [...own.values()]))
      expect(openAdvertIds(is)).toEqual(openAdvertIds(was))
      const sets = (each: Iterable<readonly [string, Iterable<{ id: string }>]>) =>
        [...each].map(([key, adverts]) => `${key}: ${ids(adverts)}`).filter((line) => !line.endsWith(': '))
      expect(sets(is.waiting)).toEqual(sets(was.waiting))
      const armed = ({ books }: typeof is) => sets([...books].map(([id, each]) => [id, each.armed] as const))
      expect(armed(is).sort()).toEqual(armed(was).sort())
      const handovers = ({ openHandovers }: typeof is) =>
        [...openHandovers].map(([key, each]) => `${key}: ${[...each].sort()}`)
      expect(handovers(is).sort()).toEqual(handovers(was).sort())
    }),
    { numRuns: 200 },
  )
})

test('after a restart live adverts are candidates once more, without new matches', () => {
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = runScenario(bookFromPlan(plan), scenario)
      const at = latestTime(state) + 6_000
      for (const quotes of [[], undefined]) tryCommand(state, sweepAt(at, quotes))
      const copy = restored(state)
      const decision = tryCommand(copy, sweepAt(at))
      expect('events' in decision && decision.events.some(({ type }) => type === 'contraLocated')).toBe(false)
      // A sweep without a market keeps the candidates.
      const isOpen = (securityId: string) =>
        matchingPrice(state, { quote: quoteOf(securityId, at) }, at) !== null
      const restless = (of: State) => securitiesToMatch(of, at).filter(isOpen)
      expect(restless(copy)).toEqual(restless(state))
    }),
    { numRuns: 200 },
  )
})

test('an open locate keeps its deadline over a restart, and a cooldown and a rest their ends', () => {
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = runScenario(bookFromPlan(plan), scenario)
      const copy = restored(state)
      for (const [locateId, { deadline }] of state.index.openLocates)
        expect(copy.index.openLocates.get(locateId)?.deadline).toBe(deadline)
      for (const [pair, { until }] of state.cooldowns)
        expect(dueBy(copy.index.cooldownEnds, until)).toContain(pair)
      for (const [key, { until }] of state.rests) expect(dueBy(copy.index.restEnds, until)).toContain(key)
    }),
  )
})
