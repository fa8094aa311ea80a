import { execFile } from 'node:child_process'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { promisify } from 'node:util'
import { CallFailed, callApi } from '@aitai/contract/api-client.ts'
import { advertList, cancelAdvert } from '@aitai/contract/routes/adverts.ts'
import { ingestQuotes } from '@aitai/contract/routes/feed.ts'
import { sendResetLink } from '@aitai/contract/routes/passwords.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { SMTPServer } from 'smtp-server'
import {
  type ConnectedUser,
  signInContra,
  submitAdvert,
  tradableSecurities,
} from '../../e2e/support/trading-api.ts'
import { freePort } from '../harness/postgres-server.ts'
import { type ServerProcess, startProcess } from '../harness/server-process.ts'
import { OwnCertificate } from './own-certificate.ts'
import { ofPassingTime, type Restart } from './passing-time.ts'
import { Prometheus } from './prometheus.ts'
import type { Fault, Situation } from './situation.ts'

const run = promisify(execFile)
const feedToken = 'x7Kq2mVw9LpR4tYb8NcD3f'
/** Above the limit of the alert, so that only a disk that is filled is full. */
const diskMegabytes = 1_600
const feedEveryMs = 500

/**
 * One server with an embedded database, with a feed handler and a mail server that fails. It has a disk of its own,
 * which needs root, unless no fault is caused that fills it.
 */
export async function embeddedSituation({ hasOwnDisk = true } = {}): Promise<Situation> {
  const disk = await mkdtemp(join(tmpdir(), 'aitai-disk-'))
  if (hasOwnDisk) await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', disk])
  const [port, metricsPort, mailPort] = [await freePort(), await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const dataDir = join(disk, 'data')
  const start = (more: Readonly<Record<string, string>> = {}): ServerProcess =>
    startProcess(dataDir, {
      PORT: String(port),
      METRICS: String(metricsPort),
      QUOTES: 'http',
      FEED_TOKEN: feedToken,
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      LOG_LEVEL: 'info',
      LOG_FILE: join(dataDir, 'server.log'),
      ...more,
    })
  let server = start()
  await server.ready
  const restart: Restart = async (env, whileStopped) => {
    await server.kill()
    whileStopped?.()
    server = start(env)
    await server.ready
  }
  const certificates = await mkdtemp(join(tmpdir(), 'aitai-certificates-'))
  const trader = await signInContra(url, 'alder')
  const feed = new Feed(url, await tradableSecurities(trader))
  const mail = refusingMailServer()
  const prometheus = await Prometheus.start([`localhost:${metricsPort}`])
  return {
    name: 'one server with its embedded database',
    prometheus,
    metricsUrls: [`http://localhost:${metricsPort}`],
    async use() {
      for (let n = 0; n < 5; n += 1) await callApi(trader, advertList)
      await sendsAndCancels(trader, 1)
    },
    faults: [
      {
        alert: 'AitaiPolicyReports',
        cause: 'a browser reports that a page asked for a foreign script',
        begin: () => reportViolation(url),
        async end() {},
      },
      ...ofFeed(feed),
      {
        alert: 'AitaiMessagesWait',
        cause: 'the mail server refuses connections while a user asks for a reset link',
        begin: () => asksForResetLink(url, 'trader@alder.example'),
        end: () => mail.listen(mailPort),
      },
      {
        alert: 'AitaiMessagesGivenUp',
        cause: 'the mail server refuses the recipient for good',
        begin: () => asksForResetLink(url, 'trader@birch.example'),
        // It counts the last 24 hours.
        end: null,
      },
      {
        alert: 'AitaiProbing',
        cause: 'a trader sends and cancels ten IOIs within a minute',
        begin: () => sendsAndCancels(trader, 10),
        // It counts the day.
        end: null,
      },
      ...ofDisk(disk, trader, url),
      {
        alert: 'AitaiDown',
        cause: 'kill -9 of the server',
        begin: () => server.kill(),
        async end() {
          server = start()
          await server.ready
        },
      },
      ofPublicCertificate(certificates, restart),
      ...ofPassingTime(dataDir, restart),
    ],
    async close() {
      await prometheus.stop()
      feed.stop()
      await mail.close()
      await server.kill()
      if (hasOwnDisk) await run('umount', [disk])
      await rm(disk, { recursive: true })
      await rm(certificates, { recursive: true })
    },
  }
}

/** The load balancer of PUBLIC_URL has a certificate that ends in 20 days, and then one for 90. */
function ofPublicCertificate(folder: string, restart: Restart): Fault {
  const serves = async (days: number): Promise<void> => {
    const certificate = await OwnCertificate.create(folder)
    await certificate.renew(days)
    const balancer = createTlsServer(await certificate.served()).on('tlsClientError', () => {})
    await new Promise<void>((begun) => balancer.listen(0, '127.0.0.1', begun))
    balancer.unref()
    const { port } = balancer.address() as AddressInfo
    await restart({ PUBLIC_URL: `https://127.0.0.1:${port}` })
  }
  return {
    alert: 'AitaiPublicCertificateEnds',
    cause: 'the certificate at PUBLIC_URL is valid for 20 more days',
    begin: () => serves(20),
    end: () => serves(90),
  }
}

/** A feed handler that repeats yesterday's closes. */
class Feed {
  readonly #url: string
  readonly #equities: readonly Equity[]
  #beat: NodeJS.Timeout | null = null
  hasIndex = true

  constructor(url: string, equities: readonly Equity[]) {
    this.#url = url
    this.#equities = equities
    this.start()
  }

  start(): void {
    this.#beat ??= setInterval(() => void this.#send().catch(() => {}), feedEveryMs)
  }

  stop(): void {
    if (this.#beat) clearInterval(this.#beat)
    this.#beat = null
  }

  async #send(): Promise<void> {
    const time = new Date().toISOString()
    const quotes = this.#equities.map(({ ric, closePrice: last, tickSize }) => ({
      ric,
      time,
      bid: Number((last - tickSize).toFixed(4)),
      ask: Number((last + tickSize).toFixed(4)),
      last,
    }))
    const index = this.hasIndex ? { index: { last: 2_810, close: 2_800 } } : {}
    await callApi({ baseUrl: this.#url, token: feedToken }, ingestQuotes, {
      body: { quotes, usdJpy: 150, ...index },
    })
  }
}

