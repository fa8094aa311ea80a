import type { WantedAdvert } from '@aitai/contract/schemas/upload.ts'
import { type Dispatch, type RefObject, useEffect, useReducer, useRef } from 'react'
import { api, useGetEquitiesQuery } from '../shared/api/desk-api.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import type { FailureDescription } from '../ui/text/use-text.ts'
import { decodeText, isCsvFile, prepareFile } from './csv/upload-file.ts'
import { createRateLimiter } from './sending/rate-limiter.ts'
import { asCallFailure, rowCalls } from './sending/row-calls.ts'
import { type RowOutcome, type RowToSend, sendRows } from './sending/send-rows.ts'
import type { Restore } from './snapshots/restore-slice.ts'
import { useSnapshots } from './snapshots/use-snapshots.ts'
import {
  initialUploadState,
  type UploadAction,
  type UploadSource,
  type UploadState,
  uploadReducer,
} from './upload-state.ts'

/** The state of uploads and restores, and what the trader can do with them. */
export interface Uploads {
  readonly flow: UploadState
  readonly restorable: Restore
  readonly dispatchUpload: Dispatch<UploadAction>
  /** A file from the disk, or rows from the clipboard. */
  readonly takeFiles: (files: FileList) => Promise<void>
  readonly takePasted: (pasted: string) => Promise<void>
  readonly restore: (restored: Restorable) => Promise<void>
  readonly send: (rowsToSend: readonly RowToSend[]) => Promise<void>
  readonly stop: () => void
  /** Closes the popups and selects a refused draft for editing. */
  readonly openInEditor: (advertId: string) => void
  /** What the button opens that gets the focus when the desk shows it; null for none. */
  readonly focusOn: RefObject<string | null>
}

type Restorable = Extract<Restore, { restoreAvailable: true }>

/** Effects on the desk behind the popups. */
export interface DeskEffects {
  /** Sets the unsent terms of a draft to those of its row; null discards them. */
  readonly onTerms: (advertId: string, wanted: WantedAdvert | null) => void
  /** Selects a draft for editing. */
  readonly onCorrect: (advertId: string) => void
}

/** Mounted with the trader home, because the desk behind the popups may change its layout during a run. */
export function useUploads({ onTerms, onCorrect }: DeskEffects): Uploads {
  const [flow, dispatchUpload] = useReducer(uploadReducer, initialUploadState)
  const focusOn = useRef<string | null>(null)
  const { takeFiles, takePasted, restore } = useChecking(dispatchUpload)
  const openInEditor = (advertId: string): void => {
    dispatchUpload({ type: 'closed' })
    onCorrect(advertId)
  }
  return {
    flow,
    dispatchUpload,
    takeFiles,
    takePasted,
    restore,
    openInEditor,
    focusOn,
    restorable: useSnapshots(),
    ...useSending(dispatchUpload, onTerms),
  }
}

function useChecking(dispatchUpload: Dispatch<UploadAction>) {
  const dispatch = useAppDispatch()
  const { data: equities } = useGetEquitiesQuery()

  const check = async (text: string, origin: UploadSource): Promise<void> => {
    dispatchUpload({ type: 'checkStarted', origin })
    const file = prepareFile(text, equities ?? [])
    if ('errorCode' in file) return dispatchUpload({ type: 'checkFailed', failure: file })
    const answer = await dispatch(api.endpoints.bulkUploadAdverts.initiate(file.text))
    if (!answer.data) return dispatchUpload({ type: 'checkFailed', failure: asCallFailure(answer.error) })
    // Name a row by the RIC as typed, not by the posted security id.
    const rows = answer.data.map((row) => ({ ...row, ric: file.ricAt.get(row.line) || row.ric }))
    dispatchUpload({ type: 'checked', rows })
  }
  return {
    takeFiles: async (files: FileList): Promise<void> => {
      const [file] = files
      if (!file) return
      const origin = { kind: 'file', name: file.name } as const
      const refuse = (failure: FailureDescription): void => {
        dispatchUpload({ type: 'checkStarted', origin })
        dispatchUpload({ type: 'checkFailed', failure })
      }
      // Several files are refused, because all but one would be ignored without notice.
      if (files.length > 1) return refuse({ errorCode: 'upload.oneFile', variables: { count: files.length } })
      if (!isCsvFile(file)) return dispatchUpload({ type: 'fileRefused' })
      const text = decodeText(new Uint8Array(await file.arrayBuffer()))
      return text === null ? refuse({ errorCode: 'FILE_UNREADABLE' }) : check(text, origin)
    },
    takePasted: (pasted: string): Promise<void> => check(pasted, { kind: 'pasted' }),
    restore: async ({ restoreDate, expiredAdvertisements }: Restorable): Promise<void> => {
      dispatchUpload({ type: 'checkStarted', origin: { kind: 'restored', day: restoreDate } })
      const answer = await dispatch(api.endpoints.prepareRestore.initiate([...expiredAdvertisements]))
      if (answer.data) dispatchUpload({ type: 'checked', rows: answer.data })
      else dispatchUpload({ type: 'checkFailed', failure: asCallFailure(answer.error) })
    },
  }
}

/** Sends rows until all have a result, the user stops, or the desk unmounts. */
function useSending(dispatchUpload: Dispatch<UploadAction>, onTerms: DeskEffects['onTerms']) {
  const dispatch = useAppDispatch()
  const stopping = useRef<AbortController | null>(null)
  useEffect(() => () => stopping.current?.abort(), [])

  const send = async (rowsToSend: readonly RowToSend[]): Promise<void> => {
    const controller = new AbortController()
    stopping.current = controller
    dispatchUpload({ type: 'sendingStarted', rowsToSend })
    const limiter = createRateLimiter(() => performance.now())
    const rowToSendOf = new Map(rowsToSend.map((rowToSend) => [rowToSend.line, rowToSend]))
    await sendRows(rowsToSend, {
      ...rowCalls(dispatch),
      waitForSlot: () => waitFor(limiter.next(), controller.signal),
      wait: async (seconds) => {
        limiter.slower()
        dispatchUpload({ type: 'waitingChanged', isWaiting: true })
        await waitFor(seconds * 1_000, controller.signal)
        dispatchUpload({ type: 'waitingChanged', isWaiting: false })
      },
      isStopped: () => controller.signal.aborted,
      onOutcome: (outcome) => {
        dispatchUpload({ type: 'rowDone', outcome })
        const rowToSend = rowToSendOf.get(outcome.line)
        if (rowToSend) settle(rowToSend, outcome, onTerms)
      },
    })
    // The first adverts change the layout of the desk; refetch before the focus returns to it.
    await dispatch(api.endpoints.advertList.initiate(undefined, { forceRefetch: true, subscribe: false }))
    dispatchUpload({ type: 'finished' })
  }
  const stop = (): void => {
    dispatchUpload({ type: 'stopRequested' })
    stopping.current?.abort()
  }
  return { send, stop }
}

/**
 * Puts the terms of a row into the draft that it left behind, so that the trader can correct or send it. Not if
 * the row may have been sent. Discards edits of a draft that was sent with the terms of a row.
 */
function settle({ draftId, wanted }: RowToSend, outcome: RowOutcome, onTerms: DeskEffects['onTerms']): void {
  const { result } = outcome
  if (result === 'sent' && draftId !== undefined) onTerms(draftId, null)
  const wasTried = outcome.failure !== undefined && outcome.draftId !== undefined
  if (wasTried && (result === 'refused' || result === 'notSent')) onTerms(outcome.draftId, wanted)
}

const waitFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (milliseconds <= 0 || signal.aborted) return resolve()
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
