import type { PlatformHours } from '@aitai/contract/schemas/reference.ts'
import { expect, test } from 'vitest'
import { book, buys, modifyOf, moment, perform, sells, sweepAt } from '../../../engine/test/book.ts'
import { startLocated, startWithTwoTraders } from '../support/journeys.ts'
import { Operator, operatorName } from '../support/operator.ts'
import { type ApiResponse, submissionBody } from '../support/test-user.ts'
import { until } from '../support/until.ts'

const reason = 'asked by the exchange'
const of = {
  PLATFORM: [{}, 'PLATFORM-CLOSED', null],
  FIRM: [{ firm: 'Alder' }, 'FIRM-HALTED', 'Alder'],
  SECURITY: [{ security: '7203.T' }, 'SECURITY-HALTED', '7203.T'],
} as const
type Kind = keyof typeof of
const kinds = ['PLATFORM', 'FIRM', 'SECURITY'] as const

const halts = (operator: Operator, kind: Kind) =>
  kind === 'PLATFORM'
    ? operator.runs('platform close', { reason })
    : operator.runs('halt', { ...of[kind][0], reason })
const resumes = (operator: Operator, kind: Kind) =>
  kind === 'PLATFORM'
    ? operator.runs('platform open', { reason: 'all clear' })
    : operator.runs('resume', { ...of[kind][0], reason: 'all clear' })

/** Two traders who are connected, and an operator. */
async function twoAtTheDesk() {
  const both = await startWithTwoTraders()
  return { ...both, operator: new Operator(both.desk) }
}

async function located() {
  const at = await startLocated()
  return { ...at, operator: new Operator(at.desk) }
}

test.each(kinds)('%s halted: both sides of an open locate receive LOCATE_ERROR at once', async (kind) => {
  const { alder, birch, operator, id, contraId, locate, contra } = await located()
  await birch.accepts(contra)

  expect(await halts(operator, kind)).toEqual({
    what: kind,
    name: of[kind][2],
    halted: true,
    changed: true,
    by: operatorName,
    reason,
  })

  const notifications = [await alder.receives('LOCATE_ERROR'), await birch.receives('LOCATE_ERROR')]
  // Both receive the same text, and neither receives the reason.
  for (const notification of notifications) {
    expect(notification).toMatchObject({ errorCode: 'LOCATE_ERROR', messageType: 'locate' })
    expect(JSON.stringify(notification)).not.toContain(reason)
    expect(JSON.stringify(notification)).not.toContain('HALTED')
  }
  expect(notifications[0]?.errorMessage).toBe(notifications[1]?.errorMessage)
  expect((await alder.advert(id)).advertisementStatus).toBe('LIVE')
  expect((await birch.advert(contraId)).advertisementStatus).toBe('LIVE')
  expect(await alder.callsOk('/user/my-details')).toMatchObject({ credibilityRating: 60 })
  expect(
    await alder.isRefused('/locate-notification/connect-acceptance', {
      body: { direction: 'BUY', locationNotificationId: locate.locateNotificationId },
    }),
  ).toMatchObject({ errorCode: 'LOCATE-LATE' })
})

test.each(kinds)('%s halted: sending and resuming are refused with its code, until it ends', async (kind) => {
  const { alder, operator } = await twoAtTheDesk()
  const paused = await alder.advertises('BUY', '7203.T', 10_000)
  await alder.callsOk(`/advert/pause-advert/${paused.id}`)
  await halts(operator, kind)

  expect(await alder.isRefused(`/advert/resume-advert/${paused.id}`)).toMatchObject({
    status: 409,
    errorCode: of[kind][1],
  })
  await alder.callsOk(`/advert/cancel-advert/${paused.id}`)
  const body = { ...submissionBody(await alder.drafts('7203.T')), direction: 'BUY', shareQuantity: 10_000 }
  expect(await alder.isRefused('/advert/submit-advert', { body })).toMatchObject({
    status: 409,
    errorCode: of[kind][1],
  })

  expect(await resumes(operator, kind)).toMatchObject({ halted: false, changed: true })
  expect(await alder.callsOk('/advert/submit-advert', { body })).toMatchObject({ id: body.id })
})

