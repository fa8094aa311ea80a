import type { Cancel, Timers } from './timers.ts'

/** Tells the market who is there. Rejects when it cannot be written just now. */
export type SetPresence = (traderId: string, present: boolean) => Promise<void>

export interface PresenceDeps {
  readonly setPresence: SetPresence
  readonly timers: Timers
  readonly absentAfterMs: number
  /** Hears of a presence that could not be told; it is told again. */
  readonly failed: (failure: unknown) => void
}

interface Known {
  sockets: number
  wanted: boolean
  /** What the market was told last. */
  told: boolean
  isTelling: boolean
  cancel: Cancel | null
}

const retryMs = 1_000

/** A trader is present from its first socket until its last one has been gone for a minute (rules 16). */
export class Presence {
  readonly #deps: PresenceDeps
  readonly #traders = new Map<string, Known>()
  #isClosed = false

  constructor(deps: PresenceDeps) {
    this.#deps = deps
  }

  /** A socket of the trader is there. Resolves when the market knows, or when telling it failed. */
  came(traderId: string): Promise<void> {
    const known = this.#knownOf(traderId)
    known.sockets += 1
    stay(known)
    known.wanted = true
    return this.#settle(traderId, known)
  }

  /** A socket of the trader is lost. */
  left(traderId: string): void {
    const known = this.#knownOf(traderId)
    known.sockets -= 1
    if (known.sockets === 0 && !this.#isClosed) this.#leaveLater(traderId, known)
  }

  /** The trader logged off or timed out, by which the market already counts it as absent. */
  sessionEnded(traderId: string): void {
    const known = this.#knownOf(traderId)
    known.told = false
    if (known.sockets === 0) {
      stay(known)
      known.wanted = false
    }
    void this.#settle(traderId, known)
  }

  /** Who was present when the server last stopped has the same minute to return. */
  expect(traderIds: readonly string[]): void {
    for (const traderId of traderIds) {
      const known = this.#knownOf(traderId)
      if (known.sockets > 0) continue
      known.told = true
      known.wanted = true
      this.#leaveLater(traderId, known)
    }
  }

  /** Tells nothing any more: a stopping server must not make its traders absent. */
  close(): void {
    this.#isClosed = true
    for (const known of this.#traders.values()) stay(known)
  }

  #knownOf(traderId: string): Known {
    const known = this.#traders.get(traderId)
    if (known) return known
    const fresh: Known = { sockets: 0, wanted: false, told: false, isTelling: false, cancel: null }
    this.#traders.set(traderId, fresh)
    return fresh
  }

  #leaveLater(traderId: string, known: Known): void {
    this.#later(known, this.#deps.absentAfterMs, () => {
      known.wanted = false
      void this.#settle(traderId, known)
    })
  }

  #later(known: Known, ms: number, act: () => void): void {
    stay(known)
    known.cancel = this.#deps.timers.after(ms, () => {
      known.cancel = null
      act()
    })
  }

  /** One word at a time, and after each a look at whether it is still right. */
  async #settle(traderId: string, known: Known): Promise<void> {
    if (known.isTelling) return
    known.isTelling = true
    try {
      while (known.wanted !== known.told && !this.#isClosed) {
        const { wanted } = known
        await this.#deps.setPresence(traderId, wanted)
        known.told = wanted
      }
    } catch (failure) {
      this.#deps.failed(failure)
      if (!this.#isClosed) this.#later(known, retryMs, () => this.#settle(traderId, known))
    } finally {
      known.isTelling = false
    }
    const isForgotten = known.sockets === 0 && !known.told && !known.wanted && !known.cancel
    if (isForgotten && this.#traders.get(traderId) === known) this.#traders.delete(traderId)
  }
}

/** Takes back what was to happen later. */
function stay(known: Known): void {
  known.cancel?.()
  known.cancel = null
}
