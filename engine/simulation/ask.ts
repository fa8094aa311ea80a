import type { Command } from '../src/commands.ts'
import { decide } from '../src/decide.ts'
import type { Event } from '../src/events.ts'
import { apply, wake } from '../src/hints.ts'
import type { RefusalCode } from '../src/refusals.ts'
import type { State } from '../src/state.ts'

/** Does a command as the server would, and gives what happened. Throws when it is refused. */
export function ask(state: State, command: Command): readonly Event[] {
  if (command.type === 'sweep') wake(state, command.at)
  const decision = decide(state, command)
  if ('refusal' in decision) throw new Error(`${command.type} refused: ${decision.refusal.errorCode}`)
  apply(state, command, decision.events)
  return decision.events
}

/** The code with which a command is refused, or null when it is not. Changes nothing. */
export function refusalOf(state: State, command: Command): RefusalCode | null {
  const decision = decide(state, command)
  return 'refusal' in decision ? decision.refusal.errorCode : null
}
