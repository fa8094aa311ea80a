import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '@aitai/contract/calls.ts'
import { staffGrants } from '@aitai/contract/codes.ts'
import { openLiveSocket } from '@aitai/contract/live-client.ts'
import {
  type Audience,
  audiences,
  mayCall,
  type Subject,
  subjects,
} from '@aitai/contract/routes/audiences.ts'
import { socketPath } from '@aitai/contract/routes/live.ts'
import { expect, onTestFinished, test } from 'vitest'
import { expectedReplyFor, type RoleMatrixRow, roleMatrix } from '../../src/api/role-matrix.ts'
import { type HttpMethod, httpMethods } from '../../src/http/methods.ts'
import type { ServedRoute } from '../../src/http/public-routes.ts'
import { stompClient } from '../live/stomp-clients.ts'
import { signInSubject, startServerWithSubjects } from '../support/subjects.ts'
import { temporaryFolder } from '../support/test-databases.ts'
import { startTestServer } from '../support/test-server.ts'
import type { ApiResponse, TestUser } from '../support/test-user.ts'

/** A built client of one page and one file. */
function clientFolder(): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><body>the desk</body></html>')
  writeFileSync(join(folder, 'assets', 'index-abc.js'), '// a file')
  return folder
}

let probes = 0

/** The row's path as the matrix describes it: `unknown` for a parameter. */
function addressOf({ path }: Pick<RoleMatrixRow, 'path'>): string {
  if (path === '/*') return '/adverts-home'
  // A socket is opened once.
  probes += 1
  return path.replace(':session', `probe${probes}`).replace(/:\w+/g, 'unknown')
}

interface ProbeRequest {
  readonly path: string
  readonly method: HttpMethod
}

/** Sends a probe: a call that takes a body gets the JSON string "x". */
async function sendProbe(
  person: TestUser,
  { path, method }: ProbeRequest,
  hasBody: boolean,
): Promise<ApiResponse> {
  const headers = {
    ...(person.token ? { authorization: `Bearer ${person.token}` } : {}),
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
  }
  const ending = new AbortController()
  const response = await fetch(person.desk.url + path, {
    method,
    headers,
    signal: ending.signal,
    ...(hasBody ? { body: '"x"' } : {}),
  })
  const text = await response.text()
  ending.abort()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    body: isJson && text ? JSON.parse(text) : null,
    text,
    headers: response.headers,
  }
}

const takesBody = ({ path }: RoleMatrixRow, method: HttpMethod): boolean =>
  method === 'POST' &&
  calls.some((call) => `/api${call.path}` === path && call.method === 'POST' && call.body)

/** What is wrong with a reply, or null. */
function faultOf(
  row: RoleMatrixRow,
  method: HttpMethod,
  subject: Subject,
  answer: ApiResponse,
): string | null {
  const expected = expectedReplyFor(row, method, subject)
  const code = (answer.body as { errorCode?: string } | null)?.errorCode ?? null
  // A HEAD has no body that could contain a code; replies outside the calls have none.
  const isRightCode = method === 'HEAD' || expected.code === null || expected.code === code
  const allows = answer.status !== 405 || answer.headers.get('allow') === row.methods.join(', ')
  if (answer.status === expected.status && isRightCode && allows) return null
  return `${subject} ${method} ${row.path}: ${answer.status} ${code}, and not ${expected.status} ${expected.code}`
}

// spec: 6.13
test('every route replies to every audience and method exactly as the role matrix says', async () => {
  const { desk, people } = await startServerWithSubjects({ clientFolder: clientFolder() })
  const wrong: string[] = []

  for (const row of roleMatrix)
    for (const method of httpMethods) {
      const faults = subjects.map(async (subject) => {
        const answer = await sendProbe(
          people[subject],
          { path: addressOf(row), method },
          takesBody(row, method),
        )
        if (row.path === '/api/logout' && answer.status === 200) await signInSubject(subject, people[subject])
        return faultOf(row, method, subject, answer)
      })
      wrong.push(...(await Promise.all(faults)).filter((fault) => fault !== null))
    }
  expect(wrong).toEqual([])
  expect(desk.app.routes.length).toBeGreaterThan(roleMatrix.length)
}, 120_000)

