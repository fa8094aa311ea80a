import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { AdminContext } from '../../src/admin/admin-context.ts'
import {
  type AuditExportRequest,
  type AuditExportResult,
  exportAudit,
} from '../../src/admin/audit/audit-export.ts'
import { csvCell } from '../../src/admin/audit/audit-export-format.ts'
import { redactedMark } from '../../src/admin/audit/audit-redaction.ts'
import { recordAuditEventAlone } from '../../src/database/audit-events.ts'
import { adminContextOn } from '../support/admin-context.ts'
import { temporaryFolder, testDatabases } from '../support/test-databases.ts'
import {
  advanceClock,
  answerLocate,
  draftAndSubmit,
  locatePair,
  openTestMarket,
  pauseAdvertOf,
  type TestMarket,
  untilState,
} from '../support/test-market.ts'

type Line = Readonly<Record<string, unknown>>

const adminContextOf = ({ opened, clock }: TestMarket): AdminContext =>
  adminContextOn(opened.db, { now: () => clock.at, by: 'ops' })

const morning = Date.UTC(2026, 10, 20, 1)
const minute = 60_000
/** The end of the default period. */
const ending = morning + 60 * minute

/** Exports the hour after the opening, once it is over, as JSON lines by default. */
function exportHour(venue: TestMarket, request: Partial<AuditExportRequest> = {}) {
  const folder = temporaryFolder()
  const file = join(folder, 'export')
  const period = { from: morning, to: ending }
  return exportAudit(adminContextOf(venue), {
    ...period,
    reason: 'an inspection',
    format: 'json',
    file,
    ...request,
  })
}

async function exported(venue: TestMarket, request: Partial<AuditExportRequest> = {}) {
  const answer = await exportHour(venue, request)
  if ('refusal' in answer) throw new Error(answer.refusal.message)
  const result = answer.result as AuditExportResult
  const text = readFileSync(result.file, 'utf8')
  return { result, text }
}

const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

/** Two traders who were located and agreed, one who waits, and an operator's action. The clock is then an hour on. */
async function playMorning(venue: TestMarket): Promise<void> {
  const locateId = await locatePair(venue)
  await answerLocate(venue, 'alder', locateId, 'BUY')
  advanceClock(venue, 10_000)
  const auditEvent = { actor: 'staff:ops', action: 'userDisabled', subject: 'cypress' }
  await recordAuditEventAlone(
    venue.opened.db,
    { ...auditEvent, reason: 'asked by j.doe@alder.example', details: { email: 'a@b.example' } },
    // Just before the second answer: at the same time the journal comes first.
    venue.clock.at - 1,
  )
  await answerLocate(venue, 'birch', locateId, 'SELL')
  const waits = await draftAndSubmit(venue, 'cypress', 'SELL', '6758.T')
  await untilState(venue, (state) => state.adverts.get(waits)?.advertisementStatus === 'LIVE' || null)
  await pauseAdvertOf(venue, 'cypress', waits)
  venue.clock.at = morning + 90 * minute
}

