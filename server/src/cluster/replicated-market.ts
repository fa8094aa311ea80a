import { setTimeout as wait } from 'node:timers/promises'
import type { State } from '@aitai/engine/model/state.ts'
import { NotWriter, Refused, Unavailable } from '../errors.ts'
import type { CommandLoop } from '../market/command-loop.ts'
import type { FoldedJournal } from '../market/fold.ts'
import type { KeyedRequest } from '../market/idempotency.ts'
import type { Market, StateView, SubmittedCommand } from '../market/market.ts'
import type { StoredNotification } from '../market/notification-store.ts'
import type { JournalFollower } from './journal-follower.ts'
import { isForwardedCommand } from './peer-messages.ts'
import type { WriterClient } from './writer-client.ts'

interface ReplicatedMarketDeps {
  readonly writer: WriterClient
  readonly now: () => number
  /** Follows the journal from a state. */
  readonly follow: (folded: FoldedJournal) => JournalFollower
  /** Reads the journal again, after this process has stopped writing. */
  readonly fold: () => Promise<FoldedJournal>
  /** Starts the command loop of an epoch. The journal is folded to its end first. */
  readonly write: (epoch: number, folded: FoldedJournal) => Promise<CommandLoop>
  readonly onError: (error: unknown, activity: string) => void
  /** Called with the new role after each change. */
  readonly changed: (isWriter: boolean) => Promise<void>
}

type Role =
  | { readonly kind: 'following'; readonly follower: JournalFollower }
  | { readonly kind: 'writing'; readonly loop: CommandLoop }
  /** Between two roles: everybody waits. */
  | { readonly kind: 'changing' }

/** How long a caller waits for the end of a change of roles, in milliseconds. */
const changeWaitMs = 2_000
const retryEveryMs = 500

/**
 * The market of a process that shares the database with others. It is either the writer, with the command loop, or a
 * follower, which folds the journal and passes commands on to the writer. Callers need not know which.
 */
export class ReplicatedMarket implements Market {
  readonly #deps: ReplicatedMarketDeps
  readonly #listeners = new Set<(stored: readonly StoredNotification[]) => void>()
  #role: Role
  #isOpen = true
  #settled: PromiseWithResolvers<void> = Promise.withResolvers()
  #changes: Promise<void> = Promise.resolve()

  constructor(deps: ReplicatedMarketDeps, folded: FoldedJournal) {
    this.#deps = deps
    this.#role = { kind: 'following', follower: deps.follow(folded) }
    this.#settled.resolve()
  }

  isWriter(): boolean {
    return this.#role.kind === 'writing'
  }

  /** Resolves once the last change of roles is complete, with everything that follows it. */
  changesDone(): Promise<void> {
    return this.#changes
  }

