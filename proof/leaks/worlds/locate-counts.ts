import type { State } from '@aitai/engine/model/state.ts'

/** The locates of the crowded world. */
export interface LocateCounts {
  readonly ofCompetitors: number
  /** Those of competitors in a security in which the observed institution trades. */
  readonly besideObserved: number
  readonly ofObserved: number
  /** Between an observed institution and a competitor: visible by right, so that nothing could be compared. */
  readonly ofBoth: number
}

export function locateCounts(
  state: State,
  observedIds: readonly string[],
  ownSecurityIds: readonly string[],
): LocateCounts {
  const all = [...state.locates.values()].map(({ securityId, firmIds: { BUY, SELL } }) => ({
    isBeside: ownSecurityIds.includes(securityId),
    observed: [BUY, SELL].filter((firmId) => observedIds.includes(firmId)).length,
  }))
  const ofCompetitors = all.filter(({ observed }) => observed === 0)
  return {
    ofCompetitors: ofCompetitors.length,
    besideObserved: ofCompetitors.filter(({ isBeside }) => isBeside).length,
    ofObserved: all.filter(({ observed }) => observed === 2).length,
    ofBoth: all.filter(({ observed }) => observed === 1).length,
  }
}

/** The near misses at this moment. */
export function nearMissesIn(state: State, observedIds: readonly string[]): number {
  const live = [...state.adverts.values()].filter(({ advertisementStatus }) => advertisementStatus === 'LIVE')
  const isObserved = ({ firmId }: (typeof live)[number]): boolean => observedIds.includes(firmId)
  const others = live.filter((advert) => !isObserved(advert))
  return live
    .filter(isObserved)
    .flatMap(({ securityId, terms }) =>
      others.filter((other) => other.securityId === securityId && other.terms.direction !== terms.direction),
    ).length
}
