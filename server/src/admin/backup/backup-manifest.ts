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

/** What a backup holds, beside it as JSON: what a restore must come to, to the byte. */
export const BackupManifest = Type.Object({
  format: Type.Literal(1),
  /** When it was taken: ISO, UTC. */
  at: Type.String(),
  by: Type.String(),
  file: Type.String(),
  bytes: Type.Integer({ minimum: 1 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** The newest migration in it. */
  schema: Type.String(),
  journal: Link,
  /** Of the whole state after the newest entry. */
  stateHash: Type.String(),
  audit: Link,
})
export type BackupManifest = Static<typeof BackupManifest>

/** Where the manifest of a backup stands. */
export const manifestPath = (file: string): string => `${file}.json`

/** A backup without a manifest that can be read: one that was not finished, or not ours. */
export class BadManifest extends Error {
  constructor(file: string, why: string) {
    super(`${manifestPath(file)} ${why}. A backup without its manifest was not finished.`)
    this.name = 'BadManifest'
  }
}

/** Reads the manifest of a backup. Throws BadManifest. */
export async function readManifest(file: string): Promise<BackupManifest> {
  const text = await readFile(manifestPath(file), 'utf8').catch(() => {
    throw new BadManifest(file, 'cannot be read')
  })
  try {
    const manifest: unknown = JSON.parse(text)
    if (Check(BackupManifest, manifest)) return manifest
  } catch {
    // Said below: it is none.
  }
  throw new BadManifest(file, 'is no manifest of a backup')
}

/** What of a database its manifest says. The newest valid snapshot and what follows are folded, not all. */
export async function manifestContents(
  db: Kysely<Database>,
): Promise<Pick<BackupManifest, 'schema' | 'journal' | 'stateHash' | 'audit'>> {
  const { state, seq, hash } = await foldJournal(db)
  const audit = await endOfAuditTrail(db)
  return { schema: await schemaOf(db), journal: { seq, hash }, stateHash: stateHash(state), audit }
}

/** The SHA-256 of a file and its length. */
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

/** Returns when a file, or what a folder lists, is on the disk. Windows does not sync folders. */
export async function syncToDisk(path: string, kind: 'file' | 'folder' = 'file'): Promise<void> {
  if (kind === 'folder' && process.platform === 'win32') return
  const handle = await open(path, kind === 'file' ? 'r+' : 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
