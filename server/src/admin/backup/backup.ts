import { open, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
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

/**
 * Copies the embedded database, even while the server uses it, and writes a manifest beside the copy. `to` is
 * the absolute path of the new file, or of an existing folder, in which the file is named after the time.
 * Overwrites nothing; only the owner may read the files.
 */
export async function takeBackup(
  admin: AdminContext,
  { to, reason = '' }: { readonly to: string; readonly reason?: string },
): Promise<AdminReply> {
  const database = embeddedDatabaseOf(admin.db)
  if (!database) return usePostgresTools
  const at = new Date(admin.now()).toISOString()
  const file = (await isFolder(to)) ? join(to, `aitai-${at.replace(/[-:.]/g, '')}.db`) : to
  try {
    await (await open(file, 'wx', 0o600)).close()
  } catch (error) {
    return fileRefusal(file, error)
  }
  try {
    await recordBackupEvent(admin, 'backupAsked', reason, { file: basename(file) })
    await copyDatabase(admin.db, database, file)
    const manifest = await describe(file, { at, by: admin.by })
    await writeNewFile(manifestPath(file), singlePart(`${JSON.stringify(manifest, null, 2)}\n`))
    await syncToDisk(dirname(file), 'folder')
    const { bytes, sha256, journal, audit } = manifest
    await recordBackupEvent(admin, 'backupWritten', reason, {
      file: basename(file),
      bytes,
      sha256,
      journal,
      audit,
    })
    return adminResult({ ...manifest, file, manifest: manifestPath(file) })
  } catch (error) {
    await unlink(file).catch(() => {})
    return fileRefusal(manifestPath(file), error)
  }
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
