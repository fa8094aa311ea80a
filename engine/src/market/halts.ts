import type { Advert } from '../model/advert.ts'
import type { HaltCode, Refusal } from '../model/refusals.ts'
import type { HaltTarget, State } from '../model/state.ts'

export const isHalted = ({ halts }: Pick<State, 'halts'>, target: HaltTarget): boolean => {
  switch (target.kind) {
    case 'PLATFORM':
      return halts.platform
    case 'FIRM':
      return halts.firms.has(target.firmId)
    case 'SECURITY':
      return halts.securities.has(target.securityId)
  }
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
