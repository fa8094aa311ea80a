import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { EndedSession } from '../accounts/sessions.ts'
import type { Database } from '../database/schema.ts'
import { NotWriter, Unavailable } from '../errors.ts'
import type { CommandLoop } from '../market/command-loop.ts'
import type { CommandLoopDeps } from '../market/command-loop-deps.ts'
import type { FoldedJournal } from '../market/fold.ts'
import type { Journal } from '../market/journal.ts'
import type { Market } from '../market/market.ts'
import type { NotificationStore } from '../market/notification-store.ts'
import type { RecordedData } from '../quotes/bars/recorded-data.ts'
import { clockWarning, DatabaseClock, isRightClock } from './database-clock.ts'
import { listenToDatabase } from './database-signals.ts'
import { confirmEpoch, fencedNotifications } from './fence.ts'
import { JournalFollower } from './journal-follower.ts'
import { JournalHead, LostEntries } from './journal-head.ts'
import type { ForwardedAdminCommand, ForwardedCall, ForwardedReply, PresenceReport } from './peer-messages.ts'
import { commandOutcome, startPeerServer } from './peer-server.ts'
import type { PeerKeys } from './peer-signature.ts'
import type { PeerTls } from './peer-transport.ts'
import {
  listProcesses,
  newestEntry,
  readDatabaseTime,
  removeProcess,
  reportProcess,
} from './process-registry.ts'
import { ReplicatedMarket } from './replicated-market.ts'
import { type OpenSource, SentQuotes, SharedQuotes } from './shared-quotes.ts'
import { WriterClient, writerWaitMs } from './writer-client.ts'
import { type ElectionTimes, electionTimes, WriterElection } from './writer-election.ts'

/** The other processes on the same database, as the rest of the server sees them. */
export interface Cluster {
  /** Whether this process writes the journal. */
  isWriter(): boolean
  /** Whether commands are accepted: by this process, or by the writer, which has reported so recently. */
  isReady(): boolean
  /** Whether this process has recently read from the database, so that what its sockets show is up to date. */
  isCurrent(): boolean
  /** How often this process has begun and ceased to write since its start. */
  roleChanges(): { readonly elected: number; readonly deposed: number }
  /** How many processes serve requests, this one included, as of the last second. */
  processes(): number
  /** Passes a call on to the writer, and returns its reply once this process has folded what the call wrote. */
  forward(call: ForwardedCall, isWanted: () => boolean): Promise<ForwardedReply>
  /** Tells the writer which traders have a socket here. */
  reportPresence(traderIds: readonly string[]): Promise<void>
  /** Lets the writer run an operator's command. Null if this process is the writer. */
  forwardAdmin(command: ForwardedAdminCommand): Promise<unknown>
  answerAdmin(run: (command: ForwardedAdminCommand) => Promise<unknown>): void
  /** Sets how this process answers calls and presence reports of the others, and what follows from a change. */
  connect(handlers: ClusterHandlers): void
}

export interface ClusterHandlers {
  readonly answerCall: (call: ForwardedCall) => Promise<Omit<ForwardedReply, 'seq'>>
  readonly presenceReported: (report: PresenceReport) => void
  readonly sessionEnded: (ended: EndedSession) => void
  readonly roleChanged: (isWriter: boolean) => Promise<void>
}

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

const reportEveryMs = 1_000
const readEveryMs = 1_000
/** How long after a read the sockets of this process count as up to date: a database restarts within that time. */
const currentForMs = 10_000
const defaultCopyEveryMs = 1_000
/** How often a follower checks whether the writer accepts commands, in milliseconds. */
const checkReadyEveryMs = 500
/** How long a follower stays ready after the writer reported that it is: as long as commands wait for a new one. */
const readyForMs = writerWaitMs
/** How often a starting process checks whether some process writes, in milliseconds. */
const startingMs = 20

