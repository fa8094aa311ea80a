import { createHash, generateKeyPairSync } from 'node:crypto'
import type { PublicEvidence } from '@aitai/contract/schemas/agreements.ts'
import { dayMs, startOfTradingDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openSecrets } from '../../src/accounts/installation-secrets.ts'
import type { RunningServer } from '../../src/admin/admin-context.ts'
import { type AuditVerification, verifyAudit } from '../../src/admin/audit/audit-verification.ts'
import { evidence } from '../../src/admin/doctor/environment-checks.ts'
import { DailyHeads, newestClosedDay } from '../../src/admin/evidence/daily-heads.ts'
import { type HeadsMade, makeHeadsOf } from '../../src/admin/evidence/head-commands.ts'
import { rotateSecretOf } from '../../src/admin/secret-rotation.ts'
import { auditEventHash } from '../../src/database/audit-events.ts'
import { listEvidenceKey } from '../../src/evidence/evidence-keys.ts'
import { evidenceSigner } from '../../src/evidence/evidence-signer.ts'
import { chainStart, journalEntryHash } from '../../src/market/journal-chain.ts'
import { shippedCalendar } from '../../src/reference/calendar.ts'
import { adminContextOn } from '../support/admin-context.ts'
import { agreePair, startWithTwoTraders } from '../support/journeys.ts'
import { auditEvents } from '../support/operator.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const compliance = 'compliance@aitai.example'
const hour = 3_600_000

async function headsOf(desk: TestServer): Promise<HeadsMade> {
  const reply = await makeHeadsOf(desk.app.config, desk.admin)
  if ('refusal' in reply) throw new Error(reply.refusal.message)
  return reply.result as HeadsMade
}

async function verified(desk: TestServer, heads: readonly string[], keys?: readonly string[]) {
  const reply = await verifyAudit(desk.admin, { heads, ...(keys && { keys }) })
  if ('refusal' in reply) throw new Error(reply.refusal.message)
  return reply.result as AuditVerification
}

const faults = ({ heads }: AuditVerification) => heads.map(({ fault }) => fault)

/** Changes an entry of the journal and hashes everything from it on again, as whoever owns the database could. */
async function rewriteJournal({ app }: TestServer, from: number): Promise<void> {
  const { database } = app
  const rows = await database.selectFrom('journal').selectAll().orderBy('seq').execute()
  let { hash } = chainStart
  for (const row of rows) {
    const changed = row.seq === from ? { ...row, at: row.at + 1 } : row
    hash = journalEntryHash(changed, hash)
    await database.updateTable('journal').set({ at: changed.at, hash }).where('seq', '=', row.seq).execute()
  }
  await database.deleteFrom('snapshot').execute()
}

async function rewriteAuditTrail({ app }: TestServer, from: number): Promise<void> {
  const { database } = app
  for (const change of ['update', 'delete'])
    await sql.raw(`drop trigger audit_no_${change}`).execute(database)
  let { hash } = chainStart
  for (const row of await database.selectFrom('audit').selectAll().orderBy('seq').execute()) {
    const changed = row.seq === from ? { ...row, actor: 'staff:somebody else' } : row
    hash = auditEventHash(changed, hash)
    await database
      .updateTable('audit')
      .set({ actor: changed.actor, hash })
      .where('seq', '=', row.seq)
      .execute()
  }
  await database.updateTable('audit_end').set({ hash }).execute()
}

const newestAudit = async ({ app }: TestServer): Promise<number> =>
  (await app.database.selectFrom('audit_end').select('seq').executeTakeFirstOrThrow()).seq

