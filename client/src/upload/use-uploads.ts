import { type BulkFile, prepareFile } from '@aitai/contract/bulk-file/bulk-file.ts'
import { preparePasted } from '@aitai/contract/bulk-file/pasted-file.ts'
import { createRateLimiter } from '@aitai/contract/bulk-file/rate-limiter.ts'
import { type RowOutcome, type RowToSend, sendRows } from '@aitai/contract/bulk-file/send-rows.ts'
import { decodeText } from '@aitai/contract/bulk-file/text-encoding.ts'
import type { ResultRow, WantedAdvert } from '@aitai/contract/schemas/upload.ts'
import { type Dispatch, type RefObject, useEffect, useReducer, useRef } from 'react'
import { api, useGetEquitiesQuery } from '../shared/api/desk-api.ts'
import { useAppDispatch } from '../shared/store/store.ts'
import type { FailureDescription } from '../ui/text/use-text.ts'
import { isCsvFile } from './csv/csv-file.ts'
import { asCallFailure, rowCalls } from './row-calls.ts'
import type { Restore } from './snapshots/restore-slice.ts'
import { useSnapshots } from './snapshots/use-snapshots.ts'
import { initialUploadState, type UploadAction, type UploadState, uploadReducer } from './upload-state.ts'

/** The state of uploads and restores, and what the trader can do with them. */
export interface Uploads {
  readonly flow: UploadState
  readonly restorable: Restore
  readonly dispatchUpload: Dispatch<UploadAction>
  readonly takeFiles: (files: FileList) => Promise<void>
  /** Checks the first text of the clipboard that is a table of orders; false, with nothing changed, if none is. */
  readonly takePasted: (texts: readonly string[]) => boolean
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

  const check = async (file: BulkFile, addedLines = 0): Promise<void> => {
    const answer = await dispatch(api.endpoints.bulkUploadAdverts.initiate(file.text))
    if (!answer.data) return dispatchUpload({ type: 'checkFailed', failure: asCallFailure(answer.error) })
    // Name a row by the RIC as typed, not by the posted security id.
    const rows = answer.data.map((row) => ({ ...row, ric: file.ricAt.get(row.line) || row.ric }))
    dispatchUpload({ type: 'checked', rows: rows.map((row) => movedUp(row, addedLines)) })
  }
  const takePasted = (texts: readonly string[]): boolean => {
    const file = firstTable(texts, equities ?? [])
    if (file === 'noTable') return false
    const table = 'table' in file ? file.table : null
    dispatchUpload({ type: 'checkStarted', origin: { kind: 'pasted', table } })
    if ('errorCode' in file) dispatchUpload({ type: 'checkFailed', failure: file })
    else void check(file, table?.addedLines)
    return true
  }
  return {
    takePasted,
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
      if (text === null) return refuse({ errorCode: 'FILE_UNREADABLE' })
      const read = prepareFile(text, equities ?? [])
      if ('errorCode' in read) return refuse(read)
      dispatchUpload({ type: 'checkStarted', origin })
      return check(read)
    },
    restore: async ({ restoreDate, expiredAdvertisements }: Restorable): Promise<void> => {
      dispatchUpload({ type: 'checkStarted', origin: { kind: 'restored', day: restoreDate } })
      const answer = await dispatch(api.endpoints.prepareRestore.initiate([...expiredAdvertisements]))
      if (answer.data) dispatchUpload({ type: 'checked', rows: answer.data })
      else dispatchUpload({ type: 'checkFailed', failure: asCallFailure(answer.error) })
    },
  }
}

/** The first text that is a table of orders, or that says why it cannot be read. */
function firstTable(texts: readonly string[], equities: Parameters<typeof preparePasted>[1]) {
  for (const text of texts) {
    const file = preparePasted(text, equities)
    if (file !== 'noTable') return file
  }
  return 'noTable'
}

/** A row with the lines of the table that was pasted, which may have no header. */
function movedUp(row: ResultRow, lines: number): ResultRow {
  const { otherLine } = row.errorMap
  const errorMap =
    typeof otherLine === 'number' ? { ...row.errorMap, otherLine: otherLine - lines } : row.errorMap
  return { ...row, line: row.line - lines, errorMap }
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
