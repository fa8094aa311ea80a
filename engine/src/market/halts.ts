import type { Advert } from '../adverts/advert.ts'
import type { CommandOf } from '../commands.ts'
import type { Event } from '../events.ts'
import type { Locate } from '../locates/locate.ts'
import { type Decision, happened, type Refusal } from '../refusals.ts'
import type { State } from '../state/state.ts'

/** What an operator can halt: everything, one institution, or one security. */
export type Switch =
  | { readonly kind: 'PLATFORM' }
  | { readonly kind: 'FIRM'; readonly firmId: string }
  | { readonly kind: 'SECURITY'; readonly securityId: string }

/** What is halted now. */
export interface Halts {
  platform: boolean
  readonly firms: Set<string>
  readonly securities: Set<string>
}

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

type Placed = Pick<Advert, 'firmId' | 'securityId'>

/** Whether anything halts an advert of this institution in this security. */
export const isAdvertHalted = ({ halts }: Pick<State, 'halts'>, { firmId, securityId }: Placed): boolean =>
  halts.platform || halts.firms.has(firmId) || halts.securities.has(securityId)

/** Why nothing may go into play now, of what an operator halted. */
export function haltRefusal(
  { halts }: Pick<State, 'halts'>,
  { firmId, securityId }: Placed,
): (Refusal & { readonly errorCode: 'PLATFORM-CLOSED' | 'FIRM-HALTED' | 'SECURITY-HALTED' }) | null {
  if (halts.platform) return { errorCode: 'PLATFORM-CLOSED' }
  if (halts.firms.has(firmId)) return { errorCode: 'FIRM-HALTED' }
  return halts.securities.has(securityId) ? { errorCode: 'SECURITY-HALTED' } : null
}

const touches = (which: Switch, locate: Locate): boolean => {
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
 * Halts or resumes, at once: the open locates that a halt touches are withdrawn, unscored, so that nobody is
 * handed to a broker afterwards. Asked again, nothing more happens.
 */
export function turnSwitch(state: State, ask: CommandOf<'turnSwitch'>): Decision {
  const { at, by, reason, halted } = ask
  if (isHalted(state, ask.switch) === halted) return happened()
  const withdrawn = halted
    ? [...state.index.openLocates.values()]
        .filter((locate) => touches(ask.switch, locate))
        .map(({ locateId }): Event => ({ type: 'locateWithdrawn', at, locateId }))
    : []
  return happened({ type: 'switchTurned', at, switch: ask.switch, halted, by, reason }, ...withdrawn)
}
