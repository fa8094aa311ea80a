import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import { useGetPlatformHoursQuery } from '../../../app/api/desk-api.ts'
import { useText } from '../../../ui/text/use-text.ts'
import { WarningLine } from '../../review/ReviewLines.tsx'
import { reviewRows } from '../../review/review-rows.ts'
import { lifetimeWarnings, type ReviewWarning, unusualSizeFactor } from '../../review/review-warnings.ts'
import { useUsualSizes } from '../../review/use-usual-sizes.ts'
import { submitOrModify } from '../../status/advert-status.ts'
import { type Terms, termsOf } from '../../terms.ts'
import type { HistoryTextContext } from '../grid/history-columns.ts'
import { advertWithEdits, impliedRates } from './edited-advert.ts'

interface Props {
  advert: Advert
  /** What was changed and not sent yet. */
  edits: Partial<Terms> | undefined
  reader: HistoryTextContext
  /** All adverts of the day, against which a size is unusual. */
  others: readonly Advert[]
  /** When the review was opened, milliseconds UTC on the server's clock. */
  openedAt: number
}

/**
 * All that will be sent of one advert among several: the rows and the cautions of the review of a single one,
 * closer together.
 */
export function ReviewedTerms({ advert, edits, reader, others, openedAt }: Props) {
  const text = useText()
  const { equities, brokers } = reader
  const { tickSize = 1, lotSize = 1 } = equities.get(advert.securityId) ?? {}
  const sent = termsOf(advert)
  const terms: Terms = { ...sent, ...edits }
  const isUpdate = submitOrModify(advert) === 'modify'
  const given = { brokers, rates: impliedRates(advert), tickSize, lotSize, text }
  const rows = reviewRows({ terms, sent, isUpdate, ...given })
  const cautions = useCautions({ advert, edits, others, openedAt, reader })
  return (
    <div className="history-reviewed">
      {cautions.map((caution) => (
        <WarningLine key={JSON.stringify(caution)} caution={caution} minutes={terms.duration} />
      ))}
      <dl>
        {rows.map(({ label, value, was }) => (
          <div key={label} data-changed={was !== null || undefined}>
            <dt>{label}</dt>
            <dd>
              {value}
              {was !== null && <small> {text('advert.review.was', { value: was })}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function useCautions({ advert, edits, others, openedAt, reader }: Props): readonly ReviewWarning[] {
  const { data: hours } = useGetPlatformHoursQuery({ securityId: hoursKeyOf(advert, reader) })
  const usual = useUsualSizes(others.filter(({ id }) => id !== advert.id))
  const { jpynotional, duration } = advertWithEdits(advert, edits)
  const times = unusualSizeFactor(jpynotional, usual)
  return [
    ...(times === null ? [] : [{ kind: 'large', times } as const]),
    ...(hours ? cutsOf(advert, duration, hours, openedAt) : []),
  ]
}

/** An advert in play counts its duration from its submit (rules 13). */
const cutsOf = (
  advert: Advert,
  duration: Terms['duration'],
  hours: PlatformHours,
  now: number,
): readonly ReviewWarning[] =>
  lifetimeWarnings(duration, hours, submitOrModify(advert) === 'modify' ? advert.submitTime : null, now)

/** Hours are those of the exchange: asked for once for all its securities, however many are selected. */
function hoursKeyOf({ securityId }: Advert, { equities }: HistoryTextContext): string {
  const exchange = equities.get(securityId)?.exchange
  for (const [id, equity] of equities) if (equity.exchange === exchange) return id
  return securityId
}