describe.each(testDatabases)('an export of a period in $name', (store) => {
  test('contains every command with its events, the notifications of each, and the audit events, in one order', async () => {
    const venue = await openTestMarket(await store.newLocation())
    await playMorning(venue)

    const { result, text } = await exported(venue)

    const lines = linesOf(text)
    const { db } = venue.opened
    const journal = db.selectFrom('journal').where('at', '<', ending)
    const entries = await journal.select(['seq', 'hash']).orderBy('seq').execute()
    const commands = lines.filter(({ kind }) => kind === 'command')
    expect(commands.map(({ seq, hash }) => ({ seq, hash }))).toEqual(entries)
    const notifications = await db.selectFrom('notification').select('seq').where('at', '<', ending).execute()
    expect(lines.filter(({ kind }) => kind === 'notification')).toHaveLength(notifications.length)
    expect(result.records).toMatchObject({
      command: entries.length,
      notification: notifications.length,
      auditEvent: 1,
    })
    expect(result.records.total).toBe(lines.length)
    // A notification follows the entry that caused it; the audit event is between the two answers.
    const kinds = lines.map(({ kind, action }) => `${kind} ${action}`)
    const [answered, disabled, agreed] = [
      kinds.indexOf('command answerLocate'),
      kinds.indexOf('auditEvent userDisabled'),
      kinds.lastIndexOf('command answerLocate'),
    ]
    expect(answered).toBeLessThan(disabled)
    expect(disabled).toBeLessThan(agreed)
    expect(kinds.slice(agreed)).toEqual(
      expect.arrayContaining(['event connectionAgreed', 'notification Contra Connection Accepted!']),
    )
  })

  test('identifies people by id, role and institution', async () => {
    const venue = await openTestMarket(await store.newLocation())
    await playMorning(venue)

    const lines = linesOf((await exported(venue)).text)

    const alder = { actor: 'alder', actorRole: 'TRADER', actorFirm: 'alder Asset' }
    expect(lines.find(({ action }) => action === 'answerLocate')).toMatchObject(alder)
    expect(lines.find(({ kind }) => kind === 'auditEvent')).toMatchObject({
      actor: 'staff:ops',
      actorRole: 'STAFF',
      actorFirm: '',
      subject: 'cypress',
      subjectRole: 'TRADER',
      subjectFirm: 'cypress Asset',
    })
    expect(lines.find(({ action }) => action === 'contraLocated')).toMatchObject({ actor: 'system' })
  })

  test('contains no password of a match, no seed, no address and no name of a person', async () => {
    const venue = await openTestMarket(await store.newLocation())
    await playMorning(venue)
    const { db } = venue.opened
    const rows = await db.selectFrom('journal').select(['command', 'events']).execute()
    const written = rows.map(({ command, events }) => command + events).join('\n')
    const secrets = [
      ...written.matchAll(/"(?:BUY|SELL)":"([\w-]{12}\.[\w-]+)"|"seed":"([0-9a-f]{64})"/g),
    ].map(([, password, seed]) => password ?? seed ?? '')
    expect(secrets.length).toBeGreaterThan(6)

    for (const format of ['csv', 'json'] as const) {
      const { text } = await exported(venue, { format })
      for (const secret of secrets) expect(text).not.toContain(secret)
      expect(text).not.toMatch(/[\w.]+@[\w.]+/)
      expect(text).not.toContain('Example"')
      expect(text).toContain(`asked by ${redactedMark}`)
    }
  })

  test('of a past period has the same bytes whatever happens later', async () => {
    const venue = await openTestMarket(await store.newLocation())
    await playMorning(venue)
    const first = await exported(venue)
    const csv = await exported(venue, { format: 'csv' })

    for (const { id } of await venue.notificationStore.unackedNotifications('alder'))
      await venue.notificationStore.ackNotifications(
        [{ userId: 'alder', notificationId: id }],
        venue.clock.at,
      )
    await draftAndSubmit(venue, 'cypress', 'BUY', '8306.T')
    const again = await exported(venue)

    expect(first.result.final).toBe(true)
    expect(again.text).toBe(first.text)
    expect(again.result.sha256).toBe(first.result.sha256)
    expect((await exported(venue, { format: 'csv' })).text).toBe(csv.text)
    // The later period contains the acknowledgements and the exports themselves.
    const later = linesOf((await exported(venue, { to: venue.clock.at })).text)
    expect(first.text).not.toContain('"ACKNOWLEDGED"')
    expect(later.some(({ outcome }) => outcome === 'ACKNOWLEDGED')).toBe(false)
    venue.clock.at += minute
    const whole = linesOf((await exported(venue, { to: venue.clock.at })).text)
    const alders = whole.filter(({ kind, subject }) => kind === 'notification' && subject === 'alder')
    expect(new Set(alders.map(({ outcome }) => outcome))).toEqual(new Set(['ACKNOWLEDGED']))
    expect(whole.filter(({ action }) => action === 'auditExportRequested')).toHaveLength(5)
  })

  test('covers exactly the requested period: its two halves together are the whole', async () => {
    const venue = await openTestMarket(await store.newLocation())
    await playMorning(venue)
    const whole = linesOf((await exported(venue)).text)
    const cut = morning + 10_000

    const before = linesOf((await exported(venue, { to: cut })).text)
    const after = linesOf((await exported(venue, { from: cut })).text)

    expect([...before, ...after]).toEqual(whole)
    expect(before.length).toBeGreaterThan(10)
    expect(after.length).toBeGreaterThan(10)
    expect(
      await exportHour(venue, { from: morning + 80 * minute, to: morning + 80 * minute }),
    ).toHaveProperty('refusal')
    const nothing = await exported(venue, { from: morning + 80 * minute, to: morning + 81 * minute })
    expect(nothing.result.records.total).toBe(0)
  })

  test('is marked as not final while the period is not over', async () => {
    const venue = await openTestMarket(await store.newLocation())
    await playMorning(venue)

    const { result } = await exported(venue, { to: venue.clock.at + 60 * minute })

    expect(result).toMatchObject({ final: false, to: new Date(venue.clock.at).toISOString() })
    expect(await exportHour(venue, { from: venue.clock.at + 1, to: venue.clock.at + 2 })).toHaveProperty(
      'refusal',
    )
  })
})

