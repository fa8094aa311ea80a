import type { CallFailure, Failure } from '@aitai/contract/schemas/failures.ts'
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'

export type { CallFailure }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isFailure = (value: unknown): value is Failure =>
  isRecord(value) && typeof value.errorCode === 'string' && typeof value.message === 'string'

/** The code of a failure that has only a message: no text has this key, so the message is shown. */
export const messageOnly = 'MESSAGE_ONLY'

/** Statuses of a gateway that cannot reach the server. */
const gatewayStatuses: readonly number[] = [502, 503, 504]

/** Converts any failure to the contract's: no network, a gateway's page, or an incomplete response. */
export function failureFromError(error: FetchBaseQueryError): CallFailure {
  if (typeof error.status === 'number') return failureFrom(error.status, error.data)
  if (error.status === 'PARSING_ERROR') return failureFrom(error.originalStatus, undefined)
  return { status: 0, errorCode: 'ERR_NETWORK', message: 'Network error' }
}

function failureFrom(status: number, body: unknown): CallFailure {
  if (isFailure(body)) return { ...body, status }
  if (gatewayStatuses.includes(status))
    return { status, errorCode: 'GATEWAY_OFFLINE', message: `HTTP ${status}` }
  // A message is shown when present (docs/specification.md §8), also without a code.
  const message = isRecord(body) && typeof body.message === 'string' ? body.message.trim() : ''
  return message === ''
    ? { status, errorCode: 'INTERNAL', message: `HTTP ${status}` }
    : { status, errorCode: messageOnly, message }
}

/**
 * `create-advert` refuses with status 200 and `error` (docs/specification.md §7), which becomes the same
 * failure.
 */
export function refusalInReply(body: unknown): CallFailure | null {
  if (!isRecord(body) || typeof body.error !== 'string' || typeof body.errorCode !== 'string') return null
  return { status: 200, errorCode: body.errorCode, message: body.error }
}

/** Narrows the error of an RTK Query hook or of `unwrap`. */
export const isCallFailure = (error: unknown): error is CallFailure =>
  isFailure(error) && typeof (error as { status?: unknown }).status === 'number'
