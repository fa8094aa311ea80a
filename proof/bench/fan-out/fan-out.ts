import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { notificationsTopic, socketPath } from '@aitai/contract/routes/live.ts'
import { addSignedInDesks } from '../desk-accounts.ts'
import type { Percentiles } from '../percentiles.ts'
import { processorSeconds } from '../processor-time.ts'
import { withDataFolder } from '../test-accounts.ts'
import type { PublishRequest } from './hub-server.main.ts'
import { benchFrameBody } from './notification-body.ts'
import { startRabbitMq } from './rabbitmq.ts'
import type { SocketsRequest } from './sockets.main.ts'
import type { StompEndpoint } from './stomp-socket.ts'

/** Who is notified, and what the servers promise. */
const cases = {
  /** Each socket belongs to another user, and each notification goes to one of them. */
  own: { isShared: false, isStored: false },
  /** All sockets belong to one user, so that each notification goes to all of them. */
  shared: { isShared: true, isStored: false },
  /** As `own`; a notification is on disk before it is pushed, and so is its acknowledgement. */
  stored: { isShared: false, isStored: true },
} as const
export type FanOutCase = keyof typeof cases

export interface FanOutFigures {
  readonly case: FanOutCase
  readonly server: 'Aitai' | 'RabbitMQ'
  readonly sockets: number
  /** Delivered in a second while one notification for each socket is always on its way. */
  readonly perSecond: number
  /** Processor time of the server for one delivery, which other work on the machine hardly changes. */
  readonly processorMicroseconds: number
  /** From the publication until the arrival at a fixed rate, which both servers sustain. */
  readonly atFixedRate: Percentiles
}

export interface FanOutSize {
  readonly sockets: number
  /** Delivered at full speed; as many before to warm up. */
  readonly notifications: number
  readonly fixedRatePerSecond: number
  readonly fixedRateSeconds: number
}

/** A server on which the sockets are open. */
interface Publisher {
  /** The process of the server. */
  readonly pid: number
  /** Publishes one notification to each of these receivers, by index. */
  publish(receivers: readonly number[]): Promise<void>
}

/** Notifications to many sockets, by this platform's live socket and by RabbitMQ if it is installed. */
export async function benchFanOut(size: FanOutSize): Promise<FanOutFigures[]> {
  const figures: FanOutFigures[] = []
  for (const name of Object.keys(cases) as FanOutCase[]) {
    figures.push(await benchHub(name, size))
    const theirs = await benchRabbitMq(name, size)
    if (theirs) figures.push(theirs)
  }
  return figures
}

const receiversOf = (name: FanOutCase, { sockets }: FanOutSize): number =>
  cases[name].isShared ? 1 : sockets

export function benchHub(name: FanOutCase, size: FanOutSize): Promise<FanOutFigures> {
  return withDataFolder(async (dataDir) => {
    const counts = { institutions: 1, traders: receiversOf(name, size), brokers: 0, brokerUsers: 0 }
    const { traders } = await addSignedInDesks({ dataDir, databaseUrl: null }, counts)
    const server = fork(pathOf('hub-server.main.ts'), [dataDir, cases[name].isStored ? 'stored' : 'memory'])
    try {
      const { port } = await messageOf<{ port: number }>(server, 'port')
      const publisher: Publisher = {
        pid: server.pid ?? 0,
        async publish(receivers) {
          server.send({
            publish: receivers.map((n) => traders[n]?.userId ?? ''),
          } satisfies PublishRequest)
        },
      }
      const path = `${socketPath}/000/SESSION/websocket`
      const endpoint = { port, path, isSockJs: true, connectHeaders: {} }
      const destinations = traders.map(({ token }) => notificationsTopic(token))
      return { case: name, server: 'Aitai', ...(await measured(endpoint, destinations, publisher, size)) }
    } finally {
      await ended(server)
    }
  })
}

