import { expect, test } from 'vitest'
import { auditEvents, Operator, operatorName } from '../support/operator.ts'
import { startTestServer } from '../support/test-server.ts'
import { locateAnswerBody, password } from '../support/test-user.ts'
import { until } from '../support/until.ts'

const reason = 'agreement ended'
const firm = 'Alder'

async function located() {
  const desk = await startTestServer({ brokers: ['Hinoki'] })
  await desk.addUser({ email: 'second@alder.example', role: 'TRADER', firm })
  const second = await desk.person('second@alder.example').signsIn()
  const alder = await (await desk.trader('alder')).connects()
  const birch = await (await desk.trader('birch')).connects()
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  const { id: contraId } = await birch.advertises('SELL', '7203.T', 10_000)
  const [locate, contra] = [await alder.isLocated(id), await birch.isLocated(contraId)]
  return { desk, alder, second, birch, id, contraId, locate, contra, operator: new Operator(desk) }
}

test('disabling an institution takes effect at once, and its users cannot sign in until it is enabled', async () => {
  const { desk, alder, second, birch, operator } = await located()

  expect(await operator.runs('firm disable', { firm: 'ＡＬＤＥＲ', reason })).toEqual({
    firm,
    active: false,
    changed: true,
    sessionsEnded: 2,
  })

  for (const person of [alder, second])
    expect(await person.isRefused('/user/my-details')).toMatchObject({ status: 401 })
  await alder.receives('trader Desk logged out')
  for (const { email } of [alder, second])
    expect(await alder.isRefused('/login', { body: { email, password }, token: null })).toMatchObject({
      status: 403,
      reason: 'ACCESS_DENIED',
    })
  expect(await birch.callsOk('/user/my-details')).toMatchObject({ organization_name: 'Birch' })
  expect(await operator.lists('firm list', {})).toMatchObject([
    { name: 'Alder', active: false, brokers: ['Hinoki'], users: 2 },
    { name: 'Birch', active: true },
  ])

  expect(await operator.runs('firm enable', { firm, reason })).toEqual({ firm, active: true, changed: true })
  await desk.trader('alder')
})

test('an institution that another process disabled is locked out with the next request', async () => {
  const { desk, alder, birch } = await located()

  await desk.app.database.updateTable('firm').set({ active: 0 }).where('name', '=', firm).execute()

  expect(await alder.isRefused('/user/my-details')).toMatchObject({ status: 401, reason: 'NOT_SIGNED_IN' })
  expect(await birch.callsOk('/user/my-details')).toMatchObject({ organization_name: 'Birch' })
})

test('a log-in that completes while the institution is disabled stays invalid when it is enabled', async () => {
  const { desk, alder, operator } = await located()
  const { id } = await desk.app.database
    .selectFrom('person')
    .select('id')
    .where('email', '=', alder.email)
    .executeTakeFirstOrThrow()
  await operator.runs('firm disable', { firm, reason })
  // The last step of a log-in whose password was verified just before.
  const { token } = await desk.app.sessions.open(id, 'session')
  expect(await alder.isRefused('/user/my-details', { token })).toMatchObject({ status: 401 })

  await operator.runs('firm enable', { firm, reason })

  expect(await alder.isRefused('/user/my-details', { token })).toMatchObject({ status: 401 })
})

test('a locate of a disabled institution has no outcome, even if the other side accepts it as well', async () => {
  const { alder, birch, id, locate, contra, desk, operator } = await located()
  await alder.accepts(locate)
  await operator.runs('firm disable', { firm, reason })

  // Refused as late if a tick has withdrawn the locate by then.
  const { status } = await birch.calls('/locate-notification/connect-acceptance', {
    body: locateAnswerBody(contra),
  })
  expect([200, 409]).toContain(status)

  expect(await birch.receives('LOCATE_ERROR')).toMatchObject({ errorCode: 'LOCATE_ERROR' })
  expect(await (await desk.broker('hinoki')).agreements()).toEqual([])
  expect(JSON.stringify(birch.received)).not.toContain('Alder')
  await operator.runs('firm enable', { firm, reason })
  const back = await (await desk.trader('alder')).connects()
  // A tick may have withdrawn it before the sessions ended; then the first window was notified.
  const notification = await until('LOCATE_ERROR to the disabled institution', async () =>
    [...alder.received, ...back.received].find(({ message }) => message === 'LOCATE_ERROR'),
  )
  expect(notification).toMatchObject({ advertisementId: id })
})

