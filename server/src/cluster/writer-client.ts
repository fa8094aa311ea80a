import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { installationSecret } from '../accounts/installation-secrets.ts'
import type { Database } from '../database/schema.ts'
import { Unavailable } from '../errors.ts'
import type { PeerPath, PeerRequests } from './peer-messages.ts'

interface WriterClientDeps {
  readonly database: Kysely<Database>
  readonly processId: string
  readonly secret: string
}

/** The secret that the processes of a database share, so that nobody else can ask them. */
export const peerSecret = async (database: Kysely<Database>): Promise<string> =>
  (await installationSecret(database, 'peer-key')).toString('hex')

/** How long a request waits for a writer while there is none, in milliseconds. */
const writerWaitMs = 3_000
const retryEveryMs = 50
const requestTimeoutMs = 15_000

/** Asks the process that writes. */
export class WriterClient {
  readonly #deps: WriterClientDeps

  constructor(deps: WriterClientDeps) {
    this.#deps = deps
  }

  /**
   * Asks the writer, and waits for a new one if there is none or it did not take the request. A request whose reply
   * was lost may have been applied: it is sent again only if `isRepeatable`. Stops waiting once nobody wants the reply.
   * Rejects with Unavailable.
   */
  async request<P extends PeerPath>(
    path: P,
    request: PeerRequests[P]['request'],
    isRepeatable: boolean,
    isWanted: () => boolean = () => true,
  ): Promise<PeerRequests[P]['reply']> {
    const giveUpAt = performance.now() + writerWaitMs
    for (;;) {
      // This process may have become the writer while the request waited: then it asks itself.
      const { address = null } = (await this.#writer()) ?? {}
      const outcome = address === null ? 'refused' : await this.#post(address, path, request)
      if (typeof outcome === 'object') return outcome.reply
      if (outcome === 'lost' && !isRepeatable) throw new Unavailable('the reply of the writer was lost')
      if (performance.now() > giveUpAt || !isWanted()) throw new Unavailable('no process writes the journal')
      await wait(retryEveryMs)
    }
  }

  /** Whether another process writes, as far as the database knows. */
  async exists(): Promise<boolean> {
    const writer = await this.#writer()
    return writer !== null && writer.id !== this.#deps.processId
  }

  /** The process that writes, this one or another; null while there is none. */
  async #writer(): Promise<{ readonly id: string; readonly address: string } | null> {
    const row = await this.#deps.database
      .selectFrom('writer')
      .innerJoin('process', 'process.id', 'writer.process_id')
      .select(['process.id', 'process.address'])
      .executeTakeFirst()
    return row ?? null
  }

  /** The reply; 'refused' if nothing was done; 'lost' if nobody knows. */
  async #post<P extends PeerPath>(
    address: string,
    path: P,
    request: PeerRequests[P]['request'],
  ): Promise<{ readonly reply: PeerRequests[P]['reply'] } | 'refused' | 'lost'> {
    try {
      const response = await fetch(address + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#deps.secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(request),
        signal: AbortSignal.timeout(requestTimeoutMs),
      })
      if (response.status === 503) return 'refused'
      if (!response.ok) throw new Error(`the writer answered ${response.status}`)
      return { reply: (await response.json()) as PeerRequests[P]['reply'] }
    } catch (error) {
      return isNotConnected(error) ? 'refused' : 'lost'
    }
  }
}

/** The connection could not be made, so nothing was sent. */
const isNotConnected = (error: unknown): boolean =>
  ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? '',
  )
