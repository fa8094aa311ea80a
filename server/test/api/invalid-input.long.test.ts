import { connect } from 'node:net'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { Failure } from '@aitai/contract/schemas/failures.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectTextInBothLanguages } from '../support/journeys.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { locateAnswerBody, submissionBody, type TestUser } from '../support/test-user.ts'
import { until } from '../support/until.ts'

/** A trader with one live advert. */
async function sent(): Promise<{ desk: TestServer; alder: TestUser; advert: Advert }> {
  const desk = await startTestServer()
  const alder = await desk.trader('alder')
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  const advert = await until('it to be live', async () => {
    const now = await alder.advert(id)
    return now.advertisementStatus === 'LIVE' && now
  })
  return { desk, alder, advert }
}

/** Everything that a trader can see, to compare before and after. */
const seen = async (trader: TestUser) => {
  const adverts = await trader.adverts()
  return [adverts.map(({ timeRemaining, ...advert }) => advert), await trader.callsOk('/user/ioi-counts')]
}

// spec: 7.adverts.2
test.each([
  ['{', 'body'],
  ['"a string"', 'body'],
  ['null', 'body'],
  ['[]', 'body'],
  ['{"securityId":7}', 'securityId'],
  ['{"securityId":""}', 'securityId'],
  ['{"securityId":null}', 'securityId'],
  ['{}', 'securityId'],
  ['{"__proto__":{"securityId":"x"}}', 'body'],
  ['', 'body'],
])('the body %s is refused with 400 and names the field %s', async (raw, field) => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  const alder = await desk.trader('alder')

  const refused = await alder.isRefused('/advert/create-advert', { raw })
  expect(refused).toEqual({ status: 400, errorCode: 'INVALID', field, message: expect.any(String) })
  expect(await alder.adverts()).toEqual([])
})

