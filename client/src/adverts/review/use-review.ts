import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import { useRef, useState } from 'react'
import {
  useAdvertListQuery,
  useGetPlatformHoursQuery,
  useModifyAdvertMutation,
  useSubmitAdvertMutation,
} from '../../shared/api/desk-api.ts'
import { type CallFailure, isCallFailure } from '../../shared/api/failure.ts'
import { isOutsideHours } from '../../shared/api/outside-hours.ts'
import { onlyData } from '../../shared/api/stale-since.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { useOrderProgress } from '../../shared/orders/use-orders.ts'
import { useSizeLimit } from '../../shared/sizes/use-size-limit.ts'
import { useUsualSizes } from '../../shared/sizes/use-usual-sizes.ts'
import { failureRaised } from '../../shared/store/error-popups.ts'
import { useAppDispatch } from '../../shared/store/store.ts'
import { type Rates, sizeFrom } from '../advert-size.ts'
import { advertSelected, editsDiscarded } from '../desk-slice.ts'
import type { TermsForm } from '../editor/use-terms-form.ts'
import { submitOrModify } from '../status/advert-status.ts'
import { refusedTerm, submissionOf, type Terms } from '../terms.ts'
import { refetchWith, useEquities } from '../use-adverts.ts'
import { type ReviewWarning, reviewWarnings } from './review-warnings.ts'

interface ReviewedForm {
  readonly advert: Advert
  readonly terms: TermsForm
  readonly rates: Rates | null
  readonly others: readonly Advert[]
  /** The server has acknowledged the submission; null when another review opens. */
  readonly onDone: (done: 'sent' | 'updated' | null) => void
}

export type Review = ReturnType<typeof useReview>

/** The review before sending: its warnings, the submission and its result. */
export function useReview(form: ReviewedForm) {
  const { hours, reportHours } = useHours(form.advert.securityId)
  const warningsAt = useWarnings(form, hours)
  const { once, isSending } = useOnce()
  const send = useSending(form)
  const sizeRefusalOf = useSizeLimit()
  const [openedAt, setOpenedAt] = useState<number | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)

  const close = (): void => setOpenedAt(null)
  return {
    isOpen: openedAt !== null,
    isSending,
    failure,
    /**
     * Computed from the current terms on every render: Enter in a field commits its text and opens the review in
     * the same event, before this render has the new terms.
     */
    warnings: openedAt === null ? [] : warningsAt(openedAt),
    close,
    /**
     * Opens the review of the given terms, which this render may not have yet. Above the limit of the institution
     * it stays closed: nobody types a quantity again that will be refused. Returns the refusal, or null.
     */
    open: ({ shareQuantity }: Pick<Terms, 'shareQuantity'>): CallFailure | null => {
      const refused = sizeRefusalOf(form.rates && sizeFrom('shares', shareQuantity, form.rates).jpynotional)
      form.onDone(null)
      setFailure(refused)
      if (!refused) setOpenedAt(serverClock.now())
      return refused
    },
    /** Resolves to the refusal, or null. A refusal about a field closes the review and is shown at the field. */
    confirm: (): Promise<CallFailure | null> =>
      once(async () => {
        setFailure(null)
        const action = submitOrModify(form.advert)
        const refused = await send()
        if (!refused) form.onDone(action === 'submit' ? 'sent' : 'updated')
        const isOutsideHoursRefusal = refused !== null && isOutsideHours(refused)
        if (isOutsideHoursRefusal) reportHours(refused)
        else setFailure(refused)
        if (!refused || isOutsideHoursRefusal || refusedTerm(refused.errorCode)) close()
        // Closed while it was sent: the refusal must not go unseen.
        else setOpenedAt((opened) => opened ?? serverClock.now())
        return refused
      }),
    forgetFailure: (): void => setFailure(null),
  }
}

/** The hours of the security. A refusal because of them appears in a popup above the desk. */
function useHours(securityId: string) {
  const dispatch = useAppDispatch()
  const { data, refetch } = useGetPlatformHoursQuery({ securityId }, { selectFromResult: onlyData })
  const reportHours = (refused: CallFailure): void => {
    dispatch(failureRaised(refused))
    // The cached hours are outdated: the banner must not continue to show that the market is open.
    void refetch()
  }
  return { hours: data ?? null, reportHours }
}

/**
 * Allows one submission at a time, until all its follow-up calls have ended, so that a second press cannot
 * submit a second advert.
 */
function useOnce() {
  const [isSending, setIsSending] = useState(false)
  const isUnderWay = useRef(false)
  const once = async <T>(act: () => Promise<T>): Promise<T | null> => {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    setIsSending(true)
    try {
      return await act()
    } finally {
      isUnderWay.current = false
      setIsSending(false)
    }
  }
  return { once, isSending }
}

function useWarnings(
  { advert, terms: { terms }, rates, others }: ReviewedForm,
  hours: PlatformHours | null,
): (now: number) => readonly ReviewWarning[] {
  const usual = useUsualSizes(others)(advert.id)
  const equity = useEquities().get(advert.securityId)
  const progressOf = useOrderProgress()
  return (now) =>
    reviewWarnings({
      terms,
      shareQuantity: terms.shareQuantity,
      averageDailyVolume: equity?.averageDailyVolume,
      jpynotional: rates && sizeFrom('shares', terms.shareQuantity, rates).jpynotional,
      usual,
      leftOfOrder: progressOf({ ...terms, securityId: advert.securityId })?.left ?? null,
      hours,
      // The duration of an active advert counts from its submission (docs/rules.md §13).
      submitTime: submitOrModify(advert) === 'modify' ? advert.submitTime : null,
      now,
    })
}

/** Sends the terms of the editor; resolves to the failure, or null. */
function useSending({
  advert,
  terms: { terms, noteSent },
  rates,
}: ReviewedForm): () => Promise<CallFailure | null> {
  const dispatch = useAppDispatch()
  const { refetch } = useAdvertListQuery(undefined, { selectFromResult: onlyData })
  const [submitAdvert] = useSubmitAdvertMutation()
  const [modifyAdvert] = useModifyAdvertMutation()

  return async () => {
    const send = submitOrModify(advert) === 'submit' ? submitAdvert : modifyAdvert
    const size = rates && sizeFrom('shares', terms.shareQuantity, rates)
    noteSent(terms)
    const { data: sent, error } = await send(submissionOf(advert, terms, size))
    if (error) noteSent(null)
    if (error && !isCallFailure(error)) throw error
    if (sent && sent.id !== advert.id) {
      // A dead advert that is sent again becomes a new advert (docs/rules.md §2).
      await refetchWith(sent.id, refetch)
      dispatch(advertSelected(sent.id))
      dispatch(editsDiscarded(advert.id))
    }
    return error ?? null
  }
}
