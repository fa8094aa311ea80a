import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type DestinationStream, destination, type Logger, type LoggerOptions, pino } from 'pino'
import { redactError } from './redaction.ts'

/**
 * The log, as JSON lines: route patterns but never addresses, hashed user ids, trace ids, and the stacks of
 * our own errors. It never contains bodies, tokens, e-mail addresses or IOIs
 * (docs/decisions/0017-secrecy-of-logs-and-metrics.md). Writes to standard output unless a destination is given.
 */
export const createLog = (level: string, stream?: DestinationStream): Logger => {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: redactError },
    hooks: { streamWrite: plainLine },
  }
  return pino(options, stream ?? openStandardOutput())
}

/** A line that cannot be written waits in memory, up to this size of all of them in bytes; those beyond are lost. */
const maxWaitingBytes = 1024 * 1024

let lostLines = 0

/** How many lines were lost since the start, because they could not be written. */
export const lostLogLines = (): number => lostLines

/** How long after a failed write the next one is tried, if no line causes it before. */
const retryAfterMs = 1_000

/**
 * Lines are written at once, because those before a crash matter most. A full disk ends nothing: lines wait until there
 * is room again.
 */
function openDestination(options: { readonly dest: string | number; readonly mode?: number }) {
  // Every line is longer than the least length, without which `flush` would not try to write what waits.
  const stream = destination({ ...options, sync: true, minLength: 1, maxLength: maxWaitingBytes })
  let retry: NodeJS.Timeout | undefined
  stream.on('error', () => {
    clearTimeout(retry)
    // By itself it tries again with the next line only, and never once so much waits that lines are lost.
    retry = setTimeout(() => stream.flush(), retryAfterMs).unref()
  })
  stream.on('close', () => clearTimeout(retry))
  stream.on('drop', () => {
    lostLines += 1
  })
  return stream
}

const openStandardOutput = () => openDestination({ dest: 1 })

/** Appends to a file that only the server's account can read, and creates its folder if that is missing. */
export function openLogFile(path: string) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  return openDestination({ dest: path, mode: 0o600 })
}

/**
 * JSON escapes line ends and 7-bit control characters. It does not escape 8-bit ones, the separators that
 * some viewers treat as line ends, and characters that change the direction of text.
 */
const plainLine = (line: string): string => line.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeOf)

const escapeOf = (sign: string): string =>
  sign
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** Enough to follow one user through a log, but not to find out who it is. */
const hashedUser = (userId: string): string => createHash('sha256').update(userId).digest('hex').slice(0, 12)

/** Routes that load balancers and monitors request several times a second. */
const healthRoutes: readonly string[] = ['/livez', '/readyz']

/** One line per request, when it is answered; of the checks of health that succeed only at the level debug. */
export function logRequests(http: FastifyInstance): void {
  http.addHook('onResponse', async (request, reply) => {
    const isQuiet = reply.statusCode === 200 && healthRoutes.includes(routeOf(request))
    request.log[isQuiet ? 'debug' : 'info'](
      {
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...userOf(request, reply.statusCode),
      },
      'request',
    )
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name in logs and metrics for the routes whose own names would reveal what traders do. */
    readonly kind?: 'desk read' | 'desk change'
  }
}

/**
 * The pattern that the address matched, because the address may contain ids, tokens and e-mail addresses.
 * Traders' calls are one kind: readers of logs must not learn that somebody has just answered a locate.
 */
export const routeOf = ({ routeOptions }: FastifyRequest): string =>
  routeOptions.config?.kind ?? routeOptions.url ?? 'none'

/**
 * The user, only for a failure of the server or a limit that was hit. Successful requests need not be traced
 * to a user.
 */
const userOf = ({ caller }: FastifyRequest, status: number): { user?: string } =>
  (status === 429 || status >= 500) && caller && 'userId' in caller ? { user: hashedUser(caller.userId) } : {}
