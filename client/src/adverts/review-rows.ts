import type { Broker } from '@aitai/contract/reference.ts'
import { minSharesOf } from '@aitai/engine/advert.ts'
import { starsOf } from '@aitai/engine/credibility.ts'
import { formatNumber, formatPrice } from '../ui/format.ts'
import type { Text } from '../ui/text.ts'
import { type Rates, sizeFrom } from './notionals.ts'
import type { Terms } from './terms.ts'

interface ReviewRow {
  readonly label: string
  readonly value: string
  readonly note?: string
  /** What it was when it was last sent, where that differs. */
  readonly was: string | null
}

interface Reviewed {
  readonly terms: Terms
  readonly sent: Terms
  readonly brokers: readonly Broker[]
  readonly rates: Rates | null
  readonly tickSize: number
  readonly lotSize: number
  readonly isUpdate: boolean
  readonly text: Text
}

/** All that is sent, as a reader checks it: the heading's quantity, then a row for everything else. */
export function reviewRows({ terms, sent, isUpdate, ...given }: Reviewed): {
  readonly quantity: string
  readonly rows: readonly ReviewRow[]
} {
  const now = valuesOf(terms, given)
  const before = valuesOf(sent, given)
  const rows = now.map((row, i) => {
    const was = before[i]?.value ?? ''
    return { ...row, was: isUpdate && was !== row.value ? was : null }
  })
  // The heading says side and quantity; as rows they only say what they were.
  const [direction, quantity, ...others] = rows
  const changed = [direction, quantity].filter((row) => row !== undefined && row.was !== null)
  return { quantity: formatNumber(terms.shareQuantity), rows: [...changed, ...others] as ReviewRow[] }
}

function valuesOf(
  terms: Terms,
  { text, rates, brokers, tickSize, lotSize }: Omit<Reviewed, 'terms' | 'sent' | 'isUpdate'>,
) {
  const size = rates && sizeFrom('shares', terms.shareQuantity, rates)
  const notional = size
    ? `JPY ${formatNumber(size.jpynotional)} · USD ${formatNumber(size.usdnotional)}`
    : '–'
  const price = rates ? formatPrice(rates.lastPrice, tickSize) : '–'
  const nameOf = (id: string): string => brokers.find(({ brokerID }) => brokerID === id)?.brokerName ?? id
  const path = terms.brokerIds.map((id, i) => (terms.ranked ? `${i + 1}. ${nameOf(id)}` : nameOf(id)))
  const stars = starsOf(Math.max(1, terms.credibilityHurdle))
  return [
    { label: text('advert.direction'), value: text(`common.${terms.direction}`) },
    {
      label: text('advert.quantity'),
      value: `${formatNumber(terms.shareQuantity)} ${text('common.shares')}`,
    },
    {
      label: text('advert.review.notional'),
      value: notional,
      note: text('advert.review.notional.at', { price }),
    },
    { label: text('advert.type'), value: text(`common.${terms.transactionType}`) },
    { label: text('advert.contraType'), value: text(`common.${terms.transactionTypePreference}`) },
    {
      label: text('advert.minimum'),
      value: text('advert.minimum.shares', {
        percent: terms.minimumQuantity,
        shares: formatNumber(minSharesOf(terms, { lotSize })),
      }),
    },
    { label: text('advert.duration'), value: text(`advert.duration.${terms.duration}`) },
    {
      label: text('advert.hurdle'),
      value: `${'★'.repeat(stars)}${'☆'.repeat(5 - stars)} ${text('advert.hurdle.rating', {
        hurdle: Math.max(10, terms.credibilityHurdle),
      })}`,
    },
    {
      label: text(terms.ranked ? 'advert.review.brokers.ranked' : 'advert.review.brokers'),
      value: path.join(text('advert.review.listSeparator')),
    },
  ]
}
