import type { LiveLimits } from './limits.ts'

/** A socket that has not shown a token yet. */
export interface UnauthenticatedSocket {
  /** Disconnects at once, in favour of newer sockets. */
  makeRoom(): void
}

/**
 * The sockets that have not shown a token yet. Beyond the limit of a network or of all networks together the
 * oldest is disconnected: a client shows its token within milliseconds, so a flood of silent sockets removes
 * itself and locks nobody out, not even its own network.
 */
export class UnauthenticatedSockets {
  readonly #limits: Pick<LiveLimits, 'unauthenticated' | 'unauthenticatedPerNetwork'>
  /** With their networks, the oldest first. */
  readonly #sockets = new Map<UnauthenticatedSocket, string>()

  constructor(limits: Pick<LiveLimits, 'unauthenticated' | 'unauthenticatedPerNetwork'>) {
    this.#limits = limits
  }

  add(socket: UnauthenticatedSocket, network: string): void {
    this.#sockets.set(socket, network)
    const all = [...this.#sockets]
    const ofNetwork = all.filter(([, other]) => other === network)
    const surplus =
      ofNetwork.length > this.#limits.unauthenticatedPerNetwork
        ? ofNetwork[0]
        : all.length > this.#limits.unauthenticated
          ? all[0]
          : undefined
    if (!surplus) return
    this.remove(surplus[0])
    surplus[0].makeRoom()
  }

  remove(socket: UnauthenticatedSocket): void {
    this.#sockets.delete(socket)
  }
}
