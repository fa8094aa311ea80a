import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { WarningLine } from '../../adverts/review/ReviewLines.tsx'
import { reviewRows } from '../../adverts/review/review-rows.ts'
import { type ReviewWarning, reviewWarnings } from '../../adverts/review/review-warnings.ts'
import { submitOrModify } from '../../adverts/status/advert-status.ts'
import { type Terms, termsOf } from '../../adverts/terms.ts'
import { firstTermProblem } from '../../adverts/terms-problems.ts'
import { useGetPlatformHoursQuery } from '../../shared/api/desk-api.ts'
import { useOrderProgress } from '../../shared/orders/use-orders.ts'
import { useUsualSizes } from '../../shared/sizes/use-usual-sizes.ts'
import { useText } from '../../ui/text/use-text.ts'
import type { HistoryTextContext } from '../grid/history-columns.ts'
import { advertWithEdits, impliedRates } from './edited-advert.ts'

interface Props {
  advert: Advert
  /** Unsent changes. */
  edits: Partial<Terms> | undefined
  context: HistoryTextContext
  /** All adverts of the day, from which the usual size is computed. */
  others: readonly Advert[]
  /** When the review was opened, milliseconds UTC on the server's clock. */
  openedAt: number
}

/**
 * The terms of one of several adverts that will be sent: the same rows and warnings as in the review of a single
 * advert, in a compact layout.
 */
export function ReviewedTerms({ advert, edits, context, others, openedAt }: Props) {
  const text = useText()
  const { equities, brokers } = context
  const { tickSize = 1, lotSize = 1 } = equities.get(advert.securityId) ?? {}
  const sent = termsOf(advert)
  const terms: Terms = { ...sent, ...edits }
  const isUpdate = submitOrModify(advert) === 'modify'
  const input = { brokers, rates: impliedRates(advert), tickSize, lotSize, text }
  const rows = reviewRows({ terms, sent, isUpdate, ...input })
  const warnings = useWarnings({ advert, edits, others, openedAt, context })
  return (
    <div className="history-reviewed">
      {warnings.map((warning) => (
        <WarningLine key={JSON.stringify(warning)} warning={warning} minutes={terms.duration} />
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

function useWarnings({ advert, edits, others, openedAt, context }: Props): readonly ReviewWarning[] {
  const { data: hours } = useGetPlatformHoursQuery({ securityId: hoursKeyOf(advert, context) })
  const usual = useUsualSizes(others)(advert.id)
  const edited = advertWithEdits(advert, edits)
  const leftOfOrder = useOrderProgress()(edited)?.left ?? null
  // What cannot be sent has a refusal, and values that mean nothing.
  if (firstTermProblem(termsOf(edited)) !== null) return []
  return reviewWarnings({
    terms: edited,
    shareQuantity: edited.shareQuantity,
    averageDailyVolume: context.equities.get(advert.securityId)?.averageDailyVolume,
    jpynotional: edited.jpynotional,
    usual,
    leftOfOrder,
    hours: hours ?? null,
    // The duration of an active advert counts from its submission.
    submitTime: submitOrModify(advert) === 'modify' ? advert.submitTime : null,
    now: openedAt,
  })
}

/** All securities of an exchange share its hours, so one query serves all selected adverts. */
function hoursKeyOf({ securityId }: Advert, { equities }: HistoryTextContext): string {
  const exchange = equities.get(securityId)?.exchange
  for (const [id, equity] of equities) if (equity.exchange === exchange) return id
  return securityId
}