test('a rewritten journal with recomputed hashes verifies by itself, and is found by each head from before', async () => {
  const both = await startWithTwoTraders()
  const { desk } = both
  const first = await headsOf(desk)
  await agreePair(both)
  const second = await headsOf(desk)
  const { publicKey } = desk.app.signer
  const texts = [first.journal, first.audit, second.journal, second.audit]
  expect(faults(await verified(desk, texts))).toEqual([null, null, null, null])

  const { seq } = JSON.parse(second.journal) as { seq: number }
  expect(seq).toBeGreaterThan((JSON.parse(first.journal) as { seq: number }).seq)
  await rewriteJournal(desk, seq)
  const after = await verified(desk, texts, [publicKey])
  expect(after).toMatchObject({ verified: false, audit: { whole: true }, journal: { whole: true } })
  expect(faults(after)).toEqual([null, null, 'NOT_IN_CHAIN', null])
  expect(await verified(desk, [])).toMatchObject({ verified: true })

  await rewriteJournal(desk, 1)
  expect(faults(await verified(desk, texts))).toEqual(['NOT_IN_CHAIN', null, 'NOT_IN_CHAIN', null])
  // Such a chain is not signed either.
  expect(await makeHeadsOf(desk.app.config, desk.admin)).toMatchObject({ refusal: { code: 'CHAIN' } })
})

test('a rewritten or shortened audit trail is found by a head from before', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  const { audit } = await headsOf(desk)
  await rewriteAuditTrail(desk, await newestAudit(desk))
  // The newest entry is that of the head itself, which the head does not cover.
  expect(faults(await verified(desk, [audit]))).toEqual([null])
  const { seq } = JSON.parse(audit) as { seq: number }
  await desk.app.database.deleteFrom('audit').where('seq', '>=', seq).execute()
  const end = await desk.app.database.selectFrom('audit').select(['seq', 'hash']).orderBy('seq', 'desc')
  await desk.app.database
    .updateTable('audit_end')
    .set((await end.executeTakeFirst()) ?? { ...chainStart })
    .execute()
  expect(await verified(desk, [audit])).toMatchObject({ verified: false, audit: { whole: true } })
})

test('a head is refused with any character changed, with a foreign key, and once the keys of the database are gone', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  const { journal } = await headsOf(desk)
  for (let i = 0; i < journal.length; i += 7) {
    const changed = journal.slice(0, i) + (journal[i] === '7' ? '3' : '7') + journal.slice(i + 1)
    expect((await verified(desk, [changed])).verified, `character ${i} of ${journal}`).toBe(false)
  }
  const { publicKey } = generateKeyPairSync('ed25519')
  const foreign = (publicKey.export({ format: 'jwk' }) as { x: string }).x
  expect(faults(await verified(desk, [journal], [foreign]))).toEqual(['UNKNOWN_KEY'])
  await desk.app.database.deleteFrom('evidence_key').execute()
  expect(faults(await verified(desk, [journal]))).toEqual(['UNKNOWN_KEY'])
  expect(faults(await verified(desk, [journal], [desk.app.signer.publicKey]))).toEqual([null])
})

test('heads on demand are stored, recorded and sent to compliance, and not public', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [], env: { COMPLIANCE: compliance } })
  const { journal, audit, mailed } = await headsOf(desk)
  const mail = await desk.newestMessage(compliance)

  expect(mailed).toBe(true)
  expect(mail.split('\n')).toEqual(expect.arrayContaining([journal, audit]))
  expect(await auditEvents(desk, 'headsSigned')).toMatchObject([{ actor: 'staff:a test', details: {} }])
  desk.clock.advance(dayMs)
  expect(await publicEvidence(desk)).toMatchObject({ digests: [] })
})

async function publicEvidence(desk: TestServer): Promise<PublicEvidence> {
  const reply = await fetch(`${desk.url}/api/evidence`)
  expect(reply.status).toBe(200)
  return (await reply.json()) as PublicEvidence
}

const dailyHeads = ({ app }: TestServer, errors: unknown[] = []): DailyHeads =>
  new DailyHeads({
    db: app.database,
    signer: app.signer,
    publicUrl: app.config.publicUrl,
    compliance: app.config.compliance,
    productName: 'Aitai',
    calendar: app.reference.calendar,
    now: app.now,
    log: { error: (about: unknown) => errors.push(about) } as never,
  })