const ofFeed = (feed: Feed): readonly Fault[] => [
  {
    alert: 'AitaiIndexMissing',
    cause: 'the feed handler sends no index',
    async begin() {
      feed.hasIndex = false
    },
    async end() {
      feed.hasIndex = true
    },
  },
  {
    alert: 'AitaiQuotesStale',
    cause: 'the feed handler stops',
    async begin() {
      feed.stop()
    },
    async end() {
      feed.start()
    },
  },
]

/** The disk is filled, first up to half a gibibyte, then to the last byte. */
function ofDisk(disk: string, trader: ConnectedUser, url: string): readonly Fault[] {
  const rest = join(disk, 'rest')
  const free = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(disk)
    return bavail * bsize
  }
  const fill = async (name: string, leave: number): Promise<void> => {
    const bytes = (await free()) - leave
    await run('fallocate', ['-l', String(bytes), join(disk, name)])
  }
  /** Trading goes on, so that what SQLite has reserved is used up and the rest is filled again. */
  const fillAll = async (): Promise<void> => {
    for (let n = 0; n < 100; n += 1) {
      await fill(`rest-${n}`, 0).catch(() => {})
      const isRefused = await sendsAndCancels(trader, 1).then(
        () => false,
        (error: unknown) => error instanceof CallFailed && error.status === 503,
      )
      if (isRefused) return
    }
    throw new Error('a full disk refuses nothing')
  }
  const clear = (): Promise<unknown> => run('sh', ['-c', `rm -f '${disk}'/rest*`])
  return [
    {
      alert: 'AitaiDiskFull',
      cause: 'files fill the disk up to its last half gibibyte',
      begin: () => fill('rest', 512 * 1_024 ** 2),
      end: () => rm(rest),
    },
    {
      alert: 'AitaiNotReady',
      cause: 'files fill the disk to its last byte',
      begin: fillAll,
      async end() {
        await clear()
      },
    },
    {
      alert: 'AitaiLogLost',
      cause: 'thousands of requests while the disk is full',
      async begin() {
        await fillAll()
        // A mebibyte of lines waits in memory before the first is lost.
        const lines = 10_000
        for (let n = 0; n < lines; n += 50)
          await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/api/login`, { method: 'POST' })))
      },
      async end() {
        await clear()
      },
    },
  ]
}

async function asksForResetLink(url: string, email: string): Promise<void> {
  await callApi({ baseUrl: url, token: null }, sendResetLink, { body: { email } })
}

const reportViolation = async (url: string): Promise<void> => {
  const report = { 'effective-directive': 'script-src-elem', 'blocked-uri': 'https://elsewhere.example/a.js' }
  const { status } = await fetch(`${url}/policy-reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report' },
    body: JSON.stringify({ 'csp-report': report }),
  })
  if (status !== 204) throw new Error(`policy-reports answered ${status}`)
}

async function sendsAndCancels(trader: ConnectedUser, count: number): Promise<void> {
  const [equity] = await tradableSecurities(trader)
  if (!equity) throw new Error('no security is expensive enough')
  for (let n = 0; n < count; n += 1) {
    const { id } = await submitAdvert(trader, equity, 'BUY')
    await callApi(trader, cancelAdvert, { params: { id } })
    // Below the limit of changes per second.
    await wait(1_000)
  }
}

/** A mail server that refuses every recipient for good, once it listens. */
function refusingMailServer(): { listen(port: number): Promise<void>; close(): Promise<void> } {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
  })
  let isListening = false
  return {
    listen: (port) =>
      new Promise((listening) => {
        smtp.listen(port, '127.0.0.1', () => {
          isListening = true
          listening()
        })
      }),
    close: async () => {
      if (isListening) await new Promise<void>((closed) => smtp.close(closed))
    },
  }
}
