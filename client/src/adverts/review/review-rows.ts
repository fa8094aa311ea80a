import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { renewalsOf } from '@aitai/engine/adverts/automatic.ts'
import { minSharesOf } from '@aitai/engine/adverts/size-limits.ts'
import { effectiveHurdle } from '@aitai/engine/model/advert.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { starsOf } from '@aitai/engine/rating/credibility.ts'
import { durationText } from '../../ui/advert-terms/duration-text.ts'
import { formatNumber, formatPrice } from '../../ui/format/format.ts'
import type { TextFunction } from '../../ui/text/use-text.ts'
import { formatLevelByTickSize } from '../advanced/price-conditions/trigger-levels.ts'
import { type Rates, sizeFrom } from '../advert-size.ts'
import { type TermName, type Terms, unreadableShares } from '../terms.ts'

export interface ReviewRowData {
  readonly label: string
  readonly value: string
  readonly note?: string
  /** The value last sent, if it differs. */
  readonly was: string | null
  /** Switched off: shown only if it was on before. */
  readonly isOff?: boolean
  readonly isCondition?: boolean
  readonly isBrokers?: boolean
  /** In the popup's heading: shown only if it changed. */
  readonly isInHeading?: boolean
}

interface ReviewInput {
  readonly terms: Terms
  readonly sent: Terms
  readonly brokers: readonly Broker[]
  readonly rates: Rates | null
  readonly tickSize: Yen
  readonly lotSize: number
  readonly isUpdate: boolean
  readonly text: TextFunction
}

type RowContext = Omit<ReviewInput, 'terms' | 'sent' | 'isUpdate'>
type Row = Omit<ReviewRowData, 'was'>

/**
 * The rows of each term, in the order of the review. Null for terms that the row of another term includes. A
 * term always gives the same number of rows, so that they can be compared with those of the terms last sent.
 */
const rowsOfTerm: Readonly<Record<TermName, ((terms: Terms, context: RowContext) => readonly Row[]) | null>> =
  {
    direction: ({ direction }, { text }) => [
      { label: text('advert.direction'), value: text(`common.${direction}`), isInHeading: true },
    ],
    shareQuantity: ({ shareQuantity }, context) => {
      const { text } = context
      return [
        { label: text('advert.quantity'), value: sharesText(shareQuantity, text), isInHeading: true },
        notionalRow(shareQuantity, context),
      ]
    },
    transactionType: ({ transactionType }, { text }) => [
      { label: text('advert.type'), value: text(`common.${transactionType}`) },
    ],
    transactionTypePreference: ({ transactionTypePreference }, { text }) => [
      { label: text('advert.contraType'), value: text(`common.${transactionTypePreference}`) },
    ],
    minimumQuantity: (terms, { text, lotSize }) => {
      const shares = formatNumber(minSharesOf(terms, { lotSize }))
      const value = text('advert.minimum.shares', { percent: terms.minimumQuantity, shares })
      return [{ label: text('advert.minimum'), value }]
    },
    duration: ({ duration }, { text }) => [
      { label: text('advert.duration'), value: durationText(text, duration) },
    ],
    credibilityHurdle: (terms, { text }) => {
      const hurdle = effectiveHurdle(terms)
      const stars = starsOf(hurdle)
      const value = `${'★'.repeat(stars)}${'☆'.repeat(5 - stars)} ${text('advert.hurdle.rating', { hurdle })}`
      return [{ label: text('advert.hurdle'), value }]
    },
    quantityDecay: ({ quantityDecay }, { text }) => [
      {
        label: text('advert.panel.decay'),
        value: text(quantityDecay ? 'review.on' : 'review.off'),
        isOff: !quantityDecay,
      },
    ],
    orderReference: ({ orderReference }, { text }) => [
      {
        label: text('advert.panel.reference'),
        value: orderReference ?? text('review.none'),
        isOff: orderReference === null,
      },
    ],
    parentQuantity: ({ parentQuantity }, { text }) => [
      {
        label: text('advert.panel.parent'),
        value: parentQuantity === null ? text('review.none') : sharesText(parentQuantity, text),
        isOff: parentQuantity === null,
      },
    ],
    doneElsewhere: ({ doneElsewhere }, { text }) => [
      {
        label: text('advert.panel.elsewhere'),
        value: sharesText(doneElsewhere, text),
        isOff: doneElsewhere === 0,
      },
    ],
    autoRenewals: (terms, context) => [timesRow('advert.panel.renew', renewalsOf(terms), context)],
    autoResumes: ({ autoResumes }, context) => [timesRow('advert.panel.resume', autoResumes, context)],
    limitPrice: ({ limitPrice }, context) => [
      conditionRow('advert.panel.limit', limitPrice !== null, levelText(limitPrice, context), context),
    ],
    advertisingTriggerActivated: (terms, context) => [
      conditionRow(
        'advert.panel.advertising',
        terms.advertisingTriggerActivated,
        levelText(terms.advertisingTrigger, context),
        context,
      ),
    ],
    advertisingTrigger: null,
    knockoutTriggerActivated: (terms, context) => [
      conditionRow(
        'advert.panel.knockout',
        terms.knockoutTriggerActivated,
        levelText(terms.knockoutTrigger, context),
        context,
      ),
    ],
    knockoutTrigger: null,
    indexRelativeKOTriggerActivated: (terms, context) => [
      conditionRow(
        'advert.panel.indexRelative',
        terms.indexRelativeKOTriggerActivated,
        percentText(terms.indexRelativeKOTrigger, context),
        context,
      ),
    ],
    indexRelativeKOTrigger: null,
    brokerIds: (terms, context) => [brokersRow(terms, context)],
    ranked: null,
  }

