import type { Cancel, Timers } from './timers.ts'

/** Tells the market who is there. Rejects when it cannot be written just now. */
export type SetPresence = (traderId: string, present: boolean) => Promise<void>

interface Deps {
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

export type Presence = ReturnType<typeof createPresence>

/** A trader is present from its first socket until its last one has been gone for a minute (rules 16). */
export function createPresence({ setPresence, timers, absentAfterMs, failed }: Deps) {
  const traders = new Map<string, Known>()
  let isClosed = false

  function knownOf(traderId: string): Known {
    const known = traders.get(traderId)
    if (known) return known
    const fresh: Known = { sockets: 0, wanted: false, told: false, isTelling: false, cancel: null }
    traders.set(traderId, fresh)
    return fresh
  }

  function later(known: Known, ms: number, act: () => void): void {
    known.cancel?.()
    known.cancel = timers.after(ms, () => {
      known.cancel = null
      act()
    })
  }

  /** One word at a time, and after each a look at whether it is still right. */
  async function settle(traderId: string, known: Known): Promise<void> {
    if (known.isTelling) return
    known.isTelling = true
    try {
      while (known.wanted !== known.told && !isClosed) {
        const { wanted } = known
        await setPresence(traderId, wanted)
        known.told = wanted
      }
    } catch (failure) {
      failed(failure)
      if (!isClosed) later(known, retryMs, () => settle(traderId, known))
    } finally {
      known.isTelling = false
    }
    const isForgotten = known.sockets === 0 && !known.told && !known.wanted && !known.cancel
    if (isForgotten && traders.get(traderId) === known) traders.delete(traderId)
  }

  function want(traderId: string, known: Known, wanted: boolean): Promise<void> {
    known.wanted = wanted
    return settle(traderId, known)
  }

  function leaveLater(traderId: string, known: Known): void {
    later(known, absentAfterMs, () => void want(traderId, known, false))
  }

  return {
    /** A socket of the trader is there. Resolves when the market knows, or when telling it failed. */
    came(traderId: string): Promise<void> {
      const known = knownOf(traderId)
      known.sockets += 1
      known.cancel?.()
      known.cancel = null
      return want(traderId, known, true)
    },

    /** A socket of the trader is lost. */
    left(traderId: string): void {
      const known = knownOf(traderId)
      known.sockets -= 1
      if (known.sockets === 0 && !isClosed) leaveLater(traderId, known)
    },

    /** The trader logged off or timed out, by which the market already counts it as absent. */
    sessionEnded(traderId: string): void {
      const known = knownOf(traderId)
      known.told = false
      if (known.sockets > 0) return void settle(traderId, known)
      known.cancel?.()
      known.cancel = null
      known.wanted = false
      void settle(traderId, known)
    },

    /** Who was present when the server last stopped has the same minute to return. */
    expect(traderIds: readonly string[]): void {
      for (const traderId of traderIds) {
        const known = knownOf(traderId)
        if (known.sockets > 0) continue
        known.told = true
        known.wanted = true
        leaveLater(traderId, known)
      }
    },

    /** Tells nothing any more: a stopping server must not make its traders absent. */
    close(): void {
      isClosed = true
      for (const known of traders.values()) known.cancel?.()
    },
  }
}
