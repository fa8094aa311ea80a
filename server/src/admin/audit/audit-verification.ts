import { databaseDamageOf } from '../../database/damage.ts'
import {
  type ChainCheck,
  type ChainLink,
  checkJournalChain,
  journalRowsAfter,
} from '../../market/journal-chain.ts'
import { type AdminContext, type AdminReply, adminResult } from '../admin-context.ts'
import { checkAuditTrail } from './audit-trail.ts'

/**
 * Where both chains stood at some moment, as a backup's manifest says: kept where nobody here can change it.
 */
export interface KnownChainEnds {
  readonly journal: ChainLink
  readonly audit: ChainLink
}

/** What the command prints as JSON. */
export interface AuditVerification {
  readonly verified: boolean
  readonly audit: ChainCheck
  readonly journal: ChainCheck
  /** Whether both chains went through the ends that were given; null where none were. */
  readonly known: boolean | null
}

/**
 * Walks the chains of the audit trail and of the journal and names the first entry of each that does not fit;
 * one that lost its end is found by what is known to have been there (quality R17). Whoever may change the
 * database can cut both and what is noted of their ends: only ends kept elsewhere tell of that.
 */
export async function verifyAudit(
  { db }: AdminContext,
  { known }: { readonly known?: KnownChainEnds },
): Promise<AdminReply> {
  let hadAudit = isBeginning(known?.audit)
  const audit = await judged(() =>
    checkAuditTrail(db, undefined, ({ seq, hash }) => {
      if (seq === known?.audit.seq) hadAudit = hash === known.audit.hash
    }),
  )
  const journal = await judged(() => checkJournalChain(db))
  const hadJournal = journal.whole && known ? await hasEntry(db, known.journal) : false
  const isKnown = known ? hadAudit && hadJournal : null
  const verified = audit.whole && journal.whole && isKnown !== false
  return adminResult({ verified, audit, journal, known: isKnown } satisfies AuditVerification)
}

/** An empty chain is the beginning of every other. */
const isBeginning = (link: ChainLink | undefined): boolean => link?.seq === 0

async function hasEntry(db: AdminContext['db'], known: ChainLink): Promise<boolean> {
  if (isBeginning(known)) return true
  for await (const row of journalRowsAfter(db, known.seq - 1))
    return row.seq === known.seq && row.hash === known.hash
  return false
}

/** A database that cannot even be read to the first entry is judged as well. */
async function judged(check: () => Promise<ChainCheck>): Promise<ChainCheck> {
  try {
    return await check()
  } catch (error) {
    const damage = databaseDamageOf(error)
    if (damage === null) throw error
    return { whole: false, seq: 0, why: damage }
  }
}
