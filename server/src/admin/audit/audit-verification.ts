import { databaseDamageOf } from '../../database/damage.ts'
import {
  type ChainCheck,
  type ChainLink,
  checkJournalChain,
  journalRowsAfter,
} from '../../market/journal-chain.ts'
import { type AdminContext, type AdminReply, adminResult } from '../admin-context.ts'
import { type HeadResult, verifyHeads } from '../evidence/head-verification.ts'
import { checkAuditTrail } from './audit-trail.ts'

/** The ends of both chains at some time, as in a backup's manifest, stored out of reach of this machine. */
interface KnownChainEnds {
  readonly journal: ChainLink
  readonly audit: ChainLink
}

/** What the command prints as JSON. */
export interface AuditVerification {
  readonly verified: boolean
  readonly audit: ChainCheck
  readonly journal: ChainCheck
  /** Whether both chains contain the given ends; null if none were given. */
  readonly known: boolean | null
  /** What became of the given heads, in their order. */
  readonly heads: readonly HeadResult[]
}

/**
 * Verifies the chains of the audit trail and the journal, and reports the first invalid entry of each. Someone
 * who can change the database can truncate both chains and adjust their stored ends; only ends that are stored
 * elsewhere (`known`, or signed `heads`) reveal that.
 */
export async function verifyAudit(
  { db }: AdminContext,
  {
    known,
    heads = [],
    keys = [],
  }: {
    readonly known?: KnownChainEnds
    /** The texts of signed heads and digests, and the public keys to verify them with. */
    readonly heads?: readonly string[]
    readonly keys?: readonly string[]
  },
): Promise<AdminReply> {
  let hadAudit = isBeginning(known?.audit)
  const audit = await checkOrDamage(() =>
    checkAuditTrail(db, undefined, ({ seq, hash }) => {
      if (seq === known?.audit.seq) hadAudit = hash === known.audit.hash
    }),
  )
  const journal = await checkOrDamage(() => checkJournalChain(db))
  const hadJournal = journal.whole && known ? await hasEntry(db, known.journal) : false
  const isKnown = known ? hadAudit && hadJournal : null
  const headResults = await verifyHeads(db, heads, keys, { journal, audit })
  const isWhole = audit.whole && journal.whole && headResults.every(({ fault }) => fault === null)
  return adminResult({
    verified: isWhole && isKnown !== false,
    audit,
    journal,
    known: isKnown,
    heads: headResults,
  } satisfies AuditVerification)
}

/** An empty chain is a prefix of every chain. */
const isBeginning = (link: ChainLink | undefined): boolean => link?.seq === 0

async function hasEntry(db: AdminContext['db'], known: ChainLink): Promise<boolean> {
  if (isBeginning(known)) return true
  for await (const row of journalRowsAfter(db, known.seq - 1))
    return row.seq === known.seq && row.hash === known.hash
  return false
}

/** Reports a damaged database as a failed check. */
async function checkOrDamage(check: () => Promise<ChainCheck>): Promise<ChainCheck> {
  try {
    return await check()
  } catch (error) {
    const damage = databaseDamageOf(error)
    if (damage === null) throw error
    return { whole: false, seq: 0, why: damage }
  }
}
