import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditActions } from '@aitai/contract/routes/console/audit-actions.ts'
import type { FoundAuditEvents, VerifiedAuditTrail } from '@aitai/contract/schemas/console/audit.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { recordAuditEventAlone } from '../../../src/database/audit-events.ts'
import { auditEvents } from '../../support/operator.ts'
import { temporaryFolder } from '../../support/test-databases.ts'
import type { TestUser } from '../../support/test-user.ts'
import { eventsOf, expectSameEvents, reason, startConsole } from './console-fixtures.ts'

const today = { from: '2026-11-18', to: '2026-11-18' } as const
/** The same day in milliseconds UTC. */
const period = { from: Date.UTC(2026, 10, 17, 15), to: Date.UTC(2026, 10, 18, 15) }

const search = (person: TestUser, about: object = {}) =>
  person.callsOk<FoundAuditEvents>('/operations/audit/search', { body: { ...today, ...about } })
const actionsOf = ({ events }: FoundAuditEvents) => events.map(({ action }) => action)

test('a search finds what the command finds, and both are recorded alike', async () => {
  const { desk, compliance, operator } = await startConsole(['compliance', 'operations'])
  await operator.runs('firm disable', { firm: 'Birch', reason })
  const about = { action: 'firmDisabled', actor: 'ops-kimura', subject: 'Birch' }
  let byCommand = {}
  let onConsole: Partial<FoundAuditEvents> = {}

  const ofCommand = await eventsOf(desk, async () => {
    byCommand = await operator.runs('audit search', { ...period, ...about })
  })
  const ofConsole = await eventsOf(desk, async () => {
    onConsole = await search(compliance, about)
  })
  await expectSameEvents(desk, compliance, ofCommand, ofConsole)
  expect(ofConsole).toMatchObject([
    { action: 'auditSearched', details: { action: 'firmDisabled', actor: 'ops-kimura' } },
  ])
  const texts = (found: { events?: { details: unknown }[] }) =>
    found.events?.map((event) => ({ ...event, details: JSON.stringify(event.details) }))
  expect(onConsole.events).toEqual(texts(byCommand))
  expect(onConsole).toMatchObject({
    events: [
      {
        action: 'firmDisabled',
        actor: { id: 'staff:ops-kimura', name: null, firm: null },
        subject: { name: 'Birch' },
        reason,
        outcome: 'DONE',
      },
    ],
    older: null,
  })
})

test('a search is by day in Tokyo, action, actor and subject', async () => {
  const { desk, compliance, operations } = await startConsole(['compliance', 'operations'])
  await desk.trader('alder')
  await operations.callsOk('/operations/reference/venue/set', {
    body: { values: { ratedEvents: '30' }, reason },
  })

  const loggedIn = await search(compliance, { action: 'loginSucceeded' })
  expect(loggedIn.events.map(({ actor }) => actor)).toMatchObject([
    { name: expect.stringContaining('Desk'), firm: 'Alder' },
    { name: 'operations Desk', firm: null },
    { name: 'compliance Desk', firm: null },
  ])
  // By e-mail, in any case: what somebody did as a user and as staff on the console.
  const own = await search(compliance, { actor: ' Operations@aitai.example' })
  expect(actionsOf(own)).toEqual(['venueScheduled', 'loginSucceeded'])
  expect(actionsOf(await search(compliance, { subject: 'operations@aitai.example' }))).toContain('grantAdded')
  expect(actionsOf(await search(compliance, { from: '2026-11-17', to: '2026-11-17' }))).toEqual([])
  expect(actionsOf(await search(compliance, { actor: 'nobody-of-that-name' }))).toEqual([])
})

test('pages are complete and without repetition, also with searches in between', async () => {
  const { desk, compliance } = await startConsole(['compliance'])
  for (let n = 0; n < 230; n += 1)
    await recordAuditEventAlone(
      desk.app.database,
      { actor: 'system', action: 'sessionEnded', subject: `user-${n}` },
      desk.clock.now(),
    )
  const subjects: string[] = []
  let page = await search(compliance, { action: 'sessionEnded' })
  expect(page.events).toHaveLength(100)
  for (;;) {
    subjects.push(...page.events.map(({ subject }) => subject.id))
    if (page.older === null) break
    page = await search(compliance, { action: 'sessionEnded', before: page.older })
  }
  expect(subjects).toEqual(Array.from({ length: 230 }, (_, n) => `user-${229 - n}`))
})

