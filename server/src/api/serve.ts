import { type Call, callOf } from '@aitai/contract/calls.ts'
import {
  acceptsIdempotencyKey,
  basePath,
  isChange,
  methodsOf,
  type Route,
} from '@aitai/contract/routes/route.ts'
import type { BodyOf, CallName, ParamsOf, ReplyOf } from '@aitai/contract/schemas/calls.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authorize, type Caller, type Callers } from '../accounts/authorization.ts'
import { bearerToken } from '../accounts/tokens.ts'
import type { AppContext } from '../context.ts'
import { networkOf } from '../http/call-limits.ts'
import { FailedCall, failed, notFound } from '../http/failures.ts'
import { allowMethods } from '../http/methods.ts'
import { replyFilter, requestFilter } from '../http/validation.ts'
import type { KeyedRequest } from '../market/idempotency.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once let in. */
    caller: Caller | null
    /** A request that must not be done twice, while it is being done. */
    keyed: KeyedRequest | null
  }
}

/** What a call is asked with: its parameters or its body; a file as its bytes. */
type AskOf<R extends Route> = ParamsOf<R> & (BodyOf<R> extends string ? Buffer : BodyOf<R>)

type Handler<R extends Route> = (ask: AskOf<R>, caller: Callers[R['for']]) => Promise<ReplyOf<R>>

/**
 * Serves a declared call below /api: lets in whom it is for, takes what is declared, gives what is declared.
 * A GET that changes something is served to POST too, and never to a link, a preview or a prefetch.
 */
export function serve<R extends Route<CallName>>(app: AppContext, route: R, handler: Handler<R>): void {
  const call = callOf(route)
  const ask = askOf(call)
  const filter = replyFilter(call.reply)
  const url = basePath + call.path
  app.http.route({
    method: [...methodsOf(call)],
    url,
    config: isOfDesk(call) ? { kind: isChange(call) ? 'desk change' : 'desk read' } : {},
    ...(call.bodyBytes === undefined ? {} : { bodyLimit: call.bodyBytes }),
    preParsing: async (request) => checkMedia(call, request),
    onRequest: (request) => letIn(app, call, request),
    preHandler: (request, reply) => recall(app, call, request, reply),
    onSend: (request, reply, payload) => keep(request, reply, app, payload),
    handler: async (request, reply) => {
      const answer = await handler(ask(request) as AskOf<R>, request.caller as Callers[R['for']])
      if (isText(call)) return reply.type('text/plain; charset=utf-8').send(filter(answer))
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(filter(answer)))
    },
  })
  allowMethods(app.http, url, methodsOf(call))
}

const fileTypes = ['text/html', 'text/csv']

/** A file where a file is declared, JSON everywhere else. Without a body no type need be named. */
function checkMedia(call: Call, { headers }: FastifyRequest): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (call.takesFile ? !fileTypes.includes(type ?? '') : type !== undefined && type !== 'application/json')
    throw failed(415, 'MEDIA_TYPE')
}

const isOfDesk = (call: Call): boolean => ['trader', 'broker', 'member'].includes(call.for)

const isText = (call: Call): boolean => (call.reply as { type?: string }).type === 'string'

function askOf(call: Call): (request: FastifyRequest) => unknown {
  if (call.body) {
    // A file comes as bytes: its call finds out how they are written.
    if (call.takesFile) return ({ body }) => body
    const filter = requestFilter(call.body)
    return ({ body }) => filter(body)
  }
  if (!call.params) return () => undefined
  const filter = requestFilter(call.params)
  return ({ params }) => {
    try {
      return filter(params)
    } catch (error) {
      // What cannot be an id is answered like one that is not there.
      throw error instanceof FailedCall ? notFound() : error
    }
  }
}

/** Before the body is read: is it a call at all, is it for them, and is it not one too many. */
async function letIn(app: AppContext, call: Call, request: FastifyRequest): Promise<void> {
  if (isChange(call) && isUnasked(request)) throw failed(403, 'FORBIDDEN')
  const { limits } = app
  const network = networkOf(request.ip)
  if (call.for === 'anyone') limits.visits.take(network)
  const token = bearerToken(request.headers.authorization)
  const caller = await authorize(app, call.for, token, request.ip).catch((error: unknown) => {
    if (call.for !== 'anyone' && error instanceof FailedCall) limits.visits.take(network)
    throw error
  })
  request.caller = caller
  // Before megabytes are read, and counted for all handlers together: whoever shows the token is the venue.
  if (call.for === 'feed') limits.feedBatches.take('feed')
  if ('userId' in caller) limits[limitOf(call)].take(caller.userId)
}

const limitOf = (call: Call): 'bulk' | 'changes' | 'reads' => {
  if (call.isBulk) return 'bulk'
  return isChange(call) ? 'changes' : 'reads'
}

/** A page that opens, or a browser that fetches ahead: nobody pressed a button (quality C2). */
const isUnasked = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' ||
  /prefetch|prerender|preview/i.test(`${headers.purpose} ${headers['sec-purpose']} ${headers['x-purpose']}`)

/** A POST that came before, by its key, is answered as then. Of log-ins none is kept: they hold tokens. */
async function recall(
  app: AppContext,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (
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

/** The answer is already true: that it could not be kept must not turn it into a failure. */
async function keep(
  request: FastifyRequest,
  reply: FastifyReply,
  app: AppContext,
  payload: unknown,
): Promise<unknown> {
  if (request.keyed)
    await app.idempotency
      .end(request.keyed, reply.statusCode, String(payload))
      .catch((error: unknown) => request.log.warn({ err: error }, 'an answer was not kept'))
  return payload
}

/** Room for who calls, before anybody does. */
export function decorateRequests(http: FastifyInstance): void {
  http.decorateRequest('caller', null)
  http.decorateRequest('keyed', null)
}
