import { setImmediate as laterTask, setTimeout as wait } from 'node:timers/promises'
import type { Command } from '@aitai/engine/commands.ts'
import type { State } from '@aitai/engine/state/state.ts'
import { Unavailable } from '../errors.ts'
import { applyCommand, type Batch, BrokenState, emptyBatch, isLostSync } from './command-batch.ts'
import type { FoldedJournal } from './fold.ts'
import type { StoredEntry } from './journal.ts'
import type { Matchmaking, MatchmakingDeps, StateView, SubmittedCommand } from './matchmaking.ts'
import type { StoredNotification } from './notification-store.ts'
import { createSweeper, type Sweeper } from './sweeper.ts'

interface Waiting {
  readonly command: SubmittedCommand
  readonly view: StateView<unknown>
  readonly resolve: (shown: unknown) => void
  readonly reject: (error: unknown) => void
}

/** How many commands one write takes at most, and how many may wait. */
const atOnce = 500
const mayWait = 10_000
const retryMs = { first: 100, longest: 2_000 }

/** How many sweeps one tick makes at most: each may make the next one possible. */
const sweepsPerTick = 10
/** Every so many ticks all markets are looked at, too. */
const ticksPerMarketLook = 4

/**
 * One turn after the other, and in a turn always this order: decide, write, answer, tell. What is not in the
 * journal has not happened, so nobody may hear of it first. Sweeps come with the tick of the clock alone and
 * never with a command: the moment of somebody's expiry, trigger or locate must not tell that somebody else
 * has just sent something (rules 15, quality NI6).
 */
export class CommandLoop implements Matchmaking {
  readonly #parts: Required<MatchmakingDeps>
  readonly #sweeper: Sweeper
  readonly #ticks: NodeJS.Timeout
  readonly #listeners = new Set<(notices: readonly StoredNotification[]) => void>()
  #waiting: Waiting[] = []
  /** The journal's fold, or null while it has to be folded again. */
  #held: FoldedJournal | null
  #running: Promise<void> | null = null
  #writing: Promise<void> | null = null
  #closed: 'STOPPED' | 'NO_WRITES' | null = null
  #failures = 0
  #isTick = false
  #tickCount = 0

