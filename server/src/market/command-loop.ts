import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Command } from '@aitai/engine/commands.ts'
import type { Limits } from '@aitai/engine/limits.ts'
import type { State } from '@aitai/engine/state/state.ts'
import { isLostSync } from '../database/database-errors.ts'
import { Unavailable } from '../errors.ts'
import { applyCommand, type Batch, BrokenState, emptyBatch } from './command-batch.ts'
import type { FoldedJournal } from './fold.ts'
import type { Matchmaking, MatchmakingDeps, StateView, SubmittedCommand } from './matchmaking.ts'
import type { StoredNotification } from './notification-store.ts'
import { createSweeper, type Sweeper } from './sweeper.ts'

/** Batch size and queue limit, in commands. */
const maxBatch = 500
const maxQueued = 10_000
const retryMs = { first: 100, longest: 2_000 }

/** Every so many ticks, the prices of all markets are looked at and contras are looked for. */
const ticksPerMarketLook = 4

/** Ticks by the real clock. A market without connections must not keep the process alive. */
function everyInterval(tick: () => void, ms: number): () => void {
  const timer = setInterval(tick, ms).unref()
  return () => clearInterval(timer)
}

const defaults = {
  sweepDelay: () => 0,
  tickMs: 50,
  startTicks: everyInterval,
  snapshotEvery: 10_000,
  limitsAt: () => null,
  onError: () => {},
  onLostSync: () => {},
}

/** Folds the journal and starts to accept commands. Throws if the journal cannot be read. */
export async function startMatchmaking(deps: MatchmakingDeps): Promise<Matchmaking> {
  return new CommandLoop({ ...defaults, ...deps }, await deps.journal.fold())
}

/** Starts to accept commands on a state that is the fold of the whole journal. */
export async function continueMatchmaking(
  deps: MatchmakingDeps,
  folded: FoldedJournal,
): Promise<CommandLoop> {
  deps.journal.continueFrom(folded)
  return new CommandLoop({ ...defaults, ...deps }, folded)
}

/** How the state in memory relates to the journal. `failures` counts the retries since the last write. */
type LoopState =
  /** The state is the fold of the journal. */
  | { readonly phase: 'current'; readonly folded: FoldedJournal; readonly failures: number }
  /** The state is ahead of the journal by the batch that is being appended, so nobody may read it. */
  | {
      readonly phase: 'writing'
      readonly folded: FoldedJournal
      readonly failures: number
      readonly settled: Promise<void>
    }
  /** A write failed. Commands are refused until the journal is folded again and can be written. */
  | { readonly phase: 'recovering'; readonly folded: FoldedJournal | null; readonly failures: number }
  /** The disk lost data that it had acknowledged. Nothing may be written any more. */
  | { readonly phase: 'lost' }

/**
 * Processes commands one batch at a time: decide, append to the journal, reply, notify. Nothing is visible
 * outside until the journal has it. Sweeps follow the tick of the clock and never a command: the moment of an
 * expiry, a trigger or a locate must not reveal that somebody else has just sent something.
 */
export class CommandLoop implements Matchmaking {
  readonly #deps: Required<MatchmakingDeps>
  readonly #sweeper: Sweeper
  readonly #listeners = new Set<(stored: readonly StoredNotification[]) => void>()
  readonly #queue = new CommandQueue()
  readonly #stopTicks: () => void
  readonly #finished: Promise<void>
  #state: LoopState
  #isAbandoned = false
  /** The settings that the state already has, so that they are not compared on every tick. */
  #appliedLimits: Limits | null = null

  constructor(deps: Required<MatchmakingDeps>, folded: FoldedJournal) {
    this.#deps = deps
    this.#sweeper = createSweeper(deps.quotes, deps.sweepDelay)
    this.#state = { phase: 'current', folded, failures: 0 }
    this.#stopTicks = deps.startTicks(() => this.#queue.tick(), deps.tickMs)
    this.#finished = this.#run()
  }

