import { mkdtemp, open, readdir, rm, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { Kysely } from 'kysely'
import { readConfig } from '../../config.ts'
import type { Database } from '../../database/schema.ts'
import { EmbeddedDialect, embeddedDatabaseOf } from '../../database/sqlite.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  recordAdminEvent,
} from '../admin-context.ts'
import { fileFault, writeNewFile } from '../new-file.ts'
import {
  type BackupManifest,
  digestOfFile,
  manifestContents,
  manifestPath,
  syncToDisk,
} from './backup-manifest.ts'

const usePostgresTools = adminRefusal(
  'POSTGRES',
  'PostgreSQL is backed up by its own tools: run pg_dump --format=custom, or archive its write-ahead log; ' +
    'after pg_restore, `aitai replay --verify` and `aitai audit verify` check what came back.',
)

interface BackupRequest {
  readonly to: string
  readonly reason?: string
  /** Public keys of age; by default those of the configuration. Without any the backup is not encrypted. */
  readonly recipients?: readonly string[]
}

/**
 * Copies the embedded database, even while the server uses it, and writes a manifest beside the copy. `to` is
 * the absolute path of the new file, or of an existing folder, in which the file is named after the time.
 * Overwrites nothing; only the owner may read the files. A copy that is to be encrypted is first written beside the
 * database, so that the folder of backups never has it in the clear.
 */
export async function takeBackup(
  admin: AdminContext,
  { to, reason = '', recipients = readConfig(process.env).backupRecipients }: BackupRequest,
): Promise<AdminReply> {
  const database = embeddedDatabaseOf(admin.db)
  if (!database) return usePostgresTools
  const at = isoTime(admin.now())
  const isEncrypted = recipients.length > 0
  const name = `aitai-${at.replace(/[-:.]/g, '')}.db${isEncrypted ? '.age' : ''}`
  const file = (await isFolder(to)) ? join(to, name) : to
  const faultOfRecipients = await recipientFault(recipients)
  if (faultOfRecipients !== null) return adminRefusal('INVALID', faultOfRecipients)
  try {
    await (await open(file, 'wx', 0o600)).close()
  } catch (error) {
    return fileRefusal(file, error)
  }
  const beside = isEncrypted ? await workFolder(database) : null
  try {
    await recordBackupEvent(admin, 'backupRequested', reason, { file: basename(file) })
    const copy = beside === null ? file : join(beside, 'copy.db')
    await copyDatabase(admin.db, database, copy)
    const copied = await describe(copy, { at, by: admin.by })
    const manifest = beside === null ? copied : await encrypted(copied, { copy, file, recipients })
    await writeNewFile(manifestPath(file), singlePart(`${JSON.stringify(manifest, null, 2)}\n`))
    await syncToDisk(dirname(file), 'folder')
    const { bytes, sha256, journal, audit } = manifest
    await recordBackupEvent(admin, 'backupWritten', reason, {
      file: basename(file),
      bytes,
      sha256,
      encrypted: isEncrypted,
      journal,
      audit,
    })
    return adminResult({ ...manifest, file, manifest: manifestPath(file) })
  } catch (error) {
    await unlink(file).catch(() => {})
    return fileRefusal(manifestPath(file), error)
  } finally {
    if (beside !== null) await rm(beside, { recursive: true, force: true })
  }
}

/** What is wrong with the public keys; null if nothing is. */
async function recipientFault(recipients: readonly string[]): Promise<string | null> {
  if (recipients.length === 0) return null
  const { BackupEncryptionFault, encrypterFor } = await import('./backup-encryption.ts')
  try {
    encrypterFor(recipients)
    return null
  } catch (error) {
    if (error instanceof BackupEncryptionFault) return error.message
    throw error
  }
}

const workFolderName = '.backup-'
/** A backup takes minutes at most: what is older was left by a process that was killed. */
const leftBehindMs = 24 * 3_600_000

/** A new folder beside the database. Deletes what killed processes have left there. */
async function workFolder(database: DatabaseSync): Promise<string> {
  const dataDir = dirname(database.location() ?? '')
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(workFolderName)) continue
    const { mtimeMs } = await stat(join(dataDir, name))
    if (mtimeMs < Date.now() - leftBehindMs) await rm(join(dataDir, name), { recursive: true, force: true })
  }
  return await mkdtemp(join(dataDir, workFolderName))
}

/** Encrypts a copy, and returns the manifest of the encrypted file. */
async function encrypted(
  copied: BackupManifest,
  {
    copy,
    file,
    recipients,
  }: { readonly copy: string; readonly file: string; readonly recipients: readonly string[] },
): Promise<BackupManifest> {
  const { encryptFile, encrypterFor } = await import('./backup-encryption.ts')
  await encryptFile(encrypterFor(recipients), copy, file)
  await syncToDisk(file)
  const { bytes, sha256 } = copied
  return { ...copied, file: basename(file), ...(await digestOfFile(file)), decrypted: { bytes, sha256 } }
}

function fileRefusal(file: string, error: unknown): AdminReply {
  const fault = fileFault(file, error)
  if (fault === null) throw error
  return adminRefusal('FILE', fault)
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() ?? false

const recordBackupEvent = (
  admin: AdminContext,
  action: string,
  reason: string,
  details: Record<string, unknown>,
) => admin.db.transaction().execute((trx) => recordAdminEvent(trx, admin, { action, reason, details }))

/** Pages copied in one step, which blocks the server. */
const pagesAtOnce = 200

/**
 * Copies page by page. SQLite also applies concurrent writes to the copy, so that it equals the database at the
 * end of the copy. The first step fails during an open transaction, so the only connection is held for it.
 */
async function copyDatabase(db: Kysely<Database>, database: DatabaseSync, file: string): Promise<void> {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  let copying: Promise<unknown> = Promise.resolve()
  await db.connection().execute(async () => {
    copying = backup(database, file, { rate: pagesAtOnce, progress: () => begin() })
    // A small database is copied in one step, and a failed step reports no progress.
    await Promise.race([begun, copying])
  })
  await copying
  await syncToDisk(file)
}

/** Turns the copy into a single file without a write-ahead log, and returns its manifest. */
async function describe(
  file: string,
  { at, by }: Pick<BackupManifest, 'at' | 'by'>,
): Promise<BackupManifest> {
  const copy = new DatabaseSync(file)
  const db = new Kysely<Database>({ dialect: new EmbeddedDialect(copy) })
  try {
    copy.exec('pragma locking_mode = exclusive')
    copy.exec('pragma synchronous = full')
    copy.exec('pragma journal_mode = delete')
    const contents = await manifestContents(db)
    await db.destroy()
    await syncToDisk(file)
    return { format: 1, at, by, file: basename(file), ...(await digestOfFile(file)), ...contents }
  } finally {
    if (copy.isOpen) copy.close()
  }
}

async function* singlePart(text: string): AsyncGenerator<string> {
  yield text
}
