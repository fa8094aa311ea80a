import { NotWriter } from '../errors.ts'
import type { RecordedData } from '../quotes/bars/recorded-data.ts'
import type { ClusterHandlers } from './cluster.ts'
import type { ForwardedAdminCommand } from './peer-messages.ts'
import { commandOutcome, type PeerHandlers } from './peer-server.ts'
import type { ReplicatedMarket } from './replicated-market.ts'
import { SentQuotes, type SharedQuotes } from './shared-quotes.ts'

/** What the rest of the server has given the cluster, which joins before the rest exists; null until then. */
export interface ConnectedServer {
  handlers: ClusterHandlers | null
  runAdmin: ((command: ForwardedAdminCommand) => Promise<unknown>) | null
}

interface PeerHandlersDeps {
  readonly market: ReplicatedMarket
  readonly quotes: SharedQuotes
  readonly recorded: RecordedData | null
  readonly securityIds: () => Iterable<string>
  readonly server: ConnectedServer
  readonly isReady: () => boolean
  /** Reads the number of the newest entry from the database. */
  readonly readNewestSeq: () => Promise<number>
}

/** How this process answers the others: only while it writes, because they ask another one otherwise. */
export function peerHandlers({
  market,
  quotes,
  recorded,
  securityIds,
  server,
  isReady,
  readNewestSeq,
}: PeerHandlersDeps): PeerHandlers {
  const sent = new SentQuotes()
  const handlersOfWriter = (): ClusterHandlers => {
    if (!server.handlers || !market.isWriter()) throw new NotWriter('another process writes')
    return server.handlers
  }
  /** A process that hands over knows no newest entry, while it still answers what it has received. */
  const writtenSeq = async (): Promise<number> => {
    const seq = market.load().entries
    return Number.isNaN(seq) ? await readNewestSeq() : seq
  }
  return {
    '/call': async (call) => ({ ...(await handlersOfWriter().answerCall(call)), seq: await writtenSeq() }),
    '/command': async (command) => {
      handlersOfWriter()
      return await commandOutcome(() => market.submit(command), writtenSeq)
    },
    '/admin': async (command) => {
      handlersOfWriter()
      if (!server.runAdmin) throw new NotWriter('this process is starting')
      return await server.runAdmin(command)
    },
    '/presence': async (report) => {
      handlersOfWriter().presenceReported(report)
      return {}
    },
    '/ready': async () => {
      handlersOfWriter()
      if (!isReady()) throw new NotWriter('commands are not accepted now')
      return {}
    },
    '/quotes': async ({ processId, version }) => {
      handlersOfWriter()
      return sent.next(processId, version, quotes, securityIds(), recorded)
    },
  }
}
