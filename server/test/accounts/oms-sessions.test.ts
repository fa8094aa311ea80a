import { describe, expect, test } from 'vitest'
import { behindProxy, fromNetwork, startServerOn } from '../support/account-fixtures.ts'
import { locatePair, untilStatus } from '../support/journeys.ts'
import { auditEvents, Operator } from '../support/operator.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'

const email = 'trader@alder.example'
const reason = 'agreed with the institution'
const refused = { status: 403, errorCode: 'ACCESS_DENIED' }

/** Alder's order management system, signed in with a credential of its own. */
async function signInOms(
  desk: TestServer,
  { isForAnswers = true }: { isForAnswers?: boolean } = {},
): Promise<TestUser> {
  if (isForAnswers) await new Operator(desk).runs('firm change', { firm: 'Alder', omsAnswers: true, reason })
  const credential = await desk.issuesCredential({ firm: 'Alder', users: [email] })
  return await desk.person(email).signsInByCredential(credential)
}

const startWithBirch = async (options: TestServerOptions = { brokers: ['Hinoki'] }) => {
  const desk = await startTestServer(options)
  return { desk, birch: await (await desk.trader('birch')).connects() }
}

describe.each(testDatabases)('an order management system, on $name', (store) => {
  // rule: 16.10
  test('signs in beside the desk: neither ends the other, and a second one ends the first', async () => {
    const desk = await startServerOn(store)
    const trader = await desk.trader('alder')
    const credential = await desk.issuesCredential({ firm: 'Alder', users: [email] })
    const first = await desk.person(email).signsInByCredential(credential)
    const second = await desk.person(email).signsInByCredential(credential)

    expect(await trader.callsOk('/user/my-details')).toMatchObject({ email })
    expect(await second.callsOk('/user/my-details')).toMatchObject({ email })
    expect(await first.isRefused('/user/my-details')).toMatchObject({ reason: 'SESSION_REPLACED' })

    await desk.trader('alder')
    expect(await second.callsOk('/user/my-details')).toMatchObject({ email })
  })

  test('is signed out at once when its credential is revoked, and cannot sign in again', async () => {
    const desk = await startServerOn(store)
    const credential = await desk.issuesCredential({ firm: 'Alder', users: [email] })
    const oms = await desk.person(email).signsInByCredential(credential)
    const operator = new Operator(desk)
    const [listed] = await operator.lists('credential list', {})

    expect(listed).toMatchObject({
      owner: 'Alder',
      users: [email],
      networks: [],
      sessions: 1,
      revokedAt: null,
    })
    expect(JSON.stringify(listed)).not.toContain(credential)
    const id = String(listed?.id)
    expect(await operator.runs('credential revoke', { id, reason })).toMatchObject({
      changed: true,
      sessionsEnded: 1,
    })
    expect(await oms.isRefused('/advert/advert-list')).toMatchObject({ status: 401 })
    expect(await oms.isRefused('/login/credential', { body: { email, credential } })).toMatchObject(refused)
  })
})

test('every wrong credential gets the same reply', async () => {
  const desk = await startTestServer({ brokers: ['Hinoki'], env: behindProxy })
  const credential = await desk.issuesCredential({
    firm: 'Alder',
    users: [email],
    networks: ['192.0.2.0/24'],
  })
  const inside = fromNetwork('192.0.2.7')
  const someone = desk.person(email)
  const reply = async (body: object, headers = inside) =>
    (await someone.calls('/login/credential', { body, headers })).text.replace(/"traceId":"[^"]+"/, '')

  expect(JSON.parse(await reply({ email, credential }))).toMatchObject({ user: { email } })
  const replies = [
    await reply({ email, credential: 'ioi_c_unknown' }),
    await reply({ email: 'trader@birch.example', credential }),
    await reply({ email: 'nobody@alder.example', credential }),
    await reply({ email, credential }, fromNetwork('198.51.100.7')),
  ]
  expect(JSON.parse(replies[0] ?? '')).toMatchObject({ errorCode: 'ACCESS_DENIED' })
  expect(new Set(replies).size).toBe(1)
  const failures = (await auditEvents(desk)).filter(({ action }) => action === 'loginFailed')
  expect(failures).toHaveLength(4)
})

test('a disabled user or institution cannot sign in with a credential', async () => {
  const desk = await startTestServer({ brokers: ['Hinoki'] })
  const credential = await desk.issuesCredential({ firm: 'Alder', users: [email] })
  const operator = new Operator(desk)
  const someone = desk.person(email)
  const body = { email, credential }

  await operator.runs('user disable', { email, reason })
  expect(await someone.isRefused('/login/credential', { body })).toMatchObject(refused)
  await operator.runs('user enable', { email, reason })
  await operator.runs('firm disable', { firm: 'Alder', reason })
  expect(await someone.isRefused('/login/credential', { body })).toMatchObject(refused)
  await operator.runs('firm enable', { firm: 'Alder', reason })
  expect(await someone.callsOk('/login/credential', { body })).toMatchObject({ user: { email } })
})

