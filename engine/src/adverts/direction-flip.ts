import { firmSecurityKey, type State } from '../state/state.ts'
import type { Advert, Direction } from './advert.ts'

/** A venue may forbid turning round right after a locate, which would fish for the contra (rules 15). */
export function flipsTooSoon(
  { limits, lastLocates }: Pick<State, 'limits' | 'lastLocates'>,
  { firmId, securityId }: Pick<Advert, 'firmId' | 'securityId'>,
  direction: Direction,
  at: number,
): boolean {
  const last = lastLocates.get(firmSecurityKey(firmId, securityId))
  return last !== undefined && last.direction !== direction && at - last.at < limits.directionFlipMs
}
