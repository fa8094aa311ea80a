import type { PastedTable } from '@aitai/contract/bulk-file/pasted-table.ts'
import type { RowOutcome, RowSendResult, RowToSend } from '@aitai/contract/bulk-file/send-rows.ts'
import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import type { FailureDescription } from '../ui/text/use-text.ts'

/** Where the rows came from: a file by its name, the clipboard, or an earlier day. */
export type UploadSource =
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'pasted'; readonly table: PastedTable | null }
  | { readonly kind: 'restored'; readonly day: number }

/** Rows to be confirmed, being sent, or done. Lines are unique in a file. */
interface CheckedRows {
  readonly origin: UploadSource
  readonly rows: readonly ResultRow[]
}

/** The phases of an upload or a restore, each with its own popup. */
export type UploadState =
  | { readonly phase: 'closed' }
  | { readonly phase: 'choosing'; readonly failure: FailureDescription | null }
  | { readonly phase: 'invalidFile' }
  | { readonly phase: 'checking'; readonly origin: UploadSource }
  | { readonly phase: 'notChecked'; readonly origin: UploadSource; readonly failure: FailureDescription }
  | (CheckedRows & { readonly phase: 'summary'; readonly chosen: ReadonlySet<number> })
  | (CheckedRows & {
      readonly phase: 'sending'
      readonly rowsToSend: readonly RowToSend[]
      readonly outcomes: readonly RowOutcome[]
      readonly isStopping: boolean
      readonly isWaiting: boolean
    })
  | (CheckedRows & {
      readonly phase: 'done'
      readonly rowsToSend: readonly RowToSend[]
      readonly outcomes: readonly RowOutcome[]
    })

export type UploadAction =
  | {
      readonly type: 'uploadOpened' | 'closed' | 'fileRefused' | 'pasteRefused' | 'stopRequested' | 'finished'
    }
  | { readonly type: 'checkStarted'; readonly origin: UploadSource }
  | { readonly type: 'checkFailed'; readonly failure: FailureDescription }
  | { readonly type: 'checked'; readonly rows: readonly ResultRow[] }
  | { readonly type: 'rowToggled'; readonly line: number }
  | { readonly type: 'allToggled' }
  | { readonly type: 'sendingStarted'; readonly rowsToSend: readonly RowToSend[] }
  | { readonly type: 'rowDone'; readonly outcome: RowOutcome }
  | { readonly type: 'waitingChanged'; readonly isWaiting: boolean }

export const initialUploadState: UploadState = { phase: 'closed' }

export const okLines = (rows: readonly ResultRow[]): number[] =>
  rows.filter(({ status }) => status === 'OK').map(({ line }) => line)

/** What a ratio has changed is no longer what the trader sent, so the trader chooses it (docs/rules.md §26). */
const preselectedLines = (rows: readonly ResultRow[]): number[] =>
  okLines(rows.filter(({ adjusted }) => adjusted === undefined))

/** Advances an upload. Actions that do not fit the phase are ignored. */
export function uploadReducer(flow: UploadState, what: UploadAction): UploadState {
  switch (what.type) {
    case 'uploadOpened':
      return { phase: 'choosing', failure: null }
    case 'pasteRefused':
      return { phase: 'choosing', failure: { errorCode: 'upload.noTable' } }
    case 'fileRefused':
      return { phase: 'invalidFile' }
    case 'closed':
      return initialUploadState
    case 'checkStarted':
      return { phase: 'checking', origin: what.origin }
    case 'checkFailed':
    case 'checked':
      return flow.phase === 'checking' ? afterCheck(flow.origin, what) : flow
    case 'rowToggled':
    case 'allToggled':
      return flow.phase === 'summary' ? { ...flow, chosen: chosenAfter(flow, what) } : flow
    default:
      return whileSending(flow, what)
  }
}

type Checked = Extract<UploadAction, { type: 'checkFailed' | 'checked' }>

function afterCheck(origin: UploadSource, what: Checked): UploadState {
  if (what.type === 'checked')
    return { phase: 'summary', origin, rows: what.rows, chosen: new Set(preselectedLines(what.rows)) }
  const { failure } = what
  // The same popup can choose another file, but not another earlier day.
  return origin.kind === 'restored'
    ? { phase: 'notChecked', origin, failure }
    : { phase: 'choosing', failure }
}

type ChoiceAction = Extract<UploadAction, { type: 'rowToggled' | 'allToggled' }>

/** The chosen lines after toggling a row or all rows; only valid rows can be chosen. */
function chosenAfter(
  { rows, chosen }: Extract<UploadState, { phase: 'summary' }>,
  what: ChoiceAction,
): ReadonlySet<number> {
  const ok = okLines(rows)
  if (what.type === 'allToggled') return new Set(chosen.size === ok.length ? [] : ok)
  if (!ok.includes(what.line)) return chosen
  const after = new Set(chosen)
  if (!after.delete(what.line)) after.add(what.line)
  return after
}

type SendingAction = Exclude<
  UploadAction,
  | ChoiceAction
  | Checked
  | { type: 'uploadOpened' | 'closed' | 'fileRefused' | 'pasteRefused' | 'checkStarted' }
>

function whileSending(flow: UploadState, what: SendingAction): UploadState {
  if (what.type === 'sendingStarted') {
    if (flow.phase !== 'summary' && flow.phase !== 'done') return flow
    const { origin, rows } = flow
    // Rows that were settled before stay in the result.
    const again = new Set(what.rowsToSend.map(({ line }) => line))
    const settled = flow.phase === 'done' ? flow.outcomes.filter(({ line }) => !again.has(line)) : []
    const before = flow.phase === 'done' ? flow.rowsToSend.filter(({ line }) => !again.has(line)) : []
    const rowsToSend = [...before, ...what.rowsToSend]
    return {
      phase: 'sending',
      origin,
      rows,
      rowsToSend,
      outcomes: settled,
      isStopping: false,
      isWaiting: false,
    }
  }
  if (flow.phase !== 'sending') return flow
  if (what.type === 'rowDone') return { ...flow, outcomes: [...flow.outcomes, what.outcome] }
  if (what.type === 'waitingChanged') return { ...flow, isWaiting: what.isWaiting }
  if (what.type === 'stopRequested') return { ...flow, isStopping: true }
  const { origin, rows, rowsToSend, outcomes } = flow
  return { phase: 'done', origin, rows, rowsToSend, outcomes }
}

export const countOutcomes = (outcomes: readonly RowOutcome[], result: RowSendResult): number =>
  outcomes.filter((outcome) => outcome.result === result).length
