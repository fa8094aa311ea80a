import type { Subject } from '@aitai/contract/audiences.ts'
import { audiences, subjects } from '@aitai/contract/audiences.ts'
import { type Call, methodsOf } from '@aitai/contract/call.ts'
import { basePath, callsByName } from '@aitai/contract/calls.ts'
import type { Json } from '../docs/document.ts'
import type { Chance } from '../src/quotes/chance.ts'
import { methods } from '../src/serve.ts'
import { happens, oneOfThese } from './draws.ts'
import { emails } from './place.ts'
import type { Pool } from './pool.ts'
import { hardTexts, spoiled, spoiledText } from './spoil.ts'
import { type Draws, drawn, shapeOf } from './values.ts'

/** One request, before anybody sent it. */
export interface Asked {
  /** The call's name; null for an address that is none. */
  readonly name: string | null
  readonly subject: Subject
  /** Whoever of them it is; null for nobody. */
  readonly email: string | null
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string | null
  /** What the payload says, where it is JSON. */
  readonly body: Json
}

/** Each of these costs a password hash, which would be all that is measured. */
const dear = ['login', 'updatePassword', 'updateTempPassword', 'resetPassword']
const names = Object.keys(callsByName)
/** These need a moment to be met in, and are asked for more often. */
const rare = ['submitAdvert', 'listLocateNotifications', 'connectAcceptance', 'brokerUserExecutionListing']
const cheap = [...names.filter((name) => !dear.includes(name)), ...rare, ...rare, ...rare]
/** These end what the others live of. */
const ending = ['logout']

/** The next request of a sequence: mostly one that could be meant, by someone who may make it. */
export function nextRequest(given: Draws, poolOf: PoolOf): Asked {
  const { chance } = given
  if (happens(0.01, chance)) return strayRequest(chance)
  const pick = happens(0.02, chance) ? oneOfThese(dear, chance) : oneOfThese(cheap, chance)
  const name = ending.includes(pick) && happens(0.9, chance) ? oneOfThese(cheap, chance) : pick
  const call = callsByName[name]
  if (!call) throw new Error(`${name} is no call`)
  const asker = askerOf(subjectFor(call, chance), chance)
  const draws = { ...given, pool: happens(0.8, chance) ? poolOf(asker.email) : given.pool }
  const method = happens(0.03, chance) ? oneOfThese(methods, chance) : oneOfThese(methodsOf(call), chance)
  const body = call.body && method === 'POST' ? bodyOf(call, draws) : null
  const payload = method === 'GET' || method === 'HEAD' ? null : payloadOf(call, body, chance)
  return {
    name,
    ...asker,
    method,
    path: pathOf(call, draws),
    headers: headersOf(call, payload, chance),
    payload,
    body,
  }
}

/** What someone was told. What others were told is what must not help. */
export type PoolOf = (email: string | null) => Pool

function askerOf(subject: Subject, chance: Chance): Pick<Asked, 'subject' | 'email'> {
  const some = emails[subject]
  return { subject, email: some.length > 0 ? oneOfThese(some, chance) : null }
}

const subjectFor = (call: Call, chance: Chance): Subject =>
  happens(0.85, chance) ? oneOfThese<Subject>(audiences[call.for], chance) : oneOfThese(subjects, chance)

function bodyOf(call: Call, draws: Draws): Json {
  if (!call.body) return null
  const body = call.takesFile ? fileOf(draws) : drawn(shapeOf(call.body), draws)
  return happens(0.35, draws.chance) && !call.takesFile ? spoiled(body, draws.chance) : body
}

function payloadOf(call: Call, body: Json, chance: Chance): string | null {
  if (call.takesFile) return typeof body === 'string' ? body : ''
  if (body === null && !call.body) return happens(0.1, chance) ? '{}' : null
  const text = JSON.stringify(body)
  return happens(0.05, chance) ? spoiledText(text, chance) : text
}

