import * as adverts from '@aitai/contract/routes/adverts.ts'
import { connectAcceptance } from '@aitai/contract/routes/locates.ts'
import { getEquities, userBrokersList } from '@aitai/contract/routes/reference.ts'
import type { CallInput } from '@aitai/contract/routes/request.ts'
import type { Route } from '@aitai/contract/routes/route.ts'
import { login } from '@aitai/contract/routes/session.ts'
import type { ReplyOf } from '@aitai/contract/schemas/calls.ts'
import type { Notification } from '@aitai/contract/schemas/notifications.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { Direction } from '@aitai/engine/adverts/advert.ts'
import { ceilLot } from '@aitai/engine/market/security.ts'
import {
  type NotificationSocket,
  openConnection,
  openNotificationSocket,
  type ServerConnection,
} from '../harness/client-connection.ts'
import { startProcess } from '../harness/server-process.ts'
import { type Percentiles, percentilesOf } from './percentiles.ts'
import { addBenchAccounts, type BenchAccounts, withDataFolder } from './test-accounts.ts'

/** What traders wait for, over real HTTP and real sockets. */
export interface LatencyFigures {
  readonly pairsAtOnce: number
  /** From sending the second side's submit until the popup has arrived, on each side. */
  readonly popup: Percentiles
  /** From sending a submit until its response. */
  readonly submit: Percentiles
}

/** A benchmark has no rate limits, unlike a person. */
const unlimited = {
  CHANGES_PER_SECOND: '1000000',
  READS_PER_SECOND: '1000000',
  VISITS_PER_SECOND: '1000000',
  LOGINS_PER_NETWORK: '1000000',
}

/** Pairs of institutions are located, each pair in its own security, accept, and repeat. */
export async function benchLatency(pairs: number, locatesPerRun: number): Promise<LatencyFigures[]> {
  return withDataFolder(async (dataDir) => {
    const people = await addBenchAccounts(dataDir, pairs * 2)
    const server = startProcess(dataDir, { DEMO: 'off', ...unlimited })
    const connection = openConnection(await server.ready)
    try {
      const all = await pairsOf(connection, people)
      // The first locates only warm up.
      await run(all, 5 * pairs)
      const figures = [await run(all.slice(0, 1), locatesPerRun), await run(all, locatesPerRun)]
      for (const { buyer, seller } of all) for (const session of [buyer, seller]) session.leave()
      return figures
    } finally {
      connection.close()
      await server.stop()
    }
  })
}

interface Pair {
  readonly buyer: TraderSession
  readonly seller: TraderSession
  readonly equity: Equity
}

async function pairsOf(connection: ServerConnection, { emails, password }: BenchAccounts): Promise<Pair[]> {
  const sessions: TraderSession[] = []
  for (const email of emails) sessions.push(await TraderSession.open(connection, email, password))
  const [first] = sessions
  if (!first) throw new Error('there are no traders')
  const equities = await first.call(getEquities)
  return sessions.flatMap((buyer, i) => {
    const [seller, equity] = [sessions[i + 1], equities[i / 2]]
    return i % 2 === 0 && seller && equity ? [{ buyer, seller, equity }] : []
  })
}

/** Runs all pairs at once until there were enough locates. */
async function run(pairs: readonly Pair[], locates: number): Promise<LatencyFigures> {
  const [popups, submits]: [number[], number[]] = [[], []]
  let left = locates
  await Promise.all(
    pairs.map(async (pair) => {
      for (; left > 0; left -= 1) await locatePair(pair, popups, submits)
    }),
  )
  return { pairsAtOnce: pairs.length, popup: percentilesOf(popups), submit: percentilesOf(submits) }
}

async function locatePair(
  { buyer, seller, equity }: Pair,
  popups: number[],
  submits: number[],
): Promise<void> {
  const sides = [buyer, seller]
  const [bought, sold] = await Promise.all(sides.map((session) => session.draft(equity)))
  if (!bought || !sold) throw new Error('there is no draft')
  submits.push(await buyer.submit(bought, equity, 'BUY'))
  const located = sides.map((session) => session.nextNotification('Contra Located'))
  const sentAt = performance.now()
  submits.push(await seller.submit(sold, equity, 'SELL'))
  const [atBuyer, atSeller] = await Promise.all(located)
  if (!atBuyer || !atSeller) throw new Error('there is no popup')
  popups.push(atBuyer.at - sentAt, atSeller.at - sentAt)
  const accepted = sides.map((session) => session.nextNotification('Contra Connection Accepted!'))
  await Promise.all([buyer.accept(atBuyer.notification), seller.accept(atSeller.notification)])
  await Promise.all(accepted)
}

interface ReceivedNotification {
  readonly notification: Notification
  /** By `performance.now()`. */
  readonly at: number
}

/** One trader with a token and a socket. */
class TraderSession {
  readonly #connection: ServerConnection
  readonly #token: string
  readonly #socket: NotificationSocket
  readonly #waiting = new Map<string, (received: ReceivedNotification) => void>()
  #brokerIds: readonly string[] = []

  private constructor(connection: ServerConnection, token: string) {
    this.#connection = connection
    this.#token = token
    this.#socket = openNotificationSocket(connection.url, token, (notification) => {
      const at = performance.now()
      this.#waiting.get(notification.message)?.({ notification, at })
    })
  }

  static async open(connection: ServerConnection, email: string, password: string): Promise<TraderSession> {
    const answer = await connection.call(login, { body: { email, password } })
    if (!('reply' in answer)) throw new Error(`${email} could not sign in`)
    const session = new TraderSession(connection, answer.reply.token)
    session.#brokerIds = (await session.call(userBrokersList)).map(({ brokerID }) => brokerID)
    await session.#socket.open
    return session
  }

  async call<C extends Route>(call: C, input: CallInput<C> = {}): Promise<ReplyOf<C>> {
    const answer = await this.#connection.call(call, { ...input, token: this.#token })
    if (!('reply' in answer)) throw new Error(`${call.path} answered ${answer.status} ${answer.errorCode}`)
    return answer.reply
  }

  async draft({ equityId: securityId }: Equity): Promise<string> {
    const advert = await this.call(adverts.createAdvert, { body: { securityId } })
    if ('error' in advert) throw new Error(advert.error)
    return advert.id
  }

  /** Returns the duration until the response, in milliseconds. */
  async submit(id: string, equity: Equity, direction: Direction): Promise<number> {
    const shareQuantity = ceilLot(30_000_000 / equity.closePrice, equity.lotSize)
    const body = {
      id,
      securityId: equity.equityId,
      duration: 'END_OF_DAY' as const,
      direction,
      shareQuantity,
      minimumQuantity: 25,
      credibilityHurdle: 10,
      brokerIds: [...this.#brokerIds],
      ranked: false,
      transactionType: 'CASH_ONLY' as const,
      transactionTypePreference: 'CASH_ONLY' as const,
    }
    const sentAt = performance.now()
    await this.call(adverts.submitAdvert, { body })
    return performance.now() - sentAt
  }

  nextNotification(message: Notification['message']): Promise<ReceivedNotification> {
    return new Promise((resolve) => this.#waiting.set(message, resolve))
  }

  async accept({ locate }: Notification): Promise<void> {
    if (!locate) throw new Error('the popup has no locate')
    const { direction, locateNotificationId: locationNotificationId } = locate
    await this.call(connectAcceptance, { body: { direction, locationNotificationId } })
  }

  leave(): void {
    this.#socket.close()
  }
}
