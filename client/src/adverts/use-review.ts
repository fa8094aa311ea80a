import type { Advert } from '@aitai/contract/adverts.ts'
import { useState } from 'react'
import {
  useAdvertListQuery,
  useGetPlatformHoursQuery,
  useModifyAdvertMutation,
  useSubmitAdvertMutation,
} from '../api.ts'
import { type CallFailure, isCallFailure } from '../failure.ts'
import { serverClock } from '../server-clock.ts'
import { useAppDispatch } from '../store.ts'
import { sendingAction } from './advert-status.ts'
import { type Caution, cutsShort, unusualSize } from './cautions.ts'
import { advertSelected, editsDropped } from './desk.ts'
import { type Rates, sizeFrom } from './notionals.ts'
import { refusedField } from './refused-field.ts'
import { submissionOf } from './terms.ts'
import type { TermsForm } from './use-terms-form.ts'

interface Reviewed {
  readonly advert: Advert
  readonly terms: TermsForm
  readonly rates: Rates | null
  readonly others: readonly Advert[]
}

/** The review before sending: what it points at, the sending itself, and what became of it. */
export function useReview({ advert, terms: { terms }, rates, others }: Reviewed) {
  const dispatch = useAppDispatch()
  const { refetch } = useAdvertListQuery()
  const { data: hours } = useGetPlatformHoursQuery({ securityId: advert.securityId })
  const [submitAdvert, submitting] = useSubmitAdvertMutation()
  const [modifyAdvert, modifying] = useModifyAdvertMutation()
  const [isOpen, setIsOpen] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [cautions, setCautions] = useState<readonly Caution[]>([])
  const notionals = rates && sizeFrom('shares', terms.shareQuantity, rates)

  const open = (): void => {
    const times = notionals && unusualSize(notionals.jpynotional, others)
    setFailure(null)
    setCautions([
      ...(times === null ? [] : [{ kind: 'large', times } as const]),
      ...(hours ? cutsShort(terms.duration, hours, startOf(advert), serverClock.now()) : []),
    ])
    setIsOpen(true)
  }
  const close = (): void => setIsOpen(false)

  /** Gives the refusal, if any. One about a field closes the review, so that it is read beside that field. */
  const confirm = async (): Promise<CallFailure | null> => {
    setFailure(null)
    const send = sendingAction(advert) === 'submit' ? submitAdvert : modifyAdvert
    try {
      const sent = await send(submissionOf(advert, terms, notionals)).unwrap()
      if (sent.id !== advert.id) {
        // A dead advert sent again is a new one in the old one's place (rules 2).
        await refetch()
        dispatch(advertSelected(sent.id))
        dispatch(editsDropped(advert.id))
      }
      close()
      return null
    } catch (failed) {
      if (!isCallFailure(failed)) throw failed
      setFailure(failed)
      if (refusedField(failed.errorCode)) close()
      return failed
    }
  }

  return {
    isOpen,
    open,
    close,
    confirm,
    cautions,
    failure,
    forgetFailure: () => setFailure(null),
    sending: submitting.isLoading || modifying.isLoading,
  }
}

/** From when the duration counts: the first submit, for an advert that is in play already (rules 13). */
const startOf = (advert: Advert): number | null =>
  sendingAction(advert) === 'modify' ? advert.submitTime : null