const isFileOfClient = ({ path }: ServedRoute): boolean =>
  path === '/assets/index-abc.js' || path.startsWith('/content/')

const ofTraders = [
  ...[
    'user/ioi-counts',
    'user/credibility-ledger',
    'user/snapshot-key',
    'equity',
    'broker',
    'status',
    'advert',
    'cost-analysis',
    'user-defaults',
    'locate-notification',
  ],
  'connection-agreement/connect-broker',
]

const ofConsole = [
  ...['today', 'halts', 'users', 'user/:userId', 'institutions', 'outbox', 'policy-reports'],
  ...['approvals', 'approve', 'reject'],
  'reference/(equities|holidays|hours|venue)',
]

const ofSignedIn = [
  ...['update-password', 'security', 'end-others', 'recovery-codes'],
  ...['authenticators/\\w+', 'passkeys/re\\w+', 'confirm/[\\w/]+'],
]

/** The audiences by group, independent of the table that the authorization reads. */
const groups: Readonly<Record<Audience, RegExp>> = {
  anyone: /^\/(login(\/credential|\/(passkey|provider)(\/begin)?)?|password\/.*|version\/web|evidence)$/,
  twoFactor: /^\/2fa\//,
  firstLogin: /^\/(user\/my-details|logout)$/,
  firstPasskey: /^\/user\/passkeys\/(begin|confirm)$/,
  onlyFirstLogin: /^\/user\/update-temp-password$/,
  signedIn: new RegExp(`^/user/(${ofSignedIn.join('|')})$`),
  member: /^\/(notifications|staff\/contact-account-manager|connection-agreement\/receipt\/:\w+)$/,
  trader: new RegExp(`^/(${ofTraders.join('|')})`),
  deskHead: /^\/desk\//,
  broker: /^\/connection-agreement\/broker-/,
  console: new RegExp(`^/operations/(${ofConsole.join('|')})$`),
  operations:
    /^\/operations\/(security\/:ric|halt|resume|(institutions|brokers)\/\w+|reference\/\w+\/(import|set|cancel))$/,
  accounts: /^\/operations\/users\/(?!grant$|revoke$)[\w-]+$/,
  administrator: /^\/operations\/users\/(grant|revoke)$/,
  compliance: /^\/operations\/(rating|surveillance|audit\/(search|verify|export))$/,
  feed: /^\/feed\//,
}

// spec: 6.5
test('each call has its intended audience', () => {
  for (const call of calls) expect(call.path, `${call.path} is for ${call.for}`).toMatch(groups[call.for])
  expect(audiences.member).toEqual(['trader', 'deskHead', 'broker', 'omsTrader', 'omsBroker'])
  expect([audiences.trader, audiences.deskHead]).toEqual([['trader', 'deskHead', 'omsTrader'], ['deskHead']])
  expect([audiences.broker, audiences.feed]).toEqual([['broker', 'omsBroker'], ['feed']])
  expect([audiences.console, audiences.operations]).toEqual([
    ['operations', 'support', 'compliance', 'administrator'],
    ['operations'],
  ])
  expect([audiences.accounts, audiences.administrator]).toEqual([
    ['support', 'administrator'],
    ['administrator'],
  ])
  expect(audiences.compliance).toEqual(['compliance'])
  expect(audiences.firstPasskey).toEqual(['firstPasskey', ...audiences.signedIn])
  expect([audiences.twoFactor, audiences.onlyFirstLogin]).toEqual([['twoFactor'], ['firstLogin']])
})

test('every served route is in the role matrix, and every row of it is served', async () => {
  const desk = await startTestServer({ firms: [], brokers: [], clientFolder: clientFolder() })
  const served = new Set(desk.app.routes.map(({ path }) => path))
  const listed = new Set(roleMatrix.map(({ path }) => path))
  const files = desk.app.routes.filter(isFileOfClient)

  expect([...new Set(files.map(({ method }) => method))].toSorted()).toEqual(['GET', 'HEAD'])
  for (const { path } of files) served.delete(path)
  // Below the socket's path and for the client's page the framework has no routes.
  for (const path of ['/*', `${socketPath}/info`, `${socketPath}/:server/:session/xhr`]) listed.delete(path)
  expect([...served].filter((path) => !listed.has(path))).toEqual([])
  expect([...listed].filter((path) => !served.has(path))).toEqual([])
})

