import { type Call, callOf } from '@aitai/contract/calls.ts'
import {
  acceptsIdempotencyKey,
  basePath,
  isChange,
  methodsOf,
  type Route,
} from '@aitai/contract/routes/route.ts'
import type { BodyOf, CallName, ParamsOf, ReplyOf } from '@aitai/contract/schemas/calls.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { authorize, type Caller, type Callers, refusedUserOf } from '../accounts/authorization.ts'
import { bearerToken } from '../accounts/tokens.ts'
import type { AppContext } from '../context.ts'
import { NotWriter } from '../errors.ts'
import { FailedCall, failed, failureReplyFor } from '../http/failures.ts'
import { allowMethods } from '../http/methods.ts'
import { networkOf } from '../http/networks.ts'
import { originOf } from '../http/own-origin.ts'
import { compileRequestFilter, replyCheck } from '../http/validation.ts'
import type { KeyedRequest } from '../market/idempotency.ts'
import { forward, isForwarded } from './call-forwarding.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller is admitted. */
    caller: Caller | null
    /** The idempotency key of a request that is being processed. */
    keyed: KeyedRequest | null
    /** Whether another process wrote when the key was to be looked up, so that it looks it up. */
    isForwarded: boolean
  }
}

/** The input of a handler: the parameters or the body of its call; a file as its bytes. */
type InputOf<R extends Route> = ParamsOf<R> & (BodyOf<R> extends string ? Buffer : BodyOf<R>)

/**
 * A handler. It passes the key of its request on to the one command whose view is its whole reply; other replies are
 * stored under the key once they are known.
 */
type Handler<R extends Route> = (
  input: InputOf<R>,
  caller: Callers[R['for']],
  keyed: KeyedRequest | null,
) => Promise<ReplyOf<R>>

/**
 * Serves a declared call below /api: admits its audience, validates the request and the reply
 * against its schemas. A GET that changes something is served to POST too, and never to a link,
 * a preview or a prefetch.
 */
export function serve<R extends Route<CallName>>(app: AppContext, route: R, handler: Handler<R>): void {
  const call = callOf(route)
  const checkReply = replyCheck(call.reply)
  const url = basePath + call.path
  const { params, body } = call
  const schema: FastifySchema = {
    ...(params ? { params } : {}),
    ...(body ? { body } : {}),
  }
  app.http.route({
    method: [...methodsOf(call)],
    url,
    schema,
    // A file arrives as bytes, which its call decodes.
    validatorCompiler: call.takesFile ? () => () => true : compileRequestFilter,
    config: isOfDesk(call) ? { kind: isChange(call) ? 'desk change' : 'desk read' } : {},
    ...(call.bodyBytes === undefined ? {} : { bodyLimit: call.bodyBytes }),
    preParsing: async (request) => checkMedia(call, request),
    onRequest: (request) => admit(app, call, request),
    // Before the validation, which would take what a key identifies out of the body.
    preValidation: (request, reply) => {
      request.isForwarded = isForwarded(app, call)
      return replayStoredReply(app, call, request, reply)
    },
    onSend: (request, reply, payload) => storeReply(request, reply, app, payload),
    handler: async (request, reply) => {
      // Also if this process has begun to write since: the key of the request has not been looked up here.
      if (request.isForwarded || isForwarded(app, call)) return await forward(app, request, reply)
      const input = body ? request.body : request.params
      const caller = request.caller as Callers[R['for']]
      const result = await handler(input as InputOf<R>, caller, request.keyed).catch((error: unknown) => {
        if (error instanceof NotWriter) return null
        if (caller && 'role' in caller && failureReplyFor(error, request.id).status === 404)
          app.refusedAccess.countMissing(refusedUserOf(caller))
        throw error
      })
      // Nothing was changed: this process has ceased to write since.
      if (result === null) return await forward(app, request, reply)
      checkReply(result)
      const type = isText(call) ? 'text/plain' : 'application/json'
      return reply.type(`${type}; charset=utf-8`).send(result)
    },
  })
  allowMethods(app.http, url, methodsOf(call))
}

