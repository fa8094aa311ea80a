import { expect, test } from 'vitest'
import { defaultLimits, type Limits } from '../model/limits.ts'
import { completeLimits } from './complete-limits.ts'

/** The limits that an older version wrote, before there were budgets, a rest and a cooldown of withdrawals. */
function limitsOfFirstVersion(): Limits {
  const { probing, restAfterFailureMs, withdrawalCooldownMs, ...first } = defaultLimits
  return first
}

test('limits of an old journal mean what the old version did: no budgets, no cooldown, no longer rest', () => {
  const old = { ...limitsOfFirstVersion(), minLiveMs: 2_000 }
  const { probing, ...limits } = completeLimits(old)

  expect(limits).toEqual({ ...old, withdrawalCooldownMs: 0, restAfterFailureMs: 2_000 })
  expect(Object.keys(probing).toSorted()).toEqual(Object.keys(defaultLimits.probing).toSorted())
  expect(Object.values(probing).every((budget) => 1_000_000 < budget)).toBe(true)
})

test('no limit of any version is missing after completion, and recorded ones stay', () => {
  const complete = completeLimits(limitsOfFirstVersion())

  expect(Object.keys(complete).toSorted()).toEqual(Object.keys(defaultLimits).toSorted())
  expect(completeLimits(defaultLimits)).toEqual(defaultLimits)
})
