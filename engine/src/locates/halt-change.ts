import { isHalted } from '../market/halts.ts'
import type { CommandOf } from '../model/commands.ts'
import type { Locate } from '../model/locate.ts'
import { type Decision, happened } from '../model/refusals.ts'
import type { State, Switch } from '../model/state.ts'
import { locateWithdrawnEvent } from './locate-outcome.ts'

const affects = (which: Switch, locate: Locate): boolean => {
  switch (which.kind) {
    case 'PLATFORM':
      return true
    case 'FIRM':
      return locate.firmIds.BUY === which.firmId || locate.firmIds.SELL === which.firmId
    case 'SECURITY':
      return locate.securityId === which.securityId
  }
}

/**
 * Begins or ends a halt. A halt withdraws the open locates that it affects, unscored, so that nobody is
 * connected to a broker afterwards. Idempotent.
 */
export function turnSwitch(state: State, command: CommandOf<'turnSwitch'>): Decision {
  const { at, by, reason, halted } = command
  if (isHalted(state, command.switch) === halted) return happened()
  const withdrawn = halted
    ? [...state.index.openLocates.values()]
        .filter((locate) => affects(command.switch, locate))
        .map((locate) => locateWithdrawnEvent(state, locate, at))
    : []
  return happened({ type: 'switchTurned', at, switch: command.switch, halted, by, reason }, ...withdrawn)
}