/** Joins the processes that share a PostgreSQL database. Folds the journal; `start` makes it take part. */
export async function joinCluster(deps: ClusterDeps): Promise<RunningCluster> {
  const { database, processId, notificationStore, journal, now, onError, onFatal } = deps
  const { keys, tls } = deps
  const clock = new DatabaseClock(deps.ownClock)
  const warnOfClock = clockWarning(onError)
  const compareClocks = async (read: () => Promise<number>): Promise<number> => {
    const difference = await clock.compare(read)
    warnOfClock(difference)
    return difference
  }
  await compareClocks(() => readDatabaseTime(database))
  const head = new JournalHead(deps.dataDir, onError)
  await head.update(database)
  const writer = new WriterClient({ database, processId, keys, tls, now: clock.now, onError })
  const quotes = new SharedQuotes(deps.openSource, deps.recorded)
  const sent = new SentQuotes()
  let handlers: ClusterHandlers | null = null
  let runAdmin: ((command: ForwardedAdminCommand) => Promise<unknown>) | null = null
  let isOpen = true
  let processes = 1
  const roleChanges = { elected: 0, deposed: 0 }
  /** When the writer last reported that it accepts commands. */
  let acknowledgedAt = Number.NEGATIVE_INFINITY

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
        return await deps.startLoop(folded, {
          notificationStore: fencedNotifications(notificationStore, epoch),
          confirmWriter: () => confirmEpoch(database, epoch),
          quotes,
        })
      },
      async changed(isWriter) {
        roleChanges[isWriter ? 'elected' : 'deposed'] += 1
        deps.onRoleChange(isWriter)
        if (!isWriter) await quotes.follow()
        await handlers?.roleChanged(isWriter)
      },
    },
    await journal.fold(),
  )

  /** Runs only while this process writes: otherwise the caller tries another process. */
  const ready = (): ClusterHandlers => {
    if (!handlers || !market.isWriter()) throw new NotWriter('another process writes')
    return handlers
  }
  const newestSeq = (): number => market.load().entries
  /** A process that hands over knows no newest entry, while it still answers what it has received. */
  const writtenSeq = async (): Promise<number> => {
    const seq = newestSeq()
    return Number.isNaN(seq) ? await newestEntry(database) : seq
  }
  let readAt = performance.now()
  const isReady = (): boolean =>
    market.isWriter()
      ? market.isReady() && election.isRenewed()
      : market.isReady() && performance.now() - acknowledgedAt < readyForMs
  const peers = await startPeerServer(
    { processId, peerUrl: deps.peerUrl, keys, tls, now: clock.now, onError },
    {
      '/call': async (call) => ({ ...(await ready().answerCall(call)), seq: await writtenSeq() }),
      '/command': async (command) => {
        ready()
        return await commandOutcome(() => market.submit(command), writtenSeq)
      },
      '/admin': async (command) => {
        ready()
        if (!runAdmin) throw new NotWriter('this process is starting')
        return await runAdmin(command)
      },
      '/presence': async (report) => {
        ready().presenceReported(report)
        return {}
      },
      '/ready': async () => {
        ready()
        if (!isReady()) throw new NotWriter('commands are not accepted now')
        return {}
      },
      '/quotes': async ({ processId: requesterId, version }) => {
        ready()
        return sent.next(requesterId, version, quotes, deps.securityIds(), deps.recorded)
      },
    },
  )

  const election = new WriterElection({
    databaseUrl: deps.databaseUrl,
    processId,
    times: { ...electionTimes, ...deps.times },
    isClockRight: async (read) => isRightClock(await compareClocks(read)),
    elected: (epoch) => market.elected(epoch),
    deposed: () => market.deposed(),
    onWarning: deps.onWarning,
    onError,
  })
  const stopListening = listenToDatabase({
    databaseUrl: deps.databaseUrl,
    processId,
    onEntries: () => market.wake(),
    onSessionEnd: (ended) => handlers?.sessionEnded(ended),
    onError,
  })

  const report = async (): Promise<void> => {
    await head.update(database).catch((error: unknown) => {
      if (error instanceof LostEntries) onFatal(error)
      throw error
    })
    const seq = newestSeq()
    if (Number.isNaN(seq)) return
    const clockDifference = await compareClocks(() => readDatabaseTime(database))
    const { secretsId } = deps
    const own = { id: processId, address: peers.address, seq, clockDifference, secretsId }
    processes = await reportProcess(database, own)
  }
  // Not a part of the report, which waits while the database confirms no write.
  const read = async (): Promise<void> => {
    await newestEntry(database)
    readAt = performance.now()
  }
  let version = 0
  const copyQuotes = async (): Promise<void> => {
    if (market.isWriter()) return
    const reply = await writer.request('/quotes', { processId, version }, true)
    version = reply.version
    quotes.copy(reply)
  }
  const checkReady = async (): Promise<void> => {
    if (market.isWriter()) return
    await writer.request('/ready', {}, true)
    acknowledgedAt = performance.now()
  }
  const loops: Promise<void>[] = []
  const repeat = (act: () => Promise<void>, everyMs: number, activity: string): void => {
    const run = async (): Promise<void> => {
      while (isOpen) {
        await act().catch((error: unknown) => {
          if (isOpen && !(error instanceof Unavailable)) onError(error, activity)
        })
        await wait(everyMs, undefined, { ref: false })
      }
    }
    loops.push(run())
  }

  return {
    market,
    quotes,
    isWriter: () => market.isWriter(),
    isReady,
    isCurrent: () => performance.now() - readAt < currentForMs,
    roleChanges: () => roleChanges,
    processes: () => processes,
    connect: (given) => {
      handlers = given
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
      runAdmin = run
    },
    async reportPresence(traderIds) {
      await writer.request('/presence', { processId, traderIds }, true)
    },
    async start() {
      await report()
      election.start()
      repeat(report, reportEveryMs, 'reporting to the other processes')
      repeat(read, readEveryMs, 'reading from the database')
      repeat(copyQuotes, deps.copyEveryMs ?? defaultCopyEveryMs, 'copying quotes')
      repeat(checkReady, checkReadyEveryMs, 'checking whether the writer is ready')
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
      await market.stop()
      await election.stop()
      await stopListening()
      await peers.stop()
      writer.close()
      await quotes.follow()
      await removeProcess(database, processId).catch(() => {})
    },
  }
}
