import type { Kysely } from 'kysely'
import { auditEventHash } from '../../database/audit-events.ts'
import type { AuditTable, Database } from '../../database/schema.ts'
import {
  type ChainCheck,
  type ChainLink,
  chainStart,
  nextLink,
  readInChunks,
} from '../../market/journal-chain.ts'

/** An entry of the audit trail was changed or is missing. */
class BrokenAuditTrail extends Error {
  readonly seq: number

  constructor(seq: number, why: string) {
    super(`entry ${seq} of the audit trail ${why}`)
    this.name = 'BrokenAuditTrail'
    this.seq = seq
  }
}

const brokenAuditTrail = (seq: number, why: string): BrokenAuditTrail => new BrokenAuditTrail(seq, why)

/** The audit events after `seq`, in order. Throws BrokenAuditTrail at the first that cannot be read. */
export const auditEventsAfter = (db: Kysely<Database>, seq: number): AsyncGenerator<AuditTable> =>
  readInChunks(
    (after, limit) =>
      db.selectFrom('audit').selectAll().where('seq', '>', after).orderBy('seq').limit(limit).execute(),
    seq,
    brokenAuditTrail,
  )

/** The stored end of the trail; an impossible link if that row is missing. */
export async function endOfAuditTrail(db: Kysely<Database>): Promise<ChainLink> {
  const row = await db.selectFrom('audit_end').select(['seq', 'hash']).where('one', '=', 1).executeTakeFirst()
  return row ?? { seq: -1, hash: '' }
}

/** Verifies the audit trail from the start, or from a trusted link, to its end. Calls `onLink` for every link. */
export async function checkAuditTrail(
  db: Kysely<Database>,
  from: ChainLink = chainStart,
  onLink: (link: ChainLink) => void = () => {},
): Promise<ChainCheck> {
  let link = from
  try {
    for (;;) {
      for await (const row of auditEventsAfter(db, link.seq)) {
        link = nextLink(link, row, auditEventHash, brokenAuditTrail)
        onLink(link)
      }
      const end = await endOfAuditTrail(db)
      // A running server has appended more rows.
      if (end.seq > link.seq && (await reaches(db, end.seq))) continue
      await checkEndOfTrail(db, link, end)
      return { whole: true, ...link }
    }
  } catch (error) {
    if (!(error instanceof BrokenAuditTrail)) throw error
    return { whole: false, seq: error.seq, why: error.message }
  }
}

const reaches = async (db: Kysely<Database>, seq: number): Promise<boolean> =>
  (await db.selectFrom('audit').select('seq').where('seq', '=', seq).executeTakeFirst()) !== undefined

/** Throws BrokenAuditTrail if the trail was truncated, does not end as stored, or has rows with numbers below 1. */
async function checkEndOfTrail(db: Kysely<Database>, link: ChainLink, end: ChainLink): Promise<void> {
  const misplaced = await db.selectFrom('audit').select('seq').where('seq', '<', 1).limit(1).execute()
  if (end.seq > link.seq || misplaced.length > 0) throw new BrokenAuditTrail(link.seq + 1, 'is missing')
  if (end.seq < link.seq || end.hash !== link.hash)
    throw new BrokenAuditTrail(link.seq, 'is not the one that is noted as the last')
}
