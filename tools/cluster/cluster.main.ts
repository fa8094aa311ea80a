import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { newSecrets } from '@aitai/server/accounts/installation-secrets.ts'
import { createSecretsFile } from '@aitai/server/accounts/secrets-file.ts'
import { demoAccounts, demoPassword } from '@aitai/server/admin/demo/demo-accounts.ts'
import { listProcesses } from '@aitai/server/cluster/process-registry.ts'
import { connectPostgres } from '@aitai/server/database/postgres.ts'
import { createPostgresFolder, freePort, type PostgresServer } from '../../proof/harness/postgres-server.ts'
import { type ServerProcess, startProcess } from '../../proof/harness/server-process.ts'
import { LoadBalancer } from './load-balancer.ts'

/**
 * `npm run cluster`: PostgreSQL with a synchronous standby, three servers on it and a load balancer, all on this
 * machine and for trying only. Ctrl-C ends everything and removes the data.
 */
const serverCount = 3
const firstPort = Number(process.env.PORT || '8080')
/** A server that has ended is started again after so long, in milliseconds. */
const startAgainMs = 5_000
const watchEveryMs = 500

interface Member {
  readonly name: string
  readonly url: string
  readonly peerUrl: string
  readonly env: Readonly<Record<string, string>>
  readonly dataDir: string
  process: ServerProcess | null
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const folder = await createPostgresFolder()
const stopping = new AbortController()
const members: Member[] = []
const balancer: { current: LoadBalancer | null } = { current: null }

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (!stopping.signal.aborted) stopping.abort()
  })

try {
  say('Starting PostgreSQL and its synchronous standby …')
  const primary = await folder.startPrimary()
  const standby = await folder.startStandby(primary, { name: 'second', isSynchronous: true })
  say(`Starting ${serverCount} servers …`)
  await createMembers([primary, standby])
  for (const member of members) await start(member)
  balancer.current = new LoadBalancer(members.map(({ url }) => url))
  await balancer.current.listen(firstPort)
  explain(primary, standby)
  await watch(databaseUrl([primary, standby]))
} catch (error) {
  if (!stopping.signal.aborted) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
} finally {
  await stop()
}
process.exit()

function databaseUrl(databases: readonly PostgresServer[]): string {
  const hosts = databases.map(({ port }) => `127.0.0.1:${port}`)
  return `postgres://aitai@${hosts}/aitai?target_session_attrs=read-write`
}

async function createMembers(databases: readonly PostgresServer[]): Promise<void> {
  const secretsFile = join(folder.path, 'secrets.env')
  createSecretsFile(secretsFile, newSecrets())
  for (let n = 1; n <= serverCount; n += 1) {
    const peerUrl = `http://127.0.0.1:${await freePort()}`
    const dataDir = join(folder.path, `server-${n}`)
    const url = `http://localhost:${firstPort + n}`
    members.push({
      name: `server ${n}`,
      url,
      peerUrl,
      dataDir,
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl(databases),
        SECRETS_FILE: secretsFile,
        HOST: 'localhost',
        PORT: `${firstPort + n}`,
        PEER_URL: peerUrl,
        PUBLIC_URL: `http://localhost:${firstPort}`,
        LOG_FILE: join(dataDir, 'server.log'),
        SWEEP_DELAY: process.env.SWEEP_DELAY ?? '1000-4000',
        // One process of robots is enough for the market.
        ROBOTS: n === 1 ? (process.env.ROBOTS ?? 'on') : 'off',
      },
      process: null,
    })
  }
}

async function start(member: Member): Promise<void> {
  const started = startProcess(member.dataDir, member.env)
  member.process = started
  void started.ended.then(async () => {
    if (stopping.signal.aborted) return
    say(`${member.name} has ended. It is started again in ${startAgainMs / 1_000} s.`)
    await wait(startAgainMs, undefined, { signal: stopping.signal }).catch(() => {})
    if (stopping.signal.aborted) return
    await start(member)
    say(`${member.name} is back, as process ${member.process?.pid}.`)
  })
  await started.ready
}

function explain(primary: PostgresServer, standby: PostgresServer): void {
  say(`
Aitai runs at http://localhost:${firstPort}, a load balancer in front of
${members.map((member) => `  ${member.name}   ${member.url}   process ${member.process?.pid}`).join('\n')}
PostgreSQL
  primary    process ${primary.pid()}   ${primary.url}
  standby    process ${standby.pid()}   ${standby.url}

Try, with one trader each on two of the servers and the broker on the third:
  kill -9 PROCESS of the server that writes, also between a popup and its answers
  kill -STOP PROCESS of the server that writes; after some seconds kill -CONT PROCESS
  kill -9 ${primary.pid()} (the primary), then: psql -h 127.0.0.1 -p ${standby.port} -U postgres -c 'select pg_promote()'
  DATA_DIR=${members[0]?.dataDir} DATABASE_URL='${members[0]?.env.DATABASE_URL}' npm run -s aitai -- status

Accounts, all with the password ${demoPassword}:
${demoAccounts.map(({ email, role }) => `  ${email.padEnd(28)}${role}`).join('\n')}

Ctrl-C ends everything and removes the data.
`)
}

/** Says who writes, whenever that changes. Resolves on Ctrl-C. */
async function watch(url: string): Promise<void> {
  const { db, close } = connectPostgres(url)
  let writer = ''
  while (!stopping.signal.aborted) {
    const processes = await listProcesses(db).catch(() => [])
    const address = processes.find(({ isWriter }) => isWriter)?.address
    const member = members.find(({ peerUrl }) => peerUrl === address)
    if (member?.process && member.name !== writer) {
      writer = member.name
      say(`${writer} writes the journal (process ${member.process.pid}).`)
    }
    await wait(watchEveryMs, undefined, { signal: stopping.signal }).catch(() => {})
  }
  await close()
}

async function stop(): Promise<void> {
  stopping.abort()
  say('Stopping …')
  balancer.current?.close()
  for (const { process: server } of members) {
    if (!server) continue
    // A terminal has sent the same signal to the servers already; a second one soon after it changes nothing.
    try {
      process.kill(server.pid, 'SIGINT')
    } catch {
      // It has ended.
    }
  }
  await Promise.all(members.map(({ process: server }) => server?.ended))
  await folder.remove()
}
