import { statSync } from 'node:fs'
import { join } from 'node:path'
import { openSecrets, useInstallationSecrets } from '@aitai/server/accounts/installation-secrets.ts'
import { passwordHasher } from '@aitai/server/accounts/password-hashing.ts'
import type { AdminContext, AdminReply } from '@aitai/server/admin/admin-context.ts'
import { type GivenOperator, identifyOperator } from '@aitai/server/admin/approvals/operator-identity.ts'
import type { AdminCommandArgs, AdminCommandName } from '@aitai/server/admin/command-arguments.ts'
import { loadAdminCommand, runAdminCommand, runsOnAnyProcess } from '@aitai/server/admin/commands.ts'
import type { ForwardedAdminCommand } from '@aitai/server/cluster/peer-messages.ts'
import type { Config } from '@aitai/server/config.ts'
import { DatabaseLocked } from '@aitai/server/database/database-errors.ts'
import { type OpenDatabase, openDatabase } from '@aitai/server/database/open-database.ts'
import { Unavailable } from '@aitai/server/errors.ts'
import { CommandFailed } from './command.ts'
import { unreadableDataMessage } from './unreadable-data.ts'

/**
 * Runs an admin command on the data itself. Returns DatabaseLocked if another process has the
 * data and only one can.
 */
export async function runOnData<N extends AdminCommandName>(
  config: Config,
  given: string | GivenOperator,
  name: N,
  args: AdminCommandArgs<N>,
): Promise<AdminReply | DatabaseLocked> {
  const operator = typeof given === 'string' ? { by: given } : given
  const { databaseUrl } = config
  if (databaseUrl === null && !createsData.includes(name)) requireData(config.dataDir)
  await loadAdminCommand(name)
  try {
    return await workOn(
      config,
      await openDatabase(config),
      { ...contextOf(config), running: null },
      operator,
      name,
      args,
    )
  } catch (error) {
    if (!(error instanceof DatabaseLocked)) throw error
    if (!databaseUrl) return error
    // A server on another machine: PostgreSQL accepts both, and the server watches for changes.
    const { connectPostgres } = await import('@aitai/server/database/postgres.ts')
    const opened = connectPostgres(databaseUrl)
    if (!runsOnAnyProcess(name)) return await runInWriter(config, opened, { command: name, args }, operator)
    return await workOn(config, opened, { ...contextOf(config), running: 'elsewhere' }, operator, name, args)
  }
}

/** The commands that set up an installation which no server has started yet. All others create nothing. */
const createsData: readonly AdminCommandName[] = [
  'firm add',
  'broker add',
  'user add',
  'equities import',
  'holidays import',
  'hours set',
  'venue set',
  'venue schedule',
]

/** Throws CommandFailed if there is no embedded database, or if this user may not see it. */
function requireData(dataDir: string): void {
  try {
    statSync(join(dataDir, 'aitai.db'))
  } catch (error) {
    const isHidden = (error as NodeJS.ErrnoException).code === 'EACCES'
    throw new CommandFailed(
      isHidden
        ? unreadableDataMessage(dataDir)
        : `DATA_DIR: there is no installation in ${dataDir}. Name the folder of the server's data, or start the server once.`,
    )
  }
}

/** Runs a command in the process that writes, on whichever machine it is. */
async function runInWriter(
  config: Config,
  { db: database, close }: OpenDatabase,
  command: Omit<ForwardedAdminCommand, 'by' | 'userId'>,
  given: GivenOperator,
): Promise<AdminReply> {
  const { WriterClient } = await import('@aitai/server/cluster/writer-client.ts')
  const { readPeerTls } = await import('@aitai/server/cluster/peer-transport.ts')
  const { DatabaseClock } = await import('@aitai/server/cluster/database-clock.ts')
  const { readDatabaseTime } = await import('@aitai/server/cluster/process-registry.ts')
  const clock = new DatabaseClock(Date.now)
  try {
    await clock.compare(() => readDatabaseTime(database))
    const operator = await identifyOperator(
      { db: database, now: clock.now, running: 'elsewhere' },
      command.command as AdminCommandName,
      given,
    )
    if ('refusal' in operator) return operator
    const client = new WriterClient({
      database,
      processId: 'aitai',
      keys: openSecrets(config).peerKeys,
      tls: readPeerTls(config),
      now: clock.now,
      onError: (error) => console.error(error instanceof Error ? error.message : String(error)),
    })
    const reply = await client.request('/admin', { ...command, ...operator }, false)
    client.close()
    return reply as AdminReply
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    const message = 'The server that writes the journal cannot be reached. Please try again.'
    return { refusal: { code: 'UNAVAILABLE', message } }
  } finally {
    await close()
  }
}

const contextOf = (config: Config): Omit<AdminContext, 'db' | 'running' | 'by' | 'userId'> => ({
  passwords: passwordHasher(),
  now: Date.now,
  publicUrl: config.publicUrl,
  productName: () => productNameOf(config),
  compliance: config.compliance,
  referenceChanged: async () => {},
})

/** Loaded only for a mail, because it validates all content files. */
async function productNameOf(config: Config): Promise<string> {
  const { readInstallation } = await import('@aitai/server/http/content-files.ts')
  return readInstallation(config).brand.productName
}

async function workOn<N extends AdminCommandName>(
  config: Config,
  { db, close }: OpenDatabase,
  admin: Omit<AdminContext, 'db' | 'by' | 'userId'>,
  given: GivenOperator,
  name: N,
  args: AdminCommandArgs<N>,
): Promise<AdminReply> {
  try {
    useInstallationSecrets(db, config)
    const operator = await identifyOperator({ ...admin, db }, name, given)
    if ('refusal' in operator) return operator
    return await runAdminCommand({ ...admin, ...operator, db }, name, args)
  } finally {
    await close()
  }
}
