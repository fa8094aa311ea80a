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

const byItsOwnTools = adminRefusal(
  'POSTGRES',
  'PostgreSQL is backed up by its own tools: run pg_dump --format=custom, or archive its write-ahead log; ' +
    'after pg_restore, `aitai replay --verify` and `aitai audit verify` check what came back.',
)

/**
 * Copies the embedded database, also while the server runs on it, and writes a manifest beside the copy: what
 * a restore must come to (quality R16). `to` is the whole path of the new file, or of a folder that is there,
 * in which the file is named after the moment. Nothing is overwritten, and only the owner may read it.
 */
export async function takeBackup(
  office: AdminContext,
  { to, reason = '' }: { readonly to: string; readonly reason?: string },
): Promise<AdminReply> {
  const database = embeddedDatabaseOf(office.db)
  if (!database) return byItsOwnTools
  const at = new Date(office.now()).toISOString()
  const file = (await isFolder(to)) ? join(to, `aitai-${at.replace(/[-:.]/g, '')}.db`) : to
  try {
    await (await open(file, 'wx', 0o600)).close()
  } catch (error) {
    return refusedFor(file, error)
  }
  try {
    await deed(office, 'backupAsked', reason, { file: basename(file) })
    await copied(office.db, database, file)
    const manifest = await describe(file, { at, by: office.by })
    await writeNewFile(manifestPath(file), one(`${JSON.stringify(manifest, null, 2)}\n`))
    await syncToDisk(dirname(file), 'folder')
    const { bytes, sha256, journal, audit } = manifest
    await deed(office, 'backupWritten', reason, { file: basename(file), bytes, sha256, journal, audit })
    return adminResult({ ...manifest, file, manifest: manifestPath(file) })
  } catch (error) {
    await unlink(file).catch(() => {})
    return refusedFor(manifestPath(file), error)
  }
}

function refusedFor(file: string, error: unknown): AdminReply {
  const fault = fileFault(file, error)
  if (fault === null) throw error
  return adminRefusal('FILE', fault)
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() ?? false

const deed = (office: AdminContext, action: string, reason: string, details: Record<string, unknown>) =>
  office.db.transaction().execute((trx) => recordAdminEvent(trx, office, { action, reason, details }))

/** Pages that are copied at once: the server waits for as long as these take. */
const pagesAtOnce = 200

/**
 * Copies page by page. What the server writes meanwhile is written to the copy as well, so that it holds the
 * database as it is when the last page is done. The first step is refused while a transaction is open: the
 * one connection is kept until it is over.
 */
async function copied(db: Kysely<Database>, database: DatabaseSync, file: string): Promise<void> {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  let copying: Promise<unknown> = Promise.resolve()
  await db.connection().execute(async () => {
    copying = backup(database, file, { rate: pagesAtOnce, progress: () => begin() })
    // A small database is done with its first step, and a step that fails says nothing of progress.
    await Promise.race([begun, copying])
  })
  await copying
  await syncToDisk(file)
}

/** Makes the copy one whole file, without a log of its own beside it, and reads what it holds. */
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

async function* one(text: string): AsyncGenerator<string> {
  yield text
}