test('an unknown method reaches nothing', async () => {
  const { people } = await startServerWithSubjects()
  for (const method of ['PROPFIND', 'LINK', 'QUERY'])
    for (const path of ['/api/advert/advert-list', '/livez', '/']) {
      const { status, body } = await sendProbe(people.trader, { path, method: method as HttpMethod }, false)
      // QUERY without a type of its body is refused before anything is looked up.
      expect({ status, body }, `${method} ${path}`).toMatchObject(
        method === 'QUERY'
          ? { status: 400, body: { errorCode: 'INVALID' } }
          : { status: 404, body: { errorCode: 'NOT_FOUND' } },
      )
    }
})

/** Whether someone may subscribe to the topic of their own token. */
function subscribes({ desk, token }: TestUser): Promise<boolean> {
  const client = stompClient(desk.url + socketPath, 'websocket')
  const socket = openLiveSocket(client, token ?? '')
  onTestFinished(() => socket.close())
  return new Promise((resolve) => {
    socket.open.then(() => resolve(true))
    client.onStompError = () => resolve(false)
  })
}

test('the live socket requires a complete sign-in', async () => {
  const { people } = await startServerWithSubjects()
  for (const subject of subjects)
    expect(await subscribes(people[subject]), subject).toBe(
      ['staff', ...staffGrants].includes(subject) || mayCall('member', subject),
    )
})

// spec: 7.base.2
test('an invalid or foreign token, or one in another scheme, always gets the same reply: not signed in', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  const alder = await desk.trader('alder')
  const answers = []

  for (const authorization of [
    'Bearer nonsense',
    `Bearer ${alder.token}x`,
    `Bearer ioi_s_${'A'.repeat(43)}`,
    `Basic ${alder.token}`,
    `${alder.token}`,
    'Bearer ',
    `Bearer ${'x'.repeat(5_000)}`,
  ])
    answers.push((await alder.calls('/user/my-details', { token: null, headers: { authorization } })).text)
  // Neither a cookie nor the address carries a token.
  const { token } = alder
  for (const [path, headers] of [
    ['/user/my-details', {}],
    ['/user/my-details', { cookie: `userToken=${token}` }],
    [`/user/my-details?userToken=${token}&token=${token}&access_token=${token}`, {}],
  ] as const)
    answers.push((await alder.calls(path, { token: null, headers })).text)
  expect(new Set(answers)).toEqual(
    new Set(['{"errorCode":"NOT_SIGNED_IN","message":"Please sign in.","reason":"NOT_SIGNED_IN"}']),
  )
})

test('the token of the feed gives no access while quotes come from another source', async () => {
  const { people } = await startServerWithSubjects({ env: { QUOTES: 'simulated' } })
  const refused = await people.feed.isRefused('/feed/quotes', { body: { quotes: [] } })
  expect(refused).toMatchObject({ status: 401, errorCode: 'NOT_SIGNED_IN' })
})

test('calls that change something are not served to a page or a prefetch', async () => {
  const desk = await startTestServer()
  const alder = await desk.trader('alder')
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  const cancel = `/advert/cancel-advert/${id}`

  for (const unasked of [
    { 'sec-fetch-mode': 'navigate' },
    { purpose: 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
  ]) {
    const headers = { authorization: `Bearer ${alder.token}`, ...unasked }
    for (const method of ['GET', 'POST'] as const)
      expect((await desk.app.http.inject({ method, url: `/api${cancel}`, headers })).statusCode).toBe(403)
  }
  expect((await alder.advert(id)).advertisementStatus).not.toBe('DEAD')
  expect(await alder.callsOk(cancel, { method: 'POST' })).toMatchObject({ advertisementStatus: 'DEAD' })
})
