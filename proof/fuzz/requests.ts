import { type Call, callsByName } from '@aitai/contract/calls.ts'
import { audiences, type Subject, subjects } from '@aitai/contract/routes/audiences.ts'
import { basePath, methodsOf } from '@aitai/contract/routes/route.ts'
import { httpMethods } from '@aitai/server/http/methods.ts'
import type { RandomSource } from '@aitai/server/quotes/seeded-random.ts'
import { type Json, schemaShapeOf } from '../../server/test/support/json-document.ts'
import { emailsBySubject } from './fuzz-server.ts'
import { hostileTexts, malformedText, malformedValue } from './malformed-values.ts'
import { type GenerationContext, generateValue } from './schema-values.ts'
import { pickOne, type ValuePool, withProbability } from './value-pool.ts'

/** A request before it is sent. */
export interface FuzzRequest {
  /** The name of the call; null for an unknown path. */
  readonly name: string | null
  readonly subject: Subject
  /** The caller; null for anonymous. */
  readonly email: string | null
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string | null
  /** The payload, if it is JSON. */
  readonly body: Json
}

/** Each of these computes a password hash, which would dominate the run. */
const dear = ['login', 'updatePassword', 'updateTempPassword', 'resetPassword']
const names = Object.keys(callsByName)
/** These require a state that is rare, so they are called more often. */
const rare = ['submitAdvert', 'listLocateNotifications', 'connectAcceptance', 'brokerUserExecutionListing']
const cheap = [...names.filter((name) => !dear.includes(name)), ...rare, ...rare, ...rare]
/** These destroy the state that other requests need. */
const ending = ['logout']

/** The next request of a sequence: mostly a plausible one by a caller who may make it. */
export function nextRequest(given: GenerationContext, poolOf: PoolOf): FuzzRequest {
  const { chance } = given
  if (withProbability(0.01, chance)) return strayRequest(chance)
  const pick = withProbability(0.02, chance) ? pickOne(dear, chance) : pickOne(cheap, chance)
  const name = ending.includes(pick) && withProbability(0.9, chance) ? pickOne(cheap, chance) : pick
  const call = callsByName[name]
  if (!call) throw new Error(`${name} is not a call`)
  const caller = randomCallerAs(subjectFor(call, chance), chance)
  const draws = { ...given, pool: withProbability(0.8, chance) ? poolOf(caller.email) : given.pool }
  const method = withProbability(0.03, chance)
    ? pickOne(httpMethods, chance)
    : pickOne(methodsOf(call), chance)
  const body = call.body && method === 'POST' ? bodyOf(call, draws) : null
  const payload = method === 'GET' || method === 'HEAD' ? null : payloadOf(call, body, chance)
  return {
    name,
    ...caller,
    method,
    path: pathOf(call, draws),
    headers: headersOf(call, payload, chance),
    payload,
    body,
  }
}

/** What the caller has seen. Knowledge of others must not help. */
export type PoolOf = (email: string | null) => ValuePool

function randomCallerAs(subject: Subject, chance: RandomSource): Pick<FuzzRequest, 'subject' | 'email'> {
  const some = emailsBySubject[subject]
  return { subject, email: some.length > 0 ? pickOne(some, chance) : null }
}

const subjectFor = (call: Call, chance: RandomSource): Subject =>
  withProbability(0.85, chance) ? pickOne<Subject>(audiences[call.for], chance) : pickOne(subjects, chance)

function bodyOf(call: Call, draws: GenerationContext): Json {
  if (!call.body) return null
  const body = call.takesFile ? fileOf(draws) : generateValue(schemaShapeOf(call.body), draws)
  return withProbability(0.35, draws.chance) && !call.takesFile ? malformedValue(body, draws.chance) : body
}

function payloadOf(call: Call, body: Json, chance: RandomSource): string | null {
  if (call.takesFile) return typeof body === 'string' ? body : ''
  if (body === null && !call.body) return withProbability(0.1, chance) ? '{}' : null
  const text = JSON.stringify(body)
  return withProbability(0.05, chance) ? malformedText(text, chance) : text
}

const headers = 'ric,direction,shareQuantity,minimumQuantity,duration,credibilityHurdle,transactionType'

