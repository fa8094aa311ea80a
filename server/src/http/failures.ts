import type { FailureCode } from '@aitai/contract/codes.ts'
import { defaultBodyBytes } from '@aitai/contract/routes/route.ts'
import type { Failure } from '@aitai/contract/schemas/failures.ts'
import { exchangeIn, sizeScopeIn, textIn } from '@aitai/messages/texts.ts'
import type { FastifyError } from 'fastify'
import { isDatabaseUnavailable } from '../database/database-errors.ts'
import { Refused, Unavailable } from '../errors.ts'
import { TooManyRequests } from './rate-limits.ts'

/** Retry-After of a 503: about the time in which a lost database is noticed. */
const unavailableSeconds = 2

/** A call that fails with an HTTP status and a failure body. */
export class FailedCall extends Error {
  readonly status: number
  readonly failure: Failure

  constructor(status: number, failure: Failure) {
    super(failure.errorCode)
    this.name = 'FailedCall'
    this.status = status
    this.failure = failure
  }
}

type Details = Omit<Failure, 'errorCode' | 'message'>

/** A failure with the English text of its code. `textValues` fill the text only and are not sent. */
export function failed(
  status: number,
  errorCode: FailureCode,
  details: Details = {},
  textValues: Readonly<Record<string, string>> = {},
): FailedCall {
  const { field, traceId, variables } = details
  const named = { ...(field ? { field } : {}), ...(traceId ? { traceId } : {}), ...variables, ...textValues }
  return new FailedCall(status, { errorCode, message: textIn('En', errorCode, named), ...details })
}

/** The request does not match its schema; `field` is the first wrong value. */
export const invalid = (field: string): FailedCall => failed(400, 'INVALID', { field })

/** Missing, or owned by someone else: the same bytes, so that the reply does not reveal that it exists. */
export const notFound = (): FailedCall => failed(404, 'NOT_FOUND')

/** Not signed in, with the reason that the client shows. */
export const unauthorized = (
  reason:
    | 'NOT_SIGNED_IN'
    | 'USER_NOT_AUTHENTICATED'
    | 'SESSION_REPLACED'
    | 'SESSION_TIMED_OUT'
    | '2FA_REQUIRED'
    | '2FA_CODE_INVALID'
    | 'PASSKEY_REFUSED',
  details: Details = {},
): FailedCall => failed(401, reason, { reason, ...details })

interface FailureReply {
  readonly status: number
  readonly body: Failure
  readonly retryAfterSeconds: number | null
  /** An unhandled error, to be logged with its trace id. */
  readonly isBug: boolean
}

/**
 * The reply to a call that threw. An unhandled error reveals only its trace id. A database that cannot be
 * written gives 503.
 * @param bodyLimit how many bytes the route takes
 */
export function failureReplyFor(
  error: unknown,
  traceId: string,
  bodyLimit: number = defaultBodyBytes,
): FailureReply {
  if (error instanceof FailedCall) return plain(error)
  if (error instanceof Refused) return refusalReply(error)
  if (error instanceof TooManyRequests)
    return { ...plain(failed(429, 'TOO_MANY')), retryAfterSeconds: error.retryAfterSeconds }
  if (error instanceof Unavailable || isDatabaseUnavailable(error))
    return { ...plain(failed(503, 'UNAVAILABLE')), retryAfterSeconds: unavailableSeconds }
  return frameworkReply(error, bodyLimit) ?? { ...plain(failed(500, 'INTERNAL', { traceId })), isBug: true }
}

const plain = ({ status, failure }: FailedCall): FailureReply => ({
  status,
  body: failure,
  retryAfterSeconds: null,
  isBug: false,
})

/** The English text of a refusal by the engine, with the names of exchanges and scopes. */
export function refusalText({ refusal }: Refused): string {
  const { errorCode, variables } = refusal
  const exchange = variables?.exchange
  const scope = variables?.scope
  return textIn('En', errorCode, {
    ...variables,
    ...(exchange === undefined ? {} : { exchange: exchangeIn('En', String(exchange)) }),
    ...(scope === undefined ? {} : { scope: sizeScopeIn('En', String(scope)) }),
  })
}

function refusalReply(refused: Refused): FailureReply {
  const { errorCode, variables } = refused.refusal
  if (errorCode.endsWith('-NOT-FOUND')) return plain(notFound())
  const message = refusalText(refused)
  return plain(new FailedCall(409, { errorCode, message, ...(variables ? { variables } : {}) }))
}

/** A request that Fastify refused. Its messages may quote the request, so none is passed on. */
function frameworkReply(error: unknown, bodyLimit: number): FailureReply | null {
  const { statusCode } = error as Partial<FastifyError>
  if (statusCode === 413)
    return plain(failed(413, 'TOO_LARGE', { variables: { max: Math.floor(bodyLimit / 1_024) } }))
  if (statusCode === 415) return plain(failed(415, 'MEDIA_TYPE'))
  if (statusCode === 404) return plain(notFound())
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return plain(invalid('body'))
  return null
}
