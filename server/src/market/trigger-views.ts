import type { Advert as AdvertView } from '@aitai/contract/schemas/adverts.ts'
import type { Advert } from '@aitai/engine/adverts/advert.ts'
import { levelVariants, offsetsOf } from '@aitai/engine/adverts/trigger-levels.ts'
import { type Price, toYen, type Yen } from '@aitai/engine/market/price.ts'
import type { State } from '@aitai/engine/state/state.ts'

const inYen = (level: Price | null): Yen | null => (level === null ? null : toYen(level))
const inPercent = (basisPoints: number): number => basisPoints / 100

type TriggerFields = Pick<
  AdvertView,
  | 'advertisingTriggerActivated'
  | 'advertisingTrigger'
  | 'advertTriggerSatisfied'
  | 'knockoutTriggerActivated'
  | 'knockoutTrigger'
  | 'indexRelativeKOTriggerActivated'
  | 'indexRelativeKOTrigger'
  | 'buyAdvertisingTrigger'
  | 'sellAdvertisingTrigger'
  | 'buyKnockoutTrigger'
  | 'sellKnockoutTrigger'
  | 'advertisingTriggerOffset'
  | 'knockoutTriggerOffset'
>

/**
 * An advert's triggers as its owner sees them: levels in yen, offsets and the index in percent (docs/rules.md
 * §11).
 */
export function triggerFieldsOf(state: State, advert: Advert): TriggerFields {
  const { terms } = advert
  return {
    advertisingTriggerActivated: terms.advertisingTriggerActivated,
    advertisingTrigger: inYen(terms.advertisingTrigger),
    advertTriggerSatisfied: advert.advertTriggerSatisfied,
    knockoutTriggerActivated: terms.knockoutTriggerActivated,
    knockoutTrigger: inYen(terms.knockoutTrigger),
    indexRelativeKOTriggerActivated: terms.indexRelativeKOTriggerActivated,
    indexRelativeKOTrigger:
      terms.indexRelativeKOTrigger === null ? null : inPercent(terms.indexRelativeKOTrigger),
    ...levelsOf(state, advert),
  }
}

type LevelFields = Pick<
  TriggerFields,
  | 'advertisingTriggerOffset'
  | 'knockoutTriggerOffset'
  | `${'buy' | 'sell'}${'Advertising' | 'Knockout'}Trigger`
>

/** The levels of both triggers for either direction, and their distances from the close. */
function levelsOf(state: State, { securityId, terms, offsets, submitTime }: Advert): LevelFields {
  const security = state.securities.get(securityId)
  if (!security) throw new Error(`security ${securityId} is not in the reference data`)
  // Keep the levels of a submitted advert, because the close that they were measured from may have changed
  // since.
  const own = submitTime === null ? offsetsOf(terms, offsets, security) : offsets
  const levels = levelVariants(security.closePrice, own, security)
  return {
    buyAdvertisingTrigger: inYen(levels.buyAdvertisingTrigger),
    sellAdvertisingTrigger: inYen(levels.sellAdvertisingTrigger),
    buyKnockoutTrigger: inYen(levels.buyKnockoutTrigger),
    sellKnockoutTrigger: inYen(levels.sellKnockoutTrigger),
    advertisingTriggerOffset: inPercent(own.advertising),
    knockoutTriggerOffset: inPercent(own.knockout),
  }
}