test('each day has one pair of heads after its close, whichever process makes it, and one digest without counts', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [], env: { COMPLIANCE: compliance } })
  const two = [dailyHeads(desk), dailyHeads(desk)]
  const midnight = startOfTradingDay(tradingDay(desk.clock.now()) + 1)
  await Promise.all(two.map((each) => each.update()))
  const today = await auditEvents(desk, 'headsSigned')
  desk.clock.advance(midnight - desk.clock.now())
  await Promise.all([...two, ...two].map((each) => each.update()))

  expect(await auditEvents(desk, 'headsSigned')).toHaveLength(today.length + 1)
  expect((await publicEvidence(desk)).digests).toHaveLength(today.length)
  desk.clock.advance(10 * 60_000)
  const { digests, keys, installation } = await publicEvidence(desk)
  const [digest = ''] = digests
  const mail = await desk.newestMessage(compliance)
  const [journal = '', audit = ''] = mail.split('\n').filter((line) => line.startsWith('{'))
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
  expect(JSON.parse(digest)).toEqual({
    format: 'aitai-digest/1',
    installation,
    day: '2026-11-18',
    at: '2026-11-18T15:00:00.000Z',
    journal: sha256(journal),
    audit: sha256(audit),
    keyId: keys[0]?.keyId,
    signature: expect.any(String),
  })
  expect(faults(await verified(desk, [digest, journal, audit]))).toEqual([null, null, null, null])

  await rewriteAuditTrail(desk, 1)
  expect(faults(await verified(desk, [digest]))).toEqual([null, 'NOT_IN_CHAIN'])
  await desk.app.database.deleteFrom('evidence_head').execute()
  expect(faults(await verified(desk, [digest]))).toEqual(['NOT_STORED', 'NOT_STORED'])
})

test('two days without any entry have different digests, so that a digest tells nothing', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  const daily = dailyHeads(desk)
  for (let day = 0; day < 3; day += 1) {
    await daily.update()
    desk.clock.advance(dayMs)
  }
  const { digests } = await publicEvidence(desk)
  const values = digests.map((text) => JSON.parse(text) as { journal: string; audit: string })
  expect(new Set(values.flatMap(({ journal, audit }) => [journal, audit])).size).toBe(6)
})

test('a broken chain is not signed, and logged once a day', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  await headsOf(desk)
  await sql.raw('drop trigger audit_no_update').execute(desk.app.database)
  await desk.app.database
    .updateTable('audit')
    .set({ actor: 'x' })
    .where('action', '=', 'headsSigned')
    .execute()
  const errors: unknown[] = []
  const daily = dailyHeads(desk, errors)
  await daily.update()
  await daily.update()
  desk.clock.advance(dayMs)
  await daily.update()

  expect(errors).toHaveLength(2)
  expect(await desk.app.database.selectFrom('evidence_head').select('day').execute()).toEqual([{ day: null }])
})

test('a day is closed at the end of its platform hours; a holiday at its end', async () => {
  const jpx = await shippedCalendar('jpx')
  const day = tradingDay(Date.UTC(2026, 10, 18, 1))
  const close = Date.UTC(2026, 10, 18, 0) + closeOfJpx
  expect(newestClosedDay(jpx, close - 1)).toBe(day - 1)
  expect(newestClosedDay(jpx, close)).toBe(day)
  const saturday = Date.UTC(2026, 10, 21, 0)
  expect(newestClosedDay(jpx, saturday + closeOfJpx)).toBe(day + 2)
  expect(newestClosedDay(jpx, saturday + 15 * 3_600_000)).toBe(day + 3)
})

