import type { Advert as AdvertView } from '@aitai/contract/schemas/adverts.ts'
import { percentOf } from '@aitai/engine/adverts/percent.ts'
import { type TermName, toWireTerms } from '@aitai/engine/adverts/terms.ts'
import { levelVariants, offsetsOf } from '@aitai/engine/adverts/trigger-levels.ts'
import type { Advert, AdvertTerms } from '@aitai/engine/model/advert.ts'
import { securityOf } from '@aitai/engine/model/lookups.ts'
import { toYen, toYenOrNull } from '@aitai/engine/model/price.ts'
import type { State } from '@aitai/engine/model/state.ts'

/** The terms of an advert as its owner sees them. */
export const termsView = (terms: AdvertTerms): Pick<AdvertView, TermName> => ({
  ...toWireTerms(terms),
  brokerIds: [...terms.brokerIds],
})

type LevelFields = Pick<
  AdvertView,
  | 'advertisingTriggerOffset'
  | 'knockoutTriggerOffset'
  | 'closePrice'
  | `${'buy' | 'sell'}${'Advertising' | 'Knockout'}Trigger`
>

/**
 * The levels of both triggers for either direction in yen, and their distances from the close in percent
 * (docs/rules.md §11).
 */
export function levelsView(
  state: State,
  { securityId, terms, offsets, submitTime, baseClose }: Advert,
): LevelFields {
  const security = securityOf(state, securityId)
  // Keep the levels of a submitted advert, because the close that they were measured from may have changed
  // since.
  const own = submitTime === null ? offsetsOf(terms, offsets, security) : offsets
  const levels = levelVariants(security.closePrice, own, security)
  return {
    buyAdvertisingTrigger: toYenOrNull(levels.buyAdvertisingTrigger),
    sellAdvertisingTrigger: toYenOrNull(levels.sellAdvertisingTrigger),
    buyKnockoutTrigger: toYenOrNull(levels.buyKnockoutTrigger),
    sellKnockoutTrigger: toYenOrNull(levels.sellKnockoutTrigger),
    advertisingTriggerOffset: percentOf(own.advertising),
    knockoutTriggerOffset: percentOf(own.knockout),
    closePrice: toYen(baseClose ?? security.closePrice),
  }
}

/** The levels of an advert of a past day: they followed from the close of that day, which is not stored. */
export const pastLevelsView = ({ advertising, knockout }: Advert['offsets']): LevelFields => ({
  buyAdvertisingTrigger: null,
  sellAdvertisingTrigger: null,
  buyKnockoutTrigger: null,
  sellKnockoutTrigger: null,
  advertisingTriggerOffset: percentOf(advertising),
  knockoutTriggerOffset: percentOf(knockout),
  closePrice: null,
})