/** The rows of the review. What is in the heading or off appears only if it changed. */
export function reviewRows({ terms, sent, isUpdate, ...context }: ReviewInput): ReviewRowData[] {
  const before = rowsOf(sent, context)
  const rows = rowsOf(terms, context).map((row, i): ReviewRowData => {
    const was = before[i]?.value ?? ''
    return { ...row, was: isUpdate && was !== row.value ? was : null }
  })
  const shown = rows.filter(({ was, isOff, isInHeading }) => was !== null || !(isOff || isInHeading))
  const hasCondition = shown.some(({ isCondition }) => isCondition)
  const none = { label: context.text('review.conditions'), value: context.text('review.none'), was: null }
  // Without price conditions a row says so, before the brokers.
  const brokers = shown.findIndex(({ isBrokers }) => isBrokers)
  return hasCondition ? shown : shown.toSpliced(brokers, 0, none)
}

const rowsOf = (terms: Terms, context: RowContext): Row[] =>
  Object.values(rowsOfTerm).flatMap((rows) => rows?.(terms, context) ?? [])

const sharesText = (shares: number, text: TextFunction): string =>
  shares === unreadableShares ? '–' : `${formatNumber(shares)} ${text('common.shares')}`

function notionalRow(shareQuantity: number, { text, rates, tickSize }: RowContext): Row {
  const label = text('advert.review.notional')
  if (!rates) return { label, value: '–' }
  const { jpynotional, usdnotional } = sizeFrom('shares', shareQuantity, rates)
  return {
    label,
    value: `JPY ${formatNumber(jpynotional)} · USD ${formatNumber(usdnotional)}`,
    note: text('advert.review.notional.at', { price: formatPrice(rates.lastPrice, tickSize) }),
  }
}

/** What is done automatically, and how often at most. */
const timesRow = (
  label: 'advert.panel.renew' | 'advert.panel.resume',
  count: number,
  { text }: RowContext,
): Row => ({
  label: text(label),
  value: count === 0 ? text('review.off') : text('advert.panel.times', { count }),
  isOff: count === 0,
})

type ConditionLabel =
  | 'advert.panel.limit'
  | 'advert.panel.advertising'
  | 'advert.panel.knockout'
  | 'advert.panel.indexRelative'

const levelText = (level: Yen | null, { text, tickSize }: RowContext): string =>
  level === null ? '–' : text('review.at', { price: formatLevelByTickSize(level, tickSize) })

const percentText = (percent: number | null, { text }: RowContext): string =>
  percent === null ? '–' : text('review.against', { percent })

/** A price condition and its level, or that it is off (docs/rules.md §11). */
function conditionRow(label: ConditionLabel, isOn: boolean, level: string, { text }: RowContext): Row {
  return {
    label: text(label),
    value: isOn ? level : text('review.off'),
    isOff: !isOn,
    isCondition: true,
  }
}

/** Non-breaking spaces keep a broker's name and its rank on one line. */
function brokersRow({ brokerIds, ranked }: Terms, { text, brokers }: RowContext): Row {
  const names = brokerIds.map((id, i) => {
    const name = brokers.find(({ brokerID }) => brokerID === id)?.brokerName ?? id
    return (ranked ? `${i + 1}. ${name}` : name).replaceAll(' ', '\u00a0')
  })
  return {
    label: text(ranked ? 'advert.review.brokers.ranked' : 'advert.review.brokers'),
    value: names.join(text('advert.review.listSeparator')),
    isBrokers: true,
  }
}