test('a rotated key stays listed with the time until which it was used, and what it has signed stays valid', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  const { journal } = await headsOf(desk)
  const before = desk.app.signer
  await rotateSecretOf(desk.app.config, desk.admin, {
    secret: 'evidence',
    reason: 'an administrator has left',
  })
  desk.clock.advance(60_000)
  await desk.restart()
  const { signer } = desk.app
  const [event] = await auditEvents(desk, 'secretRotated')

  expect(event?.details).toEqual({ before: before.keyId, after: signer.keyId })
  // The database of a test is a copy of one with another key.
  expect((await publicEvidence(desk)).keys.filter((key) => key.usedUntil !== key.usedFrom)).toMatchObject([
    { keyId: signer.keyId, publicKey: signer.publicKey, usedFrom: desk.clock.now(), usedUntil: null },
    { keyId: before.keyId, publicKey: before.publicKey, usedUntil: desk.clock.now() },
  ])
  expect(faults(await verified(desk, [journal, (await headsOf(desk)).journal]))).toEqual([null, null])
  // Whoever has stolen the old key cannot use it for anything newer.
  const forged = before.sign({ ...JSON.parse(journal), at: new Date(desk.clock.now() + 1).toISOString() })
  expect(faults(await verified(desk, [forged]))).toEqual(['RETIRED_KEY'])
})

test('a server that was not restarted in time after a rotation signs nothing, and its own key is not ended by a command', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  const { app, clock } = desk
  const running = { startedAt: clock.now() } as RunningServer
  const before = await publicEvidence(desk)
  await rotateSecretOf(app.config, desk.admin, { secret: 'evidence', reason: 'an administrator has left' })

  const onRunning = () => makeHeadsOf(app.config, { ...desk.admin, running })
  expect(await onRunning()).toMatchObject({ refusal: { code: 'RESTART' } })
  expect(await publicEvidence(desk)).toEqual(before)
  // Another server of the cluster was restarted, and lists the new key.
  const next = evidenceSigner(openSecrets(app.config).of.evidence)
  await listEvidenceKey(app.database, next, clock.now(), hour)
  const errors: unknown[] = []
  const daily = dailyHeads(desk, errors)
  clock.advance(hour)
  await daily.update()
  expect(await auditEvents(desk, 'headsSigned')).toHaveLength(1)
  clock.advance(dayMs)
  await daily.update()
  await daily.update()

  expect(errors).toMatchObject([{ err: { name: 'RetiredSigner' } }])
  expect(await auditEvents(desk, 'headsSigned')).toHaveLength(1)
  await desk.restart()
  await dailyHeads(desk).update()
  clock.advance(hour)
  const { digests } = await publicEvidence(desk)
  expect(digests).toHaveLength(2)
  const keys = digests.map((text) => (JSON.parse(text) as { keyId: string }).keyId)
  expect(keys).toEqual([next.keyId, app.signer.keyId])
  expect(faults(await verified(desk, digests))).toEqual([null, null, null, null])
})

/** After midnight UTC: 17:00 in Tokyo. */
const closeOfJpx = 8 * 3_600_000

test('the doctor fails once a day has no heads, and warns while nobody receives them', async () => {
  const desk = await startTestServer({ firms: ['Alder'], brokers: [] })
  const { app, clock } = desk
  const config = { compliance, demo: false, publicUrl: 'https://desk.example' }
  const startedAt = clock.now()
  const checked = async (of: { compliance?: null; demo?: true } = {}, isRunning = true) => {
    const running = isRunning ? ({ startedAt } as RunningServer) : null
    const admin = adminContextOn(app.database, { now: app.now, running })
    const { health, says } = await evidence(admin, { ...config, ...of })
    return `${health}: ${says}`
  }

  expect(await checked()).toBe('ok: No day has signed heads yet.')
  clock.advance(hour + 1)
  expect(await checked()).toBe('fail: No day has signed heads yet.')
  expect(await checked({}, false)).toBe('ok: No day has signed heads yet.')

  await dailyHeads(desk).update()
  clock.advance(40 * hour)
  expect(await checked()).toBe('ok: The newest heads of a day are 40 hours old.')
  expect(await checked({ compliance: null })).toMatch(/^warn: .* Nobody receives them\.$/)
  expect(await checked({ compliance: null, demo: true })).toMatch(/^ok: /)
  await headsOf(desk)
  clock.advance(1)
  expect(await checked(), 'heads on demand are none of a day').toMatch(/^fail: /)
})
