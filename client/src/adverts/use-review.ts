import type { Advert } from '@aitai/contract/adverts.ts'
import { useState } from 'react'
import {
  useAdvertListQuery,
  useGetPlatformHoursQuery,
  useModifyAdvertMutation,
  useSubmitAdvertMutation,
} from '../api.ts'
import { type CallFailure, isCallFailure } from '../failure.ts'
import { isOutsideHours } from '../outside-hours.ts'
import { failureRaised } from '../popups.ts'
import { serverClock } from '../server-clock.ts'
import { useAppDispatch } from '../store.ts'
import { sendingAction } from './advert-status.ts'
import { type Caution, cautionsOf } from './cautions.ts'
import { advertSelected, editsDropped } from './desk.ts'
import { type Rates, sizeFrom } from './notionals.ts'
import { refusedField } from './refused-field.ts'
import { submissionOf } from './terms.ts'
import type { TermsForm } from './use-terms-form.ts'
import { useUsualSizes } from './usual-sizes.ts'

interface Reviewed {
  readonly advert: Advert
  readonly terms: TermsForm
  readonly rates: Rates | null
  readonly others: readonly Advert[]
}

export type Review = ReturnType<typeof useReview>

/** The review before sending: what it points at, the sending itself, and what became of it. */
export function useReview(reviewed: Reviewed) {
  const dispatch = useAppDispatch()
  const cautionsAt = useCautions(reviewed)
  const { send, isSending } = useSending(reviewed)
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
    confirm: async (): Promise<CallFailure | null> => {
      setFailure(null)
      const action = sendingAction(reviewed.advert)
      const refused = await send()
      if (!refused) setDone(action === 'submit' ? 'sent' : 'updated')
      if (refused && isOutsideHours(refused)) {
        // The hours have a popup of their own, over the desk; what was typed stays.
        dispatch(failureRaised(refused))
        close()
        return refused
      }
      setFailure(refused)
      if (!refused || refusedField(refused.errorCode)) close()
      return refused
    },
    forgetFailure: (): void => setFailure(null),
  }
}

function useCautions({
  advert,
  terms: { terms },
  rates,
  others,
}: Reviewed): (now: number) => readonly Caution[] {
  const { data: hours } = useGetPlatformHoursQuery({ securityId: advert.securityId })
  const usual = useUsualSizes(others)
  return (now) =>
    cautionsOf({
      duration: terms.duration,
      jpynotional: rates && sizeFrom('shares', terms.shareQuantity, rates).jpynotional,
      usual,
      hours: hours ?? null,
      // An advert in play counts its duration from its submit (rules 13).
      submitTime: sendingAction(advert) === 'modify' ? advert.submitTime : null,
      now,
    })
}

/** Sends the terms as they stand in the editor; gives the failure, or null. */
function useSending({ advert, terms: { terms }, rates }: Reviewed) {
  const dispatch = useAppDispatch()
  const { refetch } = useAdvertListQuery()
  const [submitAdvert, submitting] = useSubmitAdvertMutation()
  const [modifyAdvert, modifying] = useModifyAdvertMutation()

  const send = async (): Promise<CallFailure | null> => {
    const ask = sendingAction(advert) === 'submit' ? submitAdvert : modifyAdvert
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
  return { send, isSending: submitting.isLoading || modifying.isLoading }
}