  constructor(parts: Required<MatchmakingDeps>, folded: FoldedJournal) {
    this.#parts = parts
    this.#held = folded
    this.#sweeper = createSweeper(parts.quotes, parts.sweepDelay)
    this.#ticks = setInterval(() => {
      this.#isTick = true
      this.#wake()
    }, parts.tickMs)
    // A market that nobody is connected to must not keep the process alive.
    this.#ticks.unref()
  }

  submit<T>(command: SubmittedCommand, view?: StateView<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (!this.isReady()) return reject(new Unavailable('nothing can be written just now'))
      if (this.#waiting.length >= mayWait) return reject(new Unavailable('too many commands wait'))
      const show: StateView<unknown> = view ?? (() => undefined)
      this.#waiting.push({ command, view: show, resolve: resolve as Waiting['resolve'], reject })
      this.#wake()
    })
  }

  async read<T>(view: StateView<T>): Promise<T> {
    while (this.#writing) await this.#writing
    if (!this.#held) throw new Unavailable('the journal is being read')
    return view(this.#held.state, this.#moment(this.#held.state))
  }

  onTold(listener: (notices: readonly StoredNotification[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  isReady(): boolean {
    return this.#held !== null && this.#closed === null
  }

  load(): { readonly entries: number; readonly waiting: number } {
    return { entries: this.#held?.seq ?? Number.NaN, waiting: this.#waiting.length }
  }

  async stop(): Promise<void> {
    clearInterval(this.#ticks)
    this.#closed = 'STOPPED'
    while (this.#running) await this.#running
    const held = this.#held
    if (held && held.seq > held.snapshotSeq) await this.#snapshot(held)
  }

  #moment(state: State): number {
    return Math.max(this.#parts.now(), state.at)
  }

  #wake(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = null
      if (this.#waiting.length > 0) this.#wake()
    })
  }

  async #run(): Promise<void> {
    do {
      // Commands that arrive together are written together.
      await laterTask()
      const told = await this.#answer(this.#waiting.splice(0, atOnce))
      // The answers have left before anything is told or looked for: they cannot depend on it (rules 15).
      await laterTask()
      this.#tell(told)
      if (this.#isTick) await this.#passTime()
      await this.#snapshotWhenDue()
    } while (this.#waiting.length > 0 || this.#isTick)
  }

  /** What the clock and the markets have brought since the last tick, until there is no more of it. */
  async #passTime(): Promise<void> {
    this.#isTick = false
    this.#tickCount += 1
    const looksAtMarkets = this.#tickCount % ticksPerMarketLook === 0
    for (let left = sweepsPerTick; left > 0 && (await this.#sweep(looksAtMarkets)); left -= 1)
      await laterTask()
  }

  /** Decides, writes and answers the commands of one turn. Returns what is to be told. */
  async #answer(turn: readonly Waiting[]): Promise<readonly StoredNotification[]> {
    const held = this.#held
    if (!held || turn.length === 0) return []
    const pages = emptyBatch()
    try {
      const answers = turn.map((one) => this.#decide(held.state, one, pages))
      const told = await this.#write(held, pages)
      for (const answer of answers) answer()
      return told
    } catch (error) {
      for (const { reject } of turn) reject(new Unavailable('the write failed', { cause: error }))
      await this.#recover(error, held.seq)
      return []
    }
  }

  /**
   * Takes one command into the state and returns how to answer it. Refusals wait too: they were read ahead.
   */
  #decide(state: State, { command, view, resolve, reject }: Waiting, pages: Batch): () => void {
    const at = this.#moment(state)
    try {
      applyCommand(state, { ...command, at } as Command, pages, this.#parts.names())
      const shown = view(state, at)
      return () => resolve(shown)
    } catch (error) {
      if (error instanceof BrokenState) throw error
      return () => reject(error)
    }
  }

  /** One look at what time and quotes have made possible. True if anything happened. */
  async #sweep(looksAtMarkets: boolean): Promise<boolean> {
    const held = this.#held
    // Before the first entry there is no market in which time could pass.
    if (!held || held.seq === 0 || this.#closed === 'NO_WRITES') return false
    const pages = emptyBatch()
    try {
      const sweep = this.#sweeper.next(held.state, this.#moment(held.state), looksAtMarkets)
      applyCommand(held.state, sweep, pages, this.#parts.names())
      this.#tell(await this.#write(held, pages))
      return pages.entries.length > 0
    } catch (error) {
      await this.#recover(error, held.seq)
      return false
    }
  }

  /** Until this returns, the state is ahead of the journal and is shown to nobody. */
  async #write(held: FoldedJournal, { entries, drafts }: Batch): Promise<readonly StoredNotification[]> {
    if (entries.length === 0) return []
    let told: readonly StoredNotification[] = []
    const written = this.#parts.journal.append(entries, async (trx, stored) => {
      told = await this.#parts.notices.store(trx, stored, drafts)
    })
    const settled = (next: FoldedJournal | null): void => {
      this.#held = next
      this.#writing = null
    }
    this.#writing = written.then(
      (stored) => settled({ ...held, ...lastOf(stored) }),
      () => settled(null),
    )
    await written
    this.#failures = 0
    return told
  }

  #tell(notices: readonly StoredNotification[]): void {
    if (notices.length === 0) return
    for (const listener of this.#listeners) {
      try {
        listener(notices)
      } catch (error) {
        this.#parts.onError(error, 'telling')
      }
    }
  }

  /**
   * The state may be ahead of the journal, so it is dropped; commands are refused until the journal is folded
   * again and can be written. Of a write whose end is unknown, what did happen is told now.
   */
  async #recover(error: unknown, seq: number): Promise<void> {
    this.#held = null
    this.#closed ??= 'NO_WRITES'
    this.#parts.notices.forget()
    this.#parts.onError(error, 'writing')
    for (const { reject } of this.#waiting.splice(0)) reject(new Unavailable('the write before failed'))
    if (isLostSync(error)) return this.#parts.onLostSync(error)

    while (!(await this.#regained(seq)));
    if (this.#closed === 'NO_WRITES') this.#closed = null
  }

  /** None at first, then longer and longer until something was written. */
  #patience(): number {
    if (this.#failures === 0) return 0
    return Math.min(retryMs.first * 2 ** Math.min(this.#failures - 1, 10), retryMs.longest)
  }

  /** Whether the state is there again and can be written to; once stopped, there is nothing to wait for. */
  async #regained(seq: number): Promise<boolean> {
    const { journal, notices, onError } = this.#parts
    try {
      await wait(this.#patience())
      this.#failures += 1
      this.#held ??= await journal.fold()
      await journal.probe()
      if (this.#held.seq > seq) this.#tell(await notices.storedSince(seq))
      return true
    } catch (error) {
      onError(error, 'recovering')
      return this.#closed === 'STOPPED'
    }
  }

  async #snapshotWhenDue(): Promise<void> {
    const held = this.#held
    if (held && held.seq - held.snapshotSeq >= this.#parts.snapshotEvery) await this.#snapshot(held)
  }

  async #snapshot(held: FoldedJournal): Promise<void> {
    // Tried once in its time: without one the next start only takes longer.
    this.#held = { ...held, snapshotSeq: held.seq }
    try {
      await this.#parts.journal.snapshot(held.state, held.seq, held.hash)
    } catch (error) {
      this.#parts.onError(error, 'taking a snapshot')
    }
  }
}

function lastOf(stored: readonly StoredEntry[]): Pick<FoldedJournal, 'seq' | 'hash'> {
  const last = stored.at(-1)
  if (!last) throw new Error('nothing was written')
  return { seq: last.seq, hash: last.hash }
}

const defaults = {
  sweepDelay: () => 0,
  tickMs: 50,
  snapshotEvery: 10_000,
  onError: () => {},
  onLostSync: () => {},
}

/** Folds the journal and begins to take commands. Throws if the journal cannot be read. */
export async function startMatchmaking(parts: MatchmakingDeps): Promise<Matchmaking> {
  return new CommandLoop({ ...defaults, ...parts }, await parts.journal.fold())
}
