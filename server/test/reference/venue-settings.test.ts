import { dayMs } from '@aitai/engine/calendar/trading-days.ts'
import { defaultLimits as productLimits } from '@aitai/engine/model/limits.ts'
import { expect, test } from 'vitest'
import { stateHash } from '../../src/market/fold.ts'
import { createJournal } from '../../src/market/journal.ts'
import { auditEvents, Operator } from '../support/operator.ts'
import { hourMs, journalledReferences, startTokyoServer } from '../support/reference-admin.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

/** Those of a test server without settings. */
const defaultLimits = { ...productLimits, freshMarketMs: 0 }

const reason = 'agreed with the members'
/** From 10:00 on Wednesday, 18 November, to the end of the trading day in Tokyo. */
const toMidnight = 14 * hourMs

const cooldownOf = (desk: TestServer): Promise<number> =>
  desk.app.market.read(({ limits }) => limits.declineCooldownMs)
const minutes = (count: number): number => count * 60_000
const untilCooldownIs = (desk: TestServer, count: number): Promise<unknown> =>
  until(`a cooldown of ${count} minutes`, async () => (await cooldownOf(desk)) === minutes(count))
const journalledLimits = async (desk: TestServer) =>
  (await journalledReferences(desk)).flatMap(({ limits }) => limits ?? [])

test('a new installation journals complete limits at its first start', async () => {
  const desk = await startTestServer({ limits: defaultLimits })

  expect(await journalledLimits(desk)).toEqual([defaultLimits])
})

// rule: 21.7
test('settings apply from the first moment of the next trading day, and not before', async () => {
  const desk = await startTestServer({ limits: defaultLimits })
  const operator = new Operator(desk)
  const set = await operator.runs('venue set', { values: { declineCooldownMs: '20 min' }, reason })

  expect(set).toMatchObject({
    from: '2026-11-19',
    changes: [{ name: 'declineCooldownMs', before: '15 min', after: '20 min' }],
  })
  desk.clock.advance(toMidnight - 1)
  await operator.runs('firm add', { name: 'Cypress' })
  expect(await cooldownOf(desk)).toBe(minutes(15))
  desk.clock.advance(1)
  await untilCooldownIs(desk, 20)
  expect((await journalledLimits(desk)).at(-1)).toEqual({ ...defaultLimits, declineCooldownMs: minutes(20) })
})

test('a value is read with Japanese units and full-width digits too', async () => {
  const desk = await startTestServer({ limits: defaultLimits })
  const operator = new Operator(desk)
  for (const [typed, after] of [
    ['２０分', '20 min'],
    ['90秒', '90 s'],
    ['1 時間', '1 h'],
  ] as const) {
    const set = await operator.runs('venue set', { values: { declineCooldownMs: typed }, reason })
    expect(set).toMatchObject({ changes: [{ after }] })
  }
})

test('the previous day ends before the new settings apply', async () => {
  const desk = await startTestServer({ limits: defaultLimits })
  await new Operator(desk).runs('venue set', { values: { declineCooldownMs: '20 min' }, reason })
  desk.clock.advance(toMidnight)
  await untilCooldownIs(desk, 20)

  const rows = await desk.app.database.selectFrom('journal').select('events').orderBy('seq').execute()
  const types = rows.flatMap(({ events }) =>
    (JSON.parse(events) as { type: string }[]).map(({ type }) => type),
  )
  expect(types.slice(-2)).toEqual(['tradingDayEnded', 'referenceChanged'])
})