test('a credential is issued for users of its own institution only, and for networks that are some', async () => {
  const desk = await startTestServer({ brokers: ['Hinoki'] })
  const operator = new Operator(desk)
  const of = { firm: 'Alder', users: [email], networks: [] }

  expect(
    await operator.isRefused('credential add', { ...of, users: ['trader@birch.example'] }),
  ).toMatchObject({
    code: 'USER_UNKNOWN',
  })
  for (const network of ['10.0.0.0/33', 'desk.example', '10.0.0', '::1/129', ''])
    expect(await operator.isRefused('credential add', { ...of, networks: [network] })).toMatchObject({
      code: 'INVALID',
    })
  expect(await operator.isRefused('credential add', { ...of, broker: 'Hinoki' })).toMatchObject({
    code: 'INVALID',
  })
  expect(await operator.isRefused('credential revoke', { id: 'none', reason })).toMatchObject({
    code: 'CREDENTIAL_UNKNOWN',
  })
})

// rule: 16.11
test('a trader whose institution has its OMS answer is present through it; the first answer counts', async () => {
  const { desk, birch } = await startWithBirch()
  const oms = await (await signInOms(desk)).connects()
  const { locate } = await locatePair({ desk, alder: oms, birch })
  const body = { direction: 'BUY', locationNotificationId: locate.locateNotificationId }

  expect(await oms.callsOk('/locate-notification/connect-acceptance', { body })).toMatchObject({
    answer: 'ACCEPT',
  })
  const trader = await desk.trader('alder')
  expect(await trader.callsOk('/locate-notification/connect-acceptance', { body })).toMatchObject({
    answer: 'ACCEPT',
  })
  expect(await trader.isRefused('/locate-notification/connect-rejection', { body })).toMatchObject({
    errorCode: 'LOCATE-ANSWERED',
  })
})

test('without that setting its socket makes nobody present: there is no locate until the trader is at the desk', async () => {
  const { desk, birch } = await startWithBirch()
  const oms = await (await signInOms(desk, { isForAnswers: false })).connects()
  const { id } = await oms.advertises('BUY', '7203.T', 10_000)
  await birch.advertises('SELL', '7203.T', 10_000)
  const present = await desk.app.market.read(({ traders }) =>
    [...traders.values()].map((each) => each.present),
  )
  expect(present.filter(Boolean)).toHaveLength(1)
  expect((await oms.advert(id)).advertisementStatus).toBe('LIVE')

  const trader = await (await desk.trader('alder')).connects()
  expect(await trader.isLocated(id)).toMatchObject({ direction: 'BUY' })
})

// rule: 16.12
test('adverts stay when the trader logs off and the OMS goes on, and are paused when it ends, too', async () => {
  const { desk } = await startWithBirch()
  const oms = await (await signInOms(desk)).connects()
  const trader = await desk.trader('alder')
  const { id } = await trader.advertises('BUY', '7203.T', 10_000)

  await trader.callsOk('/logout', { method: 'POST' })
  expect((await oms.advert(id)).advertisementStatus).toBe('LIVE')
  await oms.callsOk('/logout', { method: 'POST' })
  expect((await untilStatus(await desk.trader('alder'), id, 'PAUSED')).advertisementStatus).toBe('PAUSED')
})

test('adverts are paused when the trader logs off, if the OMS does not answer', async () => {
  const { desk } = await startWithBirch()
  const oms = await (await signInOms(desk, { isForAnswers: false })).connects()
  const trader = await desk.trader('alder')
  const { id } = await trader.advertises('BUY', '7203.T', 10_000)

  await trader.callsOk('/logout', { method: 'POST' })
  expect((await oms.advert(id)).advertisementStatus).toBe('PAUSED')
})

// rule: 16.13
test('its session does not end by itself while it makes calls, however long', async () => {
  const { desk } = await startWithBirch()
  const oms = await signInOms(desk)
  for (let half = 0; half < 30; half += 1) {
    desk.clock.advance(30 * 60_000)
    await desk.app.sweep()
    expect(await oms.callsOk('/user/my-details')).toMatchObject({ email })
  }
  desk.clock.advance(61 * 60_000)
  expect(await oms.isRefused('/user/my-details')).toMatchObject({ reason: 'SESSION_TIMED_OUT' })
})

// rule: 16.14
test('what it acknowledges is still sent to the desk', async () => {
  const { desk } = await startWithBirch()
  const oms = await (await signInOms(desk)).connects()
  await oms.advertises('BUY', '7203.T', 10_000)
  await oms.receives('ADVERT_SUBMITTED')

  const trader = await (await desk.trader('alder')).connects()
  expect(await trader.receives('ADVERT_SUBMITTED')).toMatchObject({ ack: false })
})

test('it cannot touch the account of its user', async () => {
  const { desk } = await startWithBirch()
  const oms = await signInOms(desk)
  for (const path of ['/user/security', '/desk/adverts'])
    expect(await oms.isRefused(path)).toMatchObject({ status: 403, errorCode: 'FORBIDDEN' })
})
