import { setTimeout as wait } from 'node:timers/promises'
import { LaterVersion } from '@aitai/engine/model/rules-version.ts'
import type { State } from '@aitai/engine/model/state.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { Unavailable } from '../errors.ts'
import { type FoldedJournal, foldRow } from '../market/fold.ts'
import { BrokenJournal, type ChainLink, journalPage, nextJournalLink } from '../market/journal-chain.ts'
import type { NotificationStore, StoredNotification } from '../market/notification-store.ts'

interface FollowerDeps {
  readonly database: Kysely<Database>
  readonly notificationStore: Pick<NotificationStore, 'storedSince'>
  /** Receives the notifications of every entry that another process has written, in order. */
  readonly notify: (stored: readonly StoredNotification[]) => void
  /** The journal lacks or contradicts an entry that this process has folded. */
  readonly onLostEntries: () => void
  /** A later version writes the journal: this process cannot follow it. */
  readonly onLaterVersion: (error: LaterVersion) => void
  readonly onError: (error: unknown, activity: string) => void
}

/** How often new entries are looked for when nothing announces them, in milliseconds. */
const pollEveryMs = 500
/** Entries that are folded at once: a few milliseconds of work. */
const pageSize = 500
/** How long a reader waits for the entries that the database has, in milliseconds. */
const foldWaitMs = 2_000

/** Folds the journal that another process writes, so that this one can answer reads and take over. */
export class JournalFollower {
  readonly #deps: FollowerDeps
  #folded: FoldedJournal
  #isOpen = true
  #isDue = false
  #wake = (): void => {}
  #waiting: { readonly seq: number; readonly done: () => void }[] = []
  readonly #running: Promise<void>

  constructor(deps: FollowerDeps, folded: FoldedJournal) {
    this.#deps = deps
    this.#folded = folded
    this.#running = this.#run()
  }

  get seq(): number {
    return this.#folded.seq
  }

  /** New entries may have been written. */
  wake(): void {
    this.#isDue = true
    this.#wake()
  }

  /**
   * The state with everything that the journal had at the time of the call, whichever process wrote it. Rejects
   * with Unavailable.
   */
  async current(): Promise<State> {
    const seq = await this.#newestSeq()
    if (seq < this.#folded.seq) this.#deps.onLostEntries()
    await this.reached(seq)
    return this.#folded.state
  }

  /** Resolves once an entry has been folded. Rejects with Unavailable if that takes too long. */
  async reached(seq: number): Promise<void> {
    if (this.#folded.seq >= seq) return
    this.wake()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(new Unavailable('the journal is being read')), foldWaitMs)
    this.#waiting.push({ seq, done: resolve })
    try {
      await promise
    } finally {
      clearTimeout(timer)
    }
  }

  /** Stops following, and returns what was folded last. */
  async stop(): Promise<FoldedJournal> {
    this.#isOpen = false
    this.#wake()
    await this.#running
    return this.#folded
  }

  async #run(): Promise<void> {
    while (this.#isOpen) {
      try {
        await this.#foldNewEntries()
      } catch (error) {
        this.#deps.onError(error, 'following the journal')
        if (error instanceof BrokenJournal) this.#deps.onLostEntries()
        if (error instanceof LaterVersion) this.#deps.onLaterVersion(error)
      }
      await this.#pause()
    }
  }

  async #foldNewEntries(): Promise<void> {
    while (this.#isOpen && (await this.#foldPage())) {
      // One page after the other, until the end of the journal.
    }
  }

  /**
   * Folds some entries and pushes their notifications, with nothing between the two: whoever reads the entries has
   * also been notified of them. Returns whether there may be more.
   */
  async #foldPage(): Promise<boolean> {
    const { database, notificationStore, notify } = this.#deps
    const before = this.#folded.seq
    const rows = await journalPage(database, before, pageSize)
    const last = rows.at(-1)
    if (!last) return false
    const stored = await notificationStore.storedSince(before)
    let link: ChainLink = this.#folded
    for (const row of rows) link = nextJournalLink(link, row)
    for (const row of rows) foldRow(this.#folded.state, row)
    this.#folded = { ...this.#folded, ...link }
    notify(stored.filter(({ seq }) => seq <= last.seq))
    for (const each of this.#waiting) if (each.seq <= last.seq) each.done()
    this.#waiting = this.#waiting.filter((each) => each.seq > last.seq)
    return rows.length === pageSize
  }

  async #pause(): Promise<void> {
    if (!this.#isDue && this.#isOpen) {
      const controller = new AbortController()
      this.#wake = () => controller.abort()
      await wait(pollEveryMs, undefined, { signal: controller.signal }).catch(() => {})
    }
    this.#isDue = false
  }

  async #newestSeq(): Promise<number> {
    const { seq } = await this.#deps.database
      .selectFrom('journal')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow()
    return seq ?? 0
  }
}
