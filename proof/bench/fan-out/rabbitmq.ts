import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect as connectTo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stompFrame } from './stomp-socket.ts'

/** Where Debian's package rabbitmq-server installs the script that runs as any user. */
const script = '/usr/lib/rabbitmq/bin/rabbitmq-server'

export interface RabbitMq {
  readonly pid: number
  readonly webStompPort: number
  /** Sends a message to each destination. Resolves once the broker has read them. */
  publish(destinations: readonly string[], bodyOf: () => string, isPersistent: boolean): Promise<void>
  stop(): Promise<void>
}

/** Starts a RabbitMQ node of its own with the Web STOMP plugin, or returns null if it is not installed. */
export async function startRabbitMq(folder: string): Promise<RabbitMq | null> {
  if (!existsSync(script)) return null
  const [epmdPort, distPort, stompPort, webStompPort] = await freePorts(4)
  const file = (name: string): string => join(folder, name)
  await mkdir(file('mnesia'))
  await writeFile(file('plugins'), '[rabbitmq_web_stomp].')
  await writeFile(
    file('rabbitmq.conf'),
    `listeners.tcp = none
stomp.listeners.tcp.1 = 127.0.0.1:${stompPort}
web_stomp.tcp.ip = 127.0.0.1
web_stomp.tcp.port = ${webStompPort}
log.console = false
log.file.level = error
`,
  )
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    ERL_EPMD_PORT: `${epmdPort}`,
    RABBITMQ_NODENAME: 'bench@localhost',
    RABBITMQ_DIST_PORT: `${distPort}`,
    RABBITMQ_MNESIA_BASE: file('mnesia'),
    RABBITMQ_LOG_BASE: folder,
    RABBITMQ_CONFIG_FILE: file('rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: file('plugins'),
  }
  // Erlang's port mapper would otherwise be started as a daemon and outlive the node.
  const epmd = spawn('epmd', ['-port', `${epmdPort}`, '-address', '127.0.0.1'], { env, stdio: 'ignore' })
  const node = spawn(script, [], { env, stdio: 'ignore' })
  const stop = async (): Promise<void> => {
    for (const child of [node, epmd]) await ended(child)
  }
  try {
    await listening(webStompPort, node)
    const publisher = await openPublisher(await listening(stompPort, node))
    return {
      pid: node.pid ?? 0,
      webStompPort,
      ...publisher,
      async stop() {
        publisher.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}

async function freePorts(count: number): Promise<[number, number, number, number]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))))
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports as [number, number, number, number]
}

/** Connects to a port as soon as the node listens there. */
async function listening(port: number, node: ChildProcess): Promise<Socket> {
  for (;;) {
    if (node.exitCode !== null) throw new Error('RabbitMQ ended while it started')
    const socket = connectTo(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    if (isOpen) return socket
    await wait(200)
  }
}

/** Publishes by STOMP over TCP, the shortest way into the broker that needs no library. */
async function openPublisher(socket: Socket) {
  socket.setNoDelay(true)
  socket.setEncoding('utf8')
  const connected = new Promise<void>((resolve, reject) => {
    socket.once('data', (text: unknown) => {
      if (String(text).startsWith('CONNECTED')) resolve()
      else reject(new Error(String(text)))
    })
  })
  socket.write(
    stompFrame('CONNECT', { 'accept-version': '1.2', host: '/', login: 'guest', passcode: 'guest' }),
  )
  await connected
  return {
    async publish(destinations: readonly string[], bodyOf: () => string, isPersistent: boolean) {
      let text = ''
      for (const destination of destinations) {
        const headers = { destination, 'content-type': 'application/json' }
        text += stompFrame('SEND', isPersistent ? { ...headers, persistent: 'true' } : headers, bodyOf())
      }
      if (!socket.write(text)) await new Promise((resolve) => socket.once('drain', resolve))
    },
    close: () => void socket.destroy(),
  }
}
