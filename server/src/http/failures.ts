import type { FailureCode } from '@aitai/contract/codes.ts'
import type { Failure } from '@aitai/contract/schemas/failures.ts'
import { exchangeIn, textIn } from '@aitai/messages/texts.ts'
import type { FastifyError } from 'fastify'
import { isDatabaseUnavailable } from '../database/database-errors.ts'
import { Refused, Unavailable } from '../errors.ts'
import { TooManyRequests } from './rate-limits.ts'

/** How long to wait after a 503: as long as a full disk or a lost database may take to be noticed. */
const unavailableSeconds = 2

/** A call that fails with a status of its own. */
export class FailedCall extends Error {
  readonly status: number
  readonly failure: Failure

  constructor(status: number, failure: Failure) {
    super(failure.errorCode)
    this.name = 'Failed'
    this.status = status
    this.failure = failure
  }
}

type Details = Omit<Failure, 'errorCode' | 'message'>

/** A failure in the contract's words, with the English text of its code. */
export function failed(status: number, errorCode: FailureCode, details: Details = {}): FailedCall {
  const { field, traceId, variables } = details
  const named = { ...(field ? { field } : {}), ...(traceId ? { traceId } : {}), ...variables }
  return new FailedCall(status, { errorCode, message: textIn('En', errorCode, named), ...details })
}

/** What a client sent is not what was declared; `field` names the first such value. */
export const invalid = (field: string): FailedCall => failed(400, 'INVALID', { field })

/** Not there, or not yours: the same bytes, or the answer would tell that it exists (rules 15). */
export const notFound = (): FailedCall => failed(404, 'NOT_FOUND')

/** Not signed in, and why. The client shows the text of the reason. */
export const unauthorized = (
  reason: 'NOT_SIGNED_IN' | 'SESSION_REPLACED' | 'SESSION_TIMED_OUT' | '2FA_REQUIRED' | '2FA_CODE_INVALID',
  details: Details = {},
): FailedCall => failed(401, reason, { reason, ...details })

export interface FailureReply {
  readonly status: number
  readonly body: Failure
  readonly retryAfterSeconds: number | null
  /** Our mistake: to be written to the log with its trace. */
  readonly isBug: boolean
}

/**
 * What a call answers when it threw. Of a bug nobody outside learns more than its trace id; a database that
 * cannot write just now is no bug, and is answered before anything was acknowledged.
 */
export function failureReplyFor(error: unknown, traceId: string): FailureReply {
  if (error instanceof FailedCall) return plain(error)
  if (error instanceof Refused) return refusalReply(error)
  if (error instanceof TooManyRequests)
    return { ...plain(failed(429, 'TOO_MANY')), retryAfterSeconds: error.retryAfterSeconds }
  if (error instanceof Unavailable || isDatabaseUnavailable(error))
    return { ...plain(failed(503, 'UNAVAILABLE')), retryAfterSeconds: unavailableSeconds }
  return frameworkReply(error) ?? { ...plain(failed(500, 'INTERNAL', { traceId })), isBug: true }
}

const plain = ({ status, failure }: FailedCall): FailureReply => ({
  status,
  body: failure,
  retryAfterSeconds: null,
  isBug: false,
})

/** A refusal of the engine, with its English text filled in: an exchange by its name. */
export function refusalText({ refusal }: Refused): string {
  const { errorCode, variables } = refusal
  const exchange = variables?.exchange
  if (exchange === undefined) return textIn('En', errorCode, variables)
  return textIn('En', errorCode, { ...variables, exchange: exchangeIn('En', String(exchange)) })
}

function refusalReply(refused: Refused): FailureReply {
  const { errorCode, variables } = refused.refusal
  if (errorCode.endsWith('-NOT-FOUND')) return plain(notFound())
  const message = refusalText(refused)
  return plain(new FailedCall(409, { errorCode, message, ...(variables ? { variables } : {}) }))
}

/** What the framework refused before a call saw it. Its texts may quote the request, so none is passed on. */
function frameworkReply(error: unknown): FailureReply | null {
  const { statusCode } = error as Partial<FastifyError>
  if (statusCode === 413) return plain(failed(413, 'TOO_LARGE'))
  if (statusCode === 415) return plain(failed(415, 'MEDIA_TYPE'))
  if (statusCode === 404) return plain(notFound())
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return plain(invalid('body'))
  return null
}