const headers = 'ric,direction,shareQuantity,minimumQuantity,duration,credibilityHurdle,transactionType'

/** A file of adverts: some rows right, some not. */
function fileOf({ chance, pool }: Draws): string {
  const cells = (): string =>
    [
      pool.value('securityId', chance) ?? 'nothing',
      oneOfThese(['BUY', 'SELL', 'buy', 'HOLD'], chance),
      oneOfThese(['10000', '１００００', '1e9', '-1', 'x', '"10,000"'], chance),
      oneOfThese(['25', '', '5', '76'], chance),
      oneOfThese(['60', '150', 'END_OF_DAY', '61'], chance),
      oneOfThese(['10', '', '100'], chance),
      oneOfThese(['CASH_ONLY', 'SWAP_ONLY', ...hardTexts], chance),
    ].join(',')
  const rows = Array.from({ length: Math.floor(chance() * 6) }, cells)
  return [happens(0.9, chance) ? headers : oneOfThese(hardTexts, chance), ...rows].join(
    oneOfThese(['\n', '\r\n', '\r'], chance),
  )
}

function pathOf({ path, params }: Call, draws: Draws): string {
  const { properties = {} } = params ? shapeOf(params) : {}
  const { chance } = draws
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = happens(0.2, chance)
      ? oneOfThese(hardTexts, chance)
      : String(drawn(properties[name] ?? {}, draws, name))
    return encodeURIComponent(value.toWellFormed())
  })
  return basePath + filled + (happens(0.02, chance) ? '?id=another&__proto__[a]=b' : '')
}

function headersOf(call: Call, payload: string | null, chance: Chance): Record<string, string> {
  const usual = call.takesFile ? oneOfThese(['text/html', 'text/csv'], chance) : 'application/json'
  const others = [
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'x',
    '',
  ]
  const type = happens(0.03, chance) ? oneOfThese(others, chance) : usual
  return {
    ...(payload === null && happens(0.95, chance) ? {} : { 'content-type': type }),
    ...(happens(0.05, chance)
      ? { 'idempotency-key': oneOfThese(['a', 'b', 'c', 'x'.repeat(256)], chance) }
      : {}),
    ...(happens(0.01, chance) ? { 'sec-fetch-mode': 'navigate' } : {}),
    ...(happens(0.01, chance)
      ? { authorization: oneOfThese(['Bearer x', 'Basic eDp4', 'Bearer '], chance) }
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
 * What somebody does who sees a locate: mostly accepts it. Without that every locate would lapse, and whose
 * locates lapse is rated so low that nobody meets them any more (rules 14).
 */
export function answersTo(asked: Asked, told: Json, chance: Chance): readonly Asked[] {
  if (asked.name !== 'listLocateNotifications' || !Array.isArray(told)) return []
  const open = (told as unknown as readonly Located[]).filter(
    ({ answer, outcome }) => answer === null && outcome === null,
  )
  return open.map(({ locateNotificationId, direction }) => {
    const body = { locationNotificationId: locateNotificationId, direction }
    const [name, path] = happens(0.85, chance)
      ? ['connectAcceptance', '/api/locate-notification/connect-acceptance']
      : ['connectRejection', '/api/locate-notification/connect-rejection']
    const headers = { 'content-type': 'application/json' }
    return { ...asked, name, path, method: 'POST', headers, body, payload: JSON.stringify(body) }
  })
}

/** An address that is no call's. */
function strayRequest(chance: Chance): Asked {
  const path = happens(0.5, chance)
    ? oneOfThese(strayPaths, chance)
    : `/api/${encodeURIComponent(oneOfThese(hardTexts, chance).toWellFormed())}`
  const asker = askerOf(oneOfThese(subjects, chance), chance)
  const method = oneOfThese(methods, chance)
  return { name: null, ...asker, method, path, headers: {}, payload: null, body: null }
}
