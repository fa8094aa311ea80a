import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { useRef, useState } from 'react'
import { api } from '../../../app/api/desk-api.ts'
import { type CallFailure, isCallFailure } from '../../../app/api/failure.ts'
import { serverClock } from '../../../app/connection/server-clock.ts'
import { type Dispatch, useAppDispatch, useAppSelector } from '../../../app/store/store.ts'
import { editsDropped, selectEdits } from '../../desk-slice.ts'
import { submitOrModify } from '../../status/advert-status.ts'
import { submissionOf, type Terms, termsOf } from '../../terms.ts'
import { type BulkAction, type BulkResult, eligibleAdverts, runSequentially } from './bulk-actions.ts'

/** One action on several adverts: asked for, under way, or over. */
export interface BulkRun {
  readonly phase: 'asking' | 'running' | 'over'
  readonly action: BulkAction
  /** Those that the action is for, in the order of the screen. */
  readonly adverts: readonly Advert[]
  /** How many of the selection it is not for. */
  readonly skipped: number
  readonly results: readonly BulkResult[]
  readonly isStopping: boolean
  /** Milliseconds UTC on the server's clock: the hours of the review are judged by it. */
  readonly askedAt: number
}

export type BulkRunControls = ReturnType<typeof useBulkRun>

/** What can be undone is done at once; what ends or sends is asked for first (quality U37, WCAG 3.3.4). */
const isAskedFirst = (action: BulkAction): boolean => action === 'cancel' || action === 'send'

/** @param drafted the server's adverts, which submissions are made from; edits come on top of them */
export function useBulkRun(drafted: readonly Advert[]) {
  const [bulk, setBulk] = useState<BulkRun | null>(null)
  const [said, setSaid] = useState<{ done: number; count: number } | null>(null)
  const stopped = useRef(false)
  const ask = useAsking(drafted)

  const run = async (asked: BulkRun): Promise<void> => {
    stopped.current = false
    const running: BulkRun = { ...asked, phase: 'running' }
    setBulk(running)
    const results = await runSequentially({
      adverts: asked.adverts,
      ask: (advert) => ask(asked.action, advert),
      isStopped: () => stopped.current,
      onProgress: (done) => setBulk((now) => now && { ...now, results: done }),
    })
    const done = results.filter(({ outcome }) => outcome === 'done').length
    setSaid({ done, count: results.length })
    // Pausing and resuming that went well says so in passing; everything else is to be read.
    const isPlain = !isAskedFirst(asked.action) && done === results.length
    setBulk(isPlain ? null : { ...running, phase: 'over', results })
  }
  return {
    bulk,
    /** How the last run went, to be said. */
    said,
    start: (action: BulkAction, selected: readonly Advert[]): void => {
      const adverts = eligibleAdverts(action, selected)
      const skipped = selected.length - adverts.length
      setSaid(null)
      const askedAt = serverClock.now()
      const fresh = { results: [], isStopping: false, askedAt }
      const asked: BulkRun = { phase: 'asking', action, adverts, skipped, ...fresh }
      if (isAskedFirst(action)) setBulk(asked)
      else void run(asked)
    },
    confirm: (): void => void (bulk?.phase === 'asking' && run(bulk)),
    stop: (): void => {
      stopped.current = true
      setBulk((now) => now && { ...now, isStopping: true })
    },
    close: (): void => setBulk((now) => (now?.phase === 'running' ? now : null)),
  }
}

/** Who sends quickly is asked to wait now and then (quality 2.5): as often as this, then it is a refusal. */
const mostWaits = 20
const shortestWait = 1

function useAsking(drafted: readonly Advert[]) {
  const dispatch = useAppDispatch()
  const edits = useAppSelector(selectEdits)
  return async (action: BulkAction, shown: Advert): Promise<CallFailure | null> => {
    const advert = drafted.find(({ id }) => id === shown.id) ?? shown
    const terms = { ...termsOf(advert), ...edits[advert.id] }
    for (let waits = 0; ; waits += 1) {
      const failure = await askOnce(dispatch, action, advert, terms)
      if (failure?.status !== 429 || waits === mostWaits) {
        if (!failure && action === 'send') dispatch(editsDropped(advert.id))
        return failure
      }
      const seconds = failure.retryAfter ?? shortestWait
      await new Promise((later) => setTimeout(later, seconds * 1_000))
    }
  }
}

/** Not tracked: the failures are shown in the list of results, not in the error popup (store.ts). */
const here = { track: false } as const

async function askOnce(
  dispatch: Dispatch,
  action: BulkAction,
  advert: Advert,
  terms: Terms,
): Promise<CallFailure | null> {
  const { cancelAdvert, pauseAdvert, resumeAdvert, submitAdvert, modifyAdvert } = api.endpoints
  const { id } = advert
  const sending = submitOrModify(advert) === 'submit' ? submitAdvert : modifyAdvert
  const asked = {
    cancel: () => dispatch(cancelAdvert.initiate({ id }, here)),
    pause: () => dispatch(pauseAdvert.initiate({ id }, here)),
    resume: () => dispatch(resumeAdvert.initiate({ id }, here)),
    // The server derives the notionals (rules 2).
    send: () => dispatch(sending.initiate(submissionOf(advert, terms, null), here)),
  }[action]
  const { error } = await asked()
  if (error && !isCallFailure(error)) throw error
  return error ?? null
}
