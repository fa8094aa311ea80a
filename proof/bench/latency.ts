import { signIn } from '@aitai/contract/api-client.ts'
import { getEquities, userBrokersList } from '@aitai/contract/routes/reference.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import { openConnection, type ServerConnection } from '../harness/client-connection.ts'
import { startProcess } from '../harness/server-process.ts'
import { Desk } from './desks/desk.ts'
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
      for (const { buyer, seller } of all) for (const desk of [buyer, seller]) desk.close()
      return figures
    } finally {
      connection.close()
      await server.stop()
    }
  })
}

interface Pair {
  readonly buyer: Desk
  readonly seller: Desk
  readonly equity: Equity
  readonly brokerIds: readonly string[]
}

async function pairsOf(connection: ServerConnection, { emails, password }: BenchAccounts): Promise<Pair[]> {
  const desks: Desk[] = []
  for (const email of emails) desks.push(await Desk.connect(await signIn(connection, email, password)))
  const [first] = desks
  if (!first) throw new Error('there are no traders')
  const equities = await first.call(getEquities)
  const brokerIds = (await first.call(userBrokersList)).map(({ brokerID }) => brokerID)
  return desks.flatMap((buyer, i) => {
    const [seller, equity] = [desks[i + 1], equities[i / 2]]
    return i % 2 === 0 && seller && equity ? [{ buyer, seller, equity, brokerIds }] : []
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
  { buyer, seller, equity, brokerIds }: Pair,
  popups: number[],
  submits: number[],
): Promise<void> {
  const sides = [buyer, seller]
  const [bought, sold] = await Promise.all(sides.map((desk) => desk.draft(equity)))
  if (!bought || !sold) throw new Error('there is no draft')
  /** Returns when it was sent. */
  const submit = async (desk: Desk, id: string, direction: Direction): Promise<number> => {
    const sentAt = performance.now()
    await desk.submit({ id, equity, direction, brokerIds, extraLots: 0 })
    submits.push(performance.now() - sentAt)
    return sentAt
  }
  await submit(buyer, bought, 'BUY')
  const located = sides.map((desk) => desk.next('Contra Located'))
  const sentAt = await submit(seller, sold, 'SELL')
  const [atBuyer, atSeller] = await Promise.all(located)
  if (!atBuyer || !atSeller) throw new Error('there is no popup')
  popups.push(atBuyer.at - sentAt, atSeller.at - sentAt)
  const accepted = sides.map((desk) => desk.next('Contra Connection Accepted!'))
  await Promise.all([buyer.accept(atBuyer), seller.accept(atSeller)])
  await Promise.all(accepted)
}
