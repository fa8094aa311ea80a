import type { Kysely } from 'kysely'
import type { EvidenceKeyTable } from '../database/evidence-tables.ts'
import type { Database } from '../database/schema.ts'
import type { EvidenceSigner } from './evidence-signer.ts'

/**
 * Lists the public key of this installation, and ends the use of every other one. `overlapMs` is for how long other
 * processes may still sign with one before, because they are restarted one at a time. `at` is in milliseconds UTC.
 */
export async function listEvidenceKey(
  db: Kysely<Database>,
  { keyId, publicKey }: EvidenceSigner,
  at: number,
  overlapMs: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('evidence_key')
      .values({ key_id: keyId, public_key: publicKey, used_from: at, used_until: null })
      // One whose secret was restored is used again.
      .onConflict((conflict) => conflict.column('key_id').doUpdateSet({ used_until: null }))
      .execute()
    await trx
      .updateTable('evidence_key')
      .set({ used_until: at + overlapMs })
      .where('key_id', '!=', keyId)
      .where('used_until', 'is', null)
      .execute()
  })
}

/**
 * Whether a document of `at` (milliseconds UTC) is valid if this process signs it. It is not once the key was replaced
 * and the process was not restarted in time.
 */
export async function isKeyInUse(
  db: Kysely<Database>,
  { keyId }: Pick<EvidenceSigner, 'keyId'>,
  at: number,
): Promise<boolean> {
  const key = await db
    .selectFrom('evidence_key')
    .select('used_until')
    .where('key_id', '=', keyId)
    .executeTakeFirst()
  return key !== undefined && (key.used_until === null || at <= key.used_until)
}

/** All public keys of the installation: the one that is used, then the others by the end of their use. */
export async function readEvidenceKeys(db: Kysely<Database>): Promise<EvidenceKeyTable[]> {
  const keys = await db.selectFrom('evidence_key').selectAll().execute()
  const endOf = ({ used_until }: EvidenceKeyTable): number => used_until ?? Number.MAX_SAFE_INTEGER
  return keys.sort((a, b) => endOf(b) - endOf(a))
}

/** How long after it was made a digest becomes public: longer than its making may take, which grows with the chains. */
export const digestDelayMs = 10 * 60_000
/** How many digests are public. */
const publicDigests = 31

/** The digests that are public at a time in milliseconds UTC, the newest first. */
export async function readDigests(db: Kysely<Database>, at: number): Promise<string[]> {
  const rows = await db
    .selectFrom('evidence_head')
    .select('digest')
    .where('day', 'is not', null)
    .where('at', '<=', at - digestDelayMs)
    .orderBy('day', 'desc')
    .limit(publicDigests)
    .execute()
  return rows.flatMap(({ digest }) => digest ?? [])
}
