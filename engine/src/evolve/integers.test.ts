import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../test/arbitrary-book.ts'
import { anyScenario, commandForStep, tryCommand } from '../../test/arbitrary-scenario.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'

/** Every number anywhere in plain data, with its path. */
function numbersIn(data: unknown, way = ''): (readonly [string, number])[] {
  if (typeof data === 'number') return [[way, data]]
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([key, value]) => numbersIn(value, `${way}.${key}`))
}

const broken = (data: unknown): string[] =>
  numbersIn(data).flatMap(([way, value]) =>
    Number.isSafeInteger(value) && !Object.is(value, -0) ? [] : [`${way} is ${value}`],
  )

// rule: 1.5
test('whatever happens, every number in the events and in the state is an exact integer', () => {
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = bookFromPlan(plan)
      for (const step of scenario) {
        const command = commandForStep(state, step)
        const decision = command && tryCommand(state, command)
        if (decision && 'events' in decision) expect(broken(decision.events)).toEqual([])
      }
      expect(broken(snapshotOf(state) satisfies Snapshot)).toEqual([])
    }),
    { numRuns: 100 },
  )
})
