import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readSecretsFile } from '@aitai/server/accounts/secrets-file.ts'
import type { AuditVerification } from '@aitai/server/admin/audit/audit-verification.ts'
import { storeHeads } from '@aitai/server/admin/evidence/chain-heads.ts'
import type { HeadsMade } from '@aitai/server/admin/evidence/head-commands.ts'
import { openDatabase } from '@aitai/server/database/open-database.ts'
import type { JournalTable } from '@aitai/server/database/schema.ts'
import { evidenceSigner } from '@aitai/server/evidence/evidence-signer.ts'
import { chainStart, journalEntryHash } from '@aitai/server/market/journal-chain.ts'
import { createRandom, type Random } from '../harness/random.ts'
import { runAitai } from '../harness/verify-command.ts'
import { databaseFile } from './file-corruption.ts'
import { journalColumns } from './row-corruption.ts'

interface Rewrites {
  /** Those that `aitai audit verify` finds nothing wrong with, as whoever rewrote them wants. */
  readonly consistent: number
  /** Those that it refuses with a head that was stored elsewhere, and with a digest of one. */
  readonly found: number
  readonly foundByDigest: number
}

/**
 * Signs the head of a journal, then rewrites copies of it: an entry at random is changed, removed or added, and
 * all hashes from there on are computed again, so that the chain is whole. Everything by the commands of an
 * operator.
 */
export async function rewriteSuffixes(
  dir: string,
  copy: string,
  seed: number,
  rewrites: number,
): Promise<Rewrites> {
  const made = await runAitai(dir, ['evidence', 'head'])
  const heads = JSON.parse(made.out) as HeadsMade
  const keys = JSON.parse((await runAitai(dir, ['evidence', 'keys'])).out) as readonly { publicKey: string }[]
  const key = keys[0]?.publicKey ?? ''
  const headFile = `${copy}-head.txt`
  const digestFile = `${copy}-digest.txt`
  await writeFile(headFile, `${heads.journal}\n`)
  await writeFile(digestFile, `${await digestOf(dir, heads)}\n`)
  const chance = createRandom(seed)
  let [consistent, found, foundByDigest] = [0, 0, 0]
  for (let i = 0; i < rewrites; i += 1) {
    await rm(copy, { recursive: true, force: true })
    await cp(dir, copy, { recursive: true })
    rewriteFrom(copy, chance)
    if ((await runAitai(copy, ['audit', 'verify'])).code === 0) consistent += 1
    const withHead = await verified(copy, headFile, key)
    if (withHead.heads.some(({ fault }) => fault === 'NOT_IN_CHAIN')) found += 1
    const withDigest = await verified(copy, digestFile, key)
    if (withDigest.heads.some(({ chain, fault }) => chain === 'journal' && fault === 'NOT_IN_CHAIN'))
      foundByDigest += 1
  }
  return { consistent, found, foundByDigest }
}

async function verified(dir: string, file: string, key: string): Promise<AuditVerification> {
  const { code, out } = await runAitai(dir, ['audit', 'verify', '--head', file, '--key', key])
  const result = JSON.parse(out) as AuditVerification
  if ((code === 0) !== result.verified) throw new Error(`exit code ${code} for ${out}`)
  return result
}

/** The digest that would be public if these heads were those of a day. */
async function digestOf(dir: string, heads: HeadsMade): Promise<string> {
  const { db, close } = await openDatabase({ dataDir: dir, databaseUrl: null })
  try {
    const { EVIDENCE_SECRET = '' } = readSecretsFile(join(dir, 'secrets.env')) ?? {}
    const context = {
      db,
      signer: evidenceSigner(Buffer.from(EVIDENCE_SECRET, 'hex')),
      publicUrl: 'http://localhost:8080',
      compliance: null,
      productName: 'Aitai',
    }
    await db
      .transaction()
      .execute((trx) => storeHeads(trx, context, { journal: heads.journal, audit: heads.audit }, 1, 1))
    const row = db.selectFrom('evidence_head').select('digest').where('day', '=', 1)
    return (await row.executeTakeFirstOrThrow()).digest ?? ''
  } finally {
    await close()
  }
}

const ways = ['change', 'remove', 'add'] as const

/** Rewrites the journal of a folder from a random entry on. */
function rewriteFrom(dir: string, chance: Random): void {
  const database = new DatabaseSync(databaseFile(dir))
  try {
    const rows = database
      .prepare(`select ${journalColumns.join(', ')} from journal order by seq`)
      .all() as unknown as JournalTable[]
    const at = chance.between(0, rows.length - 1)
    const way = chance.oneOf(ways)
    const row = rows[at] as JournalTable
    const changed = { ...row, events: row.events.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)) }
    const isSame = changed.events === row.events
    if (way === 'remove' && at < rows.length - 1) rows.splice(at, 1)
    else if (way === 'add') rows.splice(at, 0, row)
    else rows[at] = isSame ? { ...row, at: row.at - 1 } : changed
    database.exec('begin; delete from journal; delete from snapshot; delete from notification;')
    const insert = database.prepare(
      'insert into journal (seq, at, command, events, hash) values (?, ?, ?, ?, ?)',
    )
    let { hash } = chainStart
    for (const [i, each] of rows.entries()) {
      const renumbered = { ...each, seq: i + 1 }
      hash = journalEntryHash(renumbered, hash)
      insert.run(renumbered.seq, renumbered.at, renumbered.command, renumbered.events, hash)
    }
    database.exec('commit')
  } finally {
    database.close()
  }
}
