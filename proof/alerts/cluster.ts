import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CallFailed, callApi } from '@aitai/contract/api-client.ts'
import { cancelAdvert } from '@aitai/contract/routes/adverts.ts'
import { notifications } from '@aitai/contract/routes/notifications.ts'
import {
  type ConnectedUser,
  signInContra,
  submitAdvert,
  tradableSecurities,
} from '../../e2e/support/trading-api.ts'
import { ServerCluster } from '../cluster/server-cluster.ts'
import { createPostgresFolder, freePort, type PostgresServer } from '../harness/postgres-server.ts'
import { OwnCertificate } from './own-certificate.ts'
import { Prometheus } from './prometheus.ts'
import type { Situation } from './situation.ts'

const standbyName = 'second'
/** To and from the database, each time. */
const slowMs = 150

/** Two servers on a PostgreSQL with a standby that confirms commits, and an archive. */
export async function clusterSituation(): Promise<Situation> {
  const folder = await createPostgresFolder()
  const primary = await folder.startPrimary()
  await setting(primary, 'archive_mode', 'on')
  await setting(primary, 'archive_command', '/bin/true')
  await primary.query('grant pg_monitor to aitai')
  await primary.stop()
  await primary.start()
  const standby = await folder.startStandby(primary, { name: standbyName, isSynchronous: true })
  const certificates = await mkdtemp(join(tmpdir(), 'aitai-certificates-'))
  const certificate = await OwnCertificate.create(certificates)
  const cluster = await ServerCluster.create({
    machines: 2,
    databases: [primary],
    env: certificate.environment,
  })
  const metricsPorts = [await freePort(), await freePort()]
  for (const [n, machine] of cluster.machines.entries())
    await machine.start({
      METRICS: String(metricsPorts[n]),
      PEER_URL: machine.peerUrl.replace('http:', 'https:'),
    })
  const desk = cluster.machines[0]?.url ?? ''
  const trader = await signInContra(desk, 'alder')
  const targets = metricsPorts.map((port) => `localhost:${port}`)
  const prometheus = await Prometheus.start(targets)
  return {
    name: 'two servers on PostgreSQL with a standby',
    prometheus,
    metricsUrls: targets.map((target) => `http://${target}`),
    async use() {
      await primary.query('select pg_switch_wal()')
      await changes(trader, 3)
    },
    faults: faultsOf({ primary, standby, certificate, cluster, trader }),
    async close() {
      await prometheus.stop()
      await cluster.remove()
      await folder.remove()
      await rm(certificates, { recursive: true })
    },
  }
}

interface FaultyParts {
  readonly primary: PostgresServer
  readonly standby: PostgresServer
  readonly certificate: OwnCertificate
  readonly cluster: ServerCluster
  readonly trader: ConnectedUser
}

const faultsOf = ({ primary, standby, certificate, cluster, trader }: FaultyParts): Situation['faults'] => [
  {
    alert: 'AitaiPeerCertificateEnds',
    cause: 'the certificate is valid for 20 more days',
    begin: () => certificate.renew(20),
    end: () => certificate.renew(90),
  },
  {
    alert: 'AitaiSlow',
    cause: `each message between a server and the database takes ${slowMs} ms longer`,
    async begin() {
      for (const { networks } of cluster.machines)
        for (const network of networks) network.set({ type: 'slow', delayMs: () => slowMs })
      await changes(trader, 5)
    },
    async end() {
      for (const { networks } of cluster.machines)
        for (const network of networks) network.set({ type: 'open' })
    },
  },
  {
    alert: 'AitaiFailures',
    cause: 'a table is missing that a call reads',
    async begin() {
      await primary.query('alter table notification rename to missing')
      await fails(() => callApi(trader, notifications), 500)
    },
    end: async () => void (await primary.query('alter table missing rename to notification')),
  },
  {
    alert: 'AitaiArchiveFails',
    cause: 'the archive command fails',
    async begin() {
      await setting(primary, 'archive_command', '/bin/false')
      await changes(trader, 1)
      await primary.query('select pg_switch_wal()')
    },
    end: () => setting(primary, 'archive_command', '/bin/true'),
  },
  {
    alert: 'AitaiStandbyLags',
    cause: 'somebody pauses the replay of the standby',
    async begin() {
      await standby.query('select pg_wal_replay_pause()')
      await changes(trader, 3)
    },
    end: async () => void (await standby.query('select pg_wal_replay_resume()')),
  },
  {
    alert: 'AitaiStandbyMissing',
    cause: 'kill -9 of the standby',
    begin: () => standby.kill(),
    end: () => standby.start(),
  },
  {
    alert: 'AitaiWriterChanges',
    cause: 'the connection of the writer to the database is ended four times',
    async begin() {
      for (let n = 0; n < 4; n += 1) {
        await primary.query(
          "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted",
        )
        await wait(3_000)
      }
    },
    async end() {},
  },
  {
    alert: 'AitaiNoWriter',
    cause: 'the database stops',
    begin: () => primary.stop(),
    end: () => primary.start(),
  },
]

async function setting(database: PostgresServer, name: string, value: string): Promise<void> {
  await database.query(`alter system set ${name} = '${value}'`)
  await database.query('select pg_reload_conf()')
}

/** Throws unless a call fails with this status. */
async function fails(call: () => Promise<unknown>, status: number): Promise<void> {
  const error = await call().catch((failure: unknown) => failure)
  if (!(error instanceof CallFailed && error.status === status))
    throw new Error(`${status} was expected, not ${error}`)
}

/** Changes of a desk, each of an IOI of its own. */
async function changes(trader: ConnectedUser, count: number): Promise<void> {
  const [equity] = await tradableSecurities(trader)
  if (!equity) throw new Error('no security is expensive enough')
  for (let n = 0; n < count; n += 1) {
    const { id } = await submitAdvert(trader, equity, 'BUY')
    await callApi(trader, cancelAdvert, { params: { id } })
    await wait(1_000)
  }
}
