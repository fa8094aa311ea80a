import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { useRef, useState } from 'react'
import { editsDiscarded, selectEdits, sideChosen, termsEdited } from '../../adverts/desk-slice.ts'
import { draftNextIoi, type NextIoi } from '../../adverts/order/next-ioi.ts'
import type { ShownAdvert } from '../../adverts/shown-advert.ts'
import { submitOrModify } from '../../adverts/status/advert-status.ts'
import { submissionOf, type Terms, termsOf } from '../../adverts/terms.ts'
import { firstTermProblem } from '../../adverts/terms-problems.ts'
import { api } from '../../shared/api/desk-api.ts'
import { type CallFailure, isCallFailure } from '../../shared/api/failure.ts'
import { type PacedCall, type RunResult, runSequentially } from '../../shared/bulk/run-sequentially.ts'
import { serverClock } from '../../shared/connection/server-clock.ts'
import { useSizeLimit } from '../../shared/sizes/use-size-limit.ts'
import { type Dispatch, useAppDispatch, useAppSelector } from '../../shared/store/store.ts'
import { type BulkAction, eligibleAdverts } from './bulk-actions.ts'
import { advertWithEdits } from './edited-advert.ts'

/** One action on several adverts: awaiting confirmation, running or finished. */
export interface BulkRun {
  readonly phase: 'confirming' | 'running' | 'over'
  readonly action: BulkAction
  /** The eligible adverts, in display order. */
  readonly adverts: readonly ShownAdvert[]
  /** How many selected adverts are not eligible. */
  readonly skipped: number
  /** By advert: why it is not sent, known before anything is sent. */
  readonly refusals: ReadonlyMap<string, CallFailure>
  readonly results: readonly RunResult<Advert>[]
  readonly isStopping: boolean
  /** Milliseconds UTC on the server's clock, used for the hours in the review. */
  readonly openedAt: number
}

export type BulkRunControls = ReturnType<typeof useBulkRun>

/** Actions that cannot be undone need a confirmation (WCAG 3.3.4). */
const needsConfirmation = (action: BulkAction): boolean => action === 'cancel' || action === 'send'

/** @param drafted the server's adverts, to which the edits are applied */
export function useBulkRun(drafted: readonly Advert[], equities: ReadonlyMap<string, Equity>) {
  const [bulk, setBulk] = useState<BulkRun | null>(null)
  const [lastResult, setLastResult] = useState<{ done: number; count: number } | null>(null)
  const stopped = useRef(false)
  const applyAction = useActionCall(drafted, equities)
  const refusalsOf = useKnownRefusals(drafted)

  const execute = async (confirmed: BulkRun): Promise<void> => {
    stopped.current = false
    const running: BulkRun = { ...confirmed, phase: 'running' }
    setBulk(running)
    const results = await runSequentially({
      items: confirmed.adverts,
      send: async (advert, paced) =>
        confirmed.refusals.get(advert.id) ?? applyAction(confirmed.action, advert, paced),
      isStopped: () => stopped.current,
      onProgress: (done) => setBulk((now) => now && { ...now, results: done }),
    })
    const done = results.filter(({ outcome }) => outcome === 'done').length
    setLastResult({ done, count: results.length })
    // A pause or resume that succeeded needs no popup; the status line says so.
    const needsNoPopup = !needsConfirmation(confirmed.action) && done === results.length
    setBulk(needsNoPopup ? null : { ...running, phase: 'over', results })
  }
  return {
    bulk,
    /** The result of the last run, for the status line. */
    lastResult,
    start: (action: BulkAction, selected: readonly ShownAdvert[]): void => {
      const adverts = eligibleAdverts(action, selected)
      const skipped = selected.length - adverts.length
      setLastResult(null)
      const openedAt = serverClock.now()
      const fresh = { results: [], isStopping: false, openedAt }
      const refusals = refusalsOf(action, adverts)
      const pending: BulkRun = { phase: 'confirming', action, adverts, skipped, refusals, ...fresh }
      if (needsConfirmation(action)) setBulk(pending)
      else void execute(pending)
    },
    confirm: (): void => void (bulk?.phase === 'confirming' && execute(bulk)),
    stop: (): void => {
      stopped.current = true
      setBulk((now) => now && { ...now, isStopping: true })
    },
    close: (): void => setBulk((now) => (now?.phase === 'running' ? now : null)),
  }
}

