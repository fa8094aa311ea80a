import type { DeskAdvert, DeskLimits } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { isInPlay } from '@aitai/engine/model/advert.ts'

/** What an IOI uses of each size limit of its institution; null without that limit. */
export interface LimitShares {
  readonly ofOne: number | null
  readonly ofAll: number | null
}

/**
 * The shares of the limits that an IOI uses (docs/rules.md §22): of the one on each IOI by its value, of the one on all
 * together at the last close, and nothing of that while it is paused. Null while the security is unknown.
 */
export function limitShares(
  advert: Pick<DeskAdvert, 'shareQuantity' | 'jpynotional' | 'advertisementStatus'>,
  equity: Pick<Equity, 'closePrice'> | undefined,
  { largestNotional: one, largestLiveNotional: all }: DeskLimits,
): LimitShares {
  const atClose = isInPlay(advert) ? equity && advert.shareQuantity * equity.closePrice : 0
  return {
    ofOne: one === null ? null : advert.jpynotional / one,
    ofAll: all === null || atClose === undefined ? null : atClose / all,
  }
}
