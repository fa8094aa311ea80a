import { checkTrail } from '../audit-trail.ts'
import { checkChain, type Link, rowsAfter, type Verdict } from '../chain.ts'
import { damageIn } from '../database/damage.ts'
import { done, type Office, type OfficeAnswer } from './office.ts'

/**
 * Where both chains stood at some moment, as a backup's manifest says: kept where nobody here can change it.
 */
export interface KnownEnds {
  readonly journal: Link
  readonly audit: Link
}

/** What the command prints as JSON. */
export interface AuditVerified {
  readonly verified: boolean
  readonly audit: Verdict
  readonly journal: Verdict
  /** Whether both chains went through the ends that were given; null where none were. */
  readonly known: boolean | null
}

/**
 * Walks the chains of the audit trail and of the journal and names the first entry of each that does not fit;
 * one that lost its end is found by what is known to have been there (quality R17). Whoever may change the
 * database can cut both and what is noted of their ends: only ends kept elsewhere tell of that.
 */
export async function verifyAudit(
  { db }: Office,
  { known }: { readonly known?: KnownEnds },
): Promise<OfficeAnswer> {
  let hadAudit = isBeginning(known?.audit)
  const audit = await judged(() =>
    checkTrail(db, undefined, ({ seq, hash }) => {
      if (seq === known?.audit.seq) hadAudit = hash === known.audit.hash
    }),
  )
  const journal = await judged(() => checkChain(db))
  const hadJournal = journal.whole && known ? await hasEntry(db, known.journal) : false
  const isKnown = known ? hadAudit && hadJournal : null
  const verified = audit.whole && journal.whole && isKnown !== false
  return done({ verified, audit, journal, known: isKnown } satisfies AuditVerified)
}

/** An empty chain is the beginning of every other. */
const isBeginning = (link: Link | undefined): boolean => link?.seq === 0

async function hasEntry(db: Office['db'], known: Link): Promise<boolean> {
  if (isBeginning(known)) return true
  for await (const row of rowsAfter(db, known.seq - 1))
    return row.seq === known.seq && row.hash === known.hash
  return false
}

/** A database that cannot even be read to the first entry is judged as well. */
async function judged(check: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await check()
  } catch (error) {
    const damage = damageIn(error)
    if (damage === null) throw error
    return { whole: false, seq: 0, why: damage }
  }
}
