import { mkdirSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { ChainLink } from '../market/journal-chain.ts'

/** The database lacks entries of the journal that this process has seen. */
export class LostEntries extends Error {
  constructor(seq: number, file: string) {
    super(
      `The database lacks entries of the journal that were acknowledged: entry ${seq} is missing or is another one. ` +
        'A standby without them was promoted, or a backup was restored. ' +
        `See docs/operations/several-machines.md; if the loss is accepted, delete ${file}.`,
    )
    this.name = 'LostEntries'
  }
}

/**
 * Remembers, in a file of this machine, the newest entry that this process has folded or written. PostgreSQL loses
 * acknowledged entries if a standby that does not have them is promoted. The chain of hashes shows it: the entry of
 * that number is missing, or has another hash.
 */
export class JournalHead {
  readonly #file: string
  readonly #onError: (error: unknown, activity: string) => void
  #head: ChainLink | null = null

  /** `onError` receives what prevents the file from being written: a full disk stops no server. */
  constructor(dataDir: string, onError: (error: unknown, activity: string) => void) {
    this.#file = join(dataDir, 'journal-head.json')
    this.#onError = onError
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  }

  /** Remembers the newest entry. Throws LostEntries if the database does not have the one remembered before. */
  async update(db: Kysely<Database>): Promise<void> {
    const head = this.#head ?? this.#read()
    if (head) {
      const known = await db
        .selectFrom('journal')
        .select('hash')
        .where('seq', '=', head.seq)
        .executeTakeFirst()
      if (known?.hash !== head.hash) throw new LostEntries(head.seq, this.#file)
    }
    const newest = await db
      .selectFrom('journal')
      .select(['seq', 'hash'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (newest && newest.seq !== this.#head?.seq) await this.#store(newest)
  }

  async #store(head: ChainLink): Promise<void> {
    this.#head = head
    try {
      // Synced before it replaces the file, which would be empty after a power cut otherwise.
      await writeFile(`${this.#file}.new`, JSON.stringify(head), { mode: 0o600, flush: true })
      await rename(`${this.#file}.new`, this.#file)
    } catch (error) {
      this.#onError(error, 'remembering the newest entry of the journal')
    }
  }

  #read(): ChainLink | null {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')) as ChainLink
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
}
