import { callApi } from '@aitai/contract/api-client.ts'
import { advertList } from '@aitai/contract/routes/adverts.ts'
import { notificationsTopic, socketPath } from '@aitai/contract/routes/live.ts'
import { openConnection } from '../../harness/client-connection.ts'
import { startProcess } from '../../harness/server-process.ts'
import { postLiveAdverts } from '../bench-market.ts'
import { addSignedInDesks, type SignedInUser } from '../desk-accounts.ts'
import { subscribeByStomp } from '../fan-out/stomp-socket.ts'
import { residentMemory } from '../processor-time.ts'
import { withDataFolder } from '../test-accounts.ts'

/** The resident memory of a server, in MiB. */
export interface MemoryFigures {
  readonly desks: number
  readonly liveAdverts: number
  /** Once it has started from its snapshot, before anybody connects. */
  readonly started: number
  /** With all desks connected, each of which has read its adverts. */
  readonly connected: number
  /** The most at any time, which includes the start. */
  readonly most: number
}

/** A server with so many live adverts that is left alone for a moment after so many desks have connected. */
export function benchMemory(desks: number, liveAdverts: number): Promise<MemoryFigures> {
  return withDataFolder(async (dataDir) => {
    const location = { dataDir, databaseUrl: null }
    // One institution has one advert of a security, so each trader has an institution.
    const counts = { institutions: desks, traders: desks, brokers: 1, brokerUsers: 0 }
    const { traders } = await addSignedInDesks(location, counts)
    await postLiveAdverts(location, liveAdverts)
    const server = startProcess(dataDir, { DEMO: 'off' })
    try {
      const port = Number(new URL(await server.ready).port)
      await settled()
      const started = await residentMemory(server.pid)
      const close = await connect(port, traders)
      await readAll(await server.ready, traders)
      await settled()
      const connected = await residentMemory(server.pid)
      close()
      return { desks, liveAdverts, started: started.now, connected: connected.now, most: connected.most }
    } finally {
      await server.kill()
    }
  })
}

const settleMs = 10_000
const connectedAtOnce = 50

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, settleMs))

/** Reads every trader's adverts, as a desk does when it opens. */
async function readAll(url: string, traders: readonly SignedInUser[]): Promise<void> {
  const connection = openConnection(url)
  for (let from = 0; from < traders.length; from += connectedAtOnce) {
    const reading = traders
      .slice(from, from + connectedAtOnce)
      .map(({ token }) => callApi(connection, advertList, { token }))
    await Promise.all(reading)
  }
  connection.close()
}

/** Connects a desk of each trader. Returns how to close them. */
async function connect(port: number, traders: readonly SignedInUser[]): Promise<() => void> {
  const endpoint = { port, path: `${socketPath}/000/bench/websocket`, isSockJs: true, connectHeaders: {} }
  const closers: (() => void)[] = []
  for (let from = 0; from < traders.length; from += connectedAtOnce) {
    const opening = traders
      .slice(from, from + connectedAtOnce)
      .map(({ token }) => subscribeByStomp(endpoint, [notificationsTopic(token)], ({ ack }) => ack()))
    closers.push(...(await Promise.all(opening)))
  }
  return () => {
    for (const close of closers) close()
  }
}
