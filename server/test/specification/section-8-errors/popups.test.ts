import type { Failure } from '@aitai/contract/schemas/failures.ts'
import { isTextKey } from '@aitai/messages/texts.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Operator } from '../../support/operator.ts'
import { submissionBody, type TestUser } from '../../support/test-user.ts'
import {
  advertInEveryStatus,
  changeAdvert,
  expectTextInBothLanguages,
  liveAdvert,
  locatePair,
  startAgreed,
  startWithOneTrader,
  startWithTwoTraders,
  toyota,
} from '../journey-fixtures.ts'

// spec: 8.shown.1
test('8.shown.1 Popup titles for locate notices: Connection Declined, Contra Connection Declined, Contra locate timeout.', async () => {
  const both = await startWithTwoTraders()
  const { desk, alder, birch } = both
  const first = await locatePair(both)
  await alder.declines(first.locate)
  await birch.accepts(first.contra)
  await locatePair(both, '6758.T')
  desk.clock.advance(31_501)

  const titles = ['Connection Declined', 'Contra Connection Declined', 'Contra locate timeout'] as const
  const notices = [
    await alder.receives(titles[0]),
    await birch.receives(titles[1]),
    await alder.receives(titles[2]),
  ]
  for (const [place, { message, messageType, locate }] of notices.entries()) {
    expect([message, messageType]).toEqual([titles[place], 'locate'])
    expectTextInBothLanguages(`notification.${message}`)
    expect(locate?.outcome).toMatch(/^(CONTRA_DECLINED|DECLINED|TIMED_OUT)$/)
  }
})

/** All refusals by a rule that a trader's calls can get. */
async function refusals(): Promise<Failure[]> {
  const { desk, alder, birch, adverts } = await advertInEveryStatus()
  const terms = (more: object) => ({ body: { ...submissionBody(adverts.PAUSED), ...more } })
  const modify = (more: object) => alder.isRefused('/advert/modify-advert', terms(more))
  const failures: Failure[] = [
    await modify({ shareQuantity: 100 }),
    await modify({ shareQuantity: 10_050 }),
    await modify({ credibilityHurdle: 0 }),
    await modify({ brokerIds: [] }),
    await modify({ brokerIds: ['nobody'] }),
    await modify({ knockoutTriggerActivated: true, knockoutTrigger: 99_999 }),
    await modify({ indexRelativeKOTriggerActivated: true, indexRelativeKOTrigger: 2 }),
    await modify({
      advertisingTriggerActivated: true,
      advertisingTrigger: 4_900,
      knockoutTriggerActivated: true,
      knockoutTrigger: 4_800,
    }),
    await alder.isRefused(`/advert/resume-advert/${adverts.LIVE.id}`),
    await alder.isRefused(`/advert/pause-advert/${adverts.DEAD.id}`),
    await alder.isRefused(`/advert/cancel-advert/${adverts.COMPLETED.id}`),
    await alder.isRefused(`/advert/create-residual-advertisement/${adverts.LIVE.id}`),
    await alder.isRefused('/advert/submit-advert', { body: submissionBody(adverts.LIVE) }),
  ]
  const [open] = (await birch.locates()).filter(({ outcome }) => outcome === null)
  const answer = { locationNotificationId: open?.locateNotificationId, direction: 'BUY' }
  failures.push(await birch.isRefused('/locate-notification/connect-acceptance', { body: answer }))
  for (const [switched, on] of [
    ['halt', { firm: 'Alder' }],
    ['platform close', {}],
  ] as const) {
    await new Operator(desk).runs(switched, { ...on, reason: 'asked by the exchange' } as never)
    failures.push(await alder.isRefused(`/advert/resume-advert/${adverts.PAUSED.id}`))
  }
  return failures
}

// spec: 8.shown.2
test('8.shown.2 Error popups show text looked up by the error code, else the message.', async () => {
  const failures = await refusals()

  for (const { errorCode, message, variables } of failures) {
    expectTextInBothLanguages(errorCode, variables)
    // The fallback for a client that does not know the code.
    expect(message.length).toBeGreaterThan(10)
  }
  const codes = failures.map(({ errorCode }) => errorCode)
  expect(new Set(codes).size).toBe(failures.length)
})

// spec: 8.shown.3
test('8.shown.3 Placeholders %s1, %s2… are filled from variables.', async () => {
  const failures = await refusals()

  const filled = failures.filter(({ variables }) => variables)
  expect(filled.map(({ errorCode }) => errorCode)).toEqual([
    ...['ADVERT-ERROR-004', 'ADVERT-LOT', 'TRIGGER-LEVEL', 'TRIGGER-INDEX'],
  ])
  for (const { message, errorCode, variables = {} } of failures) {
    expectTextInBothLanguages(errorCode, variables)
    expect(message).not.toMatch(/[{}]/)
    for (const value of Object.values(variables)) expect(message).toContain(String(value))
  }
})

// spec: 8.shown.4
test('8.shown.4 Notification text chooses a translation by error code, else the server message.', async () => {
  const { desk, alder } = await startAgreed()
  const { id } = await liveAdvert(alder, '6758.T')
  await changeAdvert(alder, 'pause', { id })
  const hinoki = await (await desk.broker('hinoki')).connects()
  await hinoki.receives('New IOI Match Confirmed')
  const both = await startWithTwoTraders()
  await locatePair(both)
  both.desk.clock.advance(31_501)
  await both.alder.receives('Contra locate timeout')

  const notifications = [...alder.received, ...hinoki.received, ...both.alder.received]
  expect(new Set(notifications.map(({ message }) => message)).size).toBeGreaterThan(6)
  for (const { message, errorCode, errorMessage } of notifications) {
    expect(isTextKey(`notification.${message}`), message).toBe(true)
    if (errorCode === null) expect(errorMessage).toBeNull()
    else {
      expectTextInBothLanguages(errorCode)
      expect(errorMessage).toMatch(/\.$/)
    }
  }
})

// spec: 8.shown.5
test('8.shown.5 Server error message (response data message) is shown when present, else the raw error.', async () => {
  const { desk, alder } = await startWithOneTrader()
  const asks = (sent: Parameters<TestUser['calls']>[1], path = '/advert/create-advert') =>
    alder.calls<Failure>(path, sent)
  const securityId = desk.securityId(toyota)
  const { id } = await liveAdvert(alder)
  const failures = [
    await asks({ body: {} }),
    await asks({ body: { securityId }, token: null }),
    await asks({ raw: 'x'.repeat(200_000) }),
    await asks({ raw: '<a/>', headers: { 'content-type': 'application/xml' } }),
    await asks({ method: 'PUT' }),
    await asks({}, '/connection-agreement/broker-user-execution-listing'),
    await asks({}, '/advert/pause-advert/unknown'),
    await asks({}, `/advert/resume-advert/${id}`),
  ]
  await sql`pragma query_only = 1`.execute(desk.app.database)
  failures.push(await asks({ body: { securityId: desk.securityId('6758.T') } }))
  await sql`pragma query_only = 0`.execute(desk.app.database)

  expect(failures.map(({ status }) => status)).toEqual([400, 401, 413, 415, 405, 403, 404, 409, 503])
  for (const { body } of failures) {
    expectTextInBothLanguages(body.errorCode, { ...body.variables, field: body.field })
    expect(body.message).toMatch(/^[A-Z].+\.$/)
    expect(Object.keys(body)).not.toContain('stack')
  }
})