async function benchRabbitMq(name: FanOutCase, size: FanOutSize): Promise<FanOutFigures | null> {
  const folder = await mkdtemp(join(tmpdir(), 'aitai-rabbitmq-'))
  const broker = await startRabbitMq(folder)
  if (!broker) return null
  const { isStored } = cases[name]
  try {
    const kind = isStored ? 'queue' : 'topic'
    const destinations = Array.from({ length: receiversOf(name, size) }, (_, n) => `/${kind}/user-${n}`)
    const publisher: Publisher = {
      pid: broker.pid,
      publish: (receivers) =>
        broker.publish(
          receivers.map((n) => destinations[n] ?? ''),
          () => benchFrameBody('0b0c7a5be0f24c3f9d1f5f0a3c1e2d4b'),
          isStored,
        ),
    }
    const connectHeaders = { login: 'guest', passcode: 'guest' }
    const endpoint = { port: broker.webStompPort, path: '/ws', isSockJs: false, connectHeaders }
    return { case: name, server: 'RabbitMQ', ...(await measured(endpoint, destinations, publisher, size)) }
  } finally {
    await broker.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measured(
  endpoint: StompEndpoint,
  destinations: readonly string[],
  publisher: Publisher,
  size: FanOutSize,
): Promise<Omit<FanOutFigures, 'case' | 'server'>> {
  const sockets = await openSockets(endpoint, allSockets(destinations, size.sockets))
  const share = size.sockets / destinations.length
  try {
    await atFullSpeed(publisher, sockets, destinations.length, share, size)
    const before = await processorSeconds(publisher.pid)
    const perSecond = await atFullSpeed(publisher, sockets, destinations.length, share, size)
    const seconds = (await processorSeconds(publisher.pid)) - before
    await sockets.report()
    await atFixedRate(publisher, sockets, destinations.length, share, size)
    return {
      sockets: size.sockets,
      perSecond,
      processorMicroseconds: Math.round((seconds * 1_000_000) / size.notifications),
      atFixedRate: await sockets.report(),
    }
  } finally {
    await sockets.end()
  }
}

const allSockets = (destinations: readonly string[], sockets: number): string[] =>
  Array.from({ length: sockets }, (_, n) => destinations[n % destinations.length] ?? '')

/** At most this many publications in one message to the server. */
const publishedAtOnce = 200

/** Publishes as soon as there is room for it. Returns the number of deliveries in a second. */
async function atFullSpeed(
  { publish }: Publisher,
  sockets: Sockets,
  receivers: number,
  share: number,
  { notifications, sockets: window }: FanOutSize,
): Promise<number> {
  const before = sockets.received()
  const began = performance.now()
  let sent = 0
  while (sent < notifications) {
    const room = Math.floor((window - (sent - (sockets.received() - before))) / share)
    const count = Math.min(room, publishedAtOnce, Math.ceil((notifications - sent) / share))
    if (count === 0) {
      await sockets.progress()
      continue
    }
    const first = sent / share
    await publish(Array.from({ length: count }, (_, n) => (first + n) % receivers))
    sent += count * share
  }
  while (sockets.received() - before < sent) await sockets.progress()
  return Math.round(sent / ((performance.now() - began) / 1_000))
}

const publishEveryMs = 5

/** Publishes evenly, whatever has arrived. */
async function atFixedRate(
  { publish }: Publisher,
  sockets: Sockets,
  receivers: number,
  share: number,
  { fixedRatePerSecond, fixedRateSeconds }: FanOutSize,
): Promise<void> {
  const before = sockets.received()
  const began = performance.now()
  const total = Math.floor((fixedRatePerSecond * fixedRateSeconds) / share)
  let sent = 0
  while (sent < total) {
    const due = Math.floor(((performance.now() - began) / 1_000) * (fixedRatePerSecond / share))
    const first = sent
    const count = Math.min(due, total) - first
    if (count > 0) await publish(Array.from({ length: count }, (_, n) => (first + n) % receivers))
    sent += count
    await wait(publishEveryMs)
  }
  while (sockets.received() - before < total * share) await sockets.progress()
}

/** The receiving process. */
interface Sockets {
  /** The number of notifications that have arrived. */
  received(): number
  /** Resolves when more have arrived. */
  progress(): Promise<void>
  /** The latencies since the last report. */
  report(): Promise<Percentiles>
  end(): Promise<void>
}

async function openSockets(open: StompEndpoint, destinations: readonly string[]): Promise<Sockets> {
  const child = fork(pathOf('sockets.main.ts'))
  let received = 0
  let progressed: () => void = () => {}
  child.on('message', (message: { received?: number }) => {
    if (message.received === undefined) return
    received = message.received
    progressed()
  })
  const send = (request: SocketsRequest): void => void child.send(request)
  send({ open, destinations })
  await messageOf(child, 'opened')
  return {
    received: () => received,
    progress: () =>
      new Promise((resolve) => {
        progressed = resolve
      }),
    async report() {
      send({ report: true })
      return (await messageOf<{ report: Percentiles }>(child, 'report')).report
    },
    end: () => ended(child),
  }
}

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** The next message of a child that has this property. Rejects if the child ends before. */
function messageOf<T>(child: ChildProcess, property: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: object): void => {
      if (!Object.hasOwn(message, property)) return
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(message as T)
    }
    const onExit = (code: number | null): void =>
      reject(new Error(`a process of the bench ended with ${code}`))
    child.on('message', onMessage)
    child.on('exit', onExit)
  })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.disconnect()
  await exit
}