// rule: 21.8
test('settings that fell due while the server was down apply at its start, and a replay has the same', async () => {
  const desk = await startTestServer({ limits: defaultLimits })
  const operator = new Operator(desk)
  await operator.runs('venue set', { values: { declineCooldownMs: '20 min' }, reason })
  await operator.stopsTheServer()
  await operator.runs('venue set', { values: { timeoutCooldownMs: '6 min' }, reason })
  desk.clock.advance(2 * dayMs)
  await operator.startsTheServer()

  expect((await journalledLimits(desk)).slice(1)).toEqual([
    { ...defaultLimits, declineCooldownMs: minutes(20), timeoutCooldownMs: minutes(6) },
  ])
  expect(await operator.runs('replay verify', {})).toMatchObject({ verified: true })
  const folded = await createJournal(desk.app.database).fold()
  expect(stateHash(folded.state)).toBe(await desk.app.market.read(stateHash))
})

test('a restart on the same day journals nothing again', async () => {
  const desk = await startTestServer({ limits: defaultLimits })
  await new Operator(desk).runs('venue set', { values: { declineCooldownMs: '20 min' }, reason })
  desk.clock.advance(toMidnight)
  await untilCooldownIs(desk, 20)
  await desk.restart()

  expect(await journalledLimits(desk)).toHaveLength(2)
})

test('on the calendar of the exchange, the next trading day skips a weekend and a holiday', async () => {
  const desk = await startTokyoServer()
  const operator = new Operator(desk)
  // From Wednesday to Friday, before the weekend and the holiday of Monday, 23 November.
  desk.clock.advance(2 * dayMs)

  expect(await operator.runs('venue set', { values: { locateWindowMs: '45s' }, reason })).toMatchObject({
    from: '2026-11-24',
  })
  const later = { values: { locateWindowMs: '40s' }, reason }
  expect(await operator.runs('venue set', { ...later, from: '2026-12-01' })).toMatchObject({
    from: '2026-12-01',
    changes: [{ name: 'locateWindowMs', before: '45 s', after: '40 s' }],
  })
  expect(await operator.isRefused('venue set', { ...later, from: '2026-11-28' })).toEqual({
    code: 'VENUE_INVALID',
    message: '2026-11-28 is not a trading day.',
  })
  expect(await operator.isRefused('venue set', { ...later, from: '2026-11-20' })).toEqual({
    code: 'VENUE_INVALID',
    message: '2026-11-20 is not after today, 2026-11-20 in Tokyo.',
  })
})

test.each([
  [{ declineCooldown: '20 min' }, 'there is no setting declineCooldown'],
  [{ declineCooldownMs: '20' }, "'20' is not a time such as '30 s' or '15 min' for declineCooldownMs"],
  [{ declineCooldownMs: '9 h' }, 'declineCooldownMs must be from 0 s to 8 h'],
  [{ excusedMoveBasisPoints: '50' }, "'50' is not a percentage such as '0.5 %' for excusedMoveBasisPoints"],
  [{ ratedEvents: '4.5' }, "'4.5' is not a whole number for ratedEvents"],
  [
    { ratedEvents: '3', locateWindowMs: '1 s' },
    'ratedEvents must be from 5 to 100; locateWindowMs must be from 10 s to 2 min',
  ],
  [
    { ratedEvents: '5', ratedEventsPerContra: '6' },
    'ratedEventsPerContra must not be larger than ratedEvents',
  ],
  [{ locateWindowMs: '10 s', locateGraceMs: '10 s' }, 'locateGraceMs must be shorter than locateWindowMs'],
  [{ 'ageing.below': '61' }, 'ageing.score must not be lower than ageing.below: ratings would not recover'],
  [{ minLiveMs: '10 s' }, 'restAfterFailureMs must not be shorter than minLiveMs'],
  [
    { 'probing.failuresPerTrader': '16' },
    'probing.failuresPerFirm must not be below that of a security or a trader',
  ],
])('%j is refused as a whole, and says why', async (values, message) => {
  const desk = await startTestServer({ limits: defaultLimits })
  const operator = new Operator(desk)

  expect(
    await operator.isRefused('venue set', { values: { ...values, timeoutCooldownMs: '6 min' }, reason }),
  ).toEqual({ code: 'VENUE_INVALID', message: `Nothing was changed: ${message}.` })
  expect(await operator.runs('venue schedule', {})).toEqual({ scheduled: [] })
  expect(await auditEvents(desk, 'venueScheduled')).toEqual([])
})

