import { pickTerms } from '@aitai/engine/adverts/terms.ts'
import type { Advert, AdvertSubmission } from '../schemas/adverts.ts'
import type { CallFailure } from '../schemas/failures.ts'
import type { WantedAdvert } from '../schemas/upload.ts'

/** Result of a row. `unsure`: the connection broke before the response arrived. */
export type RowSendResult = 'sent' | 'refused' | 'unsure' | 'notSent'

/** A row to be sent. */
export interface RowToSend {
  readonly line: number
  readonly wanted: WantedAdvert
  /** The trader's existing draft on the security, sent instead of a new one. */
  readonly draftId?: string | undefined
  /** Whether the draft may already have been sent and only the response was lost. */
  readonly isUnsure?: boolean
}

export interface RowOutcome {
  readonly line: number
  readonly result: RowSendResult
  readonly failure?: CallFailure
  readonly draftId?: string
}

type Answer = { readonly advert: Advert } | { readonly failure: CallFailure }

/** The calls that send a row, and the timing. */
export interface RowSender {
  draft(securityId: string): Promise<Answer>
  submit(submission: AdvertSubmission): Promise<Answer>
  /** Whether the former draft has been sent. */
  isSent(advertId: string): Promise<{ readonly isSent: boolean } | { readonly failure: CallFailure }>
  /** Resolves when the next call may be made, or when the run was stopped. */
  waitForSlot(): Promise<void>
  /** After a 429: resolves after this many seconds, or when the run was stopped. */
  wait(seconds: number): Promise<void>
  isStopped(): boolean
  onOutcome(outcome: RowOutcome): void
}

/** Exactly the row's terms, with the id of its draft (docs/rules.md §18). */
export const rowSubmission = (id: string, wanted: WantedAdvert): AdvertSubmission => ({
  id,
  securityId: wanted.securityId,
  ...pickTerms(wanted),
  currentQuantity: wanted.currentQuantity,
  advertTriggerSatisfied: wanted.advertTriggerSatisfied,
  usdnotional: wanted.usdnotional,
  jpynotional: wanted.jpynotional,
})

/** Seconds to wait on 429 without a Retry-After header. */
const defaultRetrySeconds = 1

const isRateLimited = ({ status }: CallFailure): boolean => status === 429

/** The connection or the session is lost: the remaining rows would fail the same way. */
const endsRun = ({ status, errorCode }: CallFailure): boolean =>
  status === 0 || status === 401 || status === 503 || closingCodes.includes(errorCode)

/** The platform has closed or halted: more rows would only leave drafts behind. */
const closingCodes: readonly string[] = [
  'PLATFORM-HOURS',
  'PLATFORM-CLOSED',
  'FIRM-HALTED',
  'ADVERT-ERROR-010',
]

/**
 * Sends rows one by one, in order and at a limited rate. On 429 it waits as long as the server says. It stops
 * between rows, never within one; a refused row does not stop the next. If the connection is lost or the platform
 * closes, the remaining rows are reported as not sent and can be sent later.
 */
export async function sendRows(rows: readonly RowToSend[], sending: RowSender): Promise<void> {
  let isOver = false
  for (const row of rows) {
    if (!isOver) await sending.waitForSlot()
    if (isOver || sending.isStopped()) {
      sending.onOutcome(notSent(row))
      continue
    }
    const outcome = await sendRow(row, sending)
    isOver = outcome.failure !== undefined && endsRun(outcome.failure)
    sending.onOutcome(outcome)
  }
}

const notSent = ({ line, draftId }: RowToSend): RowOutcome => ({
  line,
  result: 'notSent',
  ...(draftId === undefined ? {} : { draftId }),
})

async function sendRow(row: RowToSend, sending: RowSender): Promise<RowOutcome> {
  const { line, wanted, draftId } = row
  if (row.isUnsure && draftId !== undefined) {
    // Sending it again would create a second advert if the first has already died (docs/rules.md §2).
    const seen = await sending.isSent(draftId)
    if ('failure' in seen) return { ...failed(line, seen.failure), result: 'unsure', draftId }
    if (seen.isSent) return { line, result: 'sent' }
  }
  let id = draftId
  if (id === undefined) {
    const drafted = await withRetries(() => sending.draft(wanted.securityId), sending)
    if ('failure' in drafted) return failed(line, drafted.failure)
    id = drafted.advert.id
    await sending.waitForSlot()
  }
  const submission = rowSubmission(id, wanted)
  const sent = await withRetries(() => sending.submit(submission), sending)
  if (!('failure' in sent)) return { line, result: 'sent' }
  const outcome = failed(line, sent.failure)
  return goneDraftCodes.includes(sent.failure.errorCode) ? outcome : { ...outcome, draftId: id }
}

/** The draft is gone: it was sent by hand or removed at the end of the day. */
const goneDraftCodes: readonly string[] = ['ADVERT-ERROR-008', 'NOT_FOUND']

function failed(line: number, failure: CallFailure): RowOutcome {
  if (failure.status === 0) return { line, result: 'unsure', failure }
  return { line, result: endsRun(failure) || isRateLimited(failure) ? 'notSent' : 'refused', failure }
}

async function withRetries(send: () => Promise<Answer>, sending: RowSender): Promise<Answer> {
  for (;;) {
    const answer = await send()
    if (!('failure' in answer) || !isRateLimited(answer.failure) || sending.isStopped()) return answer
    await sending.wait(answer.failure.retryAfter ?? defaultRetrySeconds)
    if (sending.isStopped()) return answer
  }
}

/** Rows left to send after a stopped or interrupted run, with the drafts that it created. */
export const unsentRows = (rowsToSend: readonly RowToSend[], outcomes: readonly RowOutcome[]): RowToSend[] =>
  rowsToSend.flatMap((rowToSend) => {
    const outcome = outcomes.find(({ line }) => line === rowToSend.line)
    if (outcome?.result !== 'notSent' && outcome?.result !== 'unsure') return []
    const isUnsure = outcome.result === 'unsure' || rowToSend.isUnsure === true
    return [{ ...rowToSend, draftId: outcome.draftId ?? rowToSend.draftId, isUnsure }]
  })
