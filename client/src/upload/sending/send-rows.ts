import type { Advert, AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import type { WantedAdvert } from '@aitai/contract/schemas/upload.ts'
import type { CallFailure } from '../../app/api/failure.ts'

/** What became of a row: `unsure` where the connection broke before its answer came. */
export type RowSendResult = 'sent' | 'refused' | 'unsure' | 'notSent'

/** A row on its way. */
export interface RowToSend {
  readonly line: number
  readonly wanted: WantedAdvert
  /** The own draft on the security, to be sent in place of a new one: an earlier try may have left it. */
  readonly draftId?: string | undefined
  /** That draft may have been sent already, and only the answer been lost. */
  readonly isUnsure?: boolean
}

export interface RowOutcome {
  readonly line: number
  readonly result: RowSendResult
  readonly failure?: CallFailure
  readonly draftId?: string
}

type Answer = { readonly advert: Advert } | { readonly failure: CallFailure }

/** The calls a row is sent with, and the passing of time. */
export interface RowSender {
  draft(securityId: string): Promise<Answer>
  submit(submission: AdvertSubmission): Promise<Answer>
  /** Whether the advert that was a draft is one no longer. */
  isSent(advertId: string): Promise<{ readonly isSent: boolean } | { readonly failure: CallFailure }>
  /** Resolves once the next call may go, or once it was stopped. */
  turn(): Promise<void>
  /** Over the limit all the same: resolves after this many seconds, or once it was stopped. */
  wait(seconds: number): Promise<void>
  isStopped(): boolean
  onOutcome(outcome: RowOutcome): void
}

/** Exactly the row's terms, with the id of its draft (rules 18). */
export const rowSubmission = (id: string, wanted: WantedAdvert): AdvertSubmission => ({
  id,
  securityId: wanted.securityId,
  duration: wanted.duration,
  direction: wanted.direction,
  shareQuantity: wanted.shareQuantity,
  minimumQuantity: wanted.minimumQuantity,
  quantityDecay: wanted.quantityDecay,
  currentQuantity: wanted.currentQuantity,
  credibilityHurdle: wanted.credibilityHurdle,
  advertisingTriggerActivated: wanted.advertisingTriggerActivated,
  advertisingTrigger: wanted.advertisingTrigger,
  advertTriggerSatisfied: wanted.advertTriggerSatisfied,
  knockoutTriggerActivated: wanted.knockoutTriggerActivated,
  knockoutTrigger: wanted.knockoutTrigger,
  indexRelativeKOTriggerActivated: wanted.indexRelativeKOTriggerActivated,
  indexRelativeKOTrigger: wanted.indexRelativeKOTrigger,
  brokerIds: wanted.brokerIds,
  ranked: wanted.ranked,
  transactionType: wanted.transactionType,
  transactionTypePreference: wanted.transactionTypePreference,
  usdnotional: wanted.usdnotional,
  jpynotional: wanted.jpynotional,
})

/** How long to wait where a server that asks for patience does not say how long. Seconds. */
const patience = 1

const asksForPatience = ({ status }: CallFailure): boolean => status === 429

/** Nothing answers any more, or nobody is signed in: the rows after this one would fail the same way. */
const endsAll = ({ status, errorCode }: CallFailure): boolean =>
  status === 0 || status === 401 || status === 503 || closes.includes(errorCode)

/** The platform has closed or was halted meanwhile: a thousand drafts would be made and none be sent. */
const closes: readonly string[] = ['PLATFORM-HOURS', 'PLATFORM-CLOSED', 'FIRM-HALTED', 'ADVERT-ERROR-010']

/**
 * Sends rows one by one, in order (specification 4). It keeps a pace, and over the limit of calls it waits as
 * long as it is asked to; it stops between two rows, never within one; one that is refused does not keep the
 * next from going. Where the connection or the platform's day ends, the rest is not tried: it is told as not
 * sent, to be sent later.
 */
export async function sendRows(errands: readonly RowToSend[], sending: RowSender): Promise<void> {
  let isOver = false
  for (const errand of errands) {
    if (!isOver) await sending.turn()
    if (isOver || sending.isStopped()) {
      sending.onOutcome(notSent(errand))
      continue
    }
    const outcome = await sendRow(errand, sending)
    isOver = outcome.failure !== undefined && endsAll(outcome.failure)
    sending.onOutcome(outcome)
  }
}

const notSent = ({ line, draftId }: RowToSend): RowOutcome => ({
  line,
  result: 'notSent',
  ...(draftId === undefined ? {} : { draftId }),
})

async function sendRow(errand: RowToSend, sending: RowSender): Promise<RowOutcome> {
  const { line, wanted, draftId } = errand
  if (errand.isUnsure && draftId !== undefined) {
    // Sent again it would be a second advert, if the first has died meanwhile (rules 2).
    const seen = await sending.isSent(draftId)
    if ('failure' in seen) return { ...failed(line, seen.failure), result: 'unsure', draftId }
    if (seen.isSent) return { line, result: 'sent' }
  }
  let id = draftId
  if (id === undefined) {
    const drafted = await patiently(() => sending.draft(wanted.securityId), sending)
    if ('failure' in drafted) return failed(line, drafted.failure)
    id = drafted.advert.id
    await sending.turn()
  }
  const submission = rowSubmission(id, wanted)
  const sent = await patiently(() => sending.submit(submission), sending)
  if (!('failure' in sent)) return { line, result: 'sent' }
  const outcome = failed(line, sent.failure)
  return isNoDraft.includes(sent.failure.errorCode) ? outcome : { ...outcome, draftId: id }
}

/** It was sent by hand meanwhile, or the day has taken it: there is no draft left to mend. */
const isNoDraft: readonly string[] = ['ADVERT-ERROR-008', 'NOT_FOUND']

function failed(line: number, failure: CallFailure): RowOutcome {
  if (failure.status === 0) return { line, result: 'unsure', failure }
  return { line, result: endsAll(failure) || asksForPatience(failure) ? 'notSent' : 'refused', failure }
}

async function patiently(ask: () => Promise<Answer>, sending: RowSender): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (!('failure' in answer) || !asksForPatience(answer.failure) || sending.isStopped()) return answer
    await sending.wait(answer.failure.retryAfter ?? patience)
    if (sending.isStopped()) return answer
  }
}
