import { readFileSync } from 'node:fs'
import { defaultLimits, type Limits } from '@aitai/engine/model/limits.ts'
import { expect, test } from 'vitest'
import { noProbingLimits } from '../../../../engine/test/test-limits.ts'
import type { Activity, FirmActivity } from './day-activity.ts'
import { failuresPerLocate, probingSigns, probingThresholds, usedUpBudgets } from './probing-signs.ts'

const withoutBudgets: Limits = { ...defaultLimits, probing: noProbingLimits }

const activity = (more: Partial<Activity> = {}): Activity => ({
  locates: 0,
  withdrawn: 0,
  failures: { declined: 0, excused: 0, timedOut: 0, knockedOut: 0, notExecuted: 0 },
  securities: new Set(),
  sizes: new Map(),
  quickCancels: 0,
  ...more,
})
const firm = (more: Partial<FirmActivity> = {}): FirmActivity => ({
  ...activity(),
  failuresIn: new Map(),
  withdrawnIn: new Map(),
  failedWith: new Map(),
  traders: new Map(),
  ...more,
})
const failing = (declined: number, timedOut = 0) => ({
  declined,
  excused: 0,
  timedOut,
  knockedOut: 0,
  notExecuted: 0,
})

test.each([
  ['three failures of six locates', { locates: 6, failures: failing(2, 1) }, ['FAILURES']],
  ['three failures of seven locates', { locates: 7, failures: failing(3) }, []],
  ['two failures of two locates', { locates: 2, failures: failing(2) }, []],
  ['two withdrawn locates', { locates: 2, withdrawn: 2 }, []],
  ['three withdrawn locates', { locates: 30, withdrawn: 3 }, ['WITHDRAWN']],
  ['three sizes in each of two securities', { sizes: sizes(3, 3) }, []],
  ['four sizes in one of them', { sizes: sizes(3, 4) }, ['SIZES']],
  ['nine quick cancels', { quickCancels: 9 }, []],
  ['ten quick cancels', { quickCancels: 10 }, ['QUICK_CANCELS']],
  ['nothing at all', {}, []],
])('%s', (_name, more, expected) => {
  expect(probingSigns(firm(more), withoutBudgets).map(({ sign }) => sign)).toEqual(expected)
})

function sizes(...counts: readonly number[]): Map<string, number> {
  return new Map(counts.map((count, index) => [`security-${index}`, count]))
}

test('every used-up budget is listed; that of two institutions is no sign, since it counts for both', () => {
  const busy = firm({
    locates: 40,
    failures: failing(10, 5),
    failuresIn: new Map([
      ['toyota', 3],
      ['sony', 2],
    ]),
    withdrawn: 5,
    withdrawnIn: new Map([
      ['nissan', 3],
      ['sony', 2],
    ]),
    failedWith: new Map([
      ['birch', 3],
      ['cypress', 2],
    ]),
    traders: new Map([
      ['emma', activity({ failures: failing(10) })],
      ['kenji', activity({ failures: failing(0, 5) })],
    ]),
  })

  expect(usedUpBudgets(busy, defaultLimits)).toEqual([
    { budget: 'SECURITY', id: 'toyota', count: 3 },
    { budget: 'TRADER', id: 'emma', count: 10 },
    { budget: 'FIRM', id: null, count: 15 },
    { budget: 'SECURITY_WITHDRAWAL', id: 'nissan', count: 3 },
    { budget: 'FIRM_WITHDRAWAL', id: null, count: 5 },
    { budget: 'PAIR', id: 'birch', count: 3 },
  ])
  expect(
    probingSigns(busy, defaultLimits).flatMap((each) => ('budget' in each ? [each.budget] : [])),
  ).toEqual(['SECURITY', 'TRADER', 'FIRM', 'SECURITY_WITHDRAWAL', 'FIRM_WITHDRAWAL'])
  expect(usedUpBudgets(busy, withoutBudgets)).toEqual([])
})

test('failures per locate need a locate', () => {
  expect(failuresPerLocate(activity())).toBeNull()
  expect(failuresPerLocate(activity({ locates: 4, failures: failing(1) }))).toBe(0.25)
})

test('the operators’ page has every threshold', () => {
  const page = readFileSync(new URL('../../../../docs/operations/surveillance.md', import.meta.url), 'utf8')
  const { failures, failuresPerLocate: share, withdrawn, sizes: tried, quickCancels } = probingThresholds

  expect(page).toContain(`at least ${failures} failures`)
  expect(page).toContain(`at least ${share * 100} %`)
  expect(page).toContain(`at least ${withdrawn} of its locates were withdrawn`)
  expect(page).toContain(`at least ${tried} sizes`)
  expect(page).toContain(`at least ${quickCancels} IOIs`)
})
