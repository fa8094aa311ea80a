import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { decide } from '@aitai/engine/decide.ts'
import { fold } from '@aitai/engine/evolve/evolve.ts'
import { copyOfState } from '@aitai/engine/evolve/snapshot.ts'
import { addCandidatesAfterCooldown, dropMatchedCandidates } from '@aitai/engine/matching/candidates.ts'
import type { Command, CommandOf } from '@aitai/engine/model/commands.ts'
import type { Limits } from '@aitai/engine/model/limits.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { isLostSync } from '../database/database-errors.ts'
import { NotWriter, Unavailable } from '../errors.ts'
import { addReply, applyCommand, BrokenState, type DecidedBatch, emptyDecidedBatch } from './command-batch.ts'
import { type CommandLoopDeps, defaultDeps } from './command-loop-deps.ts'
import { CommandQueue, type QueuedCommand } from './command-queue.ts'
import type { FoldedJournal } from './fold.ts'
import { type KeyedRequest, storeReplies } from './idempotency.ts'
import type { Market, StateView, SubmittedCommand } from './market.ts'
import type { StoredNotification } from './notification-store.ts'
import { Recovery } from './recovery.ts'
import { createAutomaticActions } from './sweeps/automatic-actions.ts'
import { createSweeper, type Sweeper } from './sweeps/sweeper.ts'

/** Batch size and queue limit, in commands. */
const maxBatch = 500
/** While nothing is being written, no more than these are decided before a write begins in the background. */
const firstBatch = 100
const maxQueued = 10_000

type Phase =
  | 'running'
  /** A write failed. Commands are refused until the journal is folded again and can be written. */
  | 'recovering'
  /** The disk lost data that it had acknowledged, or another process may write. Nothing may be written any more. */
  | 'ended'

/**
 * Processes commands in batches: decide, append to the journal, reply, notify. Nothing is visible outside until the
 * journal has it. There are two states for that: commands are decided on one that is ahead of the journal, and reads
 * see one that has only what the journal has. So the next batch is decided while one is being written, and a read
 * waits for nobody.
 *
 * Sweeps follow the tick of the clock and never a command: the moment of an expiry, a trigger or a locate must not
 * reveal that somebody else has just sent something.
 */
export class CommandLoop implements Market {
  readonly #deps: Required<CommandLoopDeps>
  readonly #sweeper: Sweeper
  readonly #automatic: ReturnType<typeof createAutomaticActions>
  readonly #recovery: Recovery
  readonly #listeners = new Set<(stored: readonly StoredNotification[]) => void>()
  readonly #queue = new CommandQueue()
  readonly #stopTicks: () => void
  readonly #finished: Promise<void>
  #phase: Phase = 'running'
  /** The state of the journal: all that anybody may see. */
  #published: FoldedJournal
  /** The published state with the batches that are not in the journal yet. */
  #ahead: State
  /** What is decided and not being written yet. */
  #decided = emptyDecidedBatch()
  /** The write in flight, or the recovery from a failure. */
  #writing: Promise<void> | null = null
  /** A failure outside of the write in flight. It ends the loop's state once that write has ended. */
  #broken: unknown = null
  /** The sweep of the last tick, which waits until everything before it has been answered. */
  #sweep: CommandOf<'sweep'> | null = null
  /** The settings that the state already has, so that they are not compared on every tick. */
  #appliedLimits: Limits | null = null

  /**
   * Starts to accept commands on the state of the journal, which is folded first unless it is given. Throws if the
   * journal cannot be read.
   */
  static async start(deps: CommandLoopDeps, folded?: FoldedJournal): Promise<CommandLoop> {
    if (folded) deps.journal.continueFrom(folded)
    return new CommandLoop({ ...defaultDeps, ...deps }, folded ?? (await deps.journal.fold()))
  }

  private constructor(deps: Required<CommandLoopDeps>, folded: FoldedJournal) {
    this.#deps = deps
    this.#sweeper = createSweeper(deps.quotes, deps.sweepDelay)
    this.#automatic = createAutomaticActions(deps.quotes, (id) => deps.names().isListed(id))
    this.#recovery = new Recovery(deps)
    this.#published = folded
    this.#ahead = copyOfState(folded.state)
    this.#stopTicks = deps.startTicks(() => this.#queue.tick(), deps.tickMs)
    this.#finished = this.#run()
  }

