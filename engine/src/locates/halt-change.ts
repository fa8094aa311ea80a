import { isHalted } from '../market/halts.ts'
import type { CommandOf } from '../model/commands.ts'
import type { Locate } from '../model/locate.ts'
import { type Decision, happened } from '../model/refusals.ts'
import type { HaltTarget, State } from '../model/state.ts'
import { locateWithdrawnEvent } from './locate-outcome.ts'

const affects = (target: HaltTarget, locate: Locate): boolean => {
  switch (target.kind) {
    case 'PLATFORM':
      return true
    case 'FIRM':
      return locate.firmIds.BUY === target.firmId || locate.firmIds.SELL === target.firmId
    case 'SECURITY':
      return locate.securityId === target.securityId
  }
}

/**
 * Begins or ends a halt. A halt withdraws the open locates that it affects, unscored, so that nobody is
 * connected to a broker afterwards. Idempotent.
 */
export function changeHalt(state: State, command: CommandOf<'changeHalt'>): Decision {
  const { at, by, reason, target, halted } = command
  if (isHalted(state, target) === halted) return happened()
  const withdrawn = halted
    ? [...state.index.openLocates.values()]
        .filter((locate) => affects(target, locate))
        .map((locate) => locateWithdrawnEvent(state, locate, at))
    : []
  return happened({ type: 'haltChanged', at, target, halted, by, reason }, ...withdrawn)
}
