import { effectiveHurdle, minSharesOf } from '@aitai/engine/advert.ts'
import { starsOf } from '@aitai/engine/credibility.ts'
import { useUserBrokersListQuery } from '../../api.ts'
import { formatNumber } from '../../ui/format.ts'
import { formatPercent } from '../../ui/percent.ts'
import { type Text, useText } from '../../ui/text.ts'
import { type Panel, panels } from '../desk.ts'
import type { Terms } from '../terms.ts'
import { formatLevel, sideOf } from './levels.ts'
import type { PanelProps } from './panel-props.ts'
import { triggerKinds } from './triggers.ts'

interface Props extends PanelProps {
  onTurn: (panel: Panel) => void
}

/** All conditions in three lines while the panel is closed: nothing that will be sent is out of sight. */
export function PanelSummary({ locking, equity, shareQuantity, errorOf, faultOf, onTurn }: Props) {
  const text = useText()
  const { data: brokers = [] } = useUserBrokersListQuery()
  const { terms } = locking
  const names = terms.brokerIds.map((id) => brokers.find((each) => each.brokerID === id)?.brokerName ?? id)
  const facts: Readonly<Record<Panel, string>> = {
    priceConditions: conditionsOf(terms, equity, text),
    advertPreferences: preferencesOf({ ...terms, shareQuantity }, equity, text),
    pathPreferences: pathOf(names, terms.ranked, text),
  }
  const wrong: Readonly<Record<Panel, string | null | undefined>> = {
    priceConditions: triggerKinds.map(faultOf).find((fault) => fault !== null),
    advertPreferences: errorOf('minimumQuantity') ?? errorOf('credibilityHurdle') ?? errorOf('duration'),
    pathPreferences: errorOf('brokerIds'),
  }
  return (
    <ul className="advanced-summary">
      {panels.map((panel) => (
        <li key={panel}>
          <button type="button" className="advanced-line" onClick={() => onTurn(panel)}>
            <span className="advanced-name">{text(`advert.panel.${panel}`)}</span>{' '}
            <span className="advanced-facts" title={facts[panel]}>
              {facts[panel]}
            </span>
          </button>
          {wrong[panel] && (
            <p className="field-error" role="alert">
              {wrong[panel]}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

const dot = ' · '

/** The price conditions that are on, each with the side of the market on which it acts. */
function conditionsOf(terms: Terms, equity: PanelProps['equity'], text: Text): string {
  const { direction, indexRelativeKOTrigger: lead } = terms
  const at = (kind: 'advertising' | 'knockout', level: number | null): string => {
    const sign = sideOf(kind, direction) === 'below' ? '≤' : '≥'
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

function preferencesOf(terms: Terms, { lotSize }: PanelProps['equity'], text: Text): string {
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

const pathOf = (names: readonly string[], ranked: boolean, text: Text): string =>
  names.length === 0
    ? text('advert.path.empty')
    : names.map((name, i) => (ranked ? `${i + 1}. ${name}` : name)).join(dot)
