import { haltTarget, resumeTarget } from '@aitai/contract/routes/console/operations.ts'
import { basePath } from '@aitai/contract/routes/route.ts'
import type { OperationsHalts, OperationsToday } from '@aitai/contract/schemas/console/operations.ts'
import { expect, test } from 'vitest'
import { auditEvents, Operator, operatorName } from '../support/operator.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import type { TestUser } from '../support/test-user.ts'

const reason = 'asked by the exchange'
const email = 'operations@aitai.example'

async function withConsole() {
  const desk = await startTestServer()
  await desk.addStaff('operations')
  const naomi = await desk.person(email).signsIn()
  return { desk, naomi, operator: new Operator(desk) }
}

const today = (person: TestUser) => person.callsOk<OperationsToday>('/operations/today')
const halts = (person: TestUser) => person.callsOk<OperationsHalts>('/operations/halts')

/** The halts and resumes of the journal, the oldest first. */
async function haltChangesIn({ app }: TestServer) {
  const rows = await app.database.selectFrom('journal').select(['command', 'events']).orderBy('seq').execute()
  return rows
    .map(({ command, events }) => ({ command: JSON.parse(command), events: JSON.parse(events) }))
    .filter(({ command }) => command.type === 'changeHalt')
}

const idOf = async ({ app }: TestServer): Promise<string> =>
  (await app.database.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow())
    .id

const targets = [
  ['PLATFORM', null, 'platform close', 'platform open', {}],
  ['FIRM', 'Alder', 'halt', 'resume', { firm: 'Alder' }],
  ['SECURITY', '7203.T', 'halt', 'resume', { security: '7203.T' }],
] as const

test.each(targets)(
  '%s: a halt and its end on the console leave the same entries as the commands, but for who it was',
  async (what, name, halting, resuming, args) => {
    const { desk, naomi, operator } = await withConsole()
    const body = { what, ...(name === null ? {} : { name }), reason }
    const audited = (await auditEvents(desk)).length

    await operator.runs(halting, { ...args, reason } as never)
    await operator.runs(resuming, { ...args, reason } as never)
    expect(await naomi.callsOk('/operations/halt', { body })).toEqual({
      what,
      name,
      halted: true,
      changed: true,
    })
    expect(await naomi.callsOk('/operations/resume', { body })).toEqual({
      what,
      name,
      halted: false,
      changed: true,
    })

    const [byCommand, ending, ...onConsole] = await haltChangesIn(desk)
    const as = (by: string) =>
      [byCommand, ending].map((entry) =>
        JSON.parse(JSON.stringify(entry).replaceAll(operatorName, by), (key, value) =>
          key === 'at' ? expect.any(Number) : value,
        ),
      )
    expect(onConsole).toEqual(as(await idOf(desk)))
    // Neither leaves an audit event beside the journal.
    expect(await auditEvents(desk)).toHaveLength(audited)
  },
)

test('the console shows what is halted now, since when, by whom and why, also after a restart', async () => {
  const { desk, naomi, operator } = await withConsole()
  await operator.runs('halt', { firm: 'Birch', reason: 'a mistaken list' })
  desk.clock.advance(60_000)
  await naomi.callsOk('/operations/halt', { body: { what: 'SECURITY', name: ' 7203.t ', reason } })

  const expected = [
    { what: 'SECURITY', name: '7203.T', by: 'operations Desk', isUser: true, reason },
    { what: 'FIRM', name: 'Birch', by: operatorName, isUser: false, reason: 'a mistaken list' },
  ]
  const shown = await halts(naomi)
  expect(shown).toMatchObject({ halts: expected, firms: ['Alder', 'Birch'] })
  expect(shown.securities).toEqual([{ ric: '7203.T', name: 'Toyota Motor', localName: 'トヨタ自動車' }])
  expect(Date.parse(shown.halts[0]?.since ?? '') - Date.parse(shown.halts[1]?.since ?? '')).toBe(60_000)

  await desk.restart()
  expect(await halts(naomi)).toEqual(shown)
  expect(await operator.lists('halts', {})).toEqual(shown.halts)
})

test('what the command refuses is refused on the console, and leaves nothing', async () => {
  const { desk, naomi, operator } = await withConsole()
  const refusals = [
    [{ what: 'FIRM', name: 'Nobody', reason }, 409, 'FIRM_UNKNOWN', { firm: 'Nobody', reason }],
    [{ what: 'SECURITY', name: '0000.T', reason }, 409, 'SECURITY_UNKNOWN', { security: '0000.T', reason }],
    [{ what: 'FIRM', name: 'Alder', reason: '...' }, 400, 'INVALID', { firm: 'Alder', reason: '...' }],
    [
      { what: 'FIRM', name: 'Alder', reason: 'a@b.c asked' },
      400,
      'INVALID',
      { firm: 'Alder', reason: 'a@b.c asked' },
    ],
  ] as const

  for (const [body, status, errorCode, args] of refusals)
    for (const [path, command] of [
      ['/operations/halt', 'halt'],
      ['/operations/resume', 'resume'],
    ] as const) {
      expect(await naomi.isRefused(path, { body })).toMatchObject({ status, errorCode })
      expect(await operator.isRefused(command, args)).toMatchObject({ code: errorCode })
    }
  expect(await haltChangesIn(desk)).toEqual([])
})