test('a search shows no IOI and nobody who met whom', async () => {
  const { desk, compliance } = await startConsole(['compliance'])
  const [alder, birch] = [await desk.trader('alder'), await desk.trader('birch')]
  await alder.connects()
  await birch.connects()
  const bought = await alder.advertises('BUY', '7203.T', 20_000)
  const sold = await birch.advertises('SELL', '7203.T', 20_000)
  await alder.accepts(await alder.isLocated(bought.id))
  await birch.accepts(await birch.isLocated(sold.id))

  const text = JSON.stringify(await search(compliance))
  for (const secret of [bought.id, sold.id, '7203', '20000', desk.securityId('7203.T')])
    expect(text).not.toContain(secret)
  // Nor an address or a name of the sign-in.
  expect(text).not.toContain('@')
})

test.each([
  [{ from: '2026-02-30' }, 400, 'INVALID', 'from'],
  [{ to: 'today' }, 400, 'INVALID', 'to'],
  [{ from: '2026-11-19' }, 400, 'INVALID', 'to'],
  [{ action: 'user disabled' }, 400, 'INVALID', 'action'],
  [{ action: `a'; drop table audit` }, 400, 'INVALID', 'action'],
  [{ before: 0 }, 400, 'INVALID', 'before'],
  [{ actor: 'nobody@alder.example' }, 409, 'USER_UNKNOWN', undefined],
  [{ subject: 'nobody@alder.example' }, 409, 'USER_UNKNOWN', undefined],
])('a search for %j is refused and not recorded', async (about, status, errorCode, field) => {
  const { desk, compliance } = await startConsole(['compliance'])
  const events = await eventsOf(desk, async () => {
    const refused = await compliance.isRefused('/operations/audit/search', { body: { ...today, ...about } })
    expect(refused).toMatchObject({ status, errorCode, ...(field ? { field } : {}) })
  })
  expect(events).toEqual([])
})

