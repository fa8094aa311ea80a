import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import { useRef, useState } from 'react'
import {
  useAdvertListQuery,
  useGetPlatformHoursQuery,
  useModifyAdvertMutation,
  useSubmitAdvertMutation,
} from '../../app/api/desk-api.ts'
import { type CallFailure, isCallFailure } from '../../app/api/failure.ts'
import { isOutsideHours } from '../../app/api/outside-hours.ts'
import { serverClock } from '../../app/connection/server-clock.ts'
import { failureRaised } from '../../app/store/error-popups.ts'
import { useAppDispatch } from '../../app/store/store.ts'
import { advertSelected, editsDropped } from '../desk-slice.ts'
import { refusedField } from '../editor/refused-field.ts'
import type { TermsForm } from '../editor/use-terms-form.ts'
import { type Rates, sizeFrom } from '../notionals.ts'
import { submitOrModify } from '../status/advert-status.ts'
import { submissionOf } from '../terms.ts'
import { type ReviewWarning, reviewWarnings } from './review-warnings.ts'
import { useUsualSizes } from './use-usual-sizes.ts'

interface Reviewed {
  readonly advert: Advert
  readonly terms: TermsForm
  readonly rates: Rates | null
  readonly others: readonly Advert[]
}

export type Review = ReturnType<typeof useReview>

/** The review before sending: what it points at, the sending itself, and what became of it. */
export function useReview(reviewed: Reviewed) {
  const { hours, tellHours } = useHours(reviewed.advert.securityId)
  const cautionsAt = useCautions(reviewed, hours)
  const { once, isSending } = useOnce()
  const send = useSending(reviewed)
  const [openedAt, setOpenedAt] = useState<number | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [done, setDone] = useState<'sent' | 'updated' | null>(null)

  const close = (): void => setOpenedAt(null)
  return {
    isOpen: openedAt !== null,
    isSending,
    failure,
    /**
     * Of the terms as they are shown: Enter in a field takes over what was typed and opens the review in one
     * stroke, before the terms of this render know of it.
     */
    cautions: openedAt === null ? [] : cautionsAt(openedAt),
    /** What was last acknowledged by the server, to be said. */
    done,
    close,
    open: (): void => {
      setDone(null)
      setFailure(null)
      setOpenedAt(serverClock.now())
    },
    /** Gives the refusal, if any. One about a field closes the review, to be read beside that field. */
    confirm: (): Promise<CallFailure | null> =>
      once(async () => {
        setFailure(null)
        const action = submitOrModify(reviewed.advert)
        const refused = await send()
        if (!refused) setDone(action === 'submit' ? 'sent' : 'updated')
        const isOfHours = refused !== null && isOutsideHours(refused)
        if (isOfHours) tellHours(refused)
        else setFailure(refused)
        if (!refused || isOfHours || refusedField(refused.errorCode)) close()
        return refused
      }),
    forgetFailure: (): void => setFailure(null),
  }
}

/** The hours of the security; a refusal for them has a popup of its own, over the desk (specification 8). */
function useHours(securityId: string) {
  const dispatch = useAppDispatch()
  const { data, refetch } = useGetPlatformHoursQuery({ securityId })
  const tellHours = (refused: CallFailure): void => {
    dispatch(failureRaised(refused))
    // They are not what they were: the banner must not go on saying that the market is open.
    void refetch()
  }
  return { hours: data ?? null, tellHours }
}

/**
 * One sending at a time, from the press to the end of everything it brings with it: a second press on the way
 * is no second advert (quality U44).
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

function useCautions(
  { advert, terms: { terms }, rates, others }: Reviewed,
  hours: PlatformHours | null,
): (now: number) => readonly ReviewWarning[] {
  const usual = useUsualSizes(others)
  return (now) =>
    reviewWarnings({
      duration: terms.duration,
      jpynotional: rates && sizeFrom('shares', terms.shareQuantity, rates).jpynotional,
      usual,
      hours,
      // An advert in play counts its duration from its submit (rules 13).
      submitTime: submitOrModify(advert) === 'modify' ? advert.submitTime : null,
      now,
    })
}

/** Sends the terms as they stand in the editor; gives the failure, or null. */
function useSending({ advert, terms: { terms }, rates }: Reviewed): () => Promise<CallFailure | null> {
  const dispatch = useAppDispatch()
  const { refetch } = useAdvertListQuery()
  const [submitAdvert] = useSubmitAdvertMutation()
  const [modifyAdvert] = useModifyAdvertMutation()

  return async () => {
    const ask = submitOrModify(advert) === 'submit' ? submitAdvert : modifyAdvert
    const size = rates && sizeFrom('shares', terms.shareQuantity, rates)
    const { data: sent, error } = await ask(submissionOf(advert, terms, size))
    if (error && !isCallFailure(error)) throw error
    if (sent && sent.id !== advert.id) {
      // A dead advert sent again is a new one in the old one's place (rules 2).
      await refetch()
      dispatch(advertSelected(sent.id))
      dispatch(editsDropped(advert.id))
    }
    return error ?? null
  }
}