test('every setting shows its value, default, range and meaning, and takes back what it shows', async () => {
  const desk = await startTestServer({ limits: defaultLimits })
  const operator = new Operator(desk)
  const { settings } = (await operator.runs('venue show', {})) as {
    settings: { name: string; value: string; default: string; min: string; max: string; meaning: string }[]
  }

  expect(settings).toContainEqual({
    name: 'excusedMoveBasisPoints',
    value: '0.5 %',
    default: '0.5 %',
    min: '0.01 %',
    max: '10 %',
    meaning: 'Move against the decliner above which a decline is not scored',
  })
  expect(settings.every((each) => each.value === each.default && each.meaning !== '')).toBe(true)
  const values = Object.fromEntries(settings.map(({ name, value }) => [name, value]))
  expect(await operator.runs('venue set', { values, reason })).toMatchObject({ changes: [], scheduled: [] })
  expect(await auditEvents(desk, 'venueScheduled')).toEqual([])
})

test('a scheduled change can be listed, extended, and cancelled until its day; who, when and why are recorded', async () => {
  const desk = await startTestServer({ limits: defaultLimits })
  const operator = new Operator(desk)
  await operator.runs('venue set', { values: { ratedEvents: '30' }, reason })
  await operator.runs('venue set', { values: { 'ageing.tradingDays': '10' }, reason })
  const change = {
    from: '2026-11-19',
    changes: [
      { name: 'ratedEvents', before: '20', after: '30' },
      { name: 'ageing.tradingDays', before: '5', after: '10' },
    ],
  }

  expect(await operator.runs('venue schedule', {})).toEqual({ scheduled: [change] })
  const cancel = { cancel: '2026-11-19', reason: 'postponed' }
  expect(await operator.runs('venue schedule', cancel)).toEqual({ cancelled: change, scheduled: [] })
  expect((await auditEvents(desk, 'venueScheduled', 'venueCancelled')).at(-1)).toEqual({
    actor: 'staff:ops-kimura',
    action: 'venueCancelled',
    subject: '2026-11-19',
    outcome: 'DONE',
    reason: 'postponed',
    details: change,
  })
  desk.clock.advance(toMidnight)
  await until('the end of the day', async () => (await desk.app.market.read(({ day }) => day)) === 20_776)
  expect(await journalledLimits(desk)).toEqual([defaultLimits])
  expect(await operator.isRefused('venue schedule', cancel)).toMatchObject({ code: 'VENUE_INVALID' })
})

test('a change on which a later one depends cannot be cancelled, and default takes a setting back', async () => {
  const desk = await startTestServer({ limits: defaultLimits })
  const operator = new Operator(desk)
  await operator.runs('venue set', { values: { ratedEvents: '30' }, reason })
  await operator.runs('venue set', { values: { ratedEventsPerContra: '25' }, from: '2026-11-25', reason })

  expect(await operator.isRefused('venue schedule', { cancel: '2026-11-19', reason })).toMatchObject({
    message: expect.stringContaining('ratedEventsPerContra must not be larger than ratedEvents'),
  })
  const back = await operator.runs('venue set', {
    values: { ratedEventsPerContra: 'default' },
    from: '2026-11-25',
    reason,
  })
  expect(back).toMatchObject({ changes: [{ name: 'ratedEventsPerContra', before: '25', after: '4' }] })
})

test('a start with settings that are not valid is refused, and the message says what is wrong', async () => {
  const desk = await startTestServer({ limits: defaultLimits })
  const operator = new Operator(desk)
  await desk.app.database
    .insertInto('venue_change')
    .values({ day: 20_800, body: '{"ratedEvents":1000}' })
    .execute()

  await operator.stopsTheServer()
  await expect(operator.startsTheServer()).rejects.toThrow(
    'The venue settings in the database: ratedEvents must be from 5 to 100.',
  )
})
