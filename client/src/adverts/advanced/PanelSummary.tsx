import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { renewalsOf } from '@aitai/engine/adverts/automatic.ts'
import { minSharesOf } from '@aitai/engine/adverts/size-limits.ts'
import { sideOfClose } from '@aitai/engine/adverts/trigger-levels.ts'
import { effectiveHurdle } from '@aitai/engine/model/advert.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { starsOf } from '@aitai/engine/rating/credibility.ts'
import type { TextKey } from '@aitai/messages/en.ts'
import { Fragment } from 'react'
import { useBrokers } from '../../shared/api/use-brokers.ts'
import { durationText } from '../../ui/advert-terms/duration-text.ts'
import { formatNumber, withPercentSign } from '../../ui/format/format.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { type Language, type TextFunction, useLanguage, useText } from '../../ui/text/use-text.ts'
import {
  type AdvancedTab,
  advancedTabs,
  readableLimit,
  type TermName,
  type Terms,
  tabOfTerm,
  termsInTab,
  unreadableShares,
} from '../terms.ts'
import type { AdvancedPanelProps } from './panel-props.ts'
import { formatLevel } from './price-conditions/trigger-levels.ts'
import { priceConditions } from './price-conditions/triggers.ts'

interface Props extends AdvancedPanelProps {
  onOpenTab: (panel: AdvancedTab) => void
}