test.each(kinds)('%s halted: the platform hours say so, until it ends', async (kind) => {
  const { desk, alder, birch, operator } = await twoAtTheDesk()
  const halted = async (trader: typeof alder, ric: string) =>
    (await trader.callsOk<PlatformHours>(`/status/get-platform-hours/${desk.securityId(ric)}`)).halted
  expect(await halted(alder, '7203.T')).toBeNull()
  await halts(operator, kind)

  const reasons = [
    await halted(alder, '7203.T'),
    await halted(alder, '8306.T'),
    await halted(birch, '7203.T'),
    await halted(birch, '8306.T'),
  ]
  // A halt of an institution shows to its own users only, one of a security on that security only.
  const code = of[kind][1]
  expect(reasons).toEqual(
    {
      PLATFORM: [code, code, code, code],
      FIRM: [code, code, null, null],
      SECURITY: [code, null, code, null],
    }[kind],
  )
  await resumes(operator, kind)
  expect(await halted(alder, '7203.T')).toBeNull()
})

test.each(kinds)(
  '%s halted: it survives a restart, with the operator, the time and the reason',
  async (kind) => {
    const { desk, alder, operator } = await twoAtTheDesk()
    const since = new Date(desk.clock.now()).toISOString()
    await halts(operator, kind)
    desk.clock.advance(60_000)
    const listed = [{ what: kind, name: of[kind][2], since, by: operatorName, isUser: false, reason }]
    expect(await operator.lists('halts', {})).toEqual(listed)

    await operator.stopsTheServer()
    expect(await operator.lists('halts', {})).toEqual(listed)
    expect(await halts(operator, kind)).toMatchObject({ changed: false })
    await operator.startsTheServer()

    expect(await operator.lists('halts', {})).toEqual(listed)
    const body = { ...submissionBody(await alder.drafts('7203.T')), direction: 'BUY', shareQuantity: 10_000 }
    expect(await alder.isRefused('/advert/submit-advert', { body })).toMatchObject({ errorCode: of[kind][1] })
    await resumes(operator, kind)
    expect(await operator.lists('halts', {})).toEqual([])
  },
)

test.each(kinds)('%s halted while no server runs: both are notified when they return', async (kind) => {
  const { desk, alder, birch, operator, id } = await located()
  await operator.stopsTheServer()
  expect(await halts(operator, kind)).toMatchObject({ halted: true, changed: true })
  await operator.startsTheServer()

  for (const { email } of [alder, birch]) {
    const back = await (await desk.person(email).signsIn()).connects()
    expect(await back.receives('LOCATE_ERROR')).toMatchObject({ errorCode: 'LOCATE_ERROR' })
  }
  const again = await desk.trader('alder')
  expect((await again.locates())[0]).toMatchObject({ outcome: 'WITHDRAWN' })
  expect((await again.advert(id)).advertisementStatus).toBe('LIVE')
})

test.each(kinds)('%s halted: a compatible pair is not located, however often it is changed', async (kind) => {
  const { alder, birch, operator } = await twoAtTheDesk()
  // Live on both sides, and too far apart to match until they are changed.
  const own = await alder.advertises('BUY', '7203.T', 20_000, { minimumQuantity: 75 })
  const other = await birch.advertises('SELL', '7203.T', 10_000)
  await halts(operator, kind)

  for (let i = 0; i < 50; i += 1) {
    const shareQuantity = 10_000 + (i % 7) * 100
    await Promise.all([
      alder.callsOk('/advert/modify-advert', { body: { ...submissionBody(own), shareQuantity } }),
      birch.callsOk('/advert/modify-advert', { body: { ...submissionBody(other), shareQuantity } }),
    ])
  }

  expect(await alder.locates()).toEqual([])
  expect([...alder.received, ...birch.received].map(({ message }) => message)).not.toContain('Contra Located')
  await resumes(operator, kind)
  expect(await alder.isLocated(own.id)).toMatchObject({ outcome: null })
})

test.each([
  ['the platform', { kind: 'PLATFORM' }],
  ['an institution', { kind: 'FIRM', firmId: 'alder' }],
  ['a security', { kind: 'SECURITY', securityId: 'toyota' }],
] as const)('with %s halted, 10,000 sweeps of a compatible pair locate nobody', (_, target) => {
  const state = book(buys('alder', 10_000), sells('birch', 10_000))
  const start = moment('00:05')
  const change = { type: 'changeHalt', target, by: operatorName, reason } as const
  perform(state, { ...change, at: start, halted: true })

  let located = 0
  for (let at = start; at < start + 10_000; at += 1) {
    perform(state, modifyOf(state, 'alder-1', { shareQuantity: 10_000 + (at % 2) * 100 }, at))
    located += perform(state, sweepAt(at)).filter(({ type }) => type === 'contraLocated').length
  }
  expect(located).toBe(0)

  perform(state, { ...change, at: start + 10_000, halted: false })
  expect(perform(state, sweepAt(start + 10_000)).map(({ type }) => type)).toContain('contraLocated')
})

