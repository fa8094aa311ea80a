import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AdminContext } from '../../src/admin/admin-context.ts'
import { checkAuditTrail } from '../../src/admin/audit/audit-trail.ts'
import { verifyAudit } from '../../src/admin/audit/audit-verification.ts'
import { recordAuditEvent, recordAuditEventAlone } from '../../src/database/audit-events.ts'
import { type OpenDatabase, openDatabase } from '../../src/database/open-database.ts'
import type { AuditTable } from '../../src/database/schema.ts'
import { adminContextOn } from '../support/admin-context.ts'
import { type TestDatabase, testDatabases } from '../support/test-databases.ts'

const columns = ['at', 'actor', 'action', 'subject', 'outcome', 'reason', 'details', 'hash'] as const

/** An audit trail with this many events, in a database that allows changes to it. */
async function tamperable(store: TestDatabase, eventCount: number): Promise<OpenDatabase> {
  const opened = await openDatabase(await store.newLocation())
  onTestFinished(opened.close)
  const { db, dialect } = opened
  await db.transaction().execute(async (trx) => {
    for (let i = 1; i <= eventCount; i += 1)
      await recordAuditEvent(
        trx,
        { actor: `staff:${i}`, action: 'userDisabled', subject: 's', reason: 'r' },
        1_000 + i,
      )
  })
  const triggers =
    dialect === 'sqlite'
      ? ['drop trigger audit_no_update', 'drop trigger audit_no_delete']
      : ['drop trigger audit_is_kept on audit']
  for (const drop of triggers) await sql.raw(drop).execute(db)
  return opened
}

const rowsOf = ({ db }: OpenDatabase) => db.selectFrom('audit').selectAll().orderBy('seq').execute()

const adminContextOf = ({ db }: OpenDatabase): AdminContext => adminContextOn(db, { now: () => 2_000 })

const chance = (below: number): number => Math.floor(Math.random() * below)

/** Changes one character in one column of a row. Returns which, so that a failure can be repeated. */
function flipped(row: AuditTable): { readonly what: string; readonly row: AuditTable } {
  const column = columns[chance(columns.length)] ?? 'at'
  const text = String(row[column])
  const at = chance(text.length)
  const other = text[at] === '7' ? '3' : '7'
  const changed = text.slice(0, at) + other + text.slice(at + 1)
  const value = column === 'at' ? Number(changed) : changed
  return { what: `${column} of ${row.seq}: ${text} became ${changed}`, row: { ...row, [column]: value } }
}

describe.each(testDatabases)('the audit trail in $name', (store) => {
  test('half of a surrogate pair, which a database replaces, leaves the chain whole', async () => {
    const { db } = await tamperable(store, 1)
    const half = 'call back \ud800'
    await recordAuditEventAlone(
      db,
      { actor: half, action: 'userDisabled', subject: half, reason: half, details: { half } },
      1_002,
    )

    expect(await verifyAudit(adminContextOn(db, { now: () => 2_000 }), {})).toMatchObject({
      result: { verified: true },
    })
  })

  test('one changed character in any of a thousand random positions is detected, and the entry is named', async () => {
    const opened = await tamperable(store, 50)
    const { db } = opened
    const rows = await rowsOf(opened)
    for (let round = 0; round < 1_000; round += 1) {
      const row = rows[chance(rows.length)] as AuditTable
      const { what, row: changed } = flipped(row)
      await db.updateTable('audit').set(changed).where('seq', '=', row.seq).execute()
      const check = await checkAuditTrail(db)
      await db.updateTable('audit').set(row).where('seq', '=', row.seq).execute()

      expect(check, what).toMatchObject({ whole: false, seq: row.seq })
    }
    expect(await checkAuditTrail(db)).toMatchObject({ whole: true, seq: 50 })
  })

  test('a deleted, renumbered or moved row is detected', async () => {
    const opened = await tamperable(store, 20)
    const { db } = opened
    const [last] = (await rowsOf(opened)).slice(-1) as [AuditTable]
    const missing = (seq: number) => ({
      whole: false,
      seq,
      why: `entry ${seq} of the audit trail is missing`,
    })

    await db.updateTable('audit').set({ seq: 0 }).where('seq', '=', 20).execute()
    expect(await checkAuditTrail(db)).toEqual(missing(20))
    await db.deleteFrom('audit').where('seq', '=', 0).execute()
    expect(await checkAuditTrail(db)).toEqual(missing(20))
    await db.insertInto('audit').values(last).execute()
    expect(await checkAuditTrail(db)).toMatchObject({ whole: true, seq: 20 })
    await db
      .insertInto('audit')
      .values({ ...last, seq: 21 })
      .execute()
    expect(await checkAuditTrail(db)).toMatchObject({ whole: false, seq: 21 })
    await db.deleteFrom('audit').where('seq', '=', 21).execute()
    await db.deleteFrom('audit').where('seq', '=', 7).execute()
    expect(await checkAuditTrail(db)).toEqual(missing(7))
  })

  test('a trail that was truncated together with its stored end is detected with an end stored elsewhere', async () => {
    const opened = await tamperable(store, 20)
    const { db } = opened
    const rows = await rowsOf(opened)
    const journal = { seq: 0, hash: '' }
    const known = { journal, audit: { seq: 20, hash: rows[19]?.hash ?? '' } }
    expect(await verifyAudit(adminContextOf(opened), { known })).toMatchObject({
      result: { verified: true, known: true },
    })

    await db.deleteFrom('audit').where('seq', '>', 15).execute()
    await db
      .updateTable('audit_end')
      .set({ seq: 15, hash: rows[14]?.hash ?? '' })
      .execute()

    expect(await verifyAudit(adminContextOf(opened), {})).toMatchObject({
      result: { verified: true, known: null },
    })
    expect(await verifyAudit(adminContextOf(opened), { known })).toMatchObject({
      result: { verified: false, known: false, audit: { whole: true, seq: 15 } },
    })
  })

  test('the stored end must be that of the last entry', async () => {
    const opened = await tamperable(store, 3)
    await opened.db
      .updateTable('audit_end')
      .set({ hash: 'f'.repeat(64) })
      .execute()

    expect(await checkAuditTrail(opened.db)).toMatchObject({ whole: false, seq: 3 })
    await opened.db.deleteFrom('audit_end').execute()
    expect(await checkAuditTrail(opened.db)).toMatchObject({ whole: false, seq: 3 })
  })

  test('concurrent writers are serialized, and a check in between finds nothing wrong', async () => {
    const { db, close } = await openDatabase(await store.newLocation())
    onTestFinished(close)
    const writes = Array.from({ length: 60 }, (_, i) =>
      recordAuditEventAlone(db, { actor: 'system', action: 'loginFailed', subject: `u${i}` }, i),
    )
    const checks = await Promise.all([checkAuditTrail(db), checkAuditTrail(db), checkAuditTrail(db)])
    await Promise.all(writes)

    expect(checks.map(({ whole }) => whole)).toEqual([true, true, true])
    expect(await checkAuditTrail(db)).toMatchObject({ whole: true, seq: 60 })
  })

  test('the database itself refuses to change or delete an audit event', async () => {
    const { db, close } = await openDatabase(await store.newLocation())
    onTestFinished(close)
    await recordAuditEventAlone(db, { actor: 'system', action: 'loginFailed' }, 1)

    const kept = 'the audit trail is only added to'
    await expect(db.updateTable('audit').set({ actor: 'nobody' }).execute()).rejects.toThrow(kept)
    await expect(db.deleteFrom('audit').execute()).rejects.toThrow(kept)
  })
})
