import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { CommandLoop } from '../market/command-loop.ts'
import type { CommandLoopDeps } from '../market/command-loop-deps.ts'
import type { FoldedJournal } from '../market/fold.ts'
import type { Journal } from '../market/journal.ts'
import type { Market } from '../market/market.ts'
import type { NotificationStore } from '../market/notification-store.ts'
import type { RecordedData } from '../quotes/bars/recorded-data.ts'
import type { Cluster } from './cluster.ts'
import { clockWarning, DatabaseClock, isRightClock } from './database-clock.ts'
import { listenToDatabase } from './database-signals.ts'
import { confirmEpoch, fencedNotifications } from './fence.ts'
import { JournalFollower } from './journal-follower.ts'
import { JournalHead, LostEntries } from './journal-head.ts'
import { type ConnectedServer, peerHandlers } from './peer-handlers.ts'
import { startPeerServer } from './peer-server.ts'
import type { PeerKeys } from './peer-signature.ts'
import type { PeerTls } from './peer-transport.ts'
import { PeriodicWork } from './periodic-work.ts'
import { listProcesses, newestEntry, readDatabaseTime, removeProcess } from './process-registry.ts'
import { ReplicatedMarket } from './replicated-market.ts'
import { type OpenSource, SharedQuotes } from './shared-quotes.ts'
import { WriterClient } from './writer-client.ts'
import { type ElectionTimes, electionTimes, WriterElection } from './writer-election.ts'

/** What the command loop of one epoch works with: nothing leaves it once another process writes. */
interface EpochLoopDeps extends Required<Pick<CommandLoopDeps, 'notificationStore' | 'confirmWriter'>> {
  readonly quotes: SharedQuotes
}

interface ClusterDeps {
  readonly database: Kysely<Database>
  readonly databaseUrl: string
  /** The name of this process, which its connections to the database carry. */
  readonly processId: string
  readonly dataDir: string
  /** Where the other processes reach this one: the host and port at which it listens for them. */
  readonly peerUrl: string
  /** Set if that is an https address. */
  readonly tls: PeerTls | null
  /** Shared by all processes. */
  readonly keys: PeerKeys
  /** Equal for processes with the same secrets. */
  readonly secretsId: string
  readonly journal: Journal
  readonly notificationStore: NotificationStore
  readonly now: () => number
  /** The clock of this machine in milliseconds UTC, also where a test gives the market another one. */
  readonly ownClock: () => number
  readonly openSource: OpenSource
  /** The market data of an external source, which followers copy from the writer; null for a simulated one. */
  readonly recorded: RecordedData | null
  readonly securityIds: () => Iterable<string>
  readonly startLoop: (folded: FoldedJournal, epochDeps: EpochLoopDeps) => Promise<CommandLoop>
  readonly times?: Partial<ElectionTimes>
  /** How often the writer's quotes are copied, in milliseconds. */
  readonly copyEveryMs?: number | undefined
  readonly onError: (error: unknown, activity: string) => void
  readonly onWarning: (message: string) => void
  /** This process has begun to write, or ceased to. */
  readonly onRoleChange: (isWriter: boolean) => void
  /** The database lacks acknowledged entries, or its journal is broken: this process must end. */
  readonly onFatal: (error: unknown) => void
}

export interface RunningCluster extends Cluster {
  readonly market: Market
  readonly quotes: SharedQuotes
  /** Takes part in the election, and resolves once some process writes and the market has its reference data. */
  start(): Promise<void>
  /** Lets another process write, if there is one, so that nobody waits for this one to end. */
  handOver(): Promise<void>
  stop(): Promise<void>
}

/** How often a starting process asks whether some process writes, in milliseconds. */
const startingMs = 20

/** Joins the processes that share a PostgreSQL database. Folds the journal; `start` makes it take part. */
export async function joinCluster(deps: ClusterDeps): Promise<RunningCluster> {
  const { database, processId } = deps
  const { market, quotes, writer, server, peers, election, work, ...parts } = await openParts(deps)
  let isOpen = true

  return {
    market,
    quotes,
    isWriter: () => market.isWriter(),
    isReady: parts.isReady,
    isCurrent: () => work.isCurrent(),
    roleChanges: () => parts.roleChanges,
    processes: () => work.processes(),
    connect(handlers) {
      server.handlers = handlers
    },
    async forward(call, isWanted) {
      const reply = await writer.request('/call', call, false, isWanted)
      await market.reached(reply.seq)
      return reply
    },
    async forwardAdmin(command) {
      return market.isWriter() ? null : await writer.request('/admin', command, false)
    },
    answerAdmin(run) {
      server.runAdmin = run
    },
    async reportPresence(traderIds) {
      await writer.request('/presence', { processId, traderIds }, true)
    },
    async start() {
      await work.report()
      election.start()
      work.start()
      while (isOpen && !market.isWriter() && !(await writer.exists())) await wait(startingMs)
      // A new writer first writes the reference data. Without them a trader who signs in is unknown to the market.
      await market.changesDone()
      while (isOpen && market.load().entries === 0) await wait(startingMs)
    },
    async handOver() {
      if ((await listProcesses(database)).length < 2) return
      await market.handOver()
      await election.resign()
    },
    async stop() {
      isOpen = false
      work.stop()
      await market.stop()
      await election.stop()
      await parts.stopListening()
      await peers.stop()
      writer.close()
      await quotes.follow()
      await removeProcess(database, processId).catch(() => {})
    },
  }
}

