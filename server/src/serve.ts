import type { Audience, Call } from '@aitai/contract/call.ts'
import { basePath } from '@aitai/contract/calls.ts'
import { Failure } from '@aitai/contract/failures.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { App } from './app.ts'
import { admit, type Caller, type Callers } from './auth/admit.ts'
import { bearerToken } from './auth/tokens.ts'
import { networkOf } from './call-limits.ts'
import { askFilter, replyFilter } from './declared.ts'
import { Failed, failed, notFound } from './failures.ts'
import type { KeyedRequest } from './idempotency.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once let in. */
    caller: Caller | null
    /** A request that must not be done twice, while it is being done. */
    keyed: KeyedRequest | null
  }
}

/** What a call is asked with: its parameters or its body. */
type AskOf<P extends TSchema, B extends TSchema> = Static<P> & Static<B>

type Handler<P extends TSchema, B extends TSchema, R extends TSchema, A extends Audience> = (
  ask: AskOf<P, B>,
  caller: Callers[A],
) => Promise<Static<R>>

/**
 * Serves a declared call below /api: lets in whom it is for, takes what is declared, gives what is declared.
 * A GET that changes something is served to POST too, and never to a link, a preview or a prefetch.
 */
export function serve<P extends TSchema, B extends TSchema, R extends TSchema, A extends Audience>(
  app: App,
  call: Call<P, B, R> & { readonly for: A },
  handler: Handler<P, B, R, A>,
): void {
  const ask = askOf(call)
  const filter = replyFilter(call.reply)
  app.http.route({
    method: call.changes && call.method === 'GET' ? ['GET', 'POST'] : call.method,
    url: basePath + call.path,
    schema: documentation(call),
    onRequest: (request) => letIn(app, call, request),
    preHandler: (request, reply) => recall(app, call, request, reply),
    onSend: (request, reply, payload) => keep(request, reply, app, payload),
    handler: async (request, reply) => {
      const answer = await handler(ask(request) as AskOf<P, B>, request.caller as Callers[A])
      if (isText(call)) return reply.type('text/plain; charset=utf-8').send(filter(answer))
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(filter(answer)))
    },
  })
}

const isText = (call: Call): boolean => (call.reply as { type?: string }).type === 'string'

/** Whether a call changes something. */
const isChange = (call: Call): boolean => call.method === 'POST' || call.changes === true

function askOf(call: Call): (request: FastifyRequest) => unknown {
  if (call.body) {
    const filter = askFilter(call.body)
    return ({ body }) => filter(body)
  }
  if (!call.params) return () => undefined
  const filter = askFilter(call.params)
  return ({ params }) => {
    try {
      return filter(params)
    } catch (error) {
      // What cannot be an id is answered like one that is not there.
      throw error instanceof Failed ? notFound() : error
    }
  }
}

/** Before the body is read: is it a call at all, is it for them, and is it not one too many. */
async function letIn(app: App, call: Call, request: FastifyRequest): Promise<void> {
  if (isChange(call) && isUnasked(request)) throw failed(403, 'FORBIDDEN')
  const { limits } = app
  const network = networkOf(request.ip)
  if (call.for === 'anyone') limits.visits.take(network)
  const token = bearerToken(request.headers.authorization)
  const caller = await admit(app, call.for, token, request.ip).catch((error: unknown) => {
    if (call.for !== 'anyone' && error instanceof Failed) limits.visits.take(network)
    throw error
  })
  request.caller = caller
  if ('userId' in caller) limits[isChange(call) ? 'changes' : 'reads'].take(caller.userId)
}

/** A page that opens, or a browser that fetches ahead: nobody pressed a button (quality C2). */
const isUnasked = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' ||
  /prefetch|prerender|preview/i.test(`${headers.purpose} ${headers['sec-purpose']} ${headers['x-purpose']}`)

/** A POST that came before, by its key, is answered as then. Of log-ins none is kept: they hold tokens. */
async function recall(app: App, call: Call, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const isKept = isChange(call) && (call.for === 'trader' || call.for === 'broker')
  if (!isKept || request.method !== 'POST' || !request.caller || !('userId' in request.caller))
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
  app: App,
  payload: unknown,
): Promise<unknown> {
  if (request.keyed)
    await app.idempotency
      .end(request.keyed, reply.statusCode, String(payload))
      .catch((error: unknown) => request.log.warn({ err: error }, 'an answer was not kept'))
  return payload
}

/** What the OpenAPI document says of a call. */
function documentation(call: Call): Record<string, unknown> {
  return {
    summary: call.summary,
    tags: [call.path.split('/')[1]],
    ...(call.for === 'anyone' ? { security: [] } : {}),
    ...(call.params ? { params: call.params } : {}),
    ...(call.body ? { body: call.body } : {}),
    response: { 200: call.reply, default: Failure },
  }
}

/** Takes schemas as documentation only: `serve` checks and filters by itself. */
export function documentOnly(http: FastifyInstance): void {
  http.setValidatorCompiler(() => () => true)
  http.setSerializerCompiler(() => (value) => JSON.stringify(value))
  http.decorateRequest('caller', null)
  http.decorateRequest('keyed', null)
}
