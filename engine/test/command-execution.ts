import { decide } from '../src/decide.ts'
import { applyEvents } from '../src/evolve/evolve.ts'
import { addCandidatesAfterCooldown } from '../src/matching/candidates.ts'
import type { Command } from '../src/model/commands.ts'
import type { Event } from '../src/model/events.ts'
import type { RefusalCode } from '../src/model/refusals.ts'
import type { State } from '../src/model/state.ts'

/** Decides a command, applies its events and returns them. Throws if it is refused. */
export function perform(state: State, command: Command): readonly Event[] {
  if (command.type === 'sweep') addCandidatesAfterCooldown(state, command.at)
  const decision = decide(state, command)
  if ('refusal' in decision) throw new Error(`${command.type} refused: ${decision.refusal.errorCode}`)
  applyEvents(state, command, decision.events)
  return decision.events
}

/** The code with which a command is refused, or null if it is accepted. Changes nothing. */
export function refusalCodeOf(state: State, command: Command): RefusalCode | null {
  const decision = decide(state, command)
  return 'refusal' in decision ? decision.refusal.errorCode : null
}