test("a disabled institution's adverts are paused, with or without a server, and match nobody", async () => {
  const desk = await startTestServer({ brokers: ['Hinoki'] })
  const alder = await (await desk.trader('alder')).connects()
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  const operator = new Operator(desk)
  await operator.stopsTheServer()
  expect(await operator.runs('firm disable', { firm, reason })).toMatchObject({ sessionsEnded: 1 })
  await operator.startsTheServer()

  expect(await alder.isRefused('/user/my-details')).toMatchObject({ status: 401 })
  const read = () =>
    desk.app.market.read(({ adverts, firms }) => ({
      status: adverts.get(id)?.advertisementStatus,
      brokers: [...firms.values()].map(({ brokerIds }) => brokerIds.length).sort(),
    }))
  expect(await read()).toEqual({ status: 'PAUSED', brokers: [0, 1] })
  await operator.runs('firm enable', { firm, reason })
  expect(await read()).toEqual({ status: 'PAUSED', brokers: [1, 1] })
})

test('adverts do not match over a disabled broker, or without an assigned one', async () => {
  const desk = await startTestServer({ brokers: ['Hinoki'] })
  const operator = new Operator(desk)
  const alder = await (await desk.trader('alder')).connects()
  const birch = await (await desk.trader('birch')).connects()
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)
  const hinoki = await desk.broker('hinoki')
  const broker = { shortName: 'ｈｉｎｏｋｉ', reason }

  expect(await operator.runs('broker disable', broker)).toMatchObject({ active: false, changed: true })
  expect(await alder.callsOk('/broker/user-brokers-list')).toEqual([])
  expect(await hinoki.agreements()).toEqual([])
  expect(await operator.lists('broker list', {})).toEqual([
    {
      name: 'Hinoki',
      shortName: 'Hinoki',
      contact: 'Hinoki desk',
      swapEnabled: false,
      active: false,
      requiredFactor: 'any',
      firms: ['Alder', 'Birch'],
      users: 1,
    },
  ])
  await operator.runs('broker enable', broker)
  await operator.runs('broker unassign', { firm: 'Birch', shortName: 'Hinoki', reason })
  expect(await birch.callsOk('/broker/user-brokers-list')).toEqual([])
  await operator.runs('broker assign', { firm: 'Birch', shortName: 'Hinoki' })
  await birch.advertises('SELL', '7203.T', 10_000)
  expect(await alder.isLocated(id)).toMatchObject({ outcome: null })
})

test('additions, assignments and disabling are in the audit trail with the operator and, if given, the reason', async () => {
  const desk = await startTestServer({ firms: [], brokers: [] })
  const operator = new Operator(desk)
  const names = { firm: 'Oak', shortName: 'SUG' }
  const person = { firstName: '花子', lastName: '田中', role: 'TRADER', firm: 'Oak' } as const

  await operator.runs('firm add', { name: 'Oak', reason: 'signed on 2 November' })
  await operator.runs('broker add', { name: 'Sugi Securities', shortName: 'SUG' })
  await operator.runs('broker assign', { ...names, reason })
  await operator.runs('broker assign', { ...names, reason })
  await operator.runs('broker unassign', { ...names, reason })
  await operator.runs('user add', { ...person, email: 'hanako@oak.example' })
  await operator.runs('broker disable', { shortName: 'SUG', reason })
  await operator.runs('broker enable', { shortName: 'SUG', reason })
  await operator.runs('firm disable', { firm: 'Oak', reason })
  await operator.runs('firm enable', { firm: 'Oak', reason })

  const trail = await auditEvents(desk)
  expect(trail.map((event) => [event.actor, event.action, event.reason])).toEqual(
    [
      ['firmAdded', 'signed on 2 November'],
      ['brokerAdded', ''],
      ['brokerAssigned', reason],
      ['brokerUnassigned', reason],
      ['userAdded', ''],
      ['brokerDisabled', reason],
      ['brokerEnabled', reason],
      ['firmDisabled', reason],
      ['firmEnabled', reason],
    ].map((event) => [`staff:${operatorName}`, ...event]),
  )
  expect(JSON.stringify(trail)).not.toContain('hanako@oak.example')
  for (const bad of ['', 'a\nb'])
    expect(await operator.isRefused('firm add', { name: 'Elm', reason: bad })).toMatchObject({
      code: 'INVALID',
    })
})