test('the operator and the reason are in the audit trail before anything is read, even if nothing can be written', async () => {
  const venue = await openTestMarket(await (testDatabases[0] as (typeof testDatabases)[0]).newLocation())
  const { db } = venue.opened
  const auditRows = () =>
    db.selectFrom('audit').select(['actor', 'action', 'reason']).orderBy('seq').execute()

  expect(await exportHour(venue, { reason: '  ' })).toMatchObject({ refusal: { code: 'INVALID' } })
  venue.clock.at += minute
  expect(await auditRows()).toEqual([])
  expect(await exportHour(venue, { file: '/no/such/folder/export' })).toEqual({
    refusal: { code: 'FILE', message: '/no/such/folder/export is in a folder that does not exist.' },
  })
  const requested = { actor: 'staff:ops', action: 'auditExportRequested', reason: 'an inspection' }
  expect(await auditRows()).toEqual([requested])
  const { result } = await exported(venue)

  expect(await auditRows()).toEqual([requested, requested, { ...requested, action: 'auditExportWritten' }])
  const { details } = await db
    .selectFrom('audit')
    .select('details')
    .where('seq', '=', 3)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(details)).toMatchObject({ sha256: result.sha256, records: result.records.total })
})

test('the file is readable by its owner only and replaces no other', async () => {
  const venue = await openTestMarket(await (testDatabases[0] as (typeof testDatabases)[0]).newLocation())
  venue.clock.at += minute
  const { result } = await exported(venue)
  expect(statSync(result.file).mode & 0o777).toBe(0o600)
  writeFileSync(result.file, 'something of value')

  expect(await exportHour(venue, { file: result.file })).toMatchObject({
    refusal: { code: 'FILE', message: `${result.file} is there already, and nothing is overwritten.` },
  })
  expect(readFileSync(result.file, 'utf8')).toBe('something of value')
})

test('CSV and JSON contain the same, and any CSV reader can parse it', async () => {
  const venue = await openTestMarket(await (testDatabases[0] as (typeof testDatabases)[0]).newLocation())
  const reason = '=cmd("calc"), 相対\u3000「と」'
  await recordAuditEventAlone(
    venue.opened.db,
    { actor: 'staff:+ops', action: '@x', subject: '-1', reason },
    morning,
  )
  await playMorning(venue)

  const csv = (await exported(venue, { format: 'csv' })).text
  const json = linesOf((await exported(venue)).text)

  expect(csv.startsWith('\uFEFFkind,seq,part,at,tokyo,')).toBe(true)
  const rows = parse(csv, { bom: true, columns: true, record_delimiter: '\r\n' }) as Record<string, string>[]
  const safe = (text: string): string => (/^[=+\-@]/.test(text) ? `'${text}` : text)
  const asText = json.map(({ details, ...line }) => ({
    ...Object.fromEntries(Object.entries(line).map(([name, value]) => [name, safe(String(value))])),
    details: JSON.stringify(details),
  }))
  expect(rows).toEqual(asText)
  expect(rows.find(({ kind }) => kind === 'auditEvent')).toMatchObject({
    actor: 'staff:+ops',
    action: "'@x",
    subject: "'-1",
    reason: `'${reason}`,
  })
})

test.each([
  ['=1+1', "'=1+1"],
  ['+81 90', "'+81 90"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['＝1', "'＝1"],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['plain', 'plain'],
  ['', ''],
])('the cell %j is written as %j', (text, written) => {
  expect(csvCell(text)).toBe(written)
  expect(csvCell(-5)).toBe('-5')
})
