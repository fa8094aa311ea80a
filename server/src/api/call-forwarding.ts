import { randomUUID } from 'node:crypto'
import type { Call } from '@aitai/contract/calls.ts'
import { isChange } from '@aitai/contract/routes/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ForwardedCall, type ForwardedReply, forwardedHeaders } from '../cluster/peer-messages.ts'
import type { AppContext } from '../context.ts'
import { NotWriter } from '../errors.ts'

/** Whether another process writes, so that it has to make this change. */
export const isForwarded = ({ cluster }: AppContext, call: Call): boolean =>
  cluster !== null && isChange(call) && !cluster.isWriter()

/**
 * Passes a call on to the process that writes, which admits and validates it again and counts its limits. It waits for
 * the next writer as long as nothing was sent and the client is there. A call whose reply was lost is never sent again:
 * it may have been applied, and the client may have requested the opposite since.
 */
export async function forward(
  { cluster }: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (!cluster) throw new Error('there is no other process')
  // The process that forwarded it tries the next writer, instead of waiting for this process to do so.
  const passedOn = callsOfOthers.get(String(request.headers[markHeader]))
  if (passedOn) {
    passedOn.isRefused = true
    throw new NotWriter('another process writes')
  }
  // The process that makes the change stores its reply.
  if (request.keyed) request.keyed.isStored = true
  const { method, url, headers, ip, body } = request
  const sent =
    body === undefined || body === null ? null : Buffer.isBuffer(body) ? body : JSON.stringify(body)
  const answer = await cluster.forward(
    {
      method,
      url,
      headers: headersOf(headers, forwardedHeaders),
      body: sent === null ? null : Buffer.from(sent).toString('base64'),
      address: ip,
    },
    () => !request.raw.socket.destroyed,
  )
  return reply.code(answer.status).headers(answer.headers).send(answer.body)
}

const returnedHeaders = ['content-type', 'retry-after']

const headersOf = (
  headers: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )

/** Calls that other processes have passed on, by a random mark that no client can know. */
const callsOfOthers = new Map<string, { isRefused: boolean }>()
const markHeader = 'x-aitai-passed-on'

/** Answers a call that another process has passed on. Throws NotWriter if nothing was done. */
export async function answerForwardedCall(
  http: FastifyInstance,
  { method, url, headers, body, address }: ForwardedCall,
): Promise<Omit<ForwardedReply, 'seq'>> {
  const payload = body === null ? {} : { payload: Buffer.from(body, 'base64') }
  const mark = randomUUID()
  const passedOn = { isRefused: false }
  callsOfOthers.set(mark, passedOn)
  const injected = http.inject({
    method: method as 'GET' | 'POST',
    url,
    headers: { ...headers, [markHeader]: mark },
    remoteAddress: address,
    ...payload,
  })
  const reply = await injected.finally(() => callsOfOthers.delete(mark))
  if (passedOn.isRefused) throw new NotWriter('another process writes')
  return { status: reply.statusCode, headers: headersOf(reply.headers, returnedHeaders), body: reply.body }
}
