import type { CommandOf } from '../commands.ts'
import { dayEndEvents } from '../rating/day-end.ts'
import { type Decision, happened } from '../refusals.ts'
import type { State } from '../state/state.ts'

/**
 * Takes over reference data. New limits end the previous trading day first, if no sweep has: ratings recover
 * by the limits of the day that ends (docs/rules.md §14, §21).
 */
export function changeReference(state: State, { at, reference }: CommandOf<'changeReference'>): Decision {
  const hasBegun = state.day > 0
  const dayEnd = reference.limits && hasBegun ? dayEndEvents(state, at) : []
  return happened(...dayEnd, { type: 'referenceChanged', at, reference })
}
