import { getEquities, userBrokersList } from '@aitai/contract/routes/reference.ts'
import type { Broker, Equity } from '@aitai/contract/schemas/reference.ts'
import type { UserConnection } from './user-connection.ts'

/** Lists are read again after this time, and whenever something in them is not found. */
const freshMs = 10 * 60_000
/** How soon they may be read again for something that is not found. */
const againMs = 5_000

/** The securities and brokers that a trader may use, as the server lists them. */
export class ReferenceLists {
  readonly #user: UserConnection
  readonly #now: () => number
  #lists: {
    readonly at: number
    readonly equities: readonly Equity[]
    readonly brokers: readonly Broker[]
  } | null = null

  constructor(user: UserConnection, now: () => number) {
    this.#user = user
    this.#now = now
  }

  async equities(): Promise<readonly Equity[]> {
    return (await this.#read(freshMs)).equities
  }

  /** Returns the security with a RIC, or undefined. */
  async equity(ric: string): Promise<Equity | undefined> {
    return await this.#find(({ equities }) => equities.find((equity) => equity.ric === ric))
  }

  /** Returns the RIC of a security; its id if it is not listed any more. */
  async ricOf(securityId: string): Promise<string> {
    const equity = await this.#find(({ equities }) => equities.find((one) => one.equityId === securityId))
    return equity?.ric ?? securityId
  }

  /** Returns the broker with a short name, or undefined. */
  async broker(shortName: string): Promise<Broker | undefined> {
    return await this.#find(({ brokers }) => brokers.find((broker) => broker.shortName === shortName))
  }

  /** Returns the short name of a broker; its name if it is not enabled any more. */
  async brokerShortName(name: string): Promise<string> {
    const broker = await this.#find(({ brokers }) => brokers.find(({ brokerName }) => brokerName === name))
    return broker?.shortName ?? name
  }

  async #find<T>(
    find: (lists: { equities: readonly Equity[]; brokers: readonly Broker[] }) => T | undefined,
  ): Promise<T | undefined> {
    return find(await this.#read(freshMs)) ?? find(await this.#read(againMs))
  }

  async #read(maxAgeMs: number) {
    const at = this.#now()
    if (this.#lists && at - this.#lists.at < maxAgeMs) return this.#lists
    const [equities, brokers] = await Promise.all([
      this.#user.call(getEquities),
      this.#user.call(userBrokersList),
    ])
    this.#lists = { at, equities, brokers }
    return this.#lists
  }
}
