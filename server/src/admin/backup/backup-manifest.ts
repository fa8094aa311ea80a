import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { schemaOf } from '../../database/migrations.ts'
import type { Database } from '../../database/schema.ts'
import { foldJournal, stateHash } from '../../market/fold.ts'
import { endOfAuditTrail } from '../audit/audit-trail.ts'

const Link = Type.Object({ seq: Type.Integer({ minimum: 0 }), hash: Type.String() })

/** Describes a backup, in a JSON file beside it. A restore must match it exactly. */
export const BackupManifest = Type.Object({
  format: Type.Literal(1),
  /** When the backup was taken: ISO, UTC. */
  at: Type.String(),
  by: Type.String(),
  file: Type.String(),
  bytes: Type.Integer({ minimum: 1 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** The decrypted file, if the backup is encrypted. */
  decrypted: Type.Optional(
    Type.Object({ bytes: Type.Integer({ minimum: 1 }), sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
  ),
  /** The newest migration in it. */
  schema: Type.String(),
  journal: Link,
  /** Hash of the whole state after the newest entry. */
  stateHash: Type.String(),
  audit: Link,
})
export type BackupManifest = Static<typeof BackupManifest>

/** The path of a backup's manifest. */
export const manifestPath = (file: string): string => `${file}.json`

/** A backup without a readable manifest: it was not finished, or is not a backup. */
export class BadManifest extends Error {
  constructor(file: string, why: string) {
    super(`${manifestPath(file)} ${why}.`)
    this.name = 'BadManifest'
  }
}

/** Reads the manifest of a backup. Throws BadManifest. */
export async function readManifest(file: string): Promise<BackupManifest> {
  const text = await readFile(manifestPath(file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') throw new BadManifest(file, 'cannot be read: not allowed')
    throw new BadManifest(file, 'is missing: copy it too; a backup without its manifest was not finished')
  })
  try {
    const manifest: unknown = JSON.parse(text)
    if (Check(BackupManifest, manifest)) return manifest
  } catch {
    // Not JSON: handled below.
  }
  throw new BadManifest(file, 'is no manifest of a backup')
}

/** The part of a manifest that describes the database. Folds from the newest valid snapshot. */
export async function manifestContents(
  db: Kysely<Database>,
): Promise<Pick<BackupManifest, 'schema' | 'journal' | 'stateHash' | 'audit'>> {
  const { state, seq, hash } = await foldJournal(db)
  const audit = await endOfAuditTrail(db)
  return { schema: await schemaOf(db), journal: { seq, hash }, stateHash: stateHash(state), audit }
}

/** The SHA-256 and length of a file. */
export async function digestOfFile(
  file: string,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const digest = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    digest.update(chunk)
  }
  return { bytes, sha256: digest.digest('hex') }
}

/** Syncs a file or a folder's entries to disk. Windows cannot sync folders. */
export async function syncToDisk(path: string, kind: 'file' | 'folder' = 'file'): Promise<void> {
  if (kind === 'folder' && process.platform === 'win32') return
  const handle = await open(path, kind === 'file' ? 'r+' : 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
