import type { CommandOf } from '../model/commands.ts'
import { type Decision, happened } from '../model/refusals.ts'
import { checkRulesVersion } from '../model/rules-version.ts'
import type { State } from '../model/state.ts'
import { dayEndEvents } from './day-end.ts'

/**
 * Takes over reference data. New limits end the previous trading day first, if no sweep has: ratings recover
 * by the limits of the day that ends (docs/rules.md §14, §21). Throws FallenVersion if the version of the rules would
 * fall.
 */
export function changeReference(state: State, { at, reference }: CommandOf<'changeReference'>): Decision {
  checkRulesVersion(reference.rulesVersion ?? state.rulesVersion, state.rulesVersion)
  const hasBegun = state.day > 0
  const dayEnd = reference.limits && hasBegun ? dayEndEvents(state, at) : []
  return happened(...dayEnd, { type: 'referenceChanged', at, reference })
}
