import { createHash } from 'node:crypto'
import {
  type ChainHead,
  type DayDigest,
  digestFormat,
  headFormat,
} from '@aitai/contract/evidence/evidence-formats.ts'
import {
  type EvidenceFault,
  type EvidenceKey,
  verifyEvidence,
} from '@aitai/contract/evidence/verify-evidence.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { readEvidenceKeys } from '../../evidence/evidence-keys.ts'
import type { ChainCheck } from '../../market/journal-chain.ts'
import { hashOfEntry } from './chain-heads.ts'

/** What became of a head, or of a head that a public digest commits to. */
export interface HeadResult {
  /** Null if the document cannot be read. */
  readonly chain: ChainHead['chain'] | null
  readonly seq: number | null
  readonly at: string | null
  /**
   * Null if the chain contains the head. NOT_IN_CHAIN: the chain is broken, shorter, or was rewritten. NOT_STORED: no
   * stored head fits the digest.
   */
  readonly fault: EvidenceFault | 'NOT_IN_CHAIN' | 'NOT_STORED' | null
}

/** Both chains, as they were checked from their first entry. */
interface CheckedChains {
  readonly journal: ChainCheck
  readonly audit: ChainCheck
}

/**
 * Compares heads and digests that were stored elsewhere with both chains. `keys` are public keys from elsewhere; with none,
 * those of the database are used, which whoever rewrote it may have replaced.
 */
export async function verifyHeads(
  db: Kysely<Database>,
  texts: readonly string[],
  keys: readonly string[],
  chains: CheckedChains,
): Promise<HeadResult[]> {
  const known: readonly EvidenceKey[] =
    keys.length > 0
      ? keys.map((publicKey) => ({ publicKey, usedUntil: null }))
      : (await readEvidenceKeys(db)).map((key) => ({
          publicKey: key.public_key,
          usedUntil: key.used_until,
        }))
  const results: HeadResult[] = []
  for (const text of texts) {
    const verified = await verifyEvidence(Buffer.from(text), [headFormat, digestFormat], known)
    if (!verified.valid) results.push({ chain: null, seq: null, at: null, fault: verified.fault })
    else if (verified.document.format === headFormat)
      results.push(await compared(db, verified.document, chains))
    else results.push(...(await comparedWithDigest(db, verified.document, known, chains)))
  }
  return results
}

async function compared(
  db: Kysely<Database>,
  { chain, seq, hash, at }: ChainHead,
  chains: CheckedChains,
): Promise<HeadResult> {
  const { whole, seq: end } = chains[chain]
  // The chain before its first invalid entry is what it was, if the head says the same.
  const reaches = whole ? seq <= end : seq < end
  const isEmpty = seq === 0 && /^0+$/.test(hash)
  const isThere = isEmpty || (reaches && (await hashOfEntry(db, chain, seq)) === hash)
  return { chain, seq, at, fault: isThere ? null : 'NOT_IN_CHAIN' }
}

/** The heads that a digest commits to, found among the stored ones. */
async function comparedWithDigest(
  db: Kysely<Database>,
  digest: DayDigest,
  keys: readonly EvidenceKey[],
  chains: CheckedChains,
): Promise<HeadResult[]> {
  const rows = await db.selectFrom('evidence_head').select(['journal', 'audit']).execute()
  return await Promise.all(
    (['journal', 'audit'] as const).map(async (chain): Promise<HeadResult> => {
      const text = rows.map((row) => row[chain]).find((each) => sha256(each) === digest[chain])
      const none = { chain, seq: null, at: digest.at }
      if (text === undefined) return { ...none, fault: 'NOT_STORED' }
      const verified = await verifyEvidence(Buffer.from(text), [headFormat], keys)
      return verified.valid
        ? await compared(db, verified.document, chains)
        : { ...none, fault: verified.fault }
    }),
  )
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
