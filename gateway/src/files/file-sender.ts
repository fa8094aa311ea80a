import { setTimeout as timeout } from 'node:timers/promises'
import { CallFailed } from '@aitai/contract/api-client.ts'
import { createRateLimiter } from '@aitai/contract/bulk-file/rate-limiter.ts'
import { type RowSender, type RowToSend, sendRows } from '@aitai/contract/bulk-file/send-rows.ts'
import { createAdvert, submitAdvert } from '@aitai/contract/routes/adverts.ts'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { CallFailure } from '@aitai/contract/schemas/failures.ts'
import type { ResultRow } from '@aitai/contract/schemas/upload.ts'
import type { FileRowOutcome, StoredFile } from '../store/file-store.ts'
import type { UserConnection } from '../trading/user-connection.ts'

/**
 * Sends the rows of a file that are OK, at the pace of the desk, and returns the result of each. The keys of its calls
 * derive from the contents of the file and the day, so that the same file, sent again after a crash, gets the replies
 * of the first time. Throws CallFailed if the credential is not accepted; then it is to be called again.
 */
export async function sendFile(
  { hash, day, rows }: StoredFile,
  user: UserConnection,
  sessionId: string,
): Promise<FileRowOutcome[]> {
  const limiter = createRateLimiter(() => performance.now())
  const outcomes: FileRowOutcome[] = []
  let advertId = ''
  const key = (step: string, securityId: string): string =>
    ['file', sessionId, day, hash, step, securityId].join('|')
  const sender: RowSender = {
    draft: (securityId) =>
      answerOf(user.call(createAdvert, { body: { securityId }, key: key('draft', securityId) })),
    submit: (body) => {
      advertId = body.id
      return answerOf(user.call(submitAdvert, { body, key: key('submit', body.securityId) }))
    },
    // No row is ever in doubt: a call is made again until it is answered.
    isSent: async () => ({ isSent: false }),
    waitForSlot: async () => void (await timeout(limiter.next(), undefined, { ref: false })),
    wait: async (seconds) => void (await timeout(seconds * 1_000, undefined, { ref: false })),
    isStopped: () => false,
    onOutcome: (outcome) => outcomes.push(outcome.result === 'sent' ? { ...outcome, advertId } : outcome),
  }
  await sendRows(rowsToSend(rows), sender)
  return outcomes
}

const rowsToSend = (rows: readonly ResultRow[]): RowToSend[] =>
  rows.flatMap(({ line, status, advertisement, draftId }) =>
    status === 'OK' && advertisement
      ? [{ line, wanted: advertisement, ...(draftId === null ? {} : { draftId }) }]
      : [],
  )

type Answer = { readonly advert: Advert } | { readonly failure: CallFailure }

async function answerOf(
  call: Promise<Advert | { readonly error: string; readonly errorCode: string }>,
): Promise<Answer> {
  try {
    const reply = await call
    if (!('error' in reply)) return { advert: reply }
    return { failure: { status: 200, errorCode: reply.errorCode, message: reply.error } }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

/** Returns the refusal of a call. Rethrows a refused credential, which refuses no file, and what is not a refusal. */
export function failureOf(error: unknown): CallFailure {
  if (!(error instanceof CallFailed) || error.status === 403) throw error
  return { errorCode: 'INTERNAL', message: error.message, ...error.failure, status: error.status }
}
