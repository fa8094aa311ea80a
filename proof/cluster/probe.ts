import { callApi } from '@aitai/contract/api-client.ts'
import { createAdvert, pauseAdvert, resumeAdvert, submitAdvert } from '@aitai/contract/routes/adverts.ts'
import type { Advert as AdvertView } from '@aitai/contract/schemas/adverts.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { randomId } from '@aitai/server/random.ts'
import { operationName } from '../crash/operations.ts'
import type { Tally } from '../crash/tally.ts'
import { NoResponse, type ServerConnection } from '../harness/client-connection.ts'

/** A request of the probe, by the clock of this process in milliseconds. */
interface ProbeRequest {
  readonly sentAt: number
  /** When it was acknowledged, or failed. */
  readonly endedAt: number
  readonly isAcknowledged: boolean
}

/**
 * A trader who pauses and resumes one advert without a break, and repeats a request until it is acknowledged, as a
 * user would. Shows when commands are acknowledged, and how long nobody could trade.
 */
export class Probe {
  readonly requests: ProbeRequest[] = []
  readonly #connection: ServerConnection
  readonly #token: string
  readonly #tally: Tally
  readonly #advertId: string
  readonly #running: Promise<void>
  #isOpen = true
  #acknowledged = (): void => {}

  private constructor(connection: ServerConnection, token: string, tally: Tally, advertId: string) {
    this.#connection = connection
    this.#token = token
    this.#tally = tally
    this.#advertId = advertId
    this.#running = this.#run()
  }

  /** Sends one advert in a security in which nobody else trades. */
  static async start(
    connection: ServerConnection,
    token: string,
    { equityId: securityId, lotSize, closePrice }: Equity,
    brokerIds: readonly string[],
    tally: Tally,
  ): Promise<Probe> {
    const draft = (await callApi(connection, createAdvert, { token, body: { securityId } })) as AdvertView
    const lots = Math.ceil(50_000_000 / closePrice / lotSize)
    const terms = {
      securityId,
      duration: 'END_OF_DAY',
      direction: 'BUY',
      shareQuantity: 2 * lots * lotSize,
      minimumQuantity: 10,
      credibilityHurdle: 10,
      ranked: false,
      transactionType: 'CASH_ONLY',
      transactionTypePreference: 'CASH_ONLY',
    } as const
    const reply = await callApi(connection, submitAdvert, {
      token,
      body: { ...terms, brokerIds: [...brokerIds], id: draft.id },
    })
    if ('error' in reply) throw new Error(`the probe's advert was refused: ${reply.error}`)
    const { id } = reply as AdvertView
    tally.addOperation(`createAdvert ${draft.id}`)
    tally.addOperation(`submitAdvert ${draft.id} ${terms.shareQuantity}`)
    return new Probe(connection, token, tally, id)
  }

  async #run(): Promise<void> {
    for (let isPaused = false; this.#isOpen; isPaused = !isPaused)
      await this.#untilAcknowledged(isPaused ? 'resumeAdvert' : 'pauseAdvert')
  }

  async #untilAcknowledged(type: 'pauseAdvert' | 'resumeAdvert'): Promise<void> {
    const route = type === 'pauseAdvert' ? pauseAdvert : resumeAdvert
    const input = { token: this.#token, key: randomId(), params: { id: this.#advertId } }
    for (;;) {
      const sentAt = performance.now()
      try {
        // Not refused after a lost reply either: the key makes the repetition return it, although resuming is not
        // idempotent.
        await callApi(this.#connection, route, input)
        this.requests.push({ sentAt, endedAt: performance.now(), isAcknowledged: true })
        this.#tally.addOperation(operationName({ type, advertId: this.#advertId }) ?? '')
        this.#acknowledged()
        return
      } catch (error) {
        if (!(error instanceof NoResponse)) throw error
        this.requests.push({ sentAt, endedAt: performance.now(), isAcknowledged: false })
        // Without a break for others, a probe of machines that are all down would take the whole processor.
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
  }

  /** Resolves when a request that is sent after this call is acknowledged; the milliseconds until then. */
  async nextAcknowledgement(): Promise<number> {
    const since = performance.now()
    for (;;) {
      const last = this.requests.at(-1)
      if (last?.isAcknowledged && last.sentAt >= since) return last.endedAt - since
      await Promise.race([
        this.#running.then(() => {
          throw new Error('the probe has ended')
        }),
        new Promise<void>((resolve) => {
          this.#acknowledged = resolve
        }),
      ])
    }
  }

  /** The longest time between two acknowledgements in a row since a time, in milliseconds. */
  longestPause(since = 0): number {
    const ends = this.requests.filter(({ isAcknowledged, endedAt }) => isAcknowledged && endedAt >= since)
    return Math.max(0, ...ends.slice(1).map(({ endedAt }, i) => endedAt - (ends[i]?.endedAt ?? endedAt)))
  }

  /** How many requests a user would have seen fail since a time. */
  failures(since = 0): number {
    return this.requests.filter(({ isAcknowledged, endedAt }) => !isAcknowledged && endedAt >= since).length
  }

  /** Ends it. Throws what it failed with. */
  async stop(): Promise<void> {
    this.#isOpen = false
    await this.#running
  }
}