/** The parts of a process of a cluster, which follows the journal until it starts to take part in the election. */
async function openParts(deps: ClusterDeps) {
  const { database, databaseUrl, processId, keys, tls, recorded, onError } = deps
  const clock = new DatabaseClock(deps.ownClock)
  const warnOfClock = clockWarning(onError)
  const compareClocks = async (read = () => readDatabaseTime(database)): Promise<number> => {
    const difference = await clock.compare(read)
    warnOfClock(difference)
    return difference
  }
  await compareClocks()
  const head = new JournalHead(deps.dataDir, onError)
  await head.update(database)
  const writer = new WriterClient({ database, processId, keys, tls, now: clock.now, onError })
  const quotes = new SharedQuotes(deps.openSource, recorded)
  const server: ConnectedServer = { handlers: null, runAdmin: null }
  const roleChanges = { elected: 0, deposed: 0 }

  const market = await replicatedMarket(deps, {
    head,
    writer,
    quotes,
    async roleChanged(isWriter) {
      roleChanges[isWriter ? 'elected' : 'deposed'] += 1
      deps.onRoleChange(isWriter)
      if (!isWriter) await quotes.follow()
      await server.handlers?.roleChanged(isWriter)
    },
  })
  const isReady = (): boolean =>
    market.isReady() && (market.isWriter() ? election.isRenewed() : work.isWriterReady())
  const peers = await startPeerServer(
    { processId, peerUrl: deps.peerUrl, keys, tls, now: clock.now, onError },
    peerHandlers({
      ...{ market, quotes, recorded, securityIds: deps.securityIds, server, isReady },
      readNewestSeq: () => newestEntry(database),
    }),
  )
  const election = new WriterElection({
    databaseUrl,
    processId,
    times: { ...electionTimes, ...deps.times },
    isClockRight: async (read) => isRightClock(await compareClocks(read)),
    elected: (epoch) => market.elected(epoch),
    deposed: () => market.deposed(),
    onWarning: deps.onWarning,
    onError,
  })
  const stopListening = listenToDatabase({
    databaseUrl,
    processId,
    onEntries: () => market.wake(),
    onSessionEnd: (ended) => server.handlers?.sessionEnded(ended),
    onError,
  })
  const work = new PeriodicWork({
    ...{ database, processId, head, market, writer, quotes, onError },
    address: peers.address,
    secretsId: deps.secretsId,
    compareClocks: () => compareClocks(),
    copyEveryMs: deps.copyEveryMs,
    onFatal: deps.onFatal,
  })
  return { market, quotes, writer, server, peers, election, work, isReady, roleChanges, stopListening }
}

interface MarketParts {
  readonly head: JournalHead
  readonly writer: WriterClient
  readonly quotes: SharedQuotes
  readonly roleChanged: (isWriter: boolean) => Promise<void>
}

/** The market of this process, which follows the journal until the process is elected. */
async function replicatedMarket(
  { database, journal, notificationStore, startLoop, now, onError, onFatal }: ClusterDeps,
  { head, writer, quotes, roleChanged }: MarketParts,
): Promise<ReplicatedMarket> {
  const market: ReplicatedMarket = new ReplicatedMarket(
    {
      writer,
      now,
      follow: (folded) =>
        new JournalFollower(
          {
            database,
            notificationStore,
            notify: (stored) => market.notify(stored),
            onLostEntries: () => void head.update(database).catch(onFatal),
            onLaterVersion: onFatal,
            onError,
          },
          folded,
        ),
      fold: async () => {
        await head.update(database)
        return await journal.fold()
      },
      onError: (error, activity) =>
        error instanceof LostEntries ? onFatal(error) : onError(error, activity),
      async write(epoch, folded) {
        await head.update(database)
        await quotes.startSource()
        notificationStore.forget()
        return await startLoop(folded, {
          notificationStore: fencedNotifications(notificationStore, epoch),
          confirmWriter: () => confirmEpoch(database, epoch),
          quotes,
        })
      },
      changed: roleChanged,
    },
    await journal.fold(),
  )
  return market
}
