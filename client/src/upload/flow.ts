import type { ResultRow } from '@aitai/contract/upload.ts'
import type { Errand, Outcome, Result } from './send-rows.ts'

/** Where the rows came from: a file by its name, the clipboard, or an earlier day. */
export type Origin =
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'pasted' }
  | { readonly kind: 'restored'; readonly day: number }

/** A failure as a text needs it. */
export interface Told {
  readonly errorCode: string
  readonly message?: string | undefined
  readonly variables?: Readonly<Record<string, string | number>> | undefined
  readonly traceId?: string | undefined
}

/** Rows to be confirmed, being sent, or done. Lines are unique in a file. */
interface Rows {
  readonly origin: Origin
  readonly rows: readonly ResultRow[]
}

/** Every way an upload or a restore can stand, each with a face of its own. */
export type Flow =
  | { readonly phase: 'closed' }
  | { readonly phase: 'choosing'; readonly failure: Told | null }
  | { readonly phase: 'invalidFile' }
  | { readonly phase: 'checking'; readonly origin: Origin }
  | { readonly phase: 'notChecked'; readonly origin: Origin; readonly failure: Told }
  | (Rows & { readonly phase: 'summary'; readonly chosen: ReadonlySet<number> })
  | (Rows & {
      readonly phase: 'sending'
      readonly errands: readonly Errand[]
      readonly outcomes: readonly Outcome[]
      readonly isStopping: boolean
      readonly isWaiting: boolean
    })
  | (Rows & {
      readonly phase: 'done'
      readonly errands: readonly Errand[]
      readonly outcomes: readonly Outcome[]
    })

export type Happening =
  | { readonly type: 'bulkAsked' | 'closed' | 'fileRefused' | 'stopAsked' | 'finished' }
  | { readonly type: 'checkBegun'; readonly origin: Origin }
  | { readonly type: 'checkFailed'; readonly failure: Told }
  | { readonly type: 'checked'; readonly rows: readonly ResultRow[] }
  | { readonly type: 'rowTurned'; readonly line: number }
  | { readonly type: 'allTurned' }
  | { readonly type: 'sendingBegun'; readonly errands: readonly Errand[] }
  | { readonly type: 'rowDone'; readonly outcome: Outcome }
  | { readonly type: 'waitTurned'; readonly isWaiting: boolean }

export const closed: Flow = { phase: 'closed' }

export const okLines = (rows: readonly ResultRow[]): number[] =>
  rows.filter(({ status }) => status === 'OK').map(({ line }) => line)

/** How an upload goes on. What does not fit the phase it meets changes nothing. */
export function flowed(flow: Flow, what: Happening): Flow {
  switch (what.type) {
    case 'bulkAsked':
      return { phase: 'choosing', failure: null }
    case 'fileRefused':
      return { phase: 'invalidFile' }
    case 'closed':
      return closed
    case 'checkBegun':
      return { phase: 'checking', origin: what.origin }
    case 'checkFailed':
    case 'checked':
      return flow.phase === 'checking' ? afterCheck(flow.origin, what) : flow
    case 'rowTurned':
    case 'allTurned':
      return flow.phase === 'summary' ? { ...flow, chosen: chosenAfter(flow, what) } : flow
    default:
      return onTheWay(flow, what)
  }
}

type Checked = Extract<Happening, { type: 'checkFailed' | 'checked' }>

function afterCheck(origin: Origin, what: Checked): Flow {
  if (what.type === 'checked')
    return { phase: 'summary', origin, rows: what.rows, chosen: new Set(okLines(what.rows)) }
  const { failure } = what
  // A file can be chosen anew in the same popup; an earlier day cannot.
  return origin.kind === 'restored'
    ? { phase: 'notChecked', origin, failure }
    : { phase: 'choosing', failure }
}

type Turned = Extract<Happening, { type: 'rowTurned' | 'allTurned' }>

/** Only rows that are OK can be chosen; all of them, or none, by one box (specification 4). */
function chosenAfter(
  { rows, chosen }: Extract<Flow, { phase: 'summary' }>,
  what: Turned,
): ReadonlySet<number> {
  const ok = okLines(rows)
  if (what.type === 'allTurned') return new Set(chosen.size === ok.length ? [] : ok)
  if (!ok.includes(what.line)) return chosen
  const after = new Set(chosen)
  if (!after.delete(what.line)) after.add(what.line)
  return after
}

type Way = Exclude<
  Happening,
  Turned | Checked | { type: 'bulkAsked' | 'closed' | 'fileRefused' | 'checkBegun' }
>

function onTheWay(flow: Flow, what: Way): Flow {
  if (what.type === 'sendingBegun') {
    if (flow.phase !== 'summary' && flow.phase !== 'done') return flow
    const { origin, rows } = flow
    // Rows that were settled before stay in the result.
    const again = new Set(what.errands.map(({ line }) => line))
    const settled = flow.phase === 'done' ? flow.outcomes.filter(({ line }) => !again.has(line)) : []
    const before = flow.phase === 'done' ? flow.errands.filter(({ line }) => !again.has(line)) : []
    const errands = [...before, ...what.errands]
    return { phase: 'sending', origin, rows, errands, outcomes: settled, isStopping: false, isWaiting: false }
  }
  if (flow.phase !== 'sending') return flow
  if (what.type === 'rowDone') return { ...flow, outcomes: [...flow.outcomes, what.outcome] }
  if (what.type === 'waitTurned') return { ...flow, isWaiting: what.isWaiting }
  if (what.type === 'stopAsked') return { ...flow, isStopping: true }
  const { origin, rows, errands, outcomes } = flow
  return { phase: 'done', origin, rows, errands, outcomes }
}

export const countOf = (outcomes: readonly Outcome[], result: Result): number =>
  outcomes.filter((outcome) => outcome.result === result).length

/** What is left to send after a run that was stopped or broke off, with the drafts it has left. */
export const unsentErrands = (errands: readonly Errand[], outcomes: readonly Outcome[]): Errand[] =>
  errands.flatMap((errand) => {
    const outcome = outcomes.find(({ line }) => line === errand.line)
    if (outcome?.result !== 'notSent' && outcome?.result !== 'unsure') return []
    const isUnsure = outcome.result === 'unsure' || errand.isUnsure === true
    return [{ ...errand, draftId: outcome.draftId ?? errand.draftId, isUnsure }]
  })
