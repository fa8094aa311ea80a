import { constants } from 'node:fs'
import { chmod, copyFile, link, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { fold } from '@aitai/engine/evolve/evolve.ts'
import { emptyState } from '@aitai/engine/model/state.ts'
import { Kysely } from 'kysely'
import type { Config } from '../../config.ts'
import { databaseDamageOf, databaseFileFaults } from '../../database/damage.ts'
import { DamagedDatabase, DatabaseLocked, openDatabase, UnknownSchema } from '../../database/open-database.ts'
import type { Database } from '../../database/schema.ts'
import { EmbeddedDialect } from '../../database/sqlite.ts'
import { eventsOf, foldJournal, stateHash } from '../../market/fold.ts'
import {
  BrokenJournal,
  chainStart,
  checkJournalEnd,
  journalRowsAfter,
  newestKnownSeq,
  nextJournalLink,
} from '../../market/journal-chain.ts'
import { type AdminRefusal, type AdminReply, adminRefusal, adminResult } from '../admin-context.ts'
import { checkAuditTrail } from '../audit/audit-trail.ts'
import {
  type BackupManifest,
  BadManifest,
  digestOfFile,
  readManifest,
  syncToDisk,
} from './backup-manifest.ts'
import { endRestoredAccess, type RestoredAccess } from './restored-access.ts'

export interface RestoreRequest {
  /** The path of the backup; its manifest is beside it. */
  readonly file: string
  /** Verify both chains, fold every entry, and compare with the manifest. */
  readonly verify: boolean
  /** Only verify, restore nothing. */
  readonly dryRun: boolean
  readonly by: string
  readonly reason: string
  /** The path of the file with the private key of age, for an encrypted backup. */
  readonly identity?: string
}

/** The result of verifying a backup against its manifest. Printed as JSON. */
export interface BackupVerification {
  readonly verified: boolean
  readonly entries: number
  readonly auditEvents: number
  readonly stateHash: string
  /** Messages; empty if the backup is intact. */
  readonly faults: readonly string[]
}

type RestoreTarget = Pick<Config, 'dataDir' | 'databaseUrl'>

/**
 * Restores a backup to an empty data folder after verifying it against its manifest. Either the whole database
 * is restored or nothing. Sessions, reset links, requests for a second person and credentials for the command line end,
 * because they may have ended since the backup.
 */
export async function restoreBackup(target: RestoreTarget, request: RestoreRequest): Promise<AdminReply> {
  const { file, dryRun } = request
  const { dataDir } = target
  const reason = request.reason === '' ? '' : cleanReason(request.reason)
  if (reason === null) return adminRefusal('INVALID', 'A reason is one line of up to 500 characters.')
  if (target.databaseUrl)
    return adminRefusal(
      'POSTGRES',
      'DATABASE_URL is set: a backup is restored into a data folder. Leave it out.',
    )
  if (!dryRun && !(await isEmpty(dataDir)))
    return adminRefusal('NOT_EMPTY', `${dataDir} is not empty. Choose an empty or a new folder by DATA_DIR.`)
  const manifest = await readManifest(file).catch((error: unknown) => {
    if (error instanceof BadManifest) return error.message
    throw error
  })
  if (typeof manifest === 'string') return adminRefusal('MANIFEST', manifest)
  const fault = await fileMismatch(file, manifest)
  if (fault) return adminRefusal('DAMAGED', fault)
  if (manifest.decrypted === undefined) return await restoreFile(target, { ...request, reason }, manifest)
  const { identity } = request
  if (identity === undefined)
    return adminRefusal(
      'ENCRYPTED',
      `${file} is encrypted. Name the file of its private key: --identity FILE.`,
    )
  if (!dryRun) await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const beside = await mkdtemp(join(dryRun ? tmpdir() : dataDir, '.decrypted-'))
  const decrypted = join(beside, 'aitai.db')
  const { BackupEncryptionFault, decryptFile } = await import('./backup-encryption.ts')
  try {
    await decryptFile(identity, file, decrypted)
    const contents = { ...manifest, ...manifest.decrypted }
    const other = await fileMismatch(decrypted, contents)
    if (other) return adminRefusal('DAMAGED', other.replaceAll(decrypted, file))
    return await restoreFile(target, { ...request, reason, file: decrypted }, contents)
  } catch (error) {
    if (error instanceof BackupEncryptionFault) return adminRefusal('DECRYPTION', error.message)
    throw error
  } finally {
    await rm(beside, { recursive: true, force: true })
  }
}

/** Verifies and restores the file of a database. */
async function restoreFile(
  { dataDir }: RestoreTarget,
  request: RestoreRequest,
  manifest: BackupManifest,
): Promise<AdminReply> {
  const { file, dryRun } = request
  const found = request.verify ? await verifyBackup(file, manifest) : null
  const result = { ...manifest, verify: found, restored: null, access: null }
  if (found && !found.verified) return adminResult(result)
  if (dryRun) return adminResult(result)
  const access = await restoreInto(dataDir, manifest, request)
  return 'refusal' in access ? access : adminResult({ ...result, restored: dataDir, access })
}

/** `lost+found` exists on every fresh ext file system, so it does not count. */
const isEmpty = async (folder: string): Promise<boolean> =>
  (await readdir(folder).catch(() => [])).every((name) => name === 'lost+found')

async function fileMismatch(file: string, { bytes, sha256 }: BackupManifest): Promise<string | null> {
  const found = await digestOfFile(file).catch(() => null)
  if (!found) return `${file} cannot be read.`
  if (found.bytes === bytes && found.sha256 === sha256) return null
  return `${file} is not the file that its manifest tells of: ${found.bytes} bytes for ${bytes}.`
}

/**
 * Folds a backup from its first entry and from its snapshot, verifies both chains, and compares with the
 * manifest. Opens the file read-only, since it may be on a read-only disk.
 */
export async function verifyBackup(file: string, manifest: BackupManifest): Promise<BackupVerification> {
  const opened = new DatabaseSync(file, { readOnly: true })
  const db = new Kysely<Database>({ dialect: new EmbeddedDialect(opened) })
  try {
    const faults = await databaseFileFaults(db)
    const journal = await foldFromStart(db)
    if (journal.fault) faults.push(journal.fault)
    const audit = await checkAuditTrail(db)
    if (!audit.whole) faults.push(audit.why)
    const is = (what: string, found: unknown, written: unknown): void => {
      if (found !== written) faults.push(`${what} is ${found}, and ${written} in the manifest`)
    }
    is('the newest entry of the journal', journal.seq, manifest.journal.seq)
    is('its hash', journal.hash, manifest.journal.hash)
    is('the hash of the state', journal.stateHash, manifest.stateHash)
    if (!journal.fault)
      is(
        'the hash of the state from the snapshot',
        stateHash((await foldJournal(db)).state),
        manifest.stateHash,
      )
    if (audit.whole) is('the newest entry of the audit trail', audit.seq, manifest.audit.seq)
    if (audit.whole) is('its hash', audit.hash, manifest.audit.hash)
    const { seq: entries, stateHash: hash } = journal
    return { verified: faults.length === 0, entries, auditEvents: audit.seq, stateHash: hash, faults }
  } catch (error) {
    const damage = databaseDamageOf(error)
    if (damage === null) throw error
    return { verified: false, entries: 0, auditEvents: 0, stateHash: '', faults: [damage] }
  } finally {
    await db.destroy()
    if (opened.isOpen) opened.close()
  }
}

/** Folds all events from the first, without snapshots and without today's rules. */
async function foldFromStart(db: Kysely<Database>) {
  const known = await newestKnownSeq(db)
  const state = emptyState()
  let link = chainStart
  let fault: string | null = null
  try {
    for await (const row of journalRowsAfter(db, 0)) {
      link = nextJournalLink(link, row)
      fold(state, eventsOf(row))
    }
    await checkJournalEnd(db, link, known)
  } catch (error) {
    if (!(error instanceof BrokenJournal)) throw error
    fault = error.message
  }
  return { ...link, stateHash: stateHash(state), fault }
}

/** Copies the backup beside its destination, opens it as a server would, then moves it into place atomically. */
async function restoreInto(
  dataDir: string,
  manifest: BackupManifest,
  { file, by, reason }: Pick<RestoreRequest, 'file' | 'by' | 'reason'>,
): Promise<{ readonly refusal: AdminRefusal } | RestoredAccess> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await chmod(dataDir, 0o700)
  const beside = await mkdtemp(join(dataDir, '.restoring-'))
  const copy = join(beside, 'aitai.db')
  try {
    await copyFile(file, copy, constants.COPYFILE_EXCL)
    await chmod(copy, 0o600)
    const fault = await fileMismatch(copy, manifest)
    if (fault) return adminRefusal('DAMAGED', fault)
    const access = await prepareRestored(beside, manifest, { by, reason })
    await syncToDisk(copy)
    // `link` fails if the file exists by now, because a server was started in the meantime.
    await link(copy, join(dataDir, 'aitai.db'))
    await syncToDisk(dataDir, 'folder')
    return access
  } catch (error) {
    if (error instanceof DamagedDatabase || error instanceof UnknownSchema || error instanceof DatabaseLocked)
      return adminRefusal('UNREADABLE', error.message.replaceAll(beside, file))
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return adminRefusal(
      'NOT_EMPTY',
      `${dataDir} has a database now: a server was started there in the meantime.`,
    )
  } finally {
    await rm(beside, { recursive: true, force: true })
  }
}

/** Migrates the copy, and ends what may have ended since the backup. */
async function prepareRestored(
  folder: string,
  { at, journal, audit }: BackupManifest,
  { by, reason }: Pick<RestoreRequest, 'by' | 'reason'>,
): Promise<RestoredAccess> {
  const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: null })
  try {
    const details = { takenAt: at, journal, audit }
    return await db
      .transaction()
      .execute((trx) => endRestoredAccess(trx, { by, reason, details }, Date.now()))
  } finally {
    await close()
  }
}
