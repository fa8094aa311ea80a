import { expect, test } from 'vitest'
import { createLog } from '../../src/observability/log.ts'
import { redact, redactError, redactedErrorText } from '../../src/observability/redaction.ts'
import { startTestServer } from '../support/test-server.ts'

/** The log of a server, as it would be on standard output. */
function collected(level = 'debug') {
  const written: string[] = []
  const log = createLog(level, { write: (line: string) => void written.push(line) })
  const text = (): string => written.join('')
  const lines = (): Record<string, unknown>[] =>
    text()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { log, lines, text }
}

const token = `ioi_s_${'k7Qx_-9Z'.repeat(5)}`

test.each([
  [`Key (email)=(emma@alder.example) already exists`, 'emma'],
  [`no session of ${token} there`, 'k7Qx'],
  ['Authorization: Bearer aGVsbG8gd29ybGQ', 'aGVsbG8'],
  ['a quantity of 731900 is no lot', '731900'],
  ['a quantity of 731,900 is no lot', '731'],
  ['no such telephone: +819012345678', '8190'],
  ['the code is 048213.', '048213'],
  [`Unexpected token 'h', "hunter2 and more" is not valid JSON`, 'hunter2'],
  ['invalid input syntax for type bigint: "hunter2"', 'hunter2'],
])('of an error that says %j nothing secret is logged', (message, secret) => {
  expect(redact(message)).not.toContain(secret)
  const error = new Error('it failed', { cause: Object.assign(new Error(message), { detail: secret }) })
  expect(JSON.stringify(redactError(error))).not.toContain(secret)
  expect(redactedErrorText(error)).not.toContain(secret)
})

test('the log of an error has its name, its stack and its cause', () => {
  const message = "Cannot read properties of undefined (reading 'quantity')"
  const error = new TypeError(message, { cause: new Error('SQLITE_FULL: database or disk is full') })
  expect(redactError(error)).toMatchObject({ name: 'TypeError', message: message })
  expect(redactError(error).stack).toMatch(/logs\.test\.ts:\d+:\d+/)
  expect(redactedErrorText(error)).toContain('caused by Error: SQLITE_FULL: database or disk is full')
  const frame = 'at f (/srv/node_modules/@fastify/compress/index.js:12345:67)'
  expect(redact(frame)).toBe(frame)
  expect(redact('connect ECONNREFUSED 127.0.0.1:5432')).toBe('connect ECONNREFUSED 127.0.0.1:5432')
})

const breaking = '\r\n{"level":"fatal"}\u001b[2J\u009b2J\u2028\u2029\u202eabc\u0000\u007f\u{e0041}'

test('no logged text can break a line, control a terminal or reverse the text', () => {
  const { log, lines, text } = collected()
  log.info({ [breaking]: breaking, deep: { list: [breaking] } }, breaking)
  log.error({ err: new Error(breaking) }, 'unhandled error')
  log.child({ trace: breaking }).warn(breaking)

  expect(text().split('\n')).toHaveLength(4)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(text()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202e]|\u{e0041}/u)
  const [first, second, third] = lines()
  expect(first).toMatchObject({ level: 'info', msg: breaking, [breaking]: breaking })
  expect(second).toMatchObject({ level: 'error', err: { message: breaking } })
  expect(third).toMatchObject({ trace: breaking, msg: breaking })
})

test('every request is one line of JSON with its trace, whatever it contains', async () => {
  const { log, lines } = collected()
  const desk = await startTestServer({ firms: ['Alder'], brokers: [], log })
  const alder = await desk.trader('alder')
  const before = lines().length
  const odd = encodeURIComponent(breaking)
  await alder.calls(`/no/such/${odd}`)
  await alder.calls(`/advert/pause-advert/${odd}`)
  await alder.calls(`/password/forgot-password/${odd}`)
  await alder.calls('/login', { body: { email: breaking, password: breaking }, token: null })
  await alder.calls('/login', { raw: `{"email":"${breaking}`, token: null })
  await alder.calls('/user/my-details', { headers: { 'user-agent': odd, 'x-request-id': odd, referer: odd } })

  const requests = lines().slice(before)
  expect(requests.map(({ msg }) => msg)).toEqual(Array(6).fill('request'))
  for (const line of requests) {
    expect(line).toMatchObject({ level: 'info', trace: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(Object.keys(line).sort()).toEqual(
      ['level', 'method', 'ms', 'msg', 'route', 'status', 'time', 'trace'].sort(),
    )
  }
  expect(new Set(requests.map(({ trace }) => trace)).size).toBe(6)
  expect(requests.map(({ route }) => route)).toEqual([
    ...['none', 'desk change', '/api/password/forgot-password/:email'],
    ...['/api/login', '/api/login', '/api/user/my-details'],
  ])
})

test('checks of health that succeed are not logged at the level info', async () => {
  const { log, lines } = collected('info')
  const desk = await startTestServer({ firms: [], brokers: [], log })
  const before = lines().length

  for (const path of ['/livez', '/readyz', '/api/version/web']) await fetch(`${desk.url}${path}`)

  await expect
    .poll(() =>
      lines()
        .slice(before)
        .map(({ route }) => route),
    )
    .toEqual(['/api/version/web'])
})

test('the trace id of a failed call leads to the error and to the request', async () => {
  const { log, lines } = collected()
  const desk = await startTestServer({ firms: ['Alder'], brokers: [], log })
  const alder = await desk.trader('alder')
  const { id } = await desk.app.database
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'TRADER')
    .executeTakeFirstOrThrow()
  const broken = '{"hunter2": 731900, oh trader@alder.example'
  await desk.app.database.insertInto('preference').values({ user_id: id, body: broken }).execute()

  const { status, traceId } = await alder.isRefused('/user-defaults/get-trader-defaults')
  expect(status).toBe(500)
  const traced = lines().filter(({ trace }) => trace === traceId)
  expect(traced.map(({ level, msg }) => [level, msg])).toEqual([
    ['error', 'unhandled error'],
    ['info', 'request'],
  ])
  expect(traced[0]?.err).toMatchObject({ name: 'SyntaxError', stack: expect.stringContaining('.ts:') })
  expect(traced[1]).toMatchObject({ status: 500, user: expect.stringMatching(/^[0-9a-f]{12}$/) })
  for (const secret of ['hunter2', '731900', 'alder', id])
    expect(JSON.stringify(traced)).not.toContain(secret)
})