const fileTypes = ['text/html', 'text/csv']

/** A file where a file is declared, JSON everywhere else. A request without a body needs no type. */
function checkMedia(call: Call, { headers }: FastifyRequest): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (call.takesFile ? !fileTypes.includes(type ?? '') : type !== undefined && type !== 'application/json')
    throw failed(415, 'MEDIA_TYPE')
}

const isOfDesk = (call: Call): boolean => ['trader', 'deskHead', 'broker', 'member'].includes(call.for)

const isText = (call: Call): boolean => (call.reply as { type?: string }).type === 'string'

/**
 * Checks origin, intent, audience and rate limits before the body is read. The origin comes first: otherwise a
 * page on another site could use up the limits of its visitor's network.
 */
async function admit(app: AppContext, call: Call, request: FastifyRequest): Promise<void> {
  const { config, limits } = app
  // The writer counts the changes of all processes. Each process counts its reads, so each has a share of the limit.
  const tokens = isChange(call) ? 1 : (app.cluster?.processes() ?? 1)
  if (originOf(request, config.publicUrl) === 'foreign') throw failed(403, 'FORBIDDEN')
  if (isChange(call) && isUnintended(request)) throw failed(403, 'FORBIDDEN')
  const network = networkOf(request.ip)
  if (call.for === 'anyone') limits.visits.take(network, tokens)
  const token = bearerToken(request.headers.authorization)
  const caller = await authorize(app, call, token, request.ip).catch((error: unknown) => {
    if (call.for !== 'anyone' && error instanceof FailedCall) limits.visits.take(network, tokens)
    throw error
  })
  request.caller = caller
  // One budget for all feed handlers: whoever presents the token is the venue.
  if (call.for === 'feed') limits.feedBatches.take('feed')
  // Somebody who knows only the password must not use up the user's own budget.
  if (call.for === 'twoFactor') limits.visits.take(network, tokens)
  else if ('userId' in caller) limits[limitOf(call)].take(caller.userId, tokens)
}

const limitOf = (call: Call): 'bulk' | 'changes' | 'reads' => {
  if (call.isBulk) return 'bulk'
  return isChange(call) ? 'changes' : 'reads'
}

/**
 * A page, an image or another resource that loads, or a browser that prefetches: nobody pressed a button, so
 * nothing may change.
 */
const isUnintended = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' ||
  (headers['sec-fetch-dest'] ?? 'empty') !== 'empty' ||
  /prefetch|prerender|preview/i.test(`${headers.purpose} ${headers['sec-purpose']} ${headers['x-purpose']}`)

/**
 * Answers a POST whose idempotency key was used before with the stored reply. Replies to log-ins are never
 * stored, because they hold tokens.
 */
async function replayStoredReply(
  app: AppContext,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (
    request.isForwarded ||
    !acceptsIdempotencyKey(call) ||
    request.method !== 'POST' ||
    !request.caller ||
    !('userId' in request.caller)
  )
    return undefined
  const begun = await app.idempotency.begin(request, request.caller.userId)
  if (begun && 'status' in begun)
    return reply.code(begun.status).type('application/json; charset=utf-8').send(begun.body)
  request.keyed = begun
  return undefined
}

/** The command has been applied, so a reply that cannot be stored is logged and not turned into a failure. */
async function storeReply(
  request: FastifyRequest,
  reply: FastifyReply,
  app: AppContext,
  payload: unknown,
): Promise<unknown> {
  if (request.keyed)
    await app.idempotency
      .end(request.keyed, reply.statusCode, String(payload))
      .catch((error: unknown) => request.log.warn({ err: error }, 'a reply could not be stored'))
  return payload
}

/** Declares the request properties above, as Fastify requires. */
export function decorateRequests(http: FastifyInstance): void {
  http.decorateRequest('caller', null)
  http.decorateRequest('keyed', null)
  http.decorateRequest('isForwarded', false)
}