test.each([
  ['arrays', '['.repeat(10_000) + ']'.repeat(10_000)],
  ['objects', `${'{"securityId":'.repeat(4_000)}1${'}'.repeat(4_000)}`],
  ['an undeclared field', `{"securityId":"x","more":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
])('a body with thousands of levels of %s is refused with 400', async (_, raw) => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  const alder = await desk.trader('alder')
  const expected = { status: 400, body: { errorCode: 'INVALID' } }

  const headers = { 'idempotency-key': 'deep' }
  expect(await alder.calls('/advert/create-advert', { raw })).toMatchObject(expected)
  expect(await alder.calls('/advert/create-advert', { raw, headers })).toMatchObject(expected)
  expect(await alder.calls('/advert/prepare-restore', { raw })).toMatchObject(expected)
  expect(await alder.calls('/login', { raw, token: null })).toMatchObject(expected)
})

// spec: 8.shown.2, 8.shown.3
test.each([
  ['a wrong type', { shareQuantity: '10000' }, 400, 'INVALID', 'shareQuantity'],
  ['a negative quantity', { shareQuantity: -100 }, 400, 'INVALID', 'shareQuantity'],
  ['no shares', { shareQuantity: 0 }, 400, 'INVALID', 'shareQuantity'],
  ['half a share', { shareQuantity: 100.5 }, 400, 'INVALID', 'shareQuantity'],
  ['more shares than there are', { shareQuantity: 1e15 }, 400, 'INVALID', 'shareQuantity'],
  ['a quantity off the lot', { shareQuantity: 10_050 }, 409, 'ADVERT-LOT', undefined],
  ['a quantity below the platform minimum', { shareQuantity: 100 }, 409, 'ADVERT-ERROR-004', undefined],
  ['a minimum of 9 %', { minimumQuantity: 9 }, 400, 'INVALID', 'minimumQuantity'],
  ['a minimum of 76 %', { minimumQuantity: 76 }, 400, 'INVALID', 'minimumQuantity'],
  ['no broker', { brokerIds: [] }, 409, 'ADVERT-ERROR-011', undefined],
  ['an unknown broker', { brokerIds: ['nobody'] }, 409, 'ADVERT-BROKER', undefined],
  ['five brokers', { brokerIds: ['a', 'b', 'c', 'd', 'e'] }, 400, 'INVALID', 'brokerIds'],
  ['an unknown direction', { direction: 'HOLD' }, 400, 'INVALID', 'direction'],
  ['an unknown duration', { duration: '90' }, 400, 'INVALID', 'duration'],
  ['a hurdle above 100', { credibilityHurdle: 101 }, 409, 'ADVERT-ERROR-006', undefined],
  ['half a hurdle', { credibilityHurdle: 10.5 }, 400, 'INVALID', 'credibilityHurdle'],
  [
    'a trigger without a level',
    { knockoutTriggerActivated: true, knockoutTrigger: null },
    409,
    'TRIGGER-LEVEL',
    undefined,
  ],
  ['a level that is no number', { knockoutTrigger: '3000' }, 400, 'INVALID', 'knockoutTrigger'],
  ['a level of less than nothing', { advertisingTrigger: -1 }, 400, 'INVALID', 'advertisingTrigger'],
  [
    'a lead of two percent over the index',
    { indexRelativeKOTriggerActivated: true, indexRelativeKOTrigger: 2 },
    409,
    'TRIGGER-INDEX',
    undefined,
  ],
  ['a decay that is neither on nor off', { quantityDecay: 'yes' }, 400, 'INVALID', 'quantityDecay'],
  ['another security than its own', { securityId: 'other' }, 400, 'INVALID', 'securityId'],
])(
  '%s is refused in a submit and in a modify, and changes nothing',
  async (_, wrong, status, errorCode, field) => {
    const { alder, advert } = await sent()
    const draft = await alder.drafts('8306.T')
    const before = await seen(alder)

    for (const [path, of] of [
      ['submit', draft],
      ['modify', advert],
    ] as const) {
      const refused = await alder.isRefused(`/advert/${path}-advert`, {
        body: { ...submissionBody(of), ...wrong },
      })
      expect(refused).toMatchObject({ status, errorCode, ...(field ? { field } : {}) })
      const { variables = {}, message } = refused
      expectTextInBothLanguages(errorCode, { ...variables, field })
      for (const value of Object.values(variables)) expect(message).toContain(String(value))
    }
    expect(await seen(alder)).toEqual(before)
  },
)

// spec: 8.advert.4, 8.advert.6, 8.advert.10
test('the message of a refusal is the English text with its values', async () => {
  const { alder, advert } = await sent()
  const bodyWith = (terms: object) => ({ body: { ...submissionBody(advert), ...terms } })

  const hurdle = 'The credibility hurdle is outside its range.'
  for (const [terms, errorCode, message, variables] of [
    [
      { shareQuantity: 10_050 },
      'ADVERT-LOT',
      'The quantity must be a multiple of the lot of 100 shares.',
      { lotSize: 100 },
    ],
    // 3,400 shares at 2,905.5 yen are 9.9 million, 3,500 are 10.2 million.
    [
      { shareQuantity: 3_400 },
      'ADVERT-ERROR-004',
      'The notional is below the platform minimum of JPY 10000000. Increase the quantity.',
      { notional: 10_000_000 },
    ],
    [{ credibilityHurdle: -1 }, 'ADVERT-ERROR-006', hurdle, undefined],
    [{ credibilityHurdle: 0 }, 'ADVERT-ERROR-006', hurdle, undefined],
    [{ credibilityHurdle: 1e9 }, 'ADVERT-ERROR-006', hurdle, undefined],
    [{ brokerIds: [] }, 'ADVERT-ERROR-011', 'Please select a broker', undefined],
  ] as const)
    expect(await alder.isRefused('/advert/modify-advert', bodyWith(terms))).toEqual({
      status: 409,
      errorCode,
      message,
      ...(variables ? { variables } : {}),
    })
  const taken = { shareQuantity: 3_500, credibilityHurdle: 100 }
  expect(await alder.callsOk('/advert/modify-advert', bodyWith(taken))).toMatchObject(taken)
})

// spec: 8.shown.5
test('a failure of any kind has a code with a text, and a sentence to show', async () => {
  const { desk, alder, advert } = await sent()
  const draft = '/advert/create-advert'
  const body = { securityId: advert.securityId }
  const failures = [
    await alder.calls<Failure>(draft, { body: {} }),
    await alder.calls<Failure>(draft, { body, token: null }),
    await alder.calls<Failure>(draft, { raw: 'x'.repeat(200_000) }),
    await alder.calls<Failure>(draft, { raw: '<a/>', headers: { 'content-type': 'application/xml' } }),
    await alder.calls<Failure>(draft, { method: 'PUT' }),
    await alder.calls<Failure>('/connection-agreement/broker-user-execution-listing'),
    await alder.calls<Failure>('/advert/pause-advert/unknown'),
    await alder.calls<Failure>(`/advert/resume-advert/${advert.id}`),
  ]
  await sql`pragma query_only = on`.execute(desk.app.database)
  failures.push(await alder.calls(draft, { body: { securityId: desk.securityId('6758.T') } }))
  await sql`pragma query_only = off`.execute(desk.app.database)

  expect(failures.map(({ status }) => status)).toEqual([400, 401, 413, 415, 405, 403, 404, 409, 503])
  for (const { body: failure } of failures) {
    expectTextInBothLanguages(failure.errorCode, { ...failure.variables, field: failure.field })
    expect(failure.message).toMatch(/^[A-Z].+\.$/)
    expect(Object.keys(failure)).not.toContain('stack')
  }
})

// rule: 2.11
test('state that only the server may set, and unknown fields, are accepted and ignored', async () => {
  const desk = await startTestServer()
  const alder = await desk.trader('alder')
  const draft = await alder.drafts('7203.T')
  const claims = {
    currentQuantity: 7,
    usdnotional: 1,
    advertTriggerSatisfied: true,
    advertisementStatus: 'LIVE',
  }
  const more = { traderId: 'another', constructor: { prototype: { ranked: true } }, toString: 'x' }

  const raw = JSON.stringify({ ...submissionBody(draft), ...claims, traderId: 'another', toString: 'x' })
  const answer = await alder.callsOk<Advert>('/advert/submit-advert', { raw })
  expect(answer).toMatchObject({ currentQuantity: draft.shareQuantity, advertTriggerSatisfied: false })
  expect(JSON.stringify(answer)).not.toContain('another')
  const poisoned = await alder.isRefused('/advert/modify-advert', {
    body: { ...submissionBody(draft), ...more },
  })
  expect(poisoned).toMatchObject({ status: 400, errorCode: 'INVALID' })
  expect(Object.keys({})).toEqual([])
  expect(({} as Record<string, unknown>).ranked).toBeUndefined()
})

// spec: 4.statuses.19, 7.adverts.3, 8.advert.1
// rule: 2.12
test('a second advert of the firm on a security is refused with 200 and ADVERT-ERROR-001', async () => {
  const { desk, alder, advert } = await sent()
  await desk.addUser({ email: 'colleague@alder.example', role: 'TRADER', firm: 'Alder' })
  const colleague = await desk.person('colleague@alder.example').signsIn()

  for (const trader of [alder, colleague]) {
    const body = { securityId: advert.securityId }
    const { status, body: answer } = await trader.calls('/advert/create-advert', { body })
    expect(status).toBe(200)
    expect(answer).toEqual({
      errorCode: 'ADVERT-ERROR-001',
      error: 'IOI on security already exists for your firm.',
    })
  }
  const unknown = await alder.calls('/advert/create-advert', { body: { securityId: 'unknown' } })
  expect([unknown.status, unknown.body]).toEqual([
    200,
    { error: expect.stringMatching(/\w/), errorCode: 'SECURITY-NOT-FOUND' },
  ])
  expect((await alder.adverts()).map(({ id }) => id)).toEqual([advert.id])

  // A submit is refused too: of an advert that was cancelled before the colleague began.
  await alder.callsOk(`/advert/cancel-advert/${advert.id}`)
  await colleague.advertises('BUY', '7203.T', 10_000)
  const refused = await alder.isRefused('/advert/submit-advert', { body: submissionBody(advert) })
  expect(refused).toMatchObject({ status: 409, errorCode: 'ADVERT-ERROR-001' })
  expect(refused.message).toBe('IOI on security already exists for your firm.')
})

// spec: 7.adverts.6
test('an advert is paused, resumed and cancelled by a GET, and repeating one changes nothing', async () => {
  const { alder, advert } = await sent()
  const { id } = advert
  const changes = (what: string) => alder.callsOk(`/advert/${what}-advert/${id}`)

  for (const [what, becomes] of [
    ['pause', { advertisementStatus: 'PAUSED' }],
    ['resume', { advertisementStatus: 'LIVE' }],
    ['cancel', { advertisementStatus: 'DEAD', causeOfDeath: 'CANCELLED_BY_USER' }],
  ] as const) {
    const first = await changes(what)
    expect(first).toMatchObject({ id, ...becomes })
    if (what !== 'resume') expect(await changes(what)).toEqual(first)
  }
  expect(await alder.callsOk('/user/ioi-counts')).toMatchObject({ cancel: 1 })
})

// spec: 4.locate.3, 7.locates.2, 7.locates.3
test('a second, different answer to a locate is refused, the same one again is accepted as given', async () => {
  const { desk, alder, advert } = await sent()
  await alder.connects()
  const birch = await (await desk.trader('birch')).connects()
  await birch.advertises('SELL', '7203.T', 10_000)
  const locate = await alder.isLocated(advert.id)
  const accept = '/locate-notification/connect-acceptance'
  const decline = '/locate-notification/connect-rejection'

  const first = await alder.callsOk(accept, { body: locateAnswerBody(locate) })
  expect(await alder.callsOk(accept, { body: locateAnswerBody(locate) })).toEqual(first)
  const other = await alder.isRefused(decline, { body: locateAnswerBody(locate) })
  expect(other).toMatchObject({ status: 409, errorCode: 'LOCATE-ANSWERED' })
  const wrongSide = { ...locateAnswerBody(locate), direction: 'BUY' }
  const ofBirch = await birch.isRefused(accept, { body: wrongSide })
  expect(ofBirch).toMatchObject({ status: 409, errorCode: 'LOCATE-DIRECTION' })

  // Until a second and a half after the deadline the answer may still be in transit.
  desk.clock.advance(31_500)
  const own = { ...locateAnswerBody(locate), direction: 'SELL' }
  expect(await birch.callsOk(decline, { body: own })).toMatchObject({
    answer: 'DECLINE',
    outcome: 'DECLINED',
  })
})

// spec: 7.locates.7
test('a broker confirms exactly one side', async () => {
  const desk = await startTestServer()
  const hinoki = await desk.broker('hinoki')

  for (const sides of [{}, { buyStatus: true, sellStatus: true }, { buyStatus: 'yes' }]) {
    const body = { connectionAgreementId: 'any', ...sides }
    const refused = await hinoki.isRefused('/connection-agreement/broker-execution-confirmation', { body })
    expect(refused).toMatchObject({ status: 400, errorCode: 'INVALID', field: 'buyStatus' })
  }
})

test('an invalid address is answered like any unknown one', async () => {
  const { desk, alder } = await sent()
  const unknown = await alder.calls('/no/such/call')

  expect(unknown).toMatchObject({
    status: 404,
    text: '{"errorCode":"NOT_FOUND","message":"This could not be found. Reload the page."}',
  })
  const { port } = new URL(desk.url)
  const broken = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(port), 'localhost', () =>
      socket.write('GET /api/advert/pause-advert/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    )
    socket.on('data', (part) => {
      text += part
    })
    socket.on('close', () => resolve(text))
  })
  expect(broken).toMatch(/^HTTP\/1.1 400 /)
  expect(broken).not.toContain('%zz')
})

test('a full disk gives 503, acknowledges nothing, and everything continues once there is room', async () => {
  const { desk, alder } = await sent()
  await desk.fillsUp()
  let before = await seen(alder)
  const drafts = (ric: string) =>
    alder.calls('/advert/create-advert', { body: { securityId: desk.securityId(ric) } })
  // The journal's last page may still have room for a few.
  const rics = ['6758.T', '9984.T', '6861.T', '8035.T', '9432.T', '4063.T', '6501.T']
  let refused = await drafts('8306.T')
  for (const ric of rics) {
    if (refused.status !== 200) break
    before = await seen(alder)
    refused = await drafts(ric)
  }

  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject({ errorCode: 'UNAVAILABLE' })
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await fetch(`${desk.url}/livez`)).status).toBe(200)

  await desk.hasRoom()
  await until('the server to be ready', async () => (await fetch(`${desk.url}/readyz`)).status === 200)
  expect(await seen(alder)).toEqual(before)
  await alder.drafts('7974.T')
  const after = await alder.adverts()
  await desk.restart()
  expect(await alder.adverts()).toEqual(after)
  expect(after.length).toBeGreaterThan(1)
})

test('a disk that cannot be written gives 503 to every change, and can still be read', async () => {
  const { desk, alder, advert } = await sent()
  await sql`pragma query_only = on`.execute(desk.app.database)
  desk.clock.advance(5 * 60_000)
  expect(await alder.callsOk('/user/my-details')).toMatchObject({ email: alder.email })

  const changes = [
    await desk.person('trader@birch.example').isRefused('/login', logIn('trader@birch.example')),
    await alder.isRefused('/logout', { method: 'POST' }),
    await alder.isRefused(`/advert/pause-advert/${advert.id}`),
  ]
  for (const change of changes) expect(change).toMatchObject({ status: 503, errorCode: 'UNAVAILABLE' })
  expect((await fetch(`${desk.url}/readyz`)).status).toBe(503)

  await sql`pragma query_only = off`.execute(desk.app.database)
  await until('the server to be ready', async () => (await fetch(`${desk.url}/readyz`)).status === 200)
  expect(await alder.advert(advert.id)).toMatchObject({ advertisementStatus: 'LIVE' })
})

const logIn = (email: string) => ({ body: { email, password: 'a password of the desk' } })
