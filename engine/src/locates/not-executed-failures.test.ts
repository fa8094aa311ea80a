import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPlan, bookFromPlan } from '../../test/arbitrary-book.ts'
import { anyScenario, runScenario, tryCommand } from '../../test/arbitrary-scenario.ts'
import {
  advertIn,
  answerOf,
  bookIn,
  buys,
  perform,
  securityNamed,
  sells,
  sweepAt,
  world,
} from '../../test/book.ts'
import { agreed, failuresBy, failuresIn, report, withdraw } from '../../test/not-executed-reports.ts'
import { noProbingLimits } from '../../test/test-limits.ts'
import { type Snapshot, snapshotOf, stateFrom } from '../evolve/snapshot.ts'
import { whyNot } from '../explain/why-not.ts'
import { securitiesToMatch } from '../matching/candidates.ts'
import { conditionHolds } from '../matching/eligibility.ts'
import { failuresOnDay } from '../matching/probing-budgets.ts'
import type { State } from '../model/state.ts'

// rule: 24.4
test('a report counts one failure of each side at fault and one failed locate, however often it is corrected', () => {
  const state = agreed()
  const counts = [report(['BUY']), report(['SELL']), report(['BUY', 'SELL']), withdraw()].map((command) => {
    perform(state, command)
    return failuresIn(state)
  })

  expect(counts).toEqual([failuresBy(1, 0, 1), failuresBy(0, 1, 1), failuresBy(1, 1, 1), failuresBy(0, 0, 0)])
})

test('a withdrawal takes back its own failure only', () => {
  const state = agreed()
  bookIn(state, buys('alder', 10_000), sells('birch', 10_000))
  perform(state, sweepAt('00:20'))
  for (const [name, answer] of [
    ['alder', 'DECLINE'],
    ['birch', 'ACCEPT'],
  ] as const)
    perform(state, answerOf(state, name, answer, '00:20:01'))
  perform(state, report(['BUY'], '00:21'))
  expect(failuresIn(state)).toEqual(failuresBy(2, 0, 2))

  perform(state, withdraw('00:22'))
  expect(failuresIn(state)).toEqual(failuresBy(1, 0, 1))
})

test('it begins no cooldown and pauses nothing, but the institution rests after its next change (E11)', () => {
  const state = agreed()
  const contra = sells('birch', 10_000)
  bookIn(state, buys('alder', 10_000))
  const submitted = state.at
  perform(state, sweepAt(submitted))
  perform(state, report(['BUY'], submitted + 1_000))
  bookIn(state, contra)
  const [own, other] = [advertIn(state, 'alder-2'), advertIn(state, 'birch-2')]

  expect(state.cooldowns.size).toBe(0)
  expect([own.advertisementStatus, advertIn(state, 'alder-1').advertisementStatus]).toEqual([
    'LIVE',
    'COMPLETED',
  ])
  expect(conditionHolds.E11(state, own, other, submitted + 4_999)).toBe(false)
  expect(perform(state, sweepAt(submitted + 4_999))).toEqual([])
  expect(perform(state, sweepAt(submitted + 5_000))).toMatchObject([{ type: 'contraLocated' }])
})

const contras = ['birch', 'cypress', 'dogwood'] as const

/** Alder agrees in toyota with three contras in succession, and never follows through. */
function walkAway(): State {
  const state = world({ securities: [securityNamed('toyota'), securityNamed('sony')] })
  for (const contra of contras) {
    bookIn(state, buys('alder', 10_000), sells(contra, 10_000))
    const at = state.at + 6_000
    perform(state, sweepAt(at))
    const agreementId = `with-${contra}`
    for (const name of ['alder', contra])
      perform(state, answerOf(state, name, 'ACCEPT', at + 1_000, { agreementId }))
    perform(state, report(['BUY'], state.at + 1_000, agreementId))
  }
  return state
}

const located = (state: State): boolean =>
  perform(state, sweepAt(state.at + 6_000)).some(({ type }) => type === 'contraLocated')

// rule: 21.1
test('after three reports in a security the institution is not located there today, and after a withdrawal it is', () => {
  const state = walkAway()
  expect(state.traders.get('alder')?.rating).toBe(44)
  bookIn(state, buys('alder', 10_000), sells('elder', 10_000))
  const own = advertIn(state, 'alder-4')

  expect(located(state)).toBe(false)
  expect(whyNot(state, own, null, state.at).map(({ code }) => code)).toContain('SECURITY_BUDGET')
  expect(securitiesToMatch(state, state.at)).toEqual([])
  perform(state, withdraw(state.at, 'with-birch'))
  expect(securitiesToMatch(state, state.at)).toEqual(['toyota'])
  expect(located(state)).toBe(true)
})

test('a withdrawal opens what the budget of a trader or of two institutions kept apart, in other securities too', () => {
  for (const probing of [{ failuresPerTrader: 1 }, { failedLocatesPerPair: 1 }]) {
    const state = world({ limits: { probing: { ...noProbingLimits, ...probing } } })
    bookIn(state, buys('alder', 10_000), sells('birch', 10_000))
    perform(state, sweepAt('00:05'))
    for (const name of ['alder', 'birch'])
      perform(state, answerOf(state, name, 'ACCEPT', '00:05:01', { agreementId: 'agreement' }))
    perform(state, report(['BUY']))
    const on = { securityId: 'sony' }
    bookIn(state, buys('alder', 10_000, on), sells('birch', 10_000, on))
    expect(located(state)).toBe(false)

    perform(state, withdraw(state.at))
    expect(located(state)).toBe(true)
  }
})

test('failures by reports end with the day, and a report survives a restart', () => {
  const state = walkAway()
  const restored = stateFrom(JSON.parse(JSON.stringify(snapshotOf(state))) as Snapshot)
  expect(snapshotOf(restored)).toEqual(snapshotOf(state))
  perform(restored, withdraw(state.at, 'with-birch'))
  expect(failuresIn(restored)).toEqual({ inSecurity: [2, 0], ofTrader: [2, 0], ofFirm: [2, 0], ofPair: 0 })

  perform(restored, sweepAt('15:00', []))
  expect(restored.failures.ofFirm.size).toBe(0)
})

test('whatever happened before, a report and its withdrawal leave ratings, adverts and counts as they were', () => {
  let reported = 0
  fc.assert(
    fc.property(anyPlan, anyScenario, (plan, scenario) => {
      const state = runScenario(bookFromPlan(plan), scenario)
      for (const { agreementId, brokerId, notExecuted } of [...state.agreements.values()]) {
        if (notExecuted) continue
        const { at } = state
        const before = comparable(state)
        const made = tryCommand(state, { ...report(['BUY'], at, agreementId), brokerId })
        if ('refusal' in made) continue
        tryCommand(state, { ...withdraw(at, agreementId), brokerId })
        expect(comparable(state)).toEqual(before)
        reported += 1
      }
    }),
    // About one scenario in fifty has an agreement at its end.
    { numRuns: 1_000 },
  )
  expect(reported).toBeGreaterThan(0)
})

/** A state as plain data, with the failures of today only, in any order. */
function comparable(state: State) {
  const { failures, ...rest } = structuredClone(snapshotOf(state))
  const today = (counts: ReadonlyMap<string, unknown>) =>
    [...counts.keys()]
      .map((key) => [key, failuresOnDay(counts as never, key, state.at)])
      .filter(([, n]) => n)
      .sort()
  return { ...rest, failures: Object.values(state.failures).map(today) }
}