/**
 * Which adverts of a Send are refused with their edits: a term cannot be sent at all, or the size is above the limit of
 * the institution.
 */
function useKnownRefusals(drafted: readonly Advert[]) {
  const edits = useAppSelector(selectEdits)
  const sizeRefusalOf = useSizeLimit()
  return (action: BulkAction, adverts: readonly Advert[]): BulkRun['refusals'] => {
    if (action !== 'send') return new Map()
    return new Map(
      adverts.flatMap((shown) => {
        const advert = drafted.find(({ id }) => id === shown.id) ?? shown
        const problem = firstTermProblem({ ...termsOf(advert), ...edits[advert.id] })
        const refused: CallFailure | null = problem
          ? { status: 400, errorCode: problem, message: '' }
          : sizeRefusalOf(advertWithEdits(advert, edits[advert.id]).jpynotional)
        return refused ? [[advert.id, refused] as const] : []
      }),
    )
  }
}

function useActionCall(drafted: readonly Advert[], equities: ReadonlyMap<string, Equity>) {
  const dispatch = useAppDispatch()
  const edits = useAppSelector(selectEdits)
  return async (action: BulkAction, shown: ShownAdvert, paced: PacedCall): Promise<CallFailure | null> => {
    const advert = drafted.find(({ id }) => id === shown.id) ?? shown
    const equity = equities.get(advert.securityId)
    const { nextIoi } = shown
    if (action === 'residual')
      return nextIoi && equity ? paced(() => draftNext(dispatch, advert, nextIoi, equity)) : null
    const terms = { ...termsOf(advert), ...edits[advert.id] }
    const failure = await paced(() => callOnce(dispatch, action, advert, terms))
    if (!failure && action === 'send') dispatch(editsDiscarded(advert.id))
    return failure
  }
}

/** Not tracked: failures appear in the list of results, not in the error popup (store.ts). */
const untracked = { track: false } as const

/** Drafts what follows a completed IOI, with what its order makes of the terms as unsent changes. */
async function draftNext(
  dispatch: Dispatch,
  completed: Advert,
  next: NextIoi,
  equity: Equity,
): Promise<CallFailure | null> {
  const { createResidualAdvertisement, createAdvert } = api.endpoints
  const drafted = await draftNextIoi(completed, next, equity, {
    createResidual: (body) => dispatch(createResidualAdvertisement.initiate(body, untracked)),
    createAdvert: (body) => dispatch(createAdvert.initiate(body, untracked)),
  })
  if ('error' in drafted) return asCallFailure(drafted.error)
  const { id, edits } = drafted
  dispatch(termsEdited({ advertId: id, edits }))
  dispatch(sideChosen(id))
  return null
}

function asCallFailure(error: unknown): CallFailure {
  if (!isCallFailure(error)) throw error
  return error
}

async function callOnce(
  dispatch: Dispatch,
  action: Exclude<BulkAction, 'residual'>,
  advert: Advert,
  terms: Terms,
): Promise<CallFailure | null> {
  const { cancelAdvert, pauseAdvert, resumeAdvert, submitAdvert, modifyAdvert } = api.endpoints
  const { id } = advert
  const sending = submitOrModify(advert) === 'submit' ? submitAdvert : modifyAdvert
  const calls = {
    cancel: () => dispatch(cancelAdvert.initiate({ id }, untracked)),
    pause: () => dispatch(pauseAdvert.initiate({ id }, untracked)),
    resume: () => dispatch(resumeAdvert.initiate({ id }, untracked)),
    // The server derives the notionals.
    send: () => dispatch(sending.initiate(submissionOf(advert, terms, null), untracked)),
  }[action]
  const { error } = await calls()
  return error ? asCallFailure(error) : null
}
