import type { Cluster } from '../cluster/cluster.ts'
import type { PresenceReport } from '../cluster/peer-messages.ts'
import type { Presence } from './presence.ts'
import type { Timers } from './timers.ts'

interface SharedPresenceDeps {
  readonly cluster: Pick<Cluster, 'isWriter' | 'reportPresence'>
  /** Follows the presence of traders for the market, while this process writes. */
  readonly createPresence: () => Presence
  readonly timers: Timers
  readonly failed: (failure: unknown) => void
}

/** How often a process reports its traders again, and after what silence the writer counts them out. */
const reportEveryMs = 5_000
const lostAfterMs = 15_000

/**
 * The presence of traders whose sockets may be in any process. Every process reports the traders who have a socket in
 * it to the writer, which alone decides who is absent. The traders of a process that is silent are treated as if their
 * sockets had closed.
 */
export class SharedPresence {
  readonly #deps: SharedPresenceDeps
  readonly #own = new Map<string, number>()
  readonly #others = new Map<string, { traderIds: ReadonlySet<string>; cancel: () => void }>()
  #presence: Presence | null = null
  #cancelReport: () => void = () => {}
  #isReporting = false
  #isReportDue = false
  #isClosed = false

  constructor(deps: SharedPresenceDeps) {
    this.#deps = deps
    this.#scheduleReport()
  }

  /** This process writes now. The market counts `present` as present. */
  lead(present: readonly string[]): void {
    this.#presence = this.#deps.createPresence()
    this.#presence.expectReturn(present)
    for (const [traderId, sockets] of this.#own)
      for (let n = 0; n < sockets; n += 1) void this.#presence.socketOpened(traderId)
  }

  /** Another process writes now. */
  follow(): void {
    this.#presence?.close()
    this.#presence = null
    for (const { cancel } of this.#others.values()) cancel()
    this.#others.clear()
    this.#report()
  }

  async socketOpened(traderId: string): Promise<void> {
    this.#own.set(traderId, (this.#own.get(traderId) ?? 0) + 1)
    if (this.#presence) await this.#presence.socketOpened(traderId)
    else this.#report()
  }

  socketClosed(traderId: string): void {
    const sockets = (this.#own.get(traderId) ?? 1) - 1
    if (sockets === 0) this.#own.delete(traderId)
    else this.#own.set(traderId, sockets)
    if (this.#presence) this.#presence.socketClosed(traderId)
    else if (sockets === 0) this.#report()
  }

  /** The session ended: the market counts the trader as absent until a process reports a socket again. */
  sessionEnded(traderId: string): void {
    if (!this.#presence) return
    for (const other of this.#others.values())
      if (other.traderIds.has(traderId)) {
        other.traderIds = new Set([...other.traderIds].filter((each) => each !== traderId))
        this.#presence.socketClosed(traderId)
      }
    this.#presence.sessionEnded(traderId)
  }

  /** The traders who have a socket in another process. */
  reported({ processId, traderIds }: PresenceReport): void {
    const before = this.#others.get(processId)
    before?.cancel()
    const lost = (): void => this.reported({ processId, traderIds: [] })
    const cancel = traderIds.length > 0 ? this.#deps.timers.after(lostAfterMs, lost) : () => {}
    const now = new Set(traderIds)
    this.#others.set(processId, { traderIds: now, cancel })
    for (const each of now) if (!before?.traderIds.has(each)) void this.#presence?.socketOpened(each)
    for (const each of before?.traderIds ?? []) if (!now.has(each)) this.#presence?.socketClosed(each)
  }

  /** Reports and submits nothing any more: a stopping server must not make its traders absent. */
  close(): void {
    this.#isClosed = true
    this.#cancelReport()
    this.#presence?.close()
    for (const { cancel } of this.#others.values()) cancel()
  }

  /** One report at a time, and another if something has changed since it began. */
  #report(): void {
    this.#isReportDue = true
    if (!this.#isReporting) void this.#sendReports()
  }

  async #sendReports(): Promise<void> {
    this.#isReporting = true
    try {
      while (this.#isReportDue && !this.#isClosed && !this.#deps.cluster.isWriter()) {
        this.#isReportDue = false
        await this.#deps.cluster.reportPresence([...this.#own.keys()])
      }
    } catch (failure) {
      this.#deps.failed(failure)
    } finally {
      this.#isReporting = false
    }
  }

  #scheduleReport(): void {
    this.#cancelReport = this.#deps.timers.after(reportEveryMs, () => {
      this.#report()
      if (!this.#isClosed) this.#scheduleReport()
    })
  }
}
