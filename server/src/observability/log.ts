import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { redactError } from './redaction.ts'

/**
 * The log: JSON lines. It holds route patterns, never addresses; hashed user ids; trace ids; and of errors of
 * our own their stacks. No bodies, tokens, e-mail addresses or IOIs ever go in (quality NI12). It goes to
 * standard output unless a test wants to read it.
 */
export const createLog = (level: string, destination?: DestinationStream): Logger => {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: redactError },
    hooks: { streamWrite: plainLine },
  }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * JSON escapes line ends and what begins a command to a terminal in 7 bits, but leaves its form in 8 bits,
 * the separators that some viewers take for line ends, and signs that turn the direction of a text.
 */
const plainLine = (line: string): string => line.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeOf)

const escapeOf = (sign: string): string =>
  sign
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** Enough to follow one user through a log, and nothing to find out who it is. */
export const hashedUser = (userId: string): string =>
  createHash('sha256').update(userId).digest('hex').slice(0, 12)

/** One line per request, when it is answered. */
export function logRequests(http: FastifyInstance): void {
  http.addHook('onResponse', async (request, reply) => {
    request.log.info(
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
    /** What the log and the metrics call a route whose own name would tell what a desk does. */
    readonly kind?: 'desk read' | 'desk change'
  }
}

/**
 * The pattern the address matched: the address itself may hold ids, tokens and e-mail addresses. The calls of
 * the desks are one kind: that somebody answered a locate now is not for those who read logs (quality 2.6).
 */
export const routeOf = ({ routeOptions }: FastifyRequest): string =>
  routeOptions.config?.kind ?? routeOptions.url ?? 'none'

/** Whom a failure of the server or a limit has met. Of what went well, nobody need follow who it was. */
const userOf = ({ caller }: FastifyRequest, status: number): { user?: string } =>
  (status === 429 || status >= 500) && caller && 'userId' in caller ? { user: hashedUser(caller.userId) } : {}