test('twenty halts at the same moment, from the console and by command, are one entry', async () => {
  const { desk, naomi, operator } = await withConsole()
  const body = { what: 'FIRM', name: 'Alder', reason }

  await Promise.all([
    ...Array.from({ length: 20 }, () => naomi.callsOk('/operations/halt', { body })),
    ...Array.from({ length: 20 }, () => operator.runs('halt', { firm: 'Alder', reason })),
  ])

  expect(await haltChangesIn(desk)).toHaveLength(1)
  expect((await halts(naomi)).halts).toHaveLength(1)
  expect(await naomi.callsOk('/operations/halt', { body })).toMatchObject({ changed: false })
})

test('a grant that is given or revoked holds for the next call of a running session', async () => {
  const { desk, naomi, operator } = await withConsole()
  const body = { what: 'FIRM', name: 'Alder', reason }
  const change = { email, grant: 'operations', reason } as const

  await operator.runs('user grant', { ...change, grant: 'support' })
  await operator.runs('user revoke', change)
  for (const { path } of [haltTarget, resumeTarget])
    expect(await naomi.isRefused(path, { body })).toMatchObject({ status: 403, errorCode: 'FORBIDDEN' })
  expect(await today(naomi)).toMatchObject({ sessions: { STAFF: 1 } })
  await operator.runs('user revoke', { ...change, grant: 'support' })
  expect(await naomi.isRefused('/operations/today')).toMatchObject({ status: 403 })

  await operator.runs('user grant', change)
  expect(await naomi.callsOk(haltTarget.path, { body })).toMatchObject({ changed: true })
  await operator.runs('user disable', { email, reason })
  expect(await naomi.isRefused('/operations/today')).toMatchObject({ status: 401 })
  expect(await haltChangesIn(desk)).toHaveLength(1)
})

test('the figures of the day are those of `aitai status` and `aitai doctor`', async () => {
  const { desk, naomi, operator } = await withConsole()
  await desk.trader('alder')
  await desk.broker('hinoki')

  const shown = await today(naomi)
  const { market, journal, outbox, sessions } = await operator.runs('status', {})
  expect(shown).toMatchObject({ market, journal, outbox, sessions })
  expect(shown.sessions).toEqual({ TRADER: 1, BROKER: 1, STAFF: 1 })
  expect(shown.market).toMatchObject({
    tradingDay: '2026-11-18',
    platformClosed: false,
    exchanges: [{ exchange: 'XTKS', isTradingDay: true, phase: 'MATCHING' }, {}, {}, {}],
  })
  expect(shown.quotes).toMatchObject({ newestAgeSeconds: 0, hasIndex: true })
  expect(shown.processes).toBeNull()
  expect(shown.checks.map(({ health }) => health)).toEqual(
    shown.checks.map(({ health }) => health).toSorted(),
  )

  await naomi.callsOk('/operations/halt', { body: { what: 'PLATFORM', reason } })
  expect((await today(naomi)).market).toMatchObject({ platformClosed: true })
})

test('the day shows no IOI, no security and no institution', async () => {
  const { desk, naomi } = await withConsole()
  const alder = await desk.trader('alder')
  const before = await today(naomi)
  const { id } = await alder.advertises('BUY', '7203.T', 10_000)

  const after = await today(naomi)
  const text = JSON.stringify(after)
  for (const secret of [id, '7203', 'Alder', 'trader@', '10000']) expect(text).not.toContain(secret)
  // What the journal has is a total that any command may have added to.
  expect({ ...after, journal: null }).toEqual({ ...before, journal: null, sessions: after.sessions })
})

test('a request of another site or a prefetch halts nothing', async () => {
  const { desk, naomi } = await withConsole()
  const headers = { authorization: `Bearer ${naomi.token}`, 'content-type': 'application/json' }
  const payload = { what: 'PLATFORM', reason }
  for (const foreign of [{ origin: 'https://elsewhere.example' }, { 'sec-fetch-mode': 'navigate' }]) {
    const url = basePath + haltTarget.path
    const reply = await desk.app.http.inject({
      method: 'POST',
      url,
      headers: { ...headers, ...foreign },
      payload,
    })
    expect(reply.statusCode).toBe(403)
  }
  expect(await haltChangesIn(desk)).toEqual([])
})
