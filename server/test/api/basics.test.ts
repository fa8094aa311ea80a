import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/test-databases.ts'
import { startTestServer } from '../support/test-server.ts'
import { submissionBody } from '../support/test-user.ts'

const oneFirm = { firms: ['Alder'], brokers: ['Hinoki'] }

// spec: 7.account.16
test('the web version is plain text', async () => {
  for (const [env, version] of [
    [{ WEB_VERSION: '0.3.1' }, '0.3.1'],
    [{}, '0.2.0'],
  ] as const) {
    const desk = await startTestServer({ ...oneFirm, env })
    const { text, headers } = await desk.person('').calls('/version/web')
    expect(text).toBe(version)
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  }
})

// spec: 7.adverts.1
test('the newest advert is first in the list', async () => {
  const desk = await startTestServer(oneFirm)
  const alder = await desk.trader('alder')
  expect(await alder.adverts()).toEqual([])
  for (const ric of ['7203.T', '8306.T', '6758.T']) {
    await alder.advertises('BUY', ric, 20_000)
    desk.clock.advance(1_000)
  }
  await alder.drafts('9984.T')
  await alder.drafts('6861.T')

  const rics = (await alder.adverts()).map(({ securityName }) => securityName.split(' ')[0])
  expect(rics).toEqual(['6861.T', '9984.T', '6758.T', '8306.T', '7203.T'])
})

// spec: 7.adverts.2
test('a draft can be sent as it is', async () => {
  const desk = await startTestServer({
    firms: ['Alder'],
    brokers: ['Hinoki', 'Kaede', 'Tsubaki', 'Momiji', 'Kuromatsu'],
  })
  const alder = await desk.trader('alder')

  for (const ric of ['7203.T', '9983.T', '9432.T']) {
    const draft = await alder.drafts(ric)
    expect(draft).toMatchObject({
      securityId: desk.securityId(ric),
      securityName: expect.stringMatching(new RegExp(`^${ric} - \\S`)),
      advertisementStatus: 'UNSENT',
      submitTime: null,
      expiryDate: null,
      direction: 'BUY',
      minimumQuantity: 50,
      duration: '150',
      credibilityHurdle: 10,
      transactionType: 'CASH_ONLY',
      transactionTypePreference: 'CASH_ONLY',
      ranked: false,
    })
    expect(draft.brokerIds).toHaveLength(4)
    expect(draft.jpynotional).toBeGreaterThanOrEqual(10_000_000)
    expect(await alder.callsOk('/advert/submit-advert', { body: draft })).toMatchObject({
      advertisementStatus: 'LIVE',
    })
  }
})

test('a completed advert that is sent again takes the position of the old one in the list, under a new id', async () => {
  const desk = await startTestServer(oneFirm)
  const alder = await desk.trader('alder')
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  const newer = await alder.advertises('BUY', '6758.T', 10_000)
  const dead = await alder.callsOk<Advert>(`/advert/cancel-advert/${id}`)
  expect(dead).toMatchObject({ advertisementStatus: 'DEAD', causeOfDeath: 'CANCELLED_BY_USER' })

  const again = await alder.callsOk<Advert>('/advert/submit-advert', { body: submissionBody(dead) })
  expect(again.id).not.toBe(id)
  expect((await alder.adverts()).map((advert) => advert.id)).toEqual([newer.id, again.id])
})

test('the same request under the same key gets the first reply and is applied once', async () => {
  const desk = await startTestServer(oneFirm)
  const alder = await desk.trader('alder')
  const headers = { 'idempotency-key': 'one' }
  const body = { securityId: desk.securityId('7203.T') }

  const first = await alder.calls<Advert>('/advert/create-advert', { body, headers })
  const again = await alder.calls('/advert/create-advert', { body, headers })
  expect([again.status, again.text]).toEqual([200, first.text])
  expect(await alder.adverts()).toHaveLength(1)
  const other = { body: { securityId: desk.securityId('8306.T') }, headers }
  expect(await alder.isRefused('/advert/create-advert', other)).toMatchObject({
    status: 422,
    errorCode: 'KEY_REUSED',
  })

  const sent = { body: submissionBody(first.body), headers: { 'idempotency-key': 'two' } }
  const answers = await Promise.all(
    [1, 2, 3].map(() => alder.calls<{ errorCode?: string }>('/advert/submit-advert', sent)),
  )
  const settled = await alder.calls('/advert/submit-advert', sent)
  expect(settled.status).toBe(200)
  for (const {
    status,
    text,
    body: { errorCode },
  } of answers)
    expect([status, status === 200 ? text : errorCode]).toEqual(
      status === 200 ? [200, settled.text] : [409, 'IN_PROGRESS'],
    )
  expect(await alder.callsOk('/user/ioi-counts')).toMatchObject({ upload: 1 })

  await desk.restart()
  expect((await alder.calls('/advert/submit-advert', sent)).text).toBe(settled.text)
})

