import { type Config, ConfigError } from '../config.ts'
import { errorCodeWord, type MessageTransport, type SendOutcome, type TransportProbe } from './transport.ts'

type SmsConfig = Pick<Config, 'smsUrl' | 'smsToken'>

/** Statuses with which a gateway rejects the message itself, so that a later attempt cannot succeed. */
const permanentStatuses = [400, 410, 413, 422]

/**
 * Sends SMS through the gateway of SMS_URL; null if it is not set. Posts { id, to, text } as JSON with the
 * bearer token SMS_TOKEN; any 2xx means accepted. The id is also the Idempotency-Key, by which the gateway
 * drops duplicates. Throws ConfigError.
 */
export function createSmsTransport({ smsUrl, smsToken }: SmsConfig): MessageTransport | null {
  if (smsUrl === null) return null
  const url = gatewayUrl(smsUrl)
  return {
    kind: 'sms',
    concurrency: 5,
    attemptMs: 30_000,
    // A code is valid for 5 minutes, and the user's next code waits for this one.
    maxDelayMs: 15_000,
    async send({ messageId, recipient, body }, signal) {
      const headers = {
        ...authorization(smsToken),
        'content-type': 'application/json; charset=utf-8',
        'idempotency-key': messageId,
      }
      const payload = JSON.stringify({ id: messageId, to: recipient, text: body })
      return sendRequest(url, { method: 'POST', headers, body: payload, signal })
    },
    close: () => {},
  }
}

/** Refuses credentials in the URL: they would end up in logs on the way. */
function gatewayUrl(smsUrl: string): URL {
  const url = new URL(smsUrl)
  if (url.username !== '' || url.password !== '')
    throw new ConfigError('SMS_URL must hold no user and no password: use SMS_TOKEN')
  return url
}

const authorization = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` }

async function sendRequest(url: URL, request: RequestInit): Promise<SendOutcome> {
  try {
    const { ok, status } = await fetchStatus(url, request)
    return ok ? 'accepted' : { fault: `HTTP ${status}`, forGood: permanentStatuses.includes(status) }
  } catch (error) {
    return { fault: faultOf(error), forGood: false }
  }
}

/** Does not follow redirects: the token is meant for the configured address only. */
async function fetchStatus(url: URL, request: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...request, redirect: 'manual' })
  // An unread body would keep the connection from being reused.
  await response.body?.cancel()
  return response
}

function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return errorCodeWord(null)
  if (error.name === 'TimeoutError') return 'ETIMEDOUT'
  if (error.name === 'AbortError') return 'EABORT'
  return errorCodeWord((error.cause as NodeJS.ErrnoException | undefined)?.code)
}

const probeMs = 5_000

/**
 * Checks that the gateway of SMS_URL answers and accepts the token, without sending an SMS: an OPTIONS
 * request. 404 and 405 count as success, since a gateway need not support OPTIONS; 401 and 403 mean a wrong
 * token.
 */
export async function probeSms({ smsUrl, smsToken }: SmsConfig): Promise<TransportProbe> {
  if (smsUrl === null) return { ok: true, message: 'SMS_URL is not set: SMS stay in the outbox.' }
  const outcome = await sendRequest(gatewayUrl(smsUrl), {
    method: 'OPTIONS',
    headers: authorization(smsToken),
    signal: AbortSignal.timeout(probeMs),
  })
  if (outcome === 'accepted' || outcome.fault === 'HTTP 404' || outcome.fault === 'HTTP 405')
    return { ok: true, message: 'The SMS gateway answers.' }
  if (outcome.fault === 'HTTP 401' || outcome.fault === 'HTTP 403')
    return { ok: false, message: `The SMS gateway refuses SMS_TOKEN: ${outcome.fault}.` }
  return { ok: false, message: `The SMS gateway cannot be used: ${outcome.fault}.` }
}