/** A file of adverts with valid and invalid rows. */
function fileOf({ chance, pool }: GenerationContext): string {
  const cells = (): string =>
    [
      pool.value('securityId', chance) ?? 'nothing',
      pickOne(['BUY', 'SELL', 'buy', 'HOLD'], chance),
      pickOne(['10000', '１００００', '1e9', '-1', 'x', '"10,000"'], chance),
      pickOne(['25', '', '5', '76'], chance),
      pickOne(['60', '150', 'END_OF_DAY', '61'], chance),
      pickOne(['10', '', '100'], chance),
      pickOne(['CASH_ONLY', 'SWAP_ONLY', ...hostileTexts], chance),
    ].join(',')
  const rows = Array.from({ length: Math.floor(chance() * 6) }, cells)
  return [withProbability(0.9, chance) ? headers : pickOne(hostileTexts, chance), ...rows].join(
    pickOne(['\n', '\r\n', '\r'], chance),
  )
}

function pathOf({ path, params }: Call, draws: GenerationContext): string {
  const { properties = {} } = params ? schemaShapeOf(params) : {}
  const { chance } = draws
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = withProbability(0.2, chance)
      ? pickOne(hostileTexts, chance)
      : String(generateValue(properties[name] ?? {}, draws, name))
    return encodeURIComponent(value.toWellFormed())
  })
  return basePath + filled + (withProbability(0.02, chance) ? '?id=another&__proto__[a]=b' : '')
}

function headersOf(call: Call, payload: string | null, chance: RandomSource): Record<string, string> {
  const usual = call.takesFile ? pickOne(['text/html', 'text/csv'], chance) : 'application/json'
  const others = [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'x',
    '',
  ]
  const type = withProbability(0.03, chance) ? pickOne(others, chance) : usual
  return {
    ...(payload === null && withProbability(0.95, chance) ? {} : { 'content-type': type }),
    ...(withProbability(0.05, chance)
      ? { 'idempotency-key': pickOne(['a', 'b', 'c', 'x'.repeat(256)], chance) }
      : {}),
    ...(withProbability(0.01, chance) ? { 'sec-fetch-mode': 'navigate' } : {}),
    ...(withProbability(0.01, chance)
      ? { authorization: pickOne(['Bearer x', 'Basic eDp4', 'Bearer '], chance) }
      : {}),
  }
}

const strayPaths = [
  '/',
  '/api',
  '/api/',
  '/api/none',
  '/livez',
  '/readyz',
  '/metrics',
  '/assets/none.js',
  '/api//login',
]

interface Located {
  readonly locateNotificationId: string
  readonly direction: string
  readonly answer: string | null
  readonly outcome: string | null
}

/**
 * The answer to a locate: mostly an acceptance. Otherwise every locate would lapse, and ratings would soon be
 * too low for any locate (docs/rules.md §14).
 */
export function followUpRequests(
  request: FuzzRequest,
  reply: Json,
  chance: RandomSource,
): readonly FuzzRequest[] {
  if (request.name !== 'listLocateNotifications' || !Array.isArray(reply)) return []
  const open = (reply as unknown as readonly Located[]).filter(
    ({ answer, outcome }) => answer === null && outcome === null,
  )
  return open.map(({ locateNotificationId, direction }) => {
    const body = { locationNotificationId: locateNotificationId, direction }
    const [name, path] = withProbability(0.85, chance)
      ? ['connectAcceptance', '/api/locate-notification/connect-acceptance']
      : ['connectRejection', '/api/locate-notification/connect-rejection']
    const headers = { 'content-type': 'application/json' }
    return { ...request, name, path, method: 'POST', headers, body, payload: JSON.stringify(body) }
  })
}

/** A path without a call. */
function strayRequest(chance: RandomSource): FuzzRequest {
  const path = withProbability(0.5, chance)
    ? pickOne(strayPaths, chance)
    : `/api/${encodeURIComponent(pickOne(hostileTexts, chance).toWellFormed())}`
  const caller = randomCallerAs(pickOne(subjects, chance), chance)
  const method = pickOne(httpMethods, chance)
  return { name: null, ...caller, method, path, headers: {}, payload: null, body: null }
}
