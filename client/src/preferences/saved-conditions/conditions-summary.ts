import type { TraderDefaults } from '@aitai/contract/schemas/preferences.ts'
import { starsOf } from '@aitai/engine/rating/credibility.ts'
import { brokerNameIn } from '../../ui/format/broker-name.ts'
import { withPercentSign } from '../../ui/format/format.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import type { Language, TextFunction } from '../../ui/text/use-text.ts'
import { conditionFields, priceConditionNames } from '../price-conditions.ts'

const dot = ' · '

/** Conditions in one line: those that are always shown, and of the rest those that are on. */
export function conditionsSummary(
  { priceConditions: price, advertPreferences: advert, pathPreferences: path }: TraderDefaults,
  text: TextFunction,
  language: Language,
): string {
  const stars = starsOf(advert.credibilityHurdle)
  const triggers = priceConditionNames
    .map((name) => ({ name, ...conditionFields(name) }))
    .filter(({ status }) => price[status])
    .map(
      ({ name, offset }) =>
        `${text(`advert.panel.${name}`)} ${withPercentSign(formatPercent(price[offset]), language)}`,
    )
  return [
    text(`advert.duration.${advert.duration}`),
    `${text('advert.minimum')} ${withPercentSign(advert.minQuantity, language)}`,
    `${'★'.repeat(stars)}${'☆'.repeat(5 - stars)}`,
    text(`common.${advert.transactionType}`),
    text('advert.panel.accepts', { type: text(`common.${advert.contraTransactionType}`) }),
    ...(advert.quantityDecay ? [text('advert.panel.decay')] : []),
    ...triggers,
    path.brokers.map(({ brokerName }) => brokerNameIn(language, brokerName)).join(', '),
  ]
    .filter(Boolean)
    .join(dot)
}
