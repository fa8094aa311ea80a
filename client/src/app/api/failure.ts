import type { Failure } from '@aitai/contract/schemas/failures.ts'
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'

/** A call that did not succeed: what the contract says about it, and the status, 0 when nothing answered. */
export interface CallFailure extends Failure {
  readonly status: number
  /** How many seconds to wait before asking again, where the server says so. */
  readonly retryAfter?: number
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isFailure = (value: unknown): value is Failure =>
  isRecord(value) && typeof value.errorCode === 'string' && typeof value.message === 'string'

/** A gateway that cannot reach the server says so with these, in its own words. */
const gatewayStatuses: readonly number[] = [502, 503, 504]

/** The contract's failure, whatever went wrong on the way: no network, a gateway's page, half an answer. */
export function failureFromError(error: FetchBaseQueryError): CallFailure {
  if (typeof error.status === 'number') return failureFrom(error.status, error.data)
  if (error.status === 'PARSING_ERROR') return failureFrom(error.originalStatus, undefined)
  return { status: 0, errorCode: 'ERR_NETWORK', message: 'Network error' }
}

function failureFrom(status: number, body: unknown): CallFailure {
  if (isFailure(body)) return { ...body, status }
  const errorCode = gatewayStatuses.includes(status) ? 'GATEWAY_OFFLINE' : 'INTERNAL'
  return { status, errorCode, message: `HTTP ${status}` }
}

/** `create-advert` refuses with 200 and `error` (specification 7): the same failure by another road. */
export function refusalInReply(body: unknown): CallFailure | null {
  if (!isRecord(body) || typeof body.error !== 'string' || typeof body.errorCode !== 'string') return null
  return { status: 200, errorCode: body.errorCode, message: body.error }
}

/** Narrows what an RTK Query hook or `unwrap` gives as its error. */
export const isCallFailure = (error: unknown): error is CallFailure =>
  isFailure(error) && typeof (error as { status?: unknown }).status === 'number'
