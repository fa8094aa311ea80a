import packageJson from '../../../package.json' with { type: 'json' }
import { type Config, readConfig } from '../../config.ts'
import { type AdminContext, type AdminReply, adminResult } from '../admin-context.ts'
import { type DoctorCheck, fail, ok, warn } from './check-result.ts'
import { dataChecks } from './data-checks.ts'
import { environmentChecks } from './environment-checks.ts'
import { machineChecks } from './machine-checks.ts'

export type { DoctorCheck } from './check-result.ts'

/** What the command prints: well if no line says fail. */
export interface Examination {
  readonly well: boolean
  readonly lines: readonly DoctorCheck[]
}

/**
 * Looks at everything that could keep the platform from running well (quality O7), with the configuration of
 * the process that does it: the server's while it runs. No line holds a secret.
 */
export const doctor = async (office: AdminContext): Promise<AdminReply> =>
  adminResult(await examine(office, readConfig(process.env)))

export async function examine(office: AdminContext, config: Config): Promise<Examination> {
  return judged([
    await server(office),
    versions(config),
    ...(await machineChecks(config)),
    ...(await dataChecks(office)),
    ...(await environmentChecks(office, config)),
  ])
}

/** Where the data cannot be opened, the machine is looked at all the same. `why` holds no secret. */
export async function examineWithoutData(config: Config, why: string): Promise<Examination> {
  const todo = 'The message says what to do; then ask the doctor again.'
  return judged([versions(config), ...(await machineChecks(config)), fail('data', why, todo)])
}

/** A configuration that cannot be read is all there is to tell. */
export const examineWithoutConfig = (why: string): Examination =>
  judged([fail('configuration', why, 'Correct the variable in the environment.')])

const judged = (lines: readonly DoctorCheck[]): Examination => ({
  well: lines.every(({ health }) => health !== 'fail'),
  lines,
})

async function server({ running }: AdminContext): Promise<DoctorCheck> {
  const name = 'server'
  if (running === null) return warn(name, 'Does not run.', 'Start it, unless it is stopped on purpose.')
  if (running === 'elsewhere')
    return warn(name, 'Runs on another machine.', 'Ask the doctor there as well: it knows more.')
  const since = new Date(running.startedAt).toISOString()
  const isReady = await running.matchmaking.read(() => true).catch(() => false)
  if (isReady) return ok(name, `Runs since ${since} and takes commands.`)
  return fail(name, `Runs since ${since} and takes no commands.`, 'See its log and the lines disk and sync.')
}

const versions = ({ webVersion }: Pick<Config, 'webVersion'>): DoctorCheck =>
  ok('version', `Aitai ${packageJson.version}; clients ${webVersion}.`)
