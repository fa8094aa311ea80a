import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { effectiveHurdle, minSharesOf } from '@aitai/engine/adverts/advert.ts'
import { starsOf } from '@aitai/engine/rating/credibility.ts'
import { formatNumber, formatPrice } from '../../ui/format/format.ts'
import type { TextFunction } from '../../ui/text/use-text.ts'
import { formatLevelByTickSize } from '../advanced/price-conditions/trigger-levels.ts'
import { type Rates, sizeFrom } from '../advert-size.ts'
import type { Terms } from '../terms.ts'

export interface ReviewRowData {
  readonly label: string
  readonly value: string
  readonly note?: string
  /** The value last sent, if it differs. */
  readonly was: string | null
  /** Switched off: shown only if it was on before. */
  readonly isOff?: boolean
  readonly isCondition?: boolean
}

interface ReviewInput {
  readonly terms: Terms
  readonly sent: Terms
  readonly brokers: readonly Broker[]
  readonly rates: Rates | null
  readonly tickSize: number
  readonly lotSize: number
  readonly isUpdate: boolean
  readonly text: TextFunction
}

/**
 * The rows of the review, one per term. Side and quantity are in the popup's heading, so their rows appear only
 * if they changed.
 */
export function reviewRows({ terms, sent, isUpdate, ...context }: ReviewInput): ReviewRowData[] {
  const before = rowsOf(sent, context)
  const rows = rowsOf(terms, context).map((row, i): ReviewRowData => {
    const was = before[i]?.value ?? ''
    return { ...row, was: isUpdate && was !== row.value ? was : null }
  })
  const shown = rows.filter(({ was, isOff }, i) => was !== null || (i >= 2 && isOff !== true))
  const hasCondition = shown.some(({ isCondition }) => isCondition)
  const none = { label: context.text('review.conditions'), value: context.text('review.none'), was: null }
  // Without price conditions a row says so, before the brokers, which come last.
  return hasCondition ? shown : shown.toSpliced(-1, 0, none)
}

type RowContext = Omit<ReviewInput, 'terms' | 'sent' | 'isUpdate'>
type Row = Omit<ReviewRowData, 'was'>

function rowsOf(terms: Terms, context: RowContext): Row[] {
  const { text, lotSize } = context
  const hurdle = effectiveHurdle(terms)
  const stars = starsOf(hurdle)
  const minimum = {
    percent: terms.minimumQuantity,
    shares: formatNumber(minSharesOf(terms, { lotSize })),
  }
  const rating = text('advert.hurdle.rating', { hurdle })
  const quantity = `${formatNumber(terms.shareQuantity)} ${text('common.shares')}`
  return [
    { label: text('advert.direction'), value: text(`common.${terms.direction}`) },
    { label: text('advert.quantity'), value: quantity },
    notionalRow(terms, context),
    { label: text('advert.type'), value: text(`common.${terms.transactionType}`) },
    { label: text('advert.contraType'), value: text(`common.${terms.transactionTypePreference}`) },
    { label: text('advert.minimum'), value: text('advert.minimum.shares', minimum) },
    { label: text('advert.duration'), value: text(`advert.duration.${terms.duration}`) },
    { label: text('advert.hurdle'), value: `${'★'.repeat(stars)}${'☆'.repeat(5 - stars)} ${rating}` },
    decayRow(terms, context),
    ...conditionRows(terms, context),
    brokersRow(terms, context),
  ]
}

function notionalRow({ shareQuantity }: Terms, { text, rates, tickSize }: RowContext): Row {
  const label = text('advert.review.notional')
  if (!rates) return { label, value: '–' }
  const { jpynotional, usdnotional } = sizeFrom('shares', shareQuantity, rates)
  return {
    label,
    value: `JPY ${formatNumber(jpynotional)} · USD ${formatNumber(usdnotional)}`,
    note: text('advert.review.notional.at', { price: formatPrice(rates.lastPrice, tickSize) }),
  }
}

const decayRow = ({ quantityDecay }: Terms, { text }: RowContext): Row => ({
  label: text('review.decay'),
  value: text(quantityDecay ? 'review.on' : 'review.off'),
  isOff: !quantityDecay,
})

/** The price conditions that will apply, for the advert's side (docs/rules.md §11). */
function conditionRows(terms: Terms, { text, tickSize }: RowContext): Row[] {
  const row = (label: string, isOn: boolean, value: string | null): Row => ({
    label,
    value: isOn ? (value ?? '–') : text('review.off'),
    isOff: !isOn,
    isCondition: true,
  })
  const level = (yen: number | null): string | null =>
    yen === null ? null : text('review.at', { price: formatLevelByTickSize(yen, tickSize) })
  const percent = terms.indexRelativeKOTrigger
  const against = percent === null ? null : text('review.against', { percent })
  return [
    row(text('review.trigger'), terms.advertisingTriggerActivated, level(terms.advertisingTrigger)),
    row(text('review.knockout'), terms.knockoutTriggerActivated, level(terms.knockoutTrigger)),
    row(text('review.indexKnockout'), terms.indexRelativeKOTriggerActivated, against),
  ]
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
  }
}
