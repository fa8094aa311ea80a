import type { State } from '@aitai/engine/state/state.ts'

/** The institution's one advert on a security that has not ended (rules 2). */
export const openAdvertOf = (state: State, firmId: string | undefined, securityId: string) =>
  [...state.adverts.values()].find(
    (advert) =>
      advert.firmId === firmId &&
      advert.securityId === securityId &&
      !['COMPLETED', 'DEAD'].includes(advert.advertisementStatus),
  )

/** Whatever an operator halted keeps an advert out of play, at once. */
export function haltCode(
  { halts }: State,
  { firmId, securityId }: { readonly firmId: string; readonly securityId: string },
): string | null {
  if (halts.platform) return 'PLATFORM-CLOSED'
  if (halts.firms.has(firmId)) return 'FIRM-HALTED'
  return halts.securities.has(securityId) ? 'SECURITY-HALTED' : null
}