  submit<T>(command: SubmittedCommand, view?: StateView<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (!this.isReady()) return reject(new Unavailable('commands are not accepted now'))
      if (this.#queue.length >= maxQueued) return reject(new Unavailable('the command queue is full'))
      this.#queue.add({
        command,
        view: view ?? (() => undefined),
        resolve: resolve as QueuedCommand['resolve'],
        reject,
      })
    })
  }

  async read<T>(view: StateView<T>): Promise<T> {
    while (this.#state.phase === 'writing') await this.#state.settled
    const folded = this.#folded()
    if (!folded) throw new Unavailable('the journal is being read')
    return view(folded.state, this.#timeFor(folded.state))
  }

  onNotifications(listener: (stored: readonly StoredNotification[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  isReady(): boolean {
    const { phase } = this.#state
    return !this.#queue.isClosed && (phase === 'current' || phase === 'writing')
  }

  load(): { readonly entries: number; readonly waiting: number } {
    return { entries: this.#folded()?.seq ?? Number.NaN, waiting: this.#queue.length }
  }

  async stop(): Promise<void> {
    this.#stopTicks()
    this.#queue.close()
    await this.#finished
    const folded = this.#folded()
    if (folded && folded.seq > folded.snapshotSeq) await this.#snapshot(folded)
  }

  /** Refuses everything at once and writes nothing more, because another process may write. */
  abandon(): void {
    this.#isAbandoned = true
    this.#stopTicks()
    this.#queue.close()
    for (const { reject } of this.#queue.takeAll()) reject(new Unavailable('another process writes'))
  }

  async #run(): Promise<void> {
    let ticks = 0
    while (!this.#isAbandoned && (await this.#queue.hasWork())) {
      // Commands that arrive together are written together.
      await yieldToEventLoop()
      const notifications = await this.#processBatch(this.#queue.takeBatch())
      // The replies leave before anyone is notified and before contras are looked for, so that they cannot
      // depend on either.
      await yieldToEventLoop()
      this.#notify(notifications)
      if (this.#queue.takeTick()) {
        ticks += 1
        await this.#applyVenueSettings()
        await this.#sweep(ticks % ticksPerMarketLook === 0)
      }
      await this.#snapshotWhenDue()
    }
  }

  /** Decides, writes and answers the commands of one batch. Returns the notifications to push. */
  async #processBatch(queued: readonly QueuedCommand[]): Promise<readonly StoredNotification[]> {
    if (this.#state.phase !== 'current' || this.#isAbandoned || queued.length === 0) return []
    const { state, seq } = this.#state.folded
    const batch = emptyBatch()
    try {
      const replies = queued.map((each) => this.#decide(state, each, batch))
      const notifications = await this.#write(batch)
      for (const reply of replies) reply()
      return notifications
    } catch (error) {
      for (const { reject } of queued) reject(new Unavailable('the write failed', { cause: error }))
      await this.#recover(error, seq)
      return []
    }
  }

  /**
   * Applies one command to the state and returns how to reply to it. A refusal is only sent once the batch is
   * written, because it was decided on a state that was ahead of the journal.
   */
  #decide(state: State, { command, view, resolve, reject }: QueuedCommand, batch: Batch): () => void {
    const at = this.#timeFor(state)
    try {
      applyCommand(state, { ...command, at } as Command, batch, this.#deps.names())
      const shown = view(state, at)
      return () => resolve(shown)
    } catch (error) {
      if (error instanceof BrokenState) throw error
      return () => reject(error)
    }
  }

  /** Applies venue settings on the first tick of their day, before anything is matched by them. */
  async #applyVenueSettings(): Promise<void> {
    if (this.#state.phase !== 'current') return
    const { state } = this.#state.folded
    const limits = this.#deps.limitsAt(this.#timeFor(state))
    if (limits === null || limits === this.#appliedLimits) return
    if (JSON.stringify(limits) === JSON.stringify(state.limits)) this.#appliedLimits = limits
    else await this.#applyOwn((at) => ({ type: 'changeReference', at, reference: { limits } }))
  }

  /**
   * Applies what time and quotes have made possible, once. What that makes possible in turn comes with a later tick.
   * A second sweep of the same tick would see newer quotes than the first, and there would be one only because
   * something had happened in the first, perhaps to somebody else.
   */
  async #sweep(looksAtMarkets: boolean): Promise<void> {
    await this.#applyOwn((at, state) => this.#sweeper.nextSweep(state, at, looksAtMarkets))
  }

  /** Applies a command of the loop itself and writes it. */
  async #applyOwn(commandFor: (at: number, state: State) => Command): Promise<void> {
    // Before the first entry there is no market in which time could pass.
    if (this.#state.phase !== 'current' || this.#state.folded.seq === 0) return
    const { state, seq } = this.#state.folded
    const batch = emptyBatch()
    try {
      applyCommand(state, commandFor(this.#timeFor(state), state), batch, this.#deps.names())
      this.#notify(await this.#write(batch))
    } catch (error) {
      await this.#recover(error, seq)
    }
  }

  /** Appends a batch that is already applied to the state. Returns the notifications stored with it. */
  async #write({ entries, drafts }: Batch): Promise<readonly StoredNotification[]> {
    if (this.#state.phase !== 'current') throw new Error('one write at a time')
    if (entries.length === 0) return []
    const { folded, failures } = this.#state
    let notifications: readonly StoredNotification[] = []
    const written = this.#deps.journal.append(entries, async (trx, stored) => {
      notifications = await this.#deps.notices.store(trx, stored, drafts)
    })
    const settled = written.then(
      (stored) => {
        const { seq, hash } = stored.at(-1) ?? folded
        this.#state = { phase: 'current', folded: { ...folded, seq, hash }, failures: 0 }
      },
      () => {
        this.#state = { phase: 'recovering', folded: null, failures }
      },
    )
    this.#state = { phase: 'writing', folded, failures, settled }
    await written
    return notifications
  }

  #notify(notifications: readonly StoredNotification[]): void {
    if (notifications.length === 0) return
    for (const listener of this.#listeners) {
      try {
        listener(notifications)
      } catch (error) {
        this.#deps.onError(error, 'notifying')
      }
    }
  }

  /**
   * The state may be ahead of the journal, so it is dropped; commands are refused until the journal is folded
   * again and can be written. Where the end of the write is unknown and it did reach the journal, its
   * notifications are pushed now. Gives up when the market is stopped.
   */
  async #recover(error: unknown, seq: number): Promise<void> {
    let failures = this.#state.phase === 'lost' ? 0 : this.#state.failures
    let folded: FoldedJournal | null = null
    const { journal, notices, onError, onLostSync } = this.#deps
    this.#state = isLostSync(error) ? { phase: 'lost' } : { phase: 'recovering', folded, failures }
    notices.forget()
    onError(error, 'writing')
    for (const { reject } of this.#queue.takeAll()) reject(new Unavailable('the previous write failed'))
    if (this.#state.phase === 'lost') return onLostSync(error)

    for (;;) {
      try {
        await wait(retryDelayMs(failures))
        failures += 1
        folded ??= await journal.fold()
        this.#state = { phase: 'recovering', folded, failures }
        await journal.probe()
        if (folded.seq > seq) this.#notify(await notices.storedSince(seq))
        this.#state = { phase: 'current', folded, failures }
        return
      } catch (failure) {
        onError(failure, 'recovering')
        if (this.#queue.isClosed) return
      }
    }
  }

  async #snapshotWhenDue(): Promise<void> {
    if (this.#state.phase !== 'current') return
    const { folded } = this.#state
    if (folded.seq - folded.snapshotSeq >= this.#deps.snapshotEvery) await this.#snapshot(folded)
  }

  async #snapshot(folded: FoldedJournal): Promise<void> {
    // Not retried before the next one is due: without a snapshot, the next start only takes longer.
    if (this.#state.phase === 'current')
      this.#state = { ...this.#state, folded: { ...folded, snapshotSeq: folded.seq } }
    try {
      await this.#deps.journal.snapshot(folded.state, folded.seq, folded.hash)
    } catch (error) {
      this.#deps.onError(error, 'taking a snapshot')
    }
  }

  #folded(): FoldedJournal | null {
    return this.#state.phase === 'lost' ? null : this.#state.folded
  }

  /** Now, or the time of the state if the clock was set back: times in the journal never decrease. */
  #timeFor(state: State): number {
    return Math.max(this.#deps.now(), state.at)
  }
}

/** No delay at first, then doubled with each failure since the last successful write. */
const retryDelayMs = (failures: number): number =>
  failures === 0 ? 0 : Math.min(retryMs.first * 2 ** Math.min(failures - 1, 10), retryMs.longest)

interface QueuedCommand {
  readonly command: SubmittedCommand
  readonly view: StateView<unknown>
  readonly resolve: (shown: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Commands and ticks that wait for the loop. A tick that comes before the last one was taken is dropped. */
class CommandQueue {
  #commands: QueuedCommand[] = []
  #isTickDue = false
  #isClosed = false
  #wake = (): void => {}

  get length(): number {
    return this.#commands.length
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  add(command: QueuedCommand): void {
    this.#commands.push(command)
    this.#wake()
  }

  tick(): void {
    this.#isTickDue = true
    this.#wake()
  }

  close(): void {
    this.#isClosed = true
    this.#wake()
  }

  /** Waits for a command or a tick. False once the queue is closed and empty. */
  async hasWork(): Promise<boolean> {
    while (this.#commands.length === 0 && !this.#isTickDue) {
      if (this.#isClosed) return false
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return true
  }

  takeBatch(): QueuedCommand[] {
    return this.#commands.splice(0, maxBatch)
  }

  takeAll(): QueuedCommand[] {
    return this.#commands.splice(0)
  }

  takeTick(): boolean {
    const isDue = this.#isTickDue
    this.#isTickDue = false
    return isDue
  }
}