test('an institution is renamed everywhere at once, and its records keep its id', async () => {
  const { desk, alder, operator } = await located()

  expect(await operator.runs('firm rename', { firm: 'alder', to: ' Alder  Capital', reason })).toEqual({
    before: 'Alder',
    name: 'Alder Capital',
    changed: true,
  })

  expect(await alder.callsOk('/user/my-details')).toMatchObject({ organization_name: 'Alder Capital' })
  expect(await operator.lists('firm list', {})).toMatchObject([{ name: 'Alder Capital' }, { name: 'Birch' }])
  expect(await auditEvents(desk, 'firmRenamed')).toMatchObject([
    { reason, details: { before: 'Alder', after: 'Alder Capital' } },
  ])
  const again = { firm: 'Alder Capital', to: 'Alder Capital', reason }
  expect(await operator.runs('firm rename', again)).toMatchObject({ changed: false })
  for (const [wrong, code] of [
    [{ firm: 'Oak', to: 'Elm', reason }, 'FIRM_UNKNOWN'],
    [{ ...again, to: 'ＢＩＲＣＨ' }, 'FIRM_EXISTS'],
    [{ ...again, to: ' ' }, 'INVALID'],
    [{ ...again, reason: 'x' }, 'INVALID'],
  ] as const)
    expect(await operator.isRefused('firm rename', wrong)).toMatchObject({ code })
})

test("a broker's name and contact are changed at once, and the audit trail has no contact", async () => {
  const { desk, alder, operator } = await located()
  const contact = '+81 3 5550 0199'

  expect(await operator.runs('broker change', { shortName: 'hinoki', contact, reason })).toEqual({
    shortName: 'Hinoki',
    name: 'Hinoki',
    contact,
    requiredFactor: 'any',
    changed: true,
  })
  expect(
    await operator.runs('broker change', { shortName: 'Hinoki', name: 'Hinoki Securities', reason }),
  ).toMatchObject({
    name: 'Hinoki Securities',
    contact,
  })

  expect(await alder.callsOk('/broker/user-brokers-list')).toMatchObject([
    { shortName: 'Hinoki', brokerName: 'Hinoki Securities' },
  ])
  const trail = await auditEvents(desk, 'brokerChanged')
  expect(trail.map(({ details }) => details)).toEqual([
    { changed: ['contact'] },
    { changed: ['name'], before: 'Hinoki', after: 'Hinoki Securities' },
  ])
  for (const [wrong, code] of [
    [{ shortName: 'Oak', contact, reason }, 'BROKER_UNKNOWN'],
    [{ shortName: 'Hinoki', contact: 'a\u0000b', reason }, 'INVALID'],
    [{ shortName: 'Hinoki', contact, reason: '' }, 'INVALID'],
  ] as const)
    expect(await operator.isRefused('broker change', wrong)).toMatchObject({ code })
})

test('a rating is shown with its events, by the day and without the contras', async () => {
  const { desk, alder, birch, locate, contra, operator } = await located()
  await alder.accepts(locate)
  await birch.declines(contra)
  await birch.receives('Connection Declined')

  const shown = await operator.runs('rating show', { email: 'ＴＲＡＤＥＲ@birch.example' })

  expect(shown).toEqual({
    email: 'trader@birch.example',
    rating: 55,
    stars: 3,
    events: [{ day: '2026-11-18', kind: 'DECLINE', score: 5, weight: 20, points: 100 }],
    missing: { count: 19, score: 60, weight: 190, points: 11_400 },
    fullWeight: 210,
    next: { accept: 59, decline: 50, timeout: 49 },
  })
  expect(await operator.runs('rating show', { email: alder.email })).toMatchObject({ rating: 64 })
  await operator.stopsTheServer()
  expect(await operator.runs('rating show', { email: birch.email })).toEqual(shown)
  expect(await operator.isRefused('rating show', { email: 'broker@hinoki.example' })).toMatchObject({
    code: 'NOT_TRADER',
  })
  await operator.startsTheServer()
  await until('the desk', async () => desk.app.market.isReady())
})
