import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { useEffect, useRef, useState } from 'react'
import { termsReplaced } from '../../adverts/desk-slice.ts'
import { submissionOf } from '../../adverts/terms.ts'
import { api } from '../../shared/api/desk-api.ts'
import { type CallFailure, isCallFailure } from '../../shared/api/failure.ts'
import { type PacedCall, type RunResult, runSequentially } from '../../shared/bulk/run-sequentially.ts'
import { type Dispatch, useAppDispatch } from '../../shared/store/store.ts'
import { editsAfter, isAsPlanned, type PlannedChange } from './term-change.ts'

/** A change that was confirmed: running or finished. */
export interface ChangeRun {
  readonly phase: 'running' | 'over'
  /** The changes in the order in which they are made. */
  readonly planned: readonly PlannedChange[]
  readonly results: readonly RunResult<PlannedChange>[]
  readonly isStopping: boolean
}

const outdated: CallFailure = { status: 409, errorCode: 'history.change.outdated', message: '' }

/**
 * Makes changes one at a time; a refusal stops no other.
 * @param adverts the server's adverts as they are now
 */
export function useTermChange(adverts: readonly Advert[]) {
  const dispatch = useAppDispatch()
  const [run, setRun] = useState<ChangeRun | null>(null)
  const stopped = useRef(false)
  const newest = useRef(adverts)
  useEffect(() => {
    newest.current = adverts
  }, [adverts])

  const apply = async (change: PlannedChange, paced: PacedCall): Promise<CallFailure | null> => {
    const current = (): Advert | undefined => newest.current.find(({ id }) => id === change.advert.id)
    // A draft is changed at the desk alone; sending it is another step.
    const isDraft = change.advert.advertisementStatus === 'UNSENT'
    // All terms are sent: those that the trader or an OMS has changed since the review must not go back.
    const make = async (): Promise<CallFailure | null> => {
      if (!isAsPlanned(change, current())) return outdated
      return isDraft ? null : modify(dispatch, change)
    }
    const failure = await (isDraft ? make() : paced(make))
    if (!failure) dispatch(termsReplaced({ advertId: change.advert.id, terms: editsAfter(change) }))
    return failure
  }
  return {
    run,
    start: async (planned: readonly PlannedChange[]): Promise<void> => {
      stopped.current = false
      setRun({ phase: 'running', planned, results: [], isStopping: false })
      // The list is up to one poll old. Without an answer the calls fail as well, each with its reason.
      const listed = await dispatch(
        api.endpoints.advertList.initiate(undefined, { forceRefetch: true, subscribe: false }),
      )
      if (listed.data) newest.current = listed.data
      const results = await runSequentially({
        items: planned,
        send: apply,
        isStopped: () => stopped.current,
        onProgress: (done) => setRun((now) => now && { ...now, results: done }),
      })
      setRun({ phase: 'over', planned, results, isStopping: false })
    },
    stop: (): void => {
      stopped.current = true
      setRun((now) => now && { ...now, isStopping: true })
    },
  }
}

async function modify(dispatch: Dispatch, { advert, is }: PlannedChange): Promise<CallFailure | null> {
  // The server derives the notionals. Not tracked: failures appear in the list, not in the error popup.
  const call = api.endpoints.modifyAdvert.initiate(submissionOf(advert, is, null), { track: false })
  const { error } = await dispatch(call)
  if (error && !isCallFailure(error)) throw error
  return error ?? null
}
