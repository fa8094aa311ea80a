import { createHash } from 'node:crypto'
import { type ChainHead, digestFormat, headFormat } from '@aitai/contract/evidence/evidence-formats.ts'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { dateOfDay } from '@aitai/engine/calendar/trading-days.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { isKeyInUse } from '../../evidence/evidence-keys.ts'
import type { EvidenceSigner } from '../../evidence/evidence-signer.ts'
import { type ChainCheck, type ChainLink, chainStart, checkJournalChain } from '../../market/journal-chain.ts'
import { enqueueMessage } from '../../messages/outbox.ts'
import { checkAuditTrail } from '../audit/audit-trail.ts'
import { headsMail } from './heads-mail.ts'

/** What heads are made with. */
export interface HeadContext {
  readonly db: Kysely<Database>
  readonly signer: EvidenceSigner
  readonly publicUrl: string
  /** Who receives the heads by mail; null for nobody. */
  readonly compliance: string | null
  readonly productName: string
}

/** Signed heads of both chains, as texts. */
export interface ChainHeads {
  readonly journal: string
  readonly audit: string
}

/** A chain is broken, or does not contain the newest head that was made of it: its end must not be signed. */
export class UnsignableChain extends Error {
  override readonly name = 'UnsignableChain'
}

/** The key of this process was replaced, so that nobody would accept what it signs. */
export class RetiredSigner extends Error {
  override readonly name = 'RetiredSigner'

  constructor() {
    super('The evidence key was replaced after this process was started: restart it.')
  }
}

/**
 * Signs the ends of both chains at `at` (milliseconds UTC). Each is first checked from the newest stored head on,
 * so that a signature never covers a chain which contradicts that head. Throws UnsignableChain or RetiredSigner.
 */
export async function signHeads(
  { db, signer, publicUrl }: Pick<HeadContext, 'db' | 'signer' | 'publicUrl'>,
  at: number,
): Promise<ChainHeads> {
  if (!(await isKeyInUse(db, signer, at))) throw new RetiredSigner()
  const before = await newestHeads(db)
  const headOf = async (
    chain: ChainHead['chain'],
    hashAt: (seq: number) => Promise<string | undefined>,
    check: (from: ChainLink) => Promise<ChainCheck>,
  ): Promise<string> => {
    const from = before?.[chain] ?? chainStart
    if (from.seq > 0 && (await hashAt(from.seq)) !== from.hash)
      throw new UnsignableChain(
        `The chain of the ${chain} does not contain its newest head, entry ${from.seq}.`,
      )
    const checked = await check(from)
    if (!checked.whole) throw new UnsignableChain(`The chain of the ${chain} is broken: ${checked.why}.`)
    const { seq, hash } = checked
    return signer.sign({
      format: headFormat,
      installation: publicUrl,
      chain,
      seq,
      hash,
      at: isoTime(at),
    })
  }
  return {
    journal: await headOf(
      'journal',
      (seq) => hashOfEntry(db, 'journal', seq),
      (from) => checkJournalChain(db, from),
    ),
    audit: await headOf(
      'audit',
      (seq) => hashOfEntry(db, 'audit', seq),
      (from) => checkAuditTrail(db, from),
    ),
  }
}

/** The stored hash of an entry; undefined if there is none. */
export const hashOfEntry = async (
  db: Kysely<Database>,
  chain: ChainHead['chain'],
  seq: number,
): Promise<string | undefined> =>
  (await db.selectFrom(chain).select('hash').where('seq', '=', seq).executeTakeFirst())?.hash

async function newestHeads(db: Kysely<Database>): Promise<Record<ChainHead['chain'], ChainLink> | null> {
  const row = await db
    .selectFrom('evidence_head')
    .select(['journal', 'audit'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return { journal: JSON.parse(row.journal) as ChainLink, audit: JSON.parse(row.audit) as ChainLink }
}

/**
 * Stores heads and sends them to compliance, in the transaction that records them in the audit trail. `day` is the
 * day after whose close they were made, counted from 1970-01-01 in Tokyo; null for heads on demand. Returns false
 * if that day has heads already, which another process has made.
 */
export async function storeHeads(
  trx: Transaction<Database>,
  { signer, publicUrl, compliance, productName }: HeadContext,
  heads: ChainHeads,
  day: number | null,
  at: number,
): Promise<boolean> {
  const digest =
    day === null
      ? null
      : signer.sign({
          format: digestFormat,
          installation: publicUrl,
          day: dateOfDay(day),
          at: isoTime(at),
          journal: sha256(heads.journal),
          audit: sha256(heads.audit),
        })
  const stored = await trx
    .insertInto('evidence_head')
    .values({ at, day, ...heads, digest })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stored) return false
  if (compliance !== null) await enqueueMessage(trx, headsMail(compliance, heads, productName, at), at)
  return true
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
