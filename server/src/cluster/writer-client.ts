import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { Unavailable } from '../errors.ts'
import type { PeerPath, PeerRequests } from './peer-messages.ts'
import { peerFormats } from './peer-schemas.ts'
import {
  hashOfBody,
  isSignedReply,
  newNonce,
  type PeerKeys,
  requestHeaders,
  signatureHeader,
} from './peer-signature.ts'
import { isEnded, isNotConnected, type PeerTls, PeerTransport } from './peer-transport.ts'

interface WriterClientDeps {
  readonly database: Kysely<Database>
  readonly processId: string
  readonly keys: PeerKeys
  /** Set if the processes reach each other at https addresses. */
  readonly tls: PeerTls | null
  /** The database's time in milliseconds UTC. */
  readonly now: () => number
  readonly onError: (error: unknown, activity: string) => void
  /** How long a request waits for its reply, in milliseconds. */
  readonly timeoutMs?: number
}

/** A process that writes, this one or another. */
interface Writer {
  readonly id: string
  readonly address: string
}

/** The reply; 'refused' if nothing was done; 'lost' if nobody knows. */
type PeerOutcome<P extends PeerPath> = { readonly reply: PeerRequests[P]['reply'] } | 'refused' | 'lost'

/** Read by operators, whose command may have been carried out. */
const lostReply =
  'the reply of the writer was lost. What you asked for may have been done: look before you repeat it'

/** How long a request waits for a writer while there is none, in milliseconds. */
export const writerWaitMs = 3_000
const retryEveryMs = 50
const requestTimeoutMs = 15_000
/** How often a request that waits for its reply checks that its process still writes, in milliseconds. */
const checkEveryMs = 250
/** How long a process that was replaced has for its reply, in milliseconds. */
const replacedMs = 1_000
/** The same failure is reported once in this time, because a request is tried many times, in milliseconds. */
const reportEveryMs = 10_000

/** Asks the process that writes. */
export class WriterClient {
  readonly #deps: WriterClientDeps
  readonly #transport: PeerTransport
  #reported = { message: '', at: 0 }

  constructor(deps: WriterClientDeps) {
    this.#deps = deps
    this.#transport = new PeerTransport(deps.tls)
  }

  /**
   * Sends to the writer, and waits for a new one if there is none or it did not take the request. A request whose reply
   * was lost may have been applied: it is sent again only if `isRepeatable`. It is lost also once another process
   * writes, because the one that received the request may hang. Stops waiting once nobody wants the reply. Rejects with
   * Unavailable.
   */
  async request<P extends PeerPath>(
    path: P,
    request: PeerRequests[P]['request'],
    isRepeatable: boolean,
    isWanted: () => boolean = () => true,
  ): Promise<PeerRequests[P]['reply']> {
    const giveUpAt = performance.now() + writerWaitMs
    for (;;) {
      // This process may have become the writer while the request waited: then it handles the request itself.
      const writer = await this.#writer()
      const outcome = writer ? await this.#send(writer, path, request) : 'refused'
      if (typeof outcome === 'object') return outcome.reply
      if (outcome === 'lost' && !isRepeatable) throw new Unavailable(lostReply)
      if (performance.now() > giveUpAt || !isWanted()) throw new Unavailable('no process writes the journal')
      await wait(retryEveryMs)
    }
  }

  /** Whether another process writes, as far as the database knows. */
  async exists(): Promise<boolean> {
    const writer = await this.#writer()
    return writer !== null && writer.id !== this.#deps.processId
  }

  close(): void {
    this.#transport.close()
  }

  /** The process that writes, this one or another; null while there is none. */
  async #writer(): Promise<Writer | null> {
    const row = await this.#deps.database
      .selectFrom('writer')
      .innerJoin('process', 'process.id', 'writer.process_id')
      .select(['process.id', 'process.address'])
      .executeTakeFirst()
    return row ?? null
  }

  /** Asks a process for as long as it writes. */
  async #send<P extends PeerPath>(
    writer: Writer,
    path: P,
    request: PeerRequests[P]['request'],
  ): Promise<PeerOutcome<P>> {
    const replaced = new AbortController()
    const answered = new AbortController()
    const check = this.#untilReplaced(writer, answered.signal).then((isReplaced) => {
      if (isReplaced) replaced.abort()
    })
    try {
      const signal = AbortSignal.any([
        replaced.signal,
        AbortSignal.timeout(this.#deps.timeoutMs ?? requestTimeoutMs),
      ])
      return await this.#post(writer, path, request, signal)
    } finally {
      answered.abort()
      await check
    }
  }

  /** Resolves with true once another process writes, or with false once the request is answered. */
  async #untilReplaced({ id }: Writer, answered: AbortSignal): Promise<boolean> {
    while (!answered.aborted) {
      await wait(checkEveryMs, undefined, { signal: answered }).catch(() => {})
      if (answered.aborted) return false
      // A database that cannot be reached says nothing about the writer.
      const current = await this.#writer().catch(() => null)
      if (current === null || current.id === id) continue
      // A process that only lost the lock replies that it did nothing, and the request can be sent to the next writer.
      await wait(replacedMs, undefined, { signal: answered }).catch(() => {})
      return !answered.aborted
    }
    return false
  }

  async #post<P extends PeerPath>(
    { id, address }: Writer,
    path: P,
    request: PeerRequests[P]['request'],
    signal: AbortSignal,
  ): Promise<PeerOutcome<P>> {
    const { keys, now } = this.#deps
    const body = JSON.stringify(request)
    const nonce = newNonce()
    const bodyHash = hashOfBody(body)
    const signed = requestHeaders(keys, { to: id, method: 'POST', path, at: now(), nonce, bodyHash })
    try {
      const reply = await this.#transport.post(address + path, body, signed, signal)
      const signature = String(reply.headers[signatureHeader] ?? '')
      if (!isSignedReply(keys, nonce, { ...reply, signature }))
        throw new Error(`the reply of ${address} is not signed: do both processes have the same PEER_SECRET?`)
      if (reply.status === 503) return 'refused'
      if (reply.status === 500) return 'lost'
      const value =
        reply.status === 200 ? peerFormats[path].reply(JSON.parse(reply.body.toString('utf8'))) : null
      if (value === null) throw new Error(`${address} answered ${reply.status} to ${path}`)
      return { reply: value }
    } catch (error) {
      if (!signal.aborted && !isEnded(error)) this.#report(error as Error)
      return isNotConnected(error) ? 'refused' : 'lost'
    }
  }

  #report(error: Error): void {
    const [{ message }, at] = [error, performance.now()]
    if (message === this.#reported.message && at < this.#reported.at + reportEveryMs) return
    this.#reported = { message, at }
    this.#deps.onError(error, 'sending a request to the writer')
  }
}