test.each([
  ['an unknown institution', { firm: 'Nobody' }, 'FIRM_UNKNOWN'],
  ['an unknown security', { security: '0000.T' }, 'SECURITY_UNKNOWN'],
  ['both', { firm: 'Alder', security: '7203.T' }, 'INVALID'],
  ['neither', {}, 'INVALID'],
])('%s cannot be halted', async (_, target, code) => {
  const { operator } = await twoAtTheDesk()

  expect(await operator.isRefused('halt', { ...target, reason })).toMatchObject({ code })
  expect(await operator.lists('halts', {})).toEqual([])
})

test('a halt needs a reason on one line, and accepts names in full width', async () => {
  const { operator } = await twoAtTheDesk()

  for (const none of ['', '   ', 'one\ntwo', 'x'.repeat(501)])
    expect(await operator.isRefused('halt', { firm: 'Alder', reason: none })).toMatchObject({
      code: 'INVALID',
    })
  expect(await operator.runs('halt', { firm: ' ＡＬＤＥＲ', reason })).toMatchObject({ name: 'Alder' })
  expect(await operator.runs('halt', { security: '７２０３．ｔ', reason })).toMatchObject({ name: '7203.T' })
  expect(await operator.lists('halts', {})).toMatchObject([{ name: '7203.T' }, { name: 'Alder' }])
})

const bytes = ({ status, text, headers }: ApiResponse): string =>
  JSON.stringify([status, text, [...headers].filter(([name]) => name !== 'date')])

/** All replies and notifications of Alder while Birch may be halted. */
async function transcript(isHalted: boolean): Promise<string[]> {
  const { alder, birch, desk, operator } = await twoAtTheDesk()
  const before = await birch.advertises('SELL', '8306.T', 100_000)
  if (isHalted) await operator.runs('halt', { firm: 'Birch', reason })
  const drafted = await alder.calls<{ id: string }>('/advert/create-advert', {
    body: { securityId: desk.securityId('7203.T') },
  })
  const body = {
    ...submissionBody(await alder.advert(drafted.body.id)),
    direction: 'BUY',
    shareQuantity: 10_000,
  }
  const sent = await alder.calls('/advert/submit-advert', { body })
  await until(
    'the advert to be live',
    async () => (await alder.advert(body.id)).advertisementStatus === 'LIVE',
  )
  // Its acknowledgement is stored a moment after it was received, and the list shows it.
  await until('the notification to be acknowledged', async () => {
    const { body: notifications } = await alder.calls<{ ack: boolean }[]>('/notifications')
    return notifications.length > 0 && notifications.every(({ ack }) => ack)
  })
  const requests = [
    '/advert/advert-list',
    '/locate-notification/list-locate-notifications',
    '/user/my-details',
    '/user/ioi-counts',
    '/notifications',
    '/broker/user-brokers-list',
    `/status/get-platform-hours/${desk.securityId('7203.T')}`,
    `/advert/pause-advert/${drafted.body.id}`,
    `/advert/resume-advert/${drafted.body.id}`,
  ]
  const answers = []
  for (const path of requests) answers.push(await alder.calls(path))
  await alder.receives('USER_RESUMED_ADVERT')
  const received = alder.received.map(({ message, errorCode }) => `${message} ${errorCode}`)
  const [first] = alder.received
  expect(await birch.adverts()).toMatchObject([{ id: before.id }])
  return [...[drafted, sent, ...answers].map(bytes), ...received]
    .map((text) =>
      text.replaceAll(drafted.body.id, 'the advert').replaceAll(first?.id ?? '-', 'the notification'),
    )
    .map((text) => text.replaceAll(/[0-9a-f]{32}/g, 'an id'))
}

test("another institution's replies and notifications do not depend on a halt of one", async () => {
  const [without, halted] = [await transcript(false), await transcript(true)]

  expect(halted).toEqual(without)
  expect(halted.length).toBeGreaterThan(12)
})
