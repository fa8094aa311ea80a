import type { Kysely } from 'kysely'
import { auditEventHash } from '../../database/audit-events.ts'
import type { AuditTable, Database } from '../../database/schema.ts'
import { type ChainCheck, type ChainLink, chainStart, readInChunks } from '../../market/journal-chain.ts'

/** An entry of the audit trail was changed or is missing. */
export class BrokenAuditTrail extends Error {
  readonly seq: number

  constructor(seq: number, why: string) {
    super(`entry ${seq} of the audit trail ${why}`)
    this.name = 'BrokenAuditTrail'
    this.seq = seq
  }
}

/** The audit events after `seq`, in order. Throws BrokenAuditTrail at the first that cannot be read. */
export const auditEventsAfter = (db: Kysely<Database>, seq: number): AsyncGenerator<AuditTable> =>
  readInChunks(
    (after, limit) =>
      db.selectFrom('audit').selectAll().where('seq', '>', after).orderBy('seq').limit(limit).execute(),
    seq,
    (entry, why) => new BrokenAuditTrail(entry, why),
  )

/** The chain link after one more row. Throws BrokenAuditTrail if the row does not continue the chain. */
export function nextAuditLink(before: ChainLink, row: AuditTable): ChainLink {
  const seq = before.seq + 1
  if (row.seq !== seq) throw new BrokenAuditTrail(seq, 'is missing')
  const hash = auditEventHash(row, before.hash)
  if (row.hash !== hash)
    throw new BrokenAuditTrail(
      seq,
      `was changed (${hash.slice(0, 12)}, written as ${String(row.hash).slice(0, 12)})`,
    )
  return { seq, hash }
}

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
        link = nextAuditLink(link, row)
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