  submit<T = void>(
    command: SubmittedCommand,
    view?: StateView<T>,
    keyed: KeyedRequest | null = null,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      if (!this.isReady()) return reject(new Unavailable('commands are not accepted now'))
      if (this.#queue.length >= maxQueued) return reject(new Unavailable('the command queue is full'))
      this.#queue.add({
        command,
        view: view ?? (() => undefined),
        keyed,
        resolve: resolve as QueuedCommand['resolve'],
        reject,
      })
    })
  }

  async read<T>(view: StateView<T>): Promise<T> {
    if (this.#phase === 'ended') throw new Unavailable('the journal may have lost entries')
    const { state } = this.#published
    return view(state, this.#timeFor(state))
  }

  onNotifications(listener: (stored: readonly StoredNotification[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  isReady(): boolean {
    return !this.#queue.isClosed && this.#phase === 'running'
  }

  load(): { readonly entries: number; readonly waiting: number } {
    const entries = this.#phase === 'ended' ? Number.NaN : this.#published.seq
    return { entries, waiting: this.#queue.length }
  }

  async stop(): Promise<void> {
    this.#stopTicks()
    this.#queue.close()
    await this.#finished
    const { seq, snapshotSeq } = this.#published
    if (this.#phase !== 'ended' && seq > snapshotSeq) await this.#snapshot()
  }

  /** Refuses everything at once and begins no other write, because another process may write. */
  abandon(): void {
    this.#stopTicks()
    this.#queue.close()
    this.#phase = 'ended'
    this.#refuseAll(new Unavailable('another process writes'))
    this.#queue.wake()
  }

  async #run(): Promise<void> {
    while (await this.#hasWork()) {
      // Commands that arrive together are decided together.
      await yieldToEventLoop()
      this.#decideCommands()
      this.#decideSweep()
      this.#startWrite()
    }
  }

  /** Waits for something to decide. False once the queue is closed and everything has been answered. */
  async #hasWork(): Promise<boolean> {
    for (;;) {
      if (this.#sweep ? this.#isDrained() : this.#queue.isTickDue || this.#mayDecide() > 0) return true
      if (this.#queue.isClosed && this.#queue.length === 0 && this.#isDrained()) return false
      await this.#queue.changed()
    }
  }

  /** Whether everything that was decided is in the journal and has been answered. */
  #isDrained(): boolean {
    const { commands, rows, sweep } = this.#decided
    return this.#writing === null && commands.length + rows.length === 0 && sweep === null
  }

  /** How many of the waiting commands can be decided now. */
  #mayDecide(): number {
    if (this.#phase !== 'running' || this.#sweep !== null) return 0
    const isIdle = this.#writing === null && this.#deps.journal.writesInBackground
    return Math.min(this.#queue.length, (isIdle ? firstBatch : maxBatch) - this.#decided.commands.length)
  }

  /** Decides waiting commands while the batch before is being written. */
  #decideCommands(): void {
    for (const queued of this.#queue.take(this.#mayDecide())) {
      // The rest of those taken, once the state is broken.
      if (this.#phase !== 'running') queued.reject(new Unavailable('the previous command failed'))
      else this.#decide(queued)
    }
    this.#chain()
  }

  /**
   * Applies one command to the state. A refusal is only sent once the batch is written, because it was decided on a
   * state that was ahead of the journal.
   */
  #decide(queued: QueuedCommand): void {
    const at = this.#timeFor(this.#ahead)
    const before = this.#decided.entries.length
    try {
      applyCommand(this.#ahead, { ...queued.command, at } as Command, this.#decided, this.#deps.names())
      const shown = queued.view(this.#ahead, at)
      addReply(this.#decided, queued, shown, this.#decided.entries.length > before ? at : null)
    } catch (error) {
      const { reject } = queued
      this.#decided.commands.push({ reply: () => reject(error), reject })
      if (error instanceof BrokenState) this.#fail(error)
    }
  }

  /**
   * Applies what time and quotes have made possible, once. What that makes possible in turn comes with a later tick.
   * A second sweep of the same tick would see newer quotes than the first, and there would be one only because
   * something had happened in the first, perhaps to somebody else.
   *
   * The replies to all commands before the tick leave first, so that they cannot depend on whether contras are found.
   */
  #decideSweep(): void {
    try {
      if (this.#sweep === null && this.#queue.takeTick() && this.#phase === 'running') this.#takeTick()
      const sweep = this.#sweep
      if (sweep === null || !this.#isDrained()) return
      this.#sweep = null
      this.#decided.sweep = sweep
      // Before the sweep, which drops the candidates of the securities that it has matched.
      for (const command of this.#automatic.take(this.#ahead, sweep.at))
        if (this.#hasEffect(command)) this.#applyOwn(command)
      this.#applyOwn(sweep)
    } catch (error) {
      this.#fail(error)
    }
  }

  #takeTick(): void {
    // Before the first entry there is no market in which time could pass.
    if (this.#published.seq === 0) return
    this.#applyVenueSettings()
    const at = this.#timeFor(this.#ahead)
    const sweep = this.#sweeper.nextSweep(this.#ahead, at)
    if (sweep.sightings.length > 0 || this.#automatic.isPending || this.#hasEffect(sweep)) this.#sweep = sweep
  }

  #hasEffect(command: Command): boolean {
    const decision = decide(this.#ahead, command)
    return 'events' in decision && decision.events.length > 0
  }

  /** Applies venue settings on the first tick of their day, before anything is matched by them. */
  #applyVenueSettings(): void {
    const at = this.#timeFor(this.#ahead)
    const limits = this.#deps.limitsAt(at)
    if (limits === null || limits === this.#appliedLimits) return
    if (JSON.stringify(limits) === JSON.stringify(this.#ahead.limits)) this.#appliedLimits = limits
    else this.#applyOwn({ type: 'changeReference', at, reference: { limits } })
  }

  /** Applies a command of the loop itself. */
  #applyOwn(command: Command): void {
    applyCommand(this.#ahead, command, this.#decided, this.#deps.names())
    this.#chain()
  }

  /** Numbers and hashes the new entries now, while the batch before is being written. */
  #chain(): void {
    if (this.#phase !== 'running') return
    const { entries, rows } = this.#decided
    const added = entries.slice(rows.length)
    for (const { events } of added) {
      this.#sweeper.note(this.#ahead, events)
      this.#automatic.note(this.#ahead, events)
    }
    rows.push(...this.#deps.journal.chain(added))
  }

  /** Writes what is decided, unless another write is in flight. It calls this again at its end. */
  #startWrite(): void {
    if (this.#writing !== null || this.#phase !== 'running' || this.#isDrained()) return
    const batch = this.#decided
    this.#decided = emptyDecidedBatch()
    this.#occupy(this.#write(batch))
  }

  #occupy(work: Promise<void>): void {
    this.#writing = work.then(() => {
      this.#writing = null
      this.#startWrite()
      this.#queue.wake()
    })
  }

  /** Writes a batch, answers its commands and pushes its notifications. Never rejects. */
  async #write(batch: DecidedBatch): Promise<void> {
    const { journal, notificationStore } = this.#deps
    try {
      let notifications: readonly StoredNotification[] = []
      // A transaction that adds entries checks it itself.
      if (batch.rows.length === 0) await this.#deps.confirmWriter()
      await journal.write(batch.rows, async (trx, stored) => {
        notifications = await notificationStore.store(trx, stored, batch.drafts)
        await storeReplies(trx, batch.replies)
      })
      this.#publish(batch)
      for (const { reply } of batch.commands) reply()
      // The replies leave before anyone is notified and before contras are looked for, so that they cannot depend on
      // either.
      if (batch.commands.length > 0) await yieldToEventLoop()
      this.#notify(notifications)
      await this.#snapshotWhenDue()
    } catch (error) {
      const failure =
        error instanceof NotWriter ? error : new Unavailable('the write failed', { cause: error })
      for (const { reject } of batch.commands) reject(failure)
      this.#fail(error)
    }
    if (this.#broken !== null) await this.#recover(this.#broken)
  }

  /** Applies a batch that is in the journal to the state that everybody reads. */
  #publish({ entries, rows, sweep }: DecidedBatch): void {
    const { state } = this.#published
    if (sweep) addCandidatesAfterCooldown(state, sweep.at)
    for (const { events } of entries) fold(state, events)
    if (sweep) dropMatchedCandidates(state, sweep)
    const last = rows.at(-1)
    if (!last) return
    this.#published = { ...this.#published, seq: last.seq, hash: last.hash }
    this.#recovery.succeeded()
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

  /** What is decided is dropped, because the state that it was decided on may be wrong. */
  #fail(error: unknown): void {
    this.#deps.onError(error, 'writing')
    if (this.#phase !== 'running') return
    this.#phase = isLostSync(error) ? 'ended' : 'recovering'
    this.#broken = error
    this.#refuseAll(new Unavailable('the previous write failed', { cause: error }))
    if (this.#writing === null) this.#occupy(this.#recover(error))
  }

  #refuseAll(error: Unavailable): void {
    for (const { reject } of [...this.#decided.commands, ...this.#queue.takeAll()]) reject(error)
    this.#decided = emptyDecidedBatch()
    this.#sweep = null
    this.#appliedLimits = null
  }

  /** Accepts commands once the journal is folded again and can be written. Gives up when the market is stopped. */
  async #recover(error: unknown): Promise<void> {
    this.#deps.notificationStore.forget()
    if (isLostSync(error)) return this.#deps.onLostSync(error)
    const isRecovering = (): boolean => this.#phase === 'recovering'
    if (!isRecovering()) return
    const missed = await this.#recovery.recover(
      this.#published.seq,
      (folded) => this.#restore(folded),
      () => isRecovering() && !this.#queue.isClosed,
    )
    if (missed === null) return
    this.#broken = null
    this.#notify(missed)
    if (isRecovering()) this.#phase = 'running'
  }

  #restore(folded: FoldedJournal): void {
    this.#published = folded
    this.#ahead = copyOfState(folded.state)
    this.#sweeper.reset()
    this.#automatic.reset()
  }

  async #snapshotWhenDue(): Promise<void> {
    const { seq, snapshotSeq } = this.#published
    if (seq - snapshotSeq >= this.#deps.snapshotEvery) await this.#snapshot()
  }

  async #snapshot(): Promise<void> {
    const { state, seq, hash } = this.#published
    // Not retried before the next one is due: without a snapshot, the next start only takes longer.
    this.#published = { ...this.#published, snapshotSeq: seq }
    try {
      await this.#deps.journal.snapshot(state, seq, hash)
    } catch (error) {
      this.#deps.onError(error, 'taking a snapshot')
    }
  }

  /** Now, or the time of the state if the clock was set back: times in the journal never decrease. */
  #timeFor(state: State): number {
    return Math.max(this.#deps.now(), state.at)
  }
}
