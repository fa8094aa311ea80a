import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { effectiveHurdle, minSharesOf } from '@aitai/engine/adverts/advert.ts'
import { starsOf } from '@aitai/engine/rating/credibility.ts'
import { formatNumber, formatPrice } from '../../ui/format/format.ts'
import type { TextFunction } from '../../ui/text/use-text.ts'
import { formatLevelByTickSize } from '../advanced/price-conditions/trigger-levels.ts'
import { type Rates, sizeFrom } from '../notionals.ts'
import type { Terms } from '../terms.ts'

export interface ReviewRowData {
  readonly label: string
  readonly value: string
  readonly note?: string
  /** What it was when it was last sent, where that differs. */
  readonly was: string | null
  /** Switched off: not worth a line unless it was on. */
  readonly isOff?: boolean
  readonly isCondition?: boolean
}

interface Reviewed {
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
 * All that is sent, a row for each as a reader checks it. Side and quantity are in the popup's heading: as
 * rows they only come to say what they were.
 */
export function reviewRows({ terms, sent, isUpdate, ...given }: Reviewed): ReviewRowData[] {
  const before = rowsOf(sent, given)
  const rows = rowsOf(terms, given).map((row, i): ReviewRowData => {
    const was = before[i]?.value ?? ''
    return { ...row, was: isUpdate && was !== row.value ? was : null }
  })
  const shown = rows.filter(({ was, isOff }, i) => was !== null || (i >= 2 && isOff !== true))
  const hasCondition = shown.some(({ isCondition }) => isCondition)
  const none = { label: given.text('review.conditions'), value: given.text('review.none'), was: null }
  // Before the brokers, which are the last: that there is no condition is also something to check.
  return hasCondition ? shown : shown.toSpliced(-1, 0, none)
}

type Given = Omit<Reviewed, 'terms' | 'sent' | 'isUpdate'>
type Row = Omit<ReviewRowData, 'was'>

function rowsOf(terms: Terms, given: Given): Row[] {
  const { text, lotSize } = given
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
    notionalRow(terms, given),
    { label: text('advert.type'), value: text(`common.${terms.transactionType}`) },
    { label: text('advert.contraType'), value: text(`common.${terms.transactionTypePreference}`) },
    { label: text('advert.minimum'), value: text('advert.minimum.shares', minimum) },
    { label: text('advert.duration'), value: text(`advert.duration.${terms.duration}`) },
    { label: text('advert.hurdle'), value: `${'★'.repeat(stars)}${'☆'.repeat(5 - stars)} ${rating}` },
    decayRow(terms, given),
    ...conditionRows(terms, given),
    brokersRow(terms, given),
  ]
}

function notionalRow({ shareQuantity }: Terms, { text, rates, tickSize }: Given): Row {
  const label = text('advert.review.notional')
  if (!rates) return { label, value: '–' }
  const { jpynotional, usdnotional } = sizeFrom('shares', shareQuantity, rates)
  return {
    label,
    value: `JPY ${formatNumber(jpynotional)} · USD ${formatNumber(usdnotional)}`,
    note: text('advert.review.notional.at', { price: formatPrice(rates.lastPrice, tickSize) }),
  }
}

const decayRow = ({ quantityDecay }: Terms, { text }: Given): Row => ({
  label: text('review.decay'),
  value: text(quantityDecay ? 'review.on' : 'review.off'),
  isOff: !quantityDecay,
})

/** The levels that will hold: those of the advert's side (rules 11). */
function conditionRows(terms: Terms, { text, tickSize }: Given): Row[] {
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

/** The spaces in a broker's name do not break, its place in the order stays with it. */
function brokersRow({ brokerIds, ranked }: Terms, { text, brokers }: Given): Row {
  const names = brokerIds.map((id, i) => {
    const name = brokers.find(({ brokerID }) => brokerID === id)?.brokerName ?? id
    return (ranked ? `${i + 1}. ${name}` : name).replaceAll(' ', '\u00a0')
  })
  return {
    label: text(ranked ? 'advert.review.brokers.ranked' : 'advert.review.brokers'),
    value: names.join(text('advert.review.listSeparator')),
  }
}
