import { type Config, ConfigError } from '../config.ts'
import { errorCodeWord, type MessageTransport, type SendOutcome, type TransportProbe } from './transport.ts'

type SmsConfig = Pick<Config, 'smsUrl' | 'smsToken'>

/** Answers of a gateway that no later try changes: the letter itself cannot be sent. */
const refusing = [400, 410, 413, 422]

/**
 * Takes SMS to the gateway of SMS_URL; null without one. It is sent { id, to, text } as JSON with the bearer
 * token SMS_TOKEN; any 2xx is a yes. The id is the Idempotency-Key as well: a gateway that sees one again
 * sends nothing again. Throws ConfigError.
 */
export function createSmsTransport({ smsUrl, smsToken }: SmsConfig): MessageTransport | null {
  if (smsUrl === null) return null
  const url = gatewayOf(smsUrl)
  return {
    kind: 'sms',
    width: 5,
    attemptMs: 30_000,
    // A code lives 5 minutes, and the next code of the same user waits for this one.
    longestDelayMs: 15_000,
    async carry({ letterId, recipient, body }, signal) {
      const headers = {
        ...authorization(smsToken),
        'content-type': 'application/json; charset=utf-8',
        'idempotency-key': letterId,
      }
      const payload = JSON.stringify({ id: letterId, to: recipient, text: body })
      return ask(url, { method: 'POST', headers, body: payload, signal })
    },
    close: () => {},
  }
}

/** Where to ask. Credentials in the address are refused: they would end up in logs on the way. */
function gatewayOf(smsUrl: string): URL {
  const url = new URL(smsUrl)
  if (url.username !== '' || url.password !== '')
    throw new ConfigError('SMS_URL must hold no user and no password: use SMS_TOKEN')
  return url
}

const authorization = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` }

async function ask(url: URL, request: RequestInit): Promise<SendOutcome> {
  try {
    const { ok, status } = await answerTo(url, request)
    return ok ? 'accepted' : { fault: `HTTP ${status}`, forGood: refusing.includes(status) }
  } catch (error) {
    return { fault: faultOf(error), forGood: false }
  }
}

/** A redirect is not followed: the token is for the configured address alone. */
async function answerTo(url: URL, request: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...request, redirect: 'manual' })
  // What it says besides is not read, or its connection could not be used again.
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
 * Whether the gateway of SMS_URL answers and knows the token: an OPTIONS request, for nothing may be sent.
 * A gateway need not know OPTIONS, for 404 and 405 show that it is there; a wrong token it must refuse by
 * 401 or 403.
 */
export async function probeSms({ smsUrl, smsToken }: SmsConfig): Promise<TransportProbe> {
  if (smsUrl === null) return { ok: true, says: 'SMS_URL is not set: SMS stay in the outbox.' }
  const asked = { method: 'OPTIONS', headers: authorization(smsToken), signal: AbortSignal.timeout(probeMs) }
  const outcome = await ask(gatewayOf(smsUrl), asked)
  if (outcome === 'accepted' || outcome.fault === 'HTTP 404' || outcome.fault === 'HTTP 405')
    return { ok: true, says: 'The SMS gateway answers.' }
  if (outcome.fault === 'HTTP 401' || outcome.fault === 'HTTP 403')
    return { ok: false, says: `The SMS gateway refuses SMS_TOKEN: ${outcome.fault}.` }
  return { ok: false, says: `The SMS gateway cannot be used: ${outcome.fault}.` }
}