  /** New entries may have been written. */
  wake(): void {
    if (this.#role.kind === 'following') this.#role.follower.wake()
  }

  async submit<T = void>(
    command: SubmittedCommand,
    view?: StateView<T>,
    keyed?: KeyedRequest | null,
  ): Promise<T> {
    const role = await this.#settledRole()
    if (role.kind === 'writing') return await role.loop.submit(command, view, keyed)
    // The whole call is passed on instead, or the operator's command, or the next writer does it on its own.
    if (keyed || !isForwardedCommand(command)) throw new NotWriter('another process writes')
    const outcome = await this.#deps.writer.request('/command', command, false)
    if ('refusal' in outcome) throw new Refused(outcome.refusal)
    await this.reached(outcome.seq)
    return view ? await this.read(view) : (undefined as T)
  }

  async read<T>(view: StateView<T>): Promise<T> {
    const role = await this.#settledRole()
    if (role.kind === 'writing') return await role.loop.read(view)
    const state = await role.follower.current()
    return view(state, this.#timeFor(state))
  }

  /** Resolves once an entry, written by any process, can be read here. */
  async reached(seq: number): Promise<void> {
    const role = await this.#settledRole()
    if (role.kind === 'following') await role.follower.reached(seq)
  }

  onNotifications(listener: (stored: readonly StoredNotification[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Passes on notifications that were stored, by this process or another. */
  notify(stored: readonly StoredNotification[]): void {
    for (const listener of this.#listeners) listener(stored)
  }

  isReady(): boolean {
    const role = this.#role
    return role.kind === 'writing' ? role.loop.isReady() : role.kind === 'following'
  }

  load(): { readonly entries: number; readonly waiting: number } {
    const role = this.#role
    if (role.kind === 'writing') return role.loop.load()
    return { entries: role.kind === 'following' ? role.follower.seq : Number.NaN, waiting: 0 }
  }

  /** Folds the journal to its end and starts to write. */
  elected(epoch: number): Promise<void> {
    return this.#change(async (role) => {
      if (role.kind !== 'following') return role
      await role.follower.current()
      const loop = await this.#deps.write(epoch, await role.follower.stop())
      loop.onNotifications((stored) => this.notify(stored))
      return { kind: 'writing', loop }
    })
  }

  /** Another process may write from now on. What was not acknowledged is dropped. */
  deposed(): Promise<void> {
    // At once: what follows from its election may still be under way, and a change waits for the one before.
    if (this.#role.kind === 'writing') {
      this.#role.loop.abandon()
      this.#beginChange()
    }
    return this.#change(async (role) => {
      if (role.kind === 'following') return role
      // Its loop may have been started since.
      if (role.kind === 'writing') role.loop.abandon()
      return await this.#followAgain()
    })
  }

  /** Finishes the commands in the queue, and follows. Commands that come from now on wait for the next writer. */
  handOver(): Promise<void> {
    return this.#change(async (role) => {
      if (role.kind !== 'writing') return role
      await role.loop.stop()
      return await this.#followAgain()
    })
  }

  async stop(): Promise<void> {
    this.#isOpen = false
    await this.#changes
    const role = this.#role
    if (role.kind === 'writing') await role.loop.stop()
    if (role.kind === 'following') await role.follower.stop()
  }

  /** One change after the other. After one that failed, everybody waits for the next: see `deposed`. */
  #change(next: (role: Role) => Promise<Role>): Promise<void> {
    const run = async (): Promise<void> => {
      const before = this.#role
      this.#beginChange()
      this.#role = await next(before)
      this.#settled.resolve()
      if (this.#role !== before) await this.#deps.changed(this.isWriter())
    }
    const done = this.#changes.then(run)
    this.#changes = done.catch(() => {})
    return done
  }

  /** From here on callers wait for the end of the change. */
  #beginChange(): void {
    if (this.#role.kind === 'changing') return
    this.#settled = Promise.withResolvers()
    this.#role = { kind: 'changing' }
  }

  /** Folds the journal until that succeeds: the state in memory may be ahead of it. */
  async #followAgain(): Promise<Role> {
    while (this.#isOpen) {
      try {
        return { kind: 'following', follower: this.#deps.follow(await this.#deps.fold()) }
      } catch (error) {
        this.#deps.onError(error, 'reading the journal')
        await wait(retryEveryMs)
      }
    }
    return { kind: 'changing' }
  }

  async #settledRole(): Promise<Exclude<Role, { kind: 'changing' }>> {
    const giveUpAt = performance.now() + changeWaitMs
    while (this.#role.kind === 'changing') {
      const left = giveUpAt - performance.now()
      if (left <= 0) throw new Unavailable('the process that writes is changing')
      const timeout = new AbortController()
      await Promise.race([
        this.#settled.promise,
        wait(left, undefined, { signal: timeout.signal }).catch(() => {}),
      ])
      timeout.abort()
    }
    return this.#role
  }

  /** Now, or the time of the state if another machine's clock is ahead. */
  #timeFor(state: State): number {
    return Math.max(this.#deps.now(), state.at)
  }
}
