import type { KeyedRequest } from './idempotency.ts'
import type { StateView, SubmittedCommand } from './market.ts'

export interface QueuedCommand {
  readonly command: SubmittedCommand
  readonly view: StateView<unknown>
  readonly keyed: KeyedRequest | null
  readonly resolve: (shown: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Commands and ticks that wait for the loop. A tick that comes before the last one was taken is dropped. */
export class CommandQueue {
  #commands: QueuedCommand[] = []
  #isTickDue = false
  #isClosed = false
  #wake = (): void => {}

  get length(): number {
    return this.#commands.length
  }

  get isTickDue(): boolean {
    return this.#isTickDue
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

  /** Ends the wait for a change. */
  wake(): void {
    this.#wake()
  }

  /** Resolves with the next command or tick, or when it is woken or closed. */
  changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  /** Takes up to this many commands, oldest first. */
  take(limit: number): QueuedCommand[] {
    return this.#commands.splice(0, limit)
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
