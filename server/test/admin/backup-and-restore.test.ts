import {
  appendFileSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fold } from '@aitai/engine/evolve/evolve.ts'
import { emptyState } from '@aitai/engine/model/state.ts'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { AdminContext } from '../../src/admin/admin-context.ts'
import { takeBackup } from '../../src/admin/backup/backup.ts'
import { type BackupManifest, manifestPath } from '../../src/admin/backup/backup-manifest.ts'
import { type RestoreRequest, restoreBackup, verifyBackup } from '../../src/admin/backup/backup-restore.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { eventsOf, stateHash } from '../../src/market/fold.ts'
import { createJournal } from '../../src/market/journal.ts'
import { adminContextOn } from '../support/admin-context.ts'
import { type TestDatabase, temporaryFolder, testDatabases } from '../support/test-databases.ts'
import {
  journalRows,
  locatePair,
  openTestMarket,
  setPresent,
  type TestMarket,
} from '../support/test-market.ts'

const [sqlite] = testDatabases as readonly [TestDatabase, ...TestDatabase[]]

let folder = ''
beforeEach(() => {
  folder = temporaryFolder()
})

const adminContextOf = ({ opened, clock }: TestMarket): AdminContext =>
  adminContextOn(opened.db, { now: () => clock.at, by: 'ops' })

async function backedUp(venue: TestMarket, to = folder): Promise<BackupManifest> {
  const answer = await takeBackup(adminContextOf(venue), { to })
  if ('refusal' in answer) throw new Error(answer.refusal.message)
  return answer.result as BackupManifest
}

const restoreRequest = (file: string, more: Partial<RestoreRequest> = {}): RestoreRequest => ({
  file,
  verify: true,
  dryRun: false,
  by: 'ops',
  reason: 'a drill',
  ...more,
})

const restored = (file: string, more: Partial<RestoreRequest> = {}, dataDir = join(folder, 'new')) =>
  restoreBackup({ dataDir, databaseUrl: null }, restoreRequest(file, more))

/** More than is copied in one step. */
async function grown({ opened }: TestMarket): Promise<void> {
  const value = 'x'.repeat(10_000)
  for (let i = 0; i < 800; i += 1)
    await opened.db
      .insertInto('setting')
      .values({ name: `filler.${i}`, value })
      .execute()
}

/** The production state after an entry: all events up to it. */
async function stateHashAt(venue: TestMarket, seq: number): Promise<string> {
  const state = emptyState()
  for (const row of (await journalRows(venue)).slice(0, seq)) fold(state, eventsOf(row))
  return stateHash(state)
}

describe('a backup', () => {
  test('taken while commands are written equals its manifest and the production state', async () => {
    const venue = await openTestMarket(await sqlite.newLocation())
    await locatePair(venue)
    await grown(venue)
    let writes = true
    let present = true
    const writing = (async () => {
      while (writes) {
        present = !present
        await venue.market.submit({ type: 'setPresence', traderId: 'cypress', present })
      }
    })()

    for (let round = 0; round < 5; round += 1) {
      const before = (await journalRows(venue)).length
      const { file, ...manifest } = await backedUp(venue, join(folder, `${round}.db`))
      const found = await verifyBackup(file, { file, ...manifest })

      expect(found).toEqual({
        verified: true,
        entries: manifest.journal.seq,
        auditEvents: manifest.audit.seq,
        stateHash: manifest.stateHash,
        faults: [],
      })
      expect(manifest.journal.seq).toBeGreaterThanOrEqual(before)
      expect(await stateHashAt(venue, manifest.journal.seq)).toBe(manifest.stateHash)
    }
    writes = false
    await writing
    expect(await venue.journal.verify()).toMatchObject({ whole: true })
  })

  test('gets its chance even if transactions follow each other without a gap', async () => {
    const venue = await openTestMarket(await sqlite.newLocation())
    await grown(venue)
    const { db } = venue.opened
    let [goesOn, held] = [true, 0]
    const holds = async (): Promise<void> => {
      while (goesOn)
        await db.transaction().execute(async (trx) => {
          held += 1
          await trx
            .insertInto('setting')
            .values({ name: `held.${held}`, value: 'yes' })
            .execute()
          for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve))
        })
    }
    const holders = [holds(), holds(), holds()]

    for (let round = 0; round < 5; round += 1) {
      const manifest = await backedUp(venue, join(folder, `${round}.db`))
      expect(await verifyBackup(manifest.file, manifest)).toMatchObject({ verified: true })
    }
    goesOn = false
    await Promise.all(holders)
    expect(held).toBeGreaterThan(10)
  })

  test('is one file and its manifest, readable by the owner only, and replaces nothing', async () => {
    const venue = await openTestMarket(await sqlite.newLocation())
    const file = join(folder, 'night.db')
    await backedUp(venue, file)

    expect(readdirSync(folder).sort()).toEqual(['night.db', 'night.db.json'])
    for (const each of readdirSync(folder)) expect(statSync(join(folder, each)).mode & 0o777).toBe(0o600)
    const kept = readFileSync(file)
    expect(await takeBackup(adminContextOf(venue), { to: file })).toEqual({
      refusal: { code: 'FILE', message: `${file} is there already, and nothing is overwritten.` },
    })
    expect(readFileSync(file).equals(kept)).toBe(true)
    // An existing manifest counts like an existing backup.
    rmSync(file)
    expect(await takeBackup(adminContextOf(venue), { to: file })).toHaveProperty('refusal')
    expect(readdirSync(folder)).toEqual(['night.db.json'])
  })

  test('is in the audit trail: before it is taken, and with what was written', async () => {
    const venue = await openTestMarket(await sqlite.newLocation())
    const { sha256, audit } = await backedUp(venue)

    const auditEvents = await venue.opened.db
      .selectFrom('audit')
      .select(['actor', 'action', 'details'])
      .execute()
    expect(auditEvents.map(({ actor, action }) => [actor, action])).toEqual([
      ['staff:ops', 'backupRequested'],
      ['staff:ops', 'backupWritten'],
    ])
    expect(audit.seq).toBe(1)
    expect(JSON.parse(auditEvents[1]?.details ?? '')).toMatchObject({ sha256 })
  })
})