test('the reply to a bug is a trace id and nothing else, and the stack is in the log', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const desk = await startTestServer({ ...oneFirm, log })
  const alder = await desk.trader('alder')
  await desk.app.database
    .insertInto('preference')
    .values({ user_id: await userId(desk), body: '{' })
    .execute()

  const answer = await alder.isRefused('/advert/create-advert', {
    body: { securityId: desk.securityId('7203.T') },
  })
  expect(answer).toEqual({
    status: 500,
    errorCode: 'INTERNAL',
    traceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    message: `Something went wrong on our side. Check whether your action took effect before you try again. Reference for support: ${answer.traceId}`,
  })
  const logged = lines.find((line) => line.includes('unhandled error')) ?? ''
  expect(logged).toContain(answer.traceId)
  expect(logged).toContain('SyntaxError')
})

const userId = async (desk: Awaited<ReturnType<typeof startTestServer>>): Promise<string> =>
  (
    await desk.app.database
      .selectFrom('person')
      .select('id')
      .where('role', '=', 'TRADER')
      .executeTakeFirstOrThrow()
  ).id

test("the log names traders' calls by their kind only, and contains no address, token, e-mail, id or IOI", async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  const desk = await startTestServer({ ...oneFirm, log })
  const alder = await (await desk.trader('alder')).connects()
  const { id } = await alder.advertises('SELL', '7203.T', 12_300)
  await alder.calls(`/advert/pause-advert/${id}`)
  await desk.makesDeskHead('trader@alder.example')
  await alder.callsOk('/desk/adverts')
  await alder.callsOk('/desk/pause-all', { body: {} })
  await alder.calls('/no/such/trader@alder.example')
  await alder.calls('/login', { body: { email: 'trader@alder.example', password: 'a wrong one' } })

  // Times and the random ids of requests may contain the four digits of the security by chance.
  const random = new Set(['time', 'pid', 'trace', 'ms'])
  const text = lines
    .map((line) => JSON.stringify(JSON.parse(line), (key, value) => (random.has(key) ? undefined : value)))
    .join('\n')
  expect(text).toContain('"route":"desk change"')
  expect(text).toContain('"route":"/api/login"')
  const secrets = [
    'pause-advert',
    '/desk/',
    'pause-all',
    id,
    alder.token,
    'ioi_s_',
    'alder',
    '7203',
    '12300',
    'a wrong one',
    await userId(desk),
  ]
  for (const secret of secrets) expect(text).not.toContain(secret)
})

test('it is live, is ready, and says if the client is missing', async () => {
  const desk = await startTestServer({ firms: [], brokers: [] })
  expect(await (await fetch(`${desk.url}/livez`)).json()).toEqual({ status: 'alive' })
  expect(await (await fetch(`${desk.url}/readyz`)).json()).toEqual({ status: 'ready' })
})

// spec: 7.base.1
test('the page is served for every route of the client, assets are cached, all else is 404', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head></head><body>the desk</body></html>')
  writeFileSync(join(folder, 'assets', 'index-abc.js'), `// ${'x'.repeat(5_000)}`)
  const desk = await startTestServer({ firms: [], brokers: [], clientFolder: folder })
  const statusOf = async (path: string) => {
    const response = await fetch(desk.url + path)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  // The base of the calls is /api: without it the address of a call is one of the client's.
  const routes = ['/', '/adverts-home', '/profile/security', '/index.html', '/version/web']
  expect((await statusOf('/api/version/web')).headers.get('content-type')).toMatch(/^text\/plain/)
  const pages = await Promise.all(routes.map(statusOf))
  for (const { status, headers, text } of pages) {
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ])
    expect(headers.get('content-security-policy')).toContain("style-src 'self';")
    expect(text).toContain('the desk')
  }

  const asset = await statusOf('/assets/index-abc.js')
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(asset.headers.get('content-encoding')).not.toBeNull()
  expect(asset.headers.get('content-security-policy')).toContain("default-src 'none'")
  for (const missing of ['/assets/index-old.js', '/../config.ts', '/%2e%2e/config.ts', '/api', '/api/none'])
    expect((await statusOf(missing)).status, missing).toBe(404)
})

// spec: 3.16
test('isModified is true after a modification, and not before', async () => {
  const desk = await startTestServer(oneFirm)
  const alder = await desk.trader('alder')
  const sent = await alder.advertises('BUY', '7203.T', 10_000)
  const body = { ...submissionBody(sent), shareQuantity: 12_000 }

  expect(sent).toMatchObject({ isModified: false })
  expect(await alder.callsOk('/advert/modify-advert', { body })).toMatchObject({ isModified: true })
  expect(await alder.callsOk('/advert/advert-list')).toMatchObject([{ isModified: true }])
})

test('a modify without quantity decay and triggers, which are optional in the call, removes them', async () => {
  const desk = await startTestServer(oneFirm)
  const alder = await desk.trader('alder')
  const knockout = { knockoutTriggerActivated: true, quantityDecay: true }
  const sent = await alder.advertises('BUY', '7203.T', 10_000, knockout)
  expect(sent).toMatchObject({ ...knockout, advertisementStatus: 'LIVE' })
  const { quantityDecay, knockoutTriggerActivated, knockoutTrigger, ...body } = submissionBody(sent)

  expect(await alder.callsOk('/advert/modify-advert', { body })).toMatchObject({
    quantityDecay: false,
    knockoutTriggerActivated: false,
    knockoutTrigger: null,
  })
})
