import type { TraderDefaults } from '@aitai/contract/schemas/preferences.ts'
import { triggerKinds, triggers } from '@aitai/engine/adverts/trigger-validation.ts'
import type { TermName, Terms } from '../terms.ts'
import { levelAt, type PricedSecurity } from './price-conditions/trigger-levels.ts'
import { type TriggerContext, triggerLockReason } from './price-conditions/triggers.ts'

/**
 * The terms that change when saved conditions are applied to an IOI. Side, quantity, limit price and order reference
 * are the IOI's own. Levels are at the saved offsets from its close (docs/rules.md §11). A trigger that is locked stays
 * as it is, and so do the brokers if none of the saved ones is usable.
 */
export function termsAfterConditions(
  { priceConditions: price, advertPreferences: advert, pathPreferences: path }: TraderDefaults,
  context: TriggerContext,
  equity: PricedSecurity,
): Partial<Terms> {
  const { terms } = context
  const { direction } = terms
  const ofTriggers = {
    advertising: {
      [triggers.advertising.on]: price.advertTriggerStatus,
      [triggers.advertising.value]: levelAt(price.advertTriggerOffset, 'advertising', direction, equity),
    },
    knockout: {
      [triggers.knockout.on]: price.knockoutTriggerStatus,
      [triggers.knockout.value]: levelAt(price.knockoutTriggerOffset, 'knockout', direction, equity),
    },
    indexRelative: {
      [triggers.indexRelative.on]: price.indexRelativeStatus,
      ...(price.indexRelativeStatus ? { [triggers.indexRelative.value]: price.indexRelativeOffset } : {}),
    },
  }
  const brokerIds = path.brokers.map(({ id }) => id)
  const wanted: Partial<Terms> = {
    minimumQuantity: advert.minQuantity,
    duration: advert.duration,
    credibilityHurdle: advert.credibilityHurdle,
    transactionType: advert.transactionType,
    transactionTypePreference: advert.contraTransactionType,
    quantityDecay: advert.quantityDecay,
    ...(brokerIds.length > 0 ? { brokerIds, ranked: path.ranked } : {}),
    ...Object.assign(
      {},
      ...triggerKinds
        .filter((trigger) => triggerLockReason(trigger, context) === null)
        .map((trigger) => ofTriggers[trigger]),
    ),
  }
  const names = (Object.keys(wanted) as TermName[]).filter(
    (name) => JSON.stringify(wanted[name]) !== JSON.stringify(terms[name]),
  )
  return Object.fromEntries(names.map((name) => [name, wanted[name]]))
}