/** All conditions in three lines while the panel is closed, so that everything that will be sent is visible. */
export function PanelSummary({
  advert,
  triggerContext,
  equity,
  shareQuantity,
  errorOf,
  triggerErrorOf,
  onOpenTab,
}: Props) {
  const text = useText()
  const brokers = useBrokers() ?? []
  const { terms } = triggerContext
  const context = { text, language: useLanguage(), advert, equity, shareQuantity, brokers }
  const errorIn = (tab: AdvancedTab): string | null | undefined =>
    tab === 'priceConditions'
      ? priceConditions.map(triggerErrorOf).find((error) => error !== null)
      : termsInTab(tab)
          .map(errorOf)
          .find((error) => error !== null)
  return (
    <ul className="advanced-summary">
      {advancedTabs.map((tab) => {
        const facts = factsOf(tab, terms, context)
        const error = errorIn(tab)
        return (
          <li key={tab}>
            <button type="button" className="advanced-line" onClick={() => onOpenTab(tab)}>
              <span className="advanced-name">{text(`advert.panel.${tab}`)}</span>{' '}
              <span className="advanced-facts">
                {facts.map((fact, i) => (
                  <Fragment key={fact}>
                    {i > 0 && ' '}
                    <span className="advanced-fact">{i < facts.length - 1 ? `${fact} ·` : fact}</span>
                  </Fragment>
                ))}
              </span>
            </button>
            {error && (
              <p className="field-error" role="alert">
                {error}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const dot = ' · '

interface FactContext {
  readonly text: TextFunction
  readonly language: Language
  readonly advert: Advert
  readonly equity: AdvancedPanelProps['equity']
  /** The quantity being typed, before it is committed. */
  readonly shareQuantity: number
  readonly brokers: readonly Broker[]
}

/** Null or empty if there is nothing to say. */
type Fact = (terms: Terms, context: FactContext) => string | null

/**
 * What the line of a tab says about each term, in this order. Null for terms that the editor always shows or
 * that another term's text includes.
 */
const factOfTerm: Readonly<Record<TermName, Fact | null>> = {
  direction: null,
  shareQuantity: null,
  transactionType: null,
  duration: ({ duration }, { text }) => durationText(text, duration),
  autoRenewals: (terms, context) => timesFact('renew', renewalsOf(terms), context),
  autoResumes: ({ autoResumes }, context) => timesFact('resume', autoResumes, context),
  minimumQuantity: ({ minimumQuantity: percent }, { text, shareQuantity, equity }) => {
    const shares = formatNumber(minSharesOf({ minimumQuantity: percent, shareQuantity }, equity))
    return `${text('advert.minimum')} ${text('advert.minimum.shares', { percent, shares })}`
  },
  credibilityHurdle: (terms) => {
    const stars = starsOf(effectiveHurdle(terms))
    return `${'★'.repeat(stars)}${'☆'.repeat(5 - stars)}`
  },
  transactionTypePreference: ({ transactionTypePreference }, { text }) =>
    text('advert.panel.accepts', { type: text(`common.${transactionTypePreference}`) }),
  quantityDecay: ({ quantityDecay }, { text }) => (quantityDecay ? text('advert.panel.decay') : null),
  orderReference: ({ orderReference }, { text }) =>
    orderReference === null ? null : `${text('advert.panel.reference')} ${orderReference}`,
  parentQuantity: ({ parentQuantity }, { text }) =>
    parentQuantity === null || parentQuantity === unreadableShares
      ? null
      : `${text('advert.panel.parent')} ${formatNumber(parentQuantity)}`,
  doneElsewhere: ({ doneElsewhere }, { text }) =>
    doneElsewhere <= 0 ? null : `${text('advert.panel.elsewhere')} ${formatNumber(doneElsewhere)}`,
  brokerIds: ({ brokerIds, ranked }, { brokers }) =>
    brokerIds
      .map((id) => brokers.find(({ brokerID }) => brokerID === id)?.brokerName ?? id)
      .map((name, i) => (ranked ? `${i + 1}. ${name}` : name))
      .join(dot),
  ranked: null,
  limitPrice: (terms, { text, equity }) => {
    const limit = readableLimit(terms)
    if (limit === null) return null
    return `${text('advert.panel.limit')} ${terms.direction === 'BUY' ? '≤' : '≥'} ${formatLevel(limit, equity)}`
  },
  advertisingTriggerActivated: (terms, context) =>
    terms.advertisingTriggerActivated
      ? levelFact('advertising', terms.advertisingTrigger, terms, context)
      : null,
  advertisingTrigger: null,
  knockoutTriggerActivated: (terms, context) =>
    terms.knockoutTriggerActivated ? levelFact('knockout', terms.knockoutTrigger, terms, context) : null,
  knockoutTrigger: null,
  indexRelativeKOTriggerActivated: (
    { indexRelativeKOTriggerActivated: isOn, ...terms },
    { text, language },
  ) => {
    const lead = terms.indexRelativeKOTrigger
    return isOn
      ? `${text('advert.panel.indexRelative')} ${lead === null ? '–' : withPercentSign(formatPercent(lead), language)}`
      : null
  },
  indexRelativeKOTrigger: null,
}

/** What is done automatically, and how often: of a sent IOI, how often it may still be. */
function timesFact(what: 'renew' | 'resume', count: number, { text, advert }: FactContext): string | null {
  if (count === 0) return null
  const [sent, left] =
    what === 'renew' ? [advert.autoRenewals, advert.renewalsLeft] : [advert.autoResumes, advert.resumesLeft]
  const times =
    advert.submitTime === null || sent !== count
      ? text('advert.panel.times', { count })
      : text('advert.panel.left', { left, count })
  return `${text(`advert.panel.${what}`)}: ${times}`
}

/** The level of a trigger, with the side of the close on which it acts. */
function levelFact(
  kind: 'advertising' | 'knockout',
  level: Yen | null,
  { direction }: Terms,
  { text, equity }: FactContext,
): string {
  const sign = sideOfClose(kind, direction) === 'below' ? '≤' : '≥'
  return `${text(`advert.panel.${kind}`)} ${sign} ${level === null ? '–' : formatLevel(level, equity)}`
}

const noFacts = {
  priceConditions: 'advert.panel.noConditions',
  advertPreferences: null,
  pathPreferences: 'advert.path.empty',
} as const satisfies Record<AdvancedTab, TextKey | null>

function factsOf(tab: AdvancedTab, terms: Terms, context: FactContext): readonly string[] {
  const names = Object.keys(factOfTerm) as TermName[]
  const facts = names
    .filter((name) => tabOfTerm[name] === tab)
    .flatMap((name) => factOfTerm[name]?.(terms, context) || [])
  const none = noFacts[tab]
  return facts.length === 0 && none ? [context.text(none)] : facts
}