describe('a restore', () => {
  test('gives a data folder on which the platform continues', async () => {
    const from = await sqlite.newLocation()
    const venue = await openTestMarket(from)
    await locatePair(venue)
    const { file, stateHash: wanted, journal } = await backedUp(venue)
    await venue.stop()
    const place = { dataDir: join(folder, 'new'), databaseUrl: null }

    expect(await restored(file)).toMatchObject({ result: { verify: { verified: true } } })

    expect(readdirSync(place.dataDir)).toEqual(['aitai.db'])
    expect(statSync(place.dataDir).mode & 0o777).toBe(0o700)
    expect(statSync(join(place.dataDir, 'aitai.db')).mode & 0o777).toBe(0o600)
    const { db, close } = await openDatabase(place)
    const { state, ...link } = await createJournal(db).fold()
    await close()
    expect(stateHash(state)).toBe(wanted)
    expect(link).toMatchObject(journal)
    // The backup has no secrets: the operator copies the file.
    copyFileSync(join(from.dataDir, 'secrets.env'), join(place.dataDir, 'secrets.env'))
    const next = await openTestMarket(place, { clock: venue.clock })
    await setPresent(next, 'birch')
    expect(await next.journal.verify()).toMatchObject({ whole: true })
    const last = next.opened.db.selectFrom('audit').select(['action', 'reason']).orderBy('seq', 'desc')
    expect(await last.executeTakeFirst()).toEqual({ action: 'backupRestored', reason: 'a drill' })
  })

  test('invalidates what may have ended since: sessions, log-ins, links, approvals, credentials of staff', async () => {
    const venue = await openTestMarket(await sqlite.newLocation())
    const { db } = venue.opened
    const times = { started_at: 1, seen_at: 2 }
    const session = { user_id: 'alder', kind: 'session', ...times }
    await db
      .insertInto('session')
      .values({ ...session, token_hash: 'a secret', ended: null })
      .execute()
    await db
      .insertInto('session')
      .values({ ...session, token_hash: 'an older', ended: 'REPLACED' })
      .execute()
    await db
      .insertInto('session')
      .values({ ...session, kind: 'oms', token_hash: "an OMS's", ended: null })
      .execute()
    await db
      .insertInto('password_reset')
      .values({
        token_hash: 'a link',
        user_id: 'alder',
        at: 1,
        used_at: null,
        password_version: 'v',
        usual: 0,
      })
      .execute()
    const approval = {
      command: 'advert list',
      args: '',
      shown: '',
      kind: 'VIEW',
      reason: 'a complaint',
    } as const
    const requested = {
      requester: 'hanako',
      requester_id: 'hanako',
      asked_at: 1,
      decided_at: 2,
      decided_by: 'hiroshi',
    }
    for (const state of ['GRANTED', 'WAITING', 'DONE'] as const)
      await db
        .insertInto('approval')
        // Not over by its time for long.
        .values({
          ...approval,
          ...requested,
          id: state,
          match_key: state,
          state,
          expires_at: Date.now() + 900_000,
        })
        .execute()
    const credential = { networks: '', note: '', created_at: 1, revoked_at: null }
    const [ofStaff, ofFirm] = [
      { firm_id: null, broker_id: null },
      { firm_id: 'alder', broker_id: null },
    ]
    for (const [id, owner] of [
      ['of staff', ofStaff],
      ['of an institution', ofFirm],
    ] as const)
      await db
        .insertInto('credential')
        .values({ ...credential, ...owner, id, secret_hash: id })
        .execute()
    const { file } = await backedUp(venue)
    await venue.stop()

    expect(await restored(file)).toMatchObject({
      result: {
        access: {
          ended: { sessions: 2, approvals: 2, staffCredentials: ['of staff'] },
          left: { credentials: [{ id: 'of an institution' }] },
        },
      },
    })

    const opened = await openDatabase({ dataDir: join(folder, 'new'), databaseUrl: null })
    onTestFinished(opened.close)
    expect(await opened.db.selectFrom('password_reset').selectAll().execute()).toEqual([])
    const approvals = opened.db.selectFrom('approval').select(['id', 'state']).orderBy('id')
    expect(await approvals.execute()).toEqual([
      { id: 'DONE', state: 'DONE' },
      { id: 'GRANTED', state: 'EXPIRED' },
      { id: 'WAITING', state: 'EXPIRED' },
    ])
    const valid = opened.db.selectFrom('credential').select('id').where('revoked_at', 'is', null)
    expect(await valid.execute()).toEqual([{ id: 'of an institution' }])
    // They still exist, so that they time out and pause their user's adverts, but no token opens them.
    const open = { ended: null, left_market: 0, credential_id: null, confirmed_at: null, provider_sid: null }
    expect(await opened.db.selectFrom('session').selectAll().orderBy('kind').execute()).toEqual([
      { ...session, ...open, kind: 'oms', token_hash: 'restored-oms-alder' },
      { ...session, ...open, token_hash: 'restored-session-alder' },
    ])
  })

  test('only verifies if that is requested', async () => {
    const venue = await openTestMarket(await sqlite.newLocation())
    const { file } = await backedUp(venue)
    await venue.stop()

    const answer = await restored(file, { dryRun: true })

    expect(answer).toMatchObject({ result: { verify: { verified: true }, restored: null } })
    expect(readdirSync(folder).sort()).toEqual(
      [file, manifestPath(file)].map((each) => each.slice(folder.length + 1)),
    )
  })

  test.each([
    ['a folder that is in use', 'NOT_EMPTY'],
    ['another file', 'DAMAGED'],
    ['a file that is cut', 'DAMAGED'],
    ['no manifest', 'MANIFEST'],
    ['a manifest of something else', 'MANIFEST'],
    ['a database URL', 'POSTGRES'],
  ])('is refused with %s, and leaves nothing behind', async (what, code) => {
    const venue = await openTestMarket(await sqlite.newLocation())
    const { file } = await backedUp(venue)
    await venue.stop()
    const dataDir = join(folder, 'new')
    if (what === 'a folder that is in use') {
      const { close } = await openDatabase({ dataDir, databaseUrl: null })
      await close()
    }
    if (what === 'another file') appendFileSync(file, 'x')
    if (what === 'a file that is cut') writeFileSync(file, readFileSync(file).subarray(0, 8_192))
    if (what === 'no manifest') rmSync(manifestPath(file))
    if (what === 'a manifest of something else') writeFileSync(manifestPath(file), '{"format":2}')
    const before = readdirSync(folder).sort()
    const databaseUrl = what === 'a database URL' ? 'postgres://nowhere.example/x' : null

    const answer = await restoreBackup({ dataDir, databaseUrl }, restoreRequest(file))

    expect(answer).toMatchObject({ refusal: { code } })
    expect(readdirSync(folder).sort()).toEqual(before)
  })

  test('is refused with a reason of two lines', async () => {
    const venue = await openTestMarket(await sqlite.newLocation())
    const { file } = await backedUp(venue)
    await venue.stop()

    expect(await restored(file, { reason: 'a drill\nof two lines' })).toMatchObject({
      refusal: { code: 'INVALID' },
    })
    expect(readdirSync(folder)).toHaveLength(2)
  })

  test.each(['stateHash', 'journal', 'audit'] as const)(
    'detects a manifest with a different %s, and restores nothing',
    async (field) => {
      const venue = await openTestMarket(await sqlite.newLocation())
      await locatePair(venue)
      const { file, ...manifest } = await backedUp(venue)
      await venue.stop()
      const other = 'f'.repeat(64)
      const link = { seq: 1, hash: other }
      const changed = { ...manifest, file, [field]: field === 'stateHash' ? other : link }
      writeFileSync(manifestPath(file), JSON.stringify(changed))

      const answer = await restored(file)

      expect(answer).toMatchObject({ result: { verify: { verified: false }, restored: null } })
      expect(readdirSync(folder)).toHaveLength(2)
    },
  )
})

test.runIf(testDatabases.length > 1)('PostgreSQL is left to its own tools, in one clear line', async () => {
  const venue = await openTestMarket(await (testDatabases[1] as TestDatabase).newLocation())

  const answer = await takeBackup(adminContextOf(venue), { to: folder })

  expect(answer).toMatchObject({ refusal: { code: 'POSTGRES', message: expect.stringContaining('pg_dump') } })
  expect(readdirSync(folder)).toEqual([])
})
