import { effectiveHurdle, minSharesOf } from '@aitai/engine/adverts/advert.ts'
import { starsOf } from '@aitai/engine/rating/credibility.ts'
import { useUserBrokersListQuery } from '../../app/api/desk-api.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { type TextFunction, useText } from '../../ui/text/use-text.ts'
import { type AdvancedTab, advancedTabs } from '../desk-slice.ts'
import type { Terms } from '../terms.ts'
import type { AdvancedPanelProps } from './panel-props.ts'
import { formatLevel, triggerSideOfClose } from './price-conditions/trigger-levels.ts'
import { triggerKinds } from './price-conditions/triggers.ts'

interface Props extends AdvancedPanelProps {
  onOpenTab: (panel: AdvancedTab) => void
}

/** All conditions in three lines while the panel is closed, so that everything that will be sent is visible. */
export function PanelSummary({
  triggerContext,
  equity,
  shareQuantity,
  errorOf,
  triggerErrorOf,
  onOpenTab,
}: Props) {
  const text = useText()
  const { data: brokers = [] } = useUserBrokersListQuery()
  const { terms } = triggerContext
  const names = terms.brokerIds.map((id) => brokers.find((each) => each.brokerID === id)?.brokerName ?? id)
  const facts: Readonly<Record<AdvancedTab, string>> = {
    priceConditions: conditionsOf(terms, equity, text),
    advertPreferences: preferencesOf({ ...terms, shareQuantity }, equity, text),
    pathPreferences: pathOf(names, terms.ranked, text),
  }
  const errors: Readonly<Record<AdvancedTab, string | null | undefined>> = {
    priceConditions: triggerKinds.map(triggerErrorOf).find((error) => error !== null),
    advertPreferences: errorOf('minimumQuantity') ?? errorOf('credibilityHurdle') ?? errorOf('duration'),
    pathPreferences: errorOf('brokerIds'),
  }
  return (
    <ul className="advanced-summary">
      {advancedTabs.map((panel) => (
        <li key={panel}>
          <button type="button" className="advanced-line" onClick={() => onOpenTab(panel)}>
            <span className="advanced-name">{text(`advert.panel.${panel}`)}</span>{' '}
            <span className="advanced-facts" title={facts[panel]}>
              {facts[panel]}
            </span>
          </button>
          {errors[panel] && (
            <p className="field-error" role="alert">
              {errors[panel]}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

const dot = ' · '

/** The active price conditions, each with the side of the close on which it acts. */
function conditionsOf(terms: Terms, equity: AdvancedPanelProps['equity'], text: TextFunction): string {
  const { direction, indexRelativeKOTrigger: lead } = terms
  const at = (kind: 'advertising' | 'knockout', level: number | null): string => {
    const sign = triggerSideOfClose(kind, direction) === 'below' ? '≤' : '≥'
    return `${text(`advert.panel.${kind}`)} ${sign} ${level === null ? '–' : formatLevel(level, equity)}`
  }
  const facts = [
    terms.advertisingTriggerActivated ? at('advertising', terms.advertisingTrigger) : '',
    terms.knockoutTriggerActivated ? at('knockout', terms.knockoutTrigger) : '',
    terms.indexRelativeKOTriggerActivated
      ? `${text('advert.panel.indexRelative')} ${lead === null ? '–' : `${formatPercent(lead)} %`}`
      : '',
  ].filter(Boolean)
  return facts.length > 0 ? facts.join(dot) : text('advert.panel.noConditions')
}

function preferencesOf(terms: Terms, { lotSize }: AdvancedPanelProps['equity'], text: TextFunction): string {
  const stars = starsOf(effectiveHurdle(terms))
  const shares = formatNumber(minSharesOf(terms, { lotSize }))
  return [
    text(`advert.duration.${terms.duration}`),
    `${text('advert.minimum')} ${text('advert.minimum.shares', { percent: terms.minimumQuantity, shares })}`,
    `${'★'.repeat(stars)}${'☆'.repeat(5 - stars)}`,
    text('advert.panel.accepts', { type: text(`common.${terms.transactionTypePreference}`) }),
    ...(terms.quantityDecay ? [text('advert.panel.decay')] : []),
  ].join(dot)
}

const pathOf = (names: readonly string[], ranked: boolean, text: TextFunction): string =>
  names.length === 0
    ? text('advert.path.empty')
    : names.map((name, i) => (ranked ? `${i + 1}. ${name}` : name)).join(dot)