test('both chains are verified, and the first wrong entry is named', async () => {
  const { desk, compliance } = await startConsole(['compliance'])
  const verify = () => compliance.callsOk<VerifiedAuditTrail>('/operations/audit/verify', { body: {} })
  const [first, second] = await Promise.all([verify(), verify()])
  expect(first).toEqual(second)
  expect(first).toMatchObject({
    verified: true,
    audit: { whole: true, why: null, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    journal: { whole: true },
  })

  await sql.raw('drop trigger audit_no_update').execute(desk.app.database)
  await desk.app.database.updateTable('audit').set({ reason: 'another' }).where('seq', '=', 2).execute()
  expect(await verify()).toMatchObject({
    verified: false,
    audit: { whole: false, seq: 2, hash: null, why: expect.stringContaining('entry 2') },
    journal: { whole: true },
  })
})

test('an export has the bytes of the file of the command, and leaves the same events', async () => {
  const { desk, compliance, operator } = await startConsole(['compliance'])
  const alder = await desk.trader('alder')
  const { id } = await alder.advertises('BUY', '7203.T', 20_000)
  desk.clock.advance(24 * 3_600_000)
  await compliance.signsIn()
  const { readFile } = await import('node:fs/promises')

  for (const format of ['csv', 'json'] as const) {
    const file = join(temporaryFolder(), 'export')
    const ofCommand = await eventsOf(desk, () =>
      operator.runs('audit export', { ...period, format, reason, file }),
    )
    let text = ''
    const ofConsole = await eventsOf(desk, async () => {
      const body = { ...today, format, reason }
      const response = await compliance.calls('/operations/audit/export', { body })
      expect(response.status).toBe(200)
      text = response.text
    })
    // The client of the test removes the mark of the bytes' order, as a browser does.
    expect(text.replace(/^\uFEFF/, '')).toBe((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''))
    expect(text).toContain(id)
    await expectSameEvents(desk, compliance, ofCommand, ofConsole)
  }
})

test('an export is replied without a file on the machine, which a crash would leave', async () => {
  const { desk, compliance } = await startConsole(['compliance'])
  desk.clock.advance(24 * 3_600_000)
  await compliance.signsIn()
  vi.stubEnv('TMPDIR', join(temporaryFolder(), 'no-such-folder'))
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const body = { ...today, format: 'json', reason }

  expect((await compliance.calls('/operations/audit/export', { body })).status).toBe(200)
})

test('a file that is too large for a reply is refused, and its records are there without it', async () => {
  const { desk, compliance, operator } = await startConsole(['compliance'])
  const megabyte = 1_024 * 1_024
  for (let n = 0; n < 33; n += 1)
    await recordAuditEventAlone(
      desk.app.database,
      { actor: 'system', action: 'sessionEnded', details: { n, note: 'x'.repeat(megabyte) } },
      desk.clock.now(),
    )
  desk.clock.advance(1_000)
  const body = { ...today, format: 'json', reason }
  const export_ = '/operations/audit/export'

  const actions = (await eventsOf(desk, async () => {
    expect(await compliance.isRefused(export_, { body })).toMatchObject({
      status: 409,
      errorCode: 'EXPORT_TOO_LARGE',
      variables: { max: 32 },
    })
  })) as { action: string }[]
  // It was read for the file: whoever audits sees that, although nobody got it.
  expect(actions.map(({ action }) => action)).toEqual(['auditExportRequested', 'auditExportWritten'])
  const file = join(temporaryFolder(), 'export')
  const { bytes } = await operator.runs('audit export', { ...period, format: 'json', reason, file })
  expect(bytes).toBeGreaterThan(32 * megabyte)
})

test('an export without a reason, or about nobody, reads nothing', async () => {
  const { desk, compliance } = await startConsole(['compliance'])
  const path = '/operations/audit/export'
  const body = { ...today, format: 'csv', reason }
  const events = await eventsOf(desk, async () => {
    for (const [wrong, status, errorCode] of [
      [{ reason: '...' }, 400, 'INVALID'],
      [{ from: '2026-11-19', to: '2026-11-19' }, 400, 'INVALID'],
      [{ user: 'nobody@alder.example' }, 409, 'USER_UNKNOWN'],
      [{ firm: 'Nobody' }, 409, 'FIRM_UNKNOWN'],
    ] as const)
      expect(await compliance.isRefused(path, { body: { ...body, ...wrong } })).toMatchObject({
        status,
        errorCode,
      })
  })
  expect(events).toEqual([])
})

test('only compliance looks at the audit trail', async () => {
  const { desk, operations, support, administrator } = await startConsole([
    'operations',
    'support',
    'administrator',
  ])
  const before = await auditEvents(desk)
  for (const person of [operations, support, administrator])
    for (const [path, body] of [
      ['search', today],
      ['verify', {}],
      ['export', { ...today, format: 'csv', reason }],
    ] as const)
      expect(await person.isRefused(`/operations/audit/${path}`, { body })).toMatchObject({ status: 403 })
  const left = (await auditEvents(desk)).slice(before.length)
  expect(new Set(left.map(({ action }) => action))).toEqual(new Set(['accessRefused']))
  expect(left).toHaveLength(9)
})

test('every action that the server records can be chosen', () => {
  const source = new URL('../../../src/', import.meta.url)
  const recorded = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const code = readFileSync(new URL(file.replaceAll('\\', '/'), source), 'utf8')
      return /record(Admin|Audit)Event|AuditEvent/.test(code)
        ? [...code.matchAll(/\baction(?::| =)[^;\n]*/g)].flatMap(([line]) =>
            [...line.matchAll(/'([a-z]+[A-Z]\w+)'/g)].map(([, name = '']) => name),
          )
        : []
    })
  expect(recorded.length).toBeGreaterThan(40)
  expect(
    [...new Set(recorded)].filter((name) => !(auditActions as readonly string[]).includes(name)),
  ).toEqual([])
})
