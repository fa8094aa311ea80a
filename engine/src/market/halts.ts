import type { Advert } from '../adverts/advert.ts'
import type { CommandOf } from '../commands.ts'
import type { Locate } from '../locates/locate.ts'
import { locateWithdrawnEvent } from '../locates/locate-outcome.ts'
import { type Decision, type HaltCode, happened, type Refusal } from '../refusals.ts'
import type { State, Switch } from '../state/state.ts'

export const isHalted = ({ halts }: Pick<State, 'halts'>, which: Switch): boolean => {
  switch (which.kind) {
    case 'PLATFORM':
      return halts.platform
    case 'FIRM':
      return halts.firms.has(which.firmId)
    case 'SECURITY':
      return halts.securities.has(which.securityId)
  }
}

export function setHalted({ halts }: State, which: Switch, halted: boolean): void {
  switch (which.kind) {
    case 'PLATFORM':
      halts.platform = halted
      return
    case 'FIRM':
      setMember(halts.firms, which.firmId, halted)
      return
    case 'SECURITY':
      setMember(halts.securities, which.securityId, halted)
  }
}

function setMember(set: Set<string>, id: string, isIn: boolean): void {
  if (isIn) set.add(id)
  else set.delete(id)
}

type FirmAndSecurity = Pick<Advert, 'firmId' | 'securityId'>

/** The operator's halt that keeps an institution's adverts in a security out of play, or null. */
export function haltRefusal(
  { halts }: Pick<State, 'halts'>,
  { firmId, securityId }: FirmAndSecurity,
): (Refusal & { readonly errorCode: HaltCode }) | null {
  if (halts.platform) return { errorCode: 'PLATFORM-CLOSED' }
  if (halts.firms.has(firmId)) return { errorCode: 'FIRM-HALTED' }
  return halts.securities.has(securityId) ? { errorCode: 'SECURITY-HALTED' } : null
}

/** Whether anything halts an advert of this institution in this security. */
export const isAdvertHalted = (state: Pick<State, 'halts'>, of: FirmAndSecurity): boolean =>
  haltRefusal(state, of) !== null

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
export function turnSwitch(state: State, ask: CommandOf<'turnSwitch'>): Decision {
  const { at, by, reason, halted } = ask
  if (isHalted(state, ask.switch) === halted) return happened()
  const withdrawn = halted
    ? [...state.index.openLocates.values()]
        .filter((locate) => affects(ask.switch, locate))
        .map((locate) => locateWithdrawnEvent(state, locate, at))
    : []
  return happened({ type: 'switchTurned', at, switch: ask.switch, halted, by, reason }, ...withdrawn)
}
