import { type Dispatch as Tell, useEffect, useReducer, useRef } from 'react'
import { api, useGetEquitiesQuery } from '../api.ts'
import { isCallFailure } from '../failure.ts'
import { useAppDispatch } from '../store.ts'
import { delimiterOf, isCsvFile, prepared, textOf } from './file.ts'
import { closed, type Flow, flowed, type Happening, type Origin } from './flow.ts'
import { type Errand, sendRows } from './send-rows.ts'
import type { Snapshot } from './snapshots.ts'
import { type Restorable, useSnapshots } from './use-snapshots.ts'

/** Uploading and restoring: how it stands, and what a trader can do about it. */
export interface Uploads {
  readonly flow: Flow
  readonly restorable: Restorable
  readonly tell: Tell<Happening>
  /** A file from the disk, or rows from the clipboard. */
  readonly takeFile: (file: File) => Promise<void>
  readonly takePasted: (pasted: string) => Promise<void>
  readonly restore: (snapshot: Snapshot) => Promise<void>
  readonly send: (errands: readonly Errand[]) => Promise<void>
  readonly stop: () => void
}

/** Lives as long as the trader home: the desk behind the popups may change its state meanwhile. */
export function useUploads(): Uploads {
  const [flow, tell] = useReducer(flowed, closed)
  const { takeFile, takePasted, restore } = useChecking(tell)
  return { flow, restorable: useSnapshots(), tell, takeFile, takePasted, restore, ...useSending(tell) }
}

function useChecking(tell: Tell<Happening>) {
  const dispatch = useAppDispatch()
  const { data: equities } = useGetEquitiesQuery()

  const check = async (text: string, origin: Origin, delimiter: ',' | '\t'): Promise<void> => {
    tell({ type: 'checkBegun', origin })
    const file = prepared(text, equities ?? [], delimiter)
    if ('errorCode' in file) return tell({ type: 'checkFailed', failure: file })
    const answer = await dispatch(api.endpoints.bulkUploadAdverts.initiate(file.text))
    if (!answer.data) return tell({ type: 'checkFailed', failure: failureIn(answer.error) })
    // A row is told by what was typed, not by what stands in its place.
    const rows = answer.data.map((row) => ({ ...row, ric: file.ricAt.get(row.line) || row.ric }))
    tell({ type: 'checked', rows })
  }
  return {
    takeFile: async (file: File): Promise<void> => {
      if (!isCsvFile(file)) return tell({ type: 'fileRefused' })
      const origin = { kind: 'file', name: file.name } as const
      const text = textOf(new Uint8Array(await file.arrayBuffer()))
      if (text !== null) return check(text, origin, ',')
      tell({ type: 'checkBegun', origin })
      tell({ type: 'checkFailed', failure: { errorCode: 'FILE_UNREADABLE' } })
    },
    takePasted: (pasted: string): Promise<void> => check(pasted, { kind: 'pasted' }, delimiterOf(pasted)),
    restore: async ({ day, adverts }: Snapshot): Promise<void> => {
      tell({ type: 'checkBegun', origin: { kind: 'restored', day } })
      const answer = await dispatch(api.endpoints.prepareRestore.initiate([...adverts]))
      if (answer.data) tell({ type: 'checked', rows: answer.data })
      else tell({ type: 'checkFailed', failure: failureIn(answer.error) })
    },
  }
}

function failureIn(error: unknown) {
  if (isCallFailure(error)) return error
  throw error
}

/** Sends rows until they are all told of, stopped, or the desk is left. */
function useSending(tell: Tell<Happening>) {
  const dispatch = useAppDispatch()
  const stopping = useRef<AbortController | null>(null)
  useEffect(() => () => stopping.current?.abort(), [])

  const send = async (errands: readonly Errand[]): Promise<void> => {
    const stopper = new AbortController()
    stopping.current = stopper
    tell({ type: 'sendingBegun', errands })
    const answer = async (asked: Promise<{ data?: unknown; error?: unknown }>) => {
      const { data, error } = await asked
      return error === undefined ? { advert: data as never } : { failure: failureIn(error) }
    }
    await sendRows(errands, {
      draft: (securityId) => answer(dispatch(api.endpoints.draftRow.initiate({ securityId }))),
      submit: (submission) => answer(dispatch(api.endpoints.submitRow.initiate(submission))),
      wait: async (seconds) => {
        tell({ type: 'waitTurned', isWaiting: true })
        await passed(seconds * 1_000, stopper.signal)
        tell({ type: 'waitTurned', isWaiting: false })
      },
      isStopped: () => stopper.signal.aborted,
      onOutcome: (outcome) => tell({ type: 'rowDone', outcome }),
    })
    dispatch(api.util.invalidateTags(['Adverts']))
    tell({ type: 'finished' })
  }
  const stop = (): void => {
    tell({ type: 'stopAsked' })
    stopping.current?.abort()
  }
  return { send, stop }
}

const passed = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
